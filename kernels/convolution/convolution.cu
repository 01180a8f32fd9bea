// Convolves the rows of an image with a filter in constant memory. A block's stretch of a row stands in
// shared memory with an apron on both sides; beyond the image all is zero.
#include "device.h"

#define RADIUS 8
#define ACROSS 64
#define DOWN 2
#define RESULTS 2
#define STRETCH (ACROSS * RESULTS)

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void convolution(float *out, const float *in, int width, int height) {
    __shared__ float tile[DOWN][STRETCH + 2 * RADIUS];
    int first = blockIdx_x * STRETCH, y = blockIdx_y * DOWN + threadIdx_y;
    float *row = tile[threadIdx_y];
    for (int i = threadIdx_x; i < STRETCH + 2 * RADIUS; i += ACROSS) {
        int x = first - RADIUS + i;
        row[i] = x >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    if (y >= height)
        return;
    for (int result = 0; result < RESULTS; result++) {
        int i = result * ACROSS + threadIdx_x;
        float sum = 0.0f;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum = fma_rn(filter[RADIUS - k], row[RADIUS + i + k], sum);
        if (first + i < width)
            out[y * width + first + i] = sum;
    }
}
