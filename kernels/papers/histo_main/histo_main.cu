// Counts the bytes of data by value, eight of a thread at a time while the next eight are loaded. Each block counts its share in shared memory, then
// adds its bins to the global ones.
#include "device.h"

#define BINS 256

static __device__ inline void count_word(int *bins, uint word) {
    atomic_add(&bins[word & 255], 1);
    atomic_add(&bins[word >> 8 & 255], 1);
    atomic_add(&bins[word >> 16 & 255], 1);
    atomic_add(&bins[word >> 24], 1);
}

extern "C" __global__ void histo_main(int *counts, const uint2 *data, int pairs) {
    __shared__ int bins[BINS];
    for (int bin = threadIdx_x; bin < BINS; bin += blockDim_x)
        bins[bin] = 0;
    __syncthreads();
    int stride = gridDim_x * blockDim_x;
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    uint2 next = i < pairs ? data[i] : (uint2){0, 0};
    for (; i < pairs; i += stride) {
        uint2 pair = next;
        if (i + stride < pairs)
            next = data[i + stride];
        count_word(bins, pair.x);
        count_word(bins, pair.y);
    }
    __syncthreads();
    for (int bin = threadIdx_x; bin < BINS; bin += blockDim_x)
        if (bins[bin] != 0)
            atomic_add(&counts[bin], bins[bin]);
}
