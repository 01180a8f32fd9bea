// c = alpha * a * b^T + beta * c, matrices by columns. A thread has sixteen elements of a row of c in registers;
// a block's part of b stands in shared memory, and each thread reads its own row of a.
#include "device.h"

#define COLUMNS 16
#define DEPTH 8
#define ROWS (COLUMNS * DEPTH)

extern "C" __global__ void sgemm_nt(float *c, const float *a, const float *b, int rows, int columns, int depth,
                                    float alpha, float beta) {
    __shared__ float part[DEPTH][COLUMNS];
    int thread = threadIdx_y * COLUMNS + threadIdx_x;
    int row = blockIdx_x * ROWS + thread, column = blockIdx_y * COLUMNS;
    float sum[COLUMNS] = {};
    a += row;
    b += column + threadIdx_x + threadIdx_y * columns;
    for (int k = 0; k < depth; k += DEPTH) {
        part[threadIdx_y][threadIdx_x] = b[k * columns];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DEPTH; i++) {
            float own = a[(k + i) * rows];
#pragma unroll
            for (int j = 0; j < COLUMNS; j++)
                sum[j] = fma_rn(own, part[i][j], sum[j]);
        }
        __syncthreads();
    }
    c += column * rows + row;
#pragma unroll
    for (int j = 0; j < COLUMNS; j++)
        c[j * rows] = fma_rn(alpha, sum[j], beta * c[j * rows]);
}
