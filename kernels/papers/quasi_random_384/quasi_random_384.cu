// Points of a Niederreiter sequence: row y of a block does dimension y, one direction number for each bit of a
// point's number, and as many bits as a float has. A thread steps through points as far apart as the grid has columns of threads.
#include "device.h"

#define DIMENSIONS 3
#define BITS 24

__constant__ uint direction[DIMENSIONS][BITS];

extern "C" __global__ void quasi_random_384(float *out, uint seed, uint count) {
    uint step = gridDim_x * blockDim_x, y = threadIdx_y;
    for (uint point = blockIdx_x * blockDim_x + threadIdx_x; point < count; point += step) {
        uint bits = 0, number = seed + point;
#pragma unroll
        for (int bit = 0; bit < BITS; bit++)
            bits ^= (number >> bit & 1) * direction[y][bit];
        out[y * count + point] = bits * (1.0f / (1u << BITS));
    }
}
