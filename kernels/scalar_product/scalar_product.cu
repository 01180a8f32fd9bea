// Scalar products of pairs of vectors, a block per pair and then the grid's next; four elements a load.
// Vectors start where 16 bytes do; their length is a multiple of four.
#include "device.h"

#define BLOCK 64

extern "C" __global__ void scalar_product(float *out, const float *a, const float *b, int pairs, int length) {
    __shared__ float sums[BLOCK];
    int t = threadIdx_x, quads = length / 4;
    for (int pair = blockIdx_x; pair < pairs; pair += gridDim_x) {
        const float4 *u = (const float4 *)(a + pair * length), *v = (const float4 *)(b + pair * length);
        float4 sum = 0.0f;
        for (int i = t; i < quads; i += BLOCK)
            sum += u[i] * v[i];
        sums[t] = (sum.x + sum.y) + (sum.z + sum.w);
        for (int half = BLOCK / 2; half > 0; half /= 2) {
            __syncthreads();
            if (t < half)
                sums[t] += sums[t + half];
        }
        if (t == 0)
            out[pair] = sums[0];
        __syncthreads();
    }
}
