// What CUDA C needs to be compiled without CUDA: clang knows the language, this file the names.
// Mathematical functions are those of the instruction set; nothing is linked.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __noinline__ __attribute__((noinline))

typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long long ulong;
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint4 __attribute__((ext_vector_type(4)));

// A barrier for the compiler too: clang 14 may otherwise keep shared variables in registers across it.
#define __syncthreads() asm volatile("bar.sync 0;" ::: "memory")

#define threadIdx_x ((int)__nvvm_read_ptx_sreg_tid_x())
#define threadIdx_y ((int)__nvvm_read_ptx_sreg_tid_y())
#define threadIdx_z ((int)__nvvm_read_ptx_sreg_tid_z())
#define blockIdx_x ((int)__nvvm_read_ptx_sreg_ctaid_x())
#define blockIdx_y ((int)__nvvm_read_ptx_sreg_ctaid_y())
#define blockIdx_z ((int)__nvvm_read_ptx_sreg_ctaid_z())
#define blockDim_x ((int)__nvvm_read_ptx_sreg_ntid_x())
#define blockDim_y ((int)__nvvm_read_ptx_sreg_ntid_y())
#define blockDim_z ((int)__nvvm_read_ptx_sreg_ntid_z())
#define gridDim_x ((int)__nvvm_read_ptx_sreg_nctaid_x())
#define gridDim_y ((int)__nvvm_read_ptx_sreg_nctaid_y())

static __device__ inline float sqrt_rn(float x) { return __nvvm_sqrt_rn_f(x); }
static __device__ inline float rsqrt_approx(float x) { return __nvvm_rsqrt_approx_f(x); }
static __device__ inline float rcp_approx(float x) {
    float y;
    asm("rcp.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
static __device__ inline float ex2(float x) { return __nvvm_ex2_approx_f(x); }
static __device__ inline float lg2(float x) { return __nvvm_lg2_approx_f(x); }
static __device__ inline float sin_approx(float x) { return __nvvm_sin_approx_f(x); }
static __device__ inline float cos_approx(float x) { return __nvvm_cos_approx_f(x); }
static __device__ inline float fma_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
static __device__ inline float exp_approx(float x) { return ex2(x * 1.4426950408889634f); }
static __device__ inline float log_approx(float x) { return lg2(x) * 0.6931471805599453f; }

static __device__ inline int min_int(int a, int b) { return a < b ? a : b; }
static __device__ inline int max_int(int a, int b) { return a > b ? a : b; }
static __device__ inline float min_float(float a, float b) { return __nvvm_fmin_f(a, b); }
static __device__ inline float max_float(float a, float b) { return __nvvm_fmax_f(a, b); }

static __device__ inline int atomic_add(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
static __device__ inline uint atomic_inc(uint *p, uint v) { return __nvvm_atom_inc_gen_ui(p, v); }
static __device__ inline int atomic_min(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
static __device__ inline int atomic_max(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
static __device__ inline float atomic_add_float(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
static __device__ inline ulong atomic_cas(ulong *p, ulong old, ulong v) {
    return __nvvm_atom_cas_gen_ll((long long *)p, (long long)old, (long long)v);
}

static __device__ inline float sqrt_approx(float x) { return __nvvm_sqrt_approx_f(x); }
static __device__ inline float div_approx(float a, float b) { return __nvvm_div_approx_f(a, b); }
static __device__ inline float abs_float(float x) { return __nvvm_fabs_f(x); }

static __device__ inline int popcount(uint x) { return __builtin_popcount(x); }
static __device__ inline uint rotate_right(uint x, uint n) { return __builtin_rotateright32(x, n); }
static __device__ inline ulong multiply_high(ulong a, ulong b) { return (ulong)(((unsigned __int128)a * b) >> 64); }

static __device__ inline float half_to_float(ushort bits) { return (float)__builtin_bit_cast(__fp16, bits); }
static __device__ inline ushort float_to_half(float x) { return __builtin_bit_cast(ushort, (__fp16)x); }

// The value of the thread n lanes up; the warp is one segment.
static __device__ inline float shuffle_down(float v, uint n) { return __nvvm_shfl_down_f32(v, n, 31); }
// A bit for each thread of the warp.
static __device__ inline uint warp_ballot(bool p) {
    uint mask;
    asm volatile("{\n\t.reg .pred %%p;\n\tsetp.ne.u32 %%p, %1, 0;\n\tvote.ballot.b32 %0, %%p;\n\t}"
                 : "=r"(mask) : "r"((uint)p));
    return mask;
}
static __device__ inline bool warp_any(bool p) {
    uint some;
    asm volatile("{\n\t.reg .pred %%p;\n\tsetp.ne.u32 %%p, %1, 0;\n\tvote.any.pred %%p, %%p;\n\t"
                 "selp.u32 %0, 1, 0, %%p;\n\t}"
                 : "=r"(some) : "r"((uint)p));
    return some != 0;
}

// Texel (x, y) of a texture object with one channel.
static __device__ inline float fetch_2d(ulong texture, int x, int y) {
    float r, g, b, a;
    asm("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
        : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "r"(x), "r"(y));
    return r;
}
