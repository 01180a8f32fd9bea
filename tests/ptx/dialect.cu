// Compiled by tests/ptx_syntax.rs for what the PTX looks like, never run.
#define __constant__ __attribute__((constant))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))

struct Mixed {
  int a;
  short b;
  char c[5];
};

typedef int (*Function)(int);

__constant__ float table[4][2] = {{1.5f, 2}, {3, 4}};
__device__ int counter = 7;
__device__ const char *names[2] = {"ab", "c"};
__device__ int *where = &counter;
__device__ Mixed mixed = {1, 2, {3, 4, 5}};

__device__ __attribute__((noinline)) int twice(int x) { return x + x * counter; }
__device__ __attribute__((noinline)) int thrice(int x) { return x * 3 + counter; }
__device__ Function volatile functions[2] = {twice, thrice};

extern "C" __global__ void k(float *out, const Mixed mixed, int n) {
  __shared__ float tile[32];
  int x = __nvvm_read_ptx_sreg_tid_x();
  tile[x] = table[x & 3][n & 1] * mixed.a + mixed.c[x & 3];
  __syncthreads();
  for (int i = 0; i < n; i++) out[i] += tile[(x + i) & 31] * functions[i & 1](i);
  asm volatile(
      "{ .reg.pred p; .reg .b32 t; setp.lt.s32 p, %0, 4; @p bra L1; mov.u32 t, %%laneid; L1: }"
      ::"r"(x));
}
