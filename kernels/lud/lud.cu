// Factors diagonal blocks of matrices in place, each into a unit lower and an upper triangle, without
// pivoting: block x, y of the launch is diagonal block x, of SIZE rows (the last may be smaller), of matrix y.
#include "device.h"

#define SIZE 32

extern "C" __global__ void lud(float *matrices, int width) {
    __shared__ float block[SIZE][SIZE + 1];
    int x = threadIdx_x, first = blockIdx_x * SIZE;
    int size = min_int(SIZE, width - first);
    float *corner = matrices + (blockIdx_y * width + first) * width + first;
    for (int row = 0; row < size; row++)
        if (x < size)
            block[row][x] = corner[row * width + x];
    __syncthreads();

    for (int pivot = 0; pivot < size - 1; pivot++) {
        // Thread x holds row x of the lower triangle, then column x of the rest.
        if (x > pivot && x < size)
            block[x][pivot] /= block[pivot][pivot];
        __syncthreads();
        if (x > pivot && x < size)
            for (int row = pivot + 1; row < size; row++)
                block[row][x] -= block[row][pivot] * block[pivot][x];
        __syncthreads();
    }
    for (int row = 0; row < size; row++)
        if (x < size)
            corner[row * width + x] = block[row][x];
}
