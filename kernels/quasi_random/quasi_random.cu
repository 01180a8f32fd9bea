// Sobol points in grey code order: row y of the grid does dimension y. A thread steps through points as far apart
// as the row has threads, a power of two, so each step flips two bits of the grey code.
#include "device.h"

#define DIMENSIONS 8
#define BITS 32

__constant__ uint direction[DIMENSIONS][BITS];

extern "C" __global__ void quasi_random(float *out, uint count) {
    const uint *vector = direction[blockIdx_y];
    uint step = gridDim_x * blockDim_x, log_step = __builtin_ctz(step);
    uint point = blockIdx_x * blockDim_x + threadIdx_x, bits = 0;
    out += blockIdx_y * count;

    uint grey = point ^ (point >> 1);
    for (int bit = 0; grey != 0; bit++, grey >>= 1)
        if (grey & 1)
            bits ^= vector[bit];
    for (; point < count; point += step) {
        out[point] = (bits >> 8) * (1.0f / (1 << 24));
        uint next = (point >> log_step) + 1;
        bits ^= vector[log_step - 1] ^ vector[log_step + __builtin_ctz(next)];
    }
}
