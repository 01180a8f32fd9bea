// Temperatures of a plate after some steps of heat flow between neighbours, to the surroundings and from
// the power in each cell. A block holds a tile with a halo that shrinks by a cell a step; edges insulate.
#include "device.h"

#ifndef KERNEL
#define KERNEL hotspot
#define STEPS 2
#define STEPS_PARAMETER
#endif
#define SIDE 16
#define INNER (SIDE - 2 * STEPS)

extern "C" __global__ void KERNEL(float *out, const float *in, const float *power, int width, int height,
                                  STEPS_PARAMETER float to_x, float to_y, float to_air, float air, float heat) {
    __shared__ float now[SIDE][SIDE];
    int tx = threadIdx_x, ty = threadIdx_y;
    int x = blockIdx_x * INNER + tx - STEPS, y = blockIdx_y * INNER + ty - STEPS;
    bool inside = x >= 0 && x < width && y >= 0 && y < height;
    float watts = 0.0f;
    if (inside) {
        now[ty][tx] = in[y * width + x];
        watts = power[y * width + x] * heat;
    }
    __syncthreads();
    int west = x > 0 ? tx - 1 : tx, east = x < width - 1 ? tx + 1 : tx;
    int north = y > 0 ? ty - 1 : ty, south = y < height - 1 ? ty + 1 : ty;
    for (int step = 1; step <= STEPS; step++) {
        bool valid = inside && tx >= step && tx < SIDE - step && ty >= step && ty < SIDE - step;
        float next = 0.0f;
        if (valid) {
            float t = now[ty][tx];
            next = t + watts + (now[ty][west] + now[ty][east] - 2.0f * t) * to_x +
                   (now[north][tx] + now[south][tx] - 2.0f * t) * to_y + (air - t) * to_air;
        }
        __syncthreads();
        if (valid)
            now[ty][tx] = next;
        __syncthreads();
    }
    if (inside && tx >= STEPS && tx < SIDE - STEPS && ty >= STEPS && ty < SIDE - STEPS)
        out[y * width + x] = now[ty][tx];
}
