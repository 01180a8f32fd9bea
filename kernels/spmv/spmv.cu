// Sparse matrix in compressed rows times vector, a warp per row; rows differ in length.
#include "device.h"

extern "C" __global__ void spmv(float *out, const int *row, const int *column, const float *value, const float *x,
                                int rows) {
    int lane = threadIdx_x & 31;
    int r = (blockIdx_x * blockDim_x + threadIdx_x) >> 5;
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int i = row[r] + lane; i < row[r + 1]; i += 32)
        sum += value[i] * x[column[i]];
    for (int step = 16; step > 0; step /= 2)
        sum += shuffle_down(sum, step);
    if (lane == 0)
        out[r] = sum;
}
