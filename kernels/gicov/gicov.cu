// Gradient inverse coefficient of variation: for each pixel the greatest, over radii, of mean^2 / variance of the
// outward gradient sampled on a circle around it. Pixels nearer than MARGIN to the image's edge give 0.
#include "device.h"

#define RADII 4
#define SAMPLES 16
#define MARGIN 9

__constant__ float cosine[SAMPLES], sine[SAMPLES];
__constant__ signed char offset_x[RADII][SAMPLES], offset_y[RADII][SAMPLES];

extern "C" __global__ void gicov(float *out, const float *gradient_x, const float *gradient_y, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    float best = 0.0f;
    if (x >= MARGIN && y >= MARGIN && x < width - MARGIN && y < height - MARGIN)
        for (int radius = 0; radius < RADII; radius++) {
            float sample[SAMPLES], sum = 0.0f, squares = 0.0f;
#pragma unroll
            for (int i = 0; i < SAMPLES; i++) {
                int at = (y + offset_y[radius][i]) * width + x + offset_x[radius][i];
                sample[i] = gradient_x[at] * cosine[i] + gradient_y[at] * sine[i];
                sum += sample[i];
            }
            float mean = sum / SAMPLES;
#pragma unroll
            for (int i = 0; i < SAMPLES; i++)
                squares = fma_rn(sample[i] - mean, sample[i] - mean, squares);
            best = max_float(best, mean * mean * (SAMPLES - 1) / squares);
        }
    out[y * width + x] = best;
}
