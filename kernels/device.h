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
