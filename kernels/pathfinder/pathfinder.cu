// The cheapest way down a grid of costs, a row at a time, straight or diagonally: out = cost so far after
// the rows. A block holds its columns in shared memory with a halo that shrinks by a column a row.
#include "device.h"

#define BLOCK 128

extern "C" __global__ void pathfinder(int *out, const int *start, const int *costs, int columns, int rows) {
    __shared__ int before[BLOCK];
    __shared__ int after[BLOCK];
    int t = threadIdx_x;
    int column = blockIdx_x * (BLOCK - 2 * rows) + t - rows;
    bool inside = column >= 0 && column < columns;
    int left = column > 0 ? t - 1 : t, right = column < columns - 1 ? t + 1 : t;
    if (inside)
        before[t] = start[column];
    __syncthreads();
    for (int row = 0; row < rows; row++) {
        bool valid = inside && t > row && t < BLOCK - 1 - row;
        if (valid) {
            int best = min_int(before[t], min_int(before[left], before[right]));
            after[t] = best + costs[row * columns + column];
        }
        __syncthreads();
        if (valid)
            before[t] = after[t];
        __syncthreads();
    }
    if (inside && t >= rows && t < BLOCK - rows)
        out[column] = before[t];
}
