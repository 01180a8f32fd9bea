// Convolves the rows of an image, a texture, with a filter in constant memory; beyond the image are its border
// pixels. A thread has one column of some rows, for which it reads each of the filter's taps once.
#include "device.h"

#define RADIUS 8
#define ROWS 3

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void convolution_rows(float *out, ulong image, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = (blockIdx_y * blockDim_y + threadIdx_y) * ROWS;
    if (x >= width || y >= height)
        return;
    float sum[ROWS] = {};
#pragma unroll 1
    for (int k = -RADIUS; k <= RADIUS; k++) {
        float tap = filter[RADIUS - k];
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            sum[i] = fma_rn(fetch_2d(image, x + k, y + i), tap, sum[i]);
    }
    out += y * width + x;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (y + i < height)
            out[i * width] = sum[i];
}
