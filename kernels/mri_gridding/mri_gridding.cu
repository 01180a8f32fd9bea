// Gridding of an MRI reconstruction: each point of a Cartesian grid gathers the samples within a radius,
// weighted by a window of their distance. A thread has some neighbouring points of a row.
#include "device.h"

#ifndef POINTS
#define POINTS 8
#define KERNEL mri_gridding
#endif

extern "C" __global__ void KERNEL(float2 *grid, float *density, const float4 *samples, int count,
                                  int width, int height, float radius) {
    int x = (blockIdx_x * blockDim_x + threadIdx_x) * POINTS;
    int y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    float re[POINTS] = {}, im[POINTS] = {}, sum[POINTS] = {};
    float square = radius * radius, inverse = 1.0f / square;
    for (int i = 0; i < count; i++) {
        // Position, then value.
        float4 sample = samples[i];
        float dy = sample.y - y, left = sample.x - x;
        if (dy * dy >= square || left <= -radius || left >= radius + (POINTS - 1))
            continue;
#pragma unroll
        for (int p = 0; p < POINTS; p++) {
            float dx = left - p;
            float inside = max_float(0.0f, 1.0f - fma_rn(dx, dx, dy * dy) * inverse);
            float weight = inside * inside;
            re[p] = fma_rn(weight, sample.z, re[p]);
            im[p] = fma_rn(weight, sample.w, im[p]);
            sum[p] += weight;
        }
    }
    // A width that is no multiple of the points per thread leaves some of the last thread's over.
#pragma unroll
    for (int p = 0; p < POINTS; p++)
        if (x + p < width) {
            float2 value = {re[p], im[p]};
            grid[y * width + x + p] = value;
            density[y * width + x + p] = sum[p];
        }
}
