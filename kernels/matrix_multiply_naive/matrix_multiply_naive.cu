// c = a * b, a is m by k, b is k by n, any sizes: an element of c by each thread, all from global memory.
#include "device.h"

extern "C" __global__ void matrix_multiply_naive(float *c, const float *a, const float *b, int m, int n, int k) {
    int column = blockIdx_x * blockDim_x + threadIdx_x;
    int row = blockIdx_y * blockDim_y + threadIdx_y;
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum = fma_rn(a[row * k + i], b[i * n + column], sum);
    c[row * n + column] = sum;
}
