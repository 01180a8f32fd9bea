// Counts the bytes of data by value. Each block counts its share in shared memory, then adds its bins
// to the global ones.
#include "device.h"

#define BINS 256

static __device__ void count_word(int *bins, uint word) {
    atomic_add(&bins[word & 255], 1);
    atomic_add(&bins[word >> 8 & 255], 1);
    atomic_add(&bins[word >> 16 & 255], 1);
    atomic_add(&bins[word >> 24], 1);
}

extern "C" __global__ void histogram(int *counts, const uint *data, int words) {
    __shared__ int bins[BINS];
    for (int bin = threadIdx_x; bin < BINS; bin += blockDim_x)
        bins[bin] = 0;
    __syncthreads();
    int stride = gridDim_x * blockDim_x;
    for (int i = blockIdx_x * blockDim_x + threadIdx_x; i < words; i += stride)
        count_word(bins, data[i]);
    __syncthreads();
    for (int bin = threadIdx_x; bin < BINS; bin += blockDim_x)
        if (bins[bin] != 0)
            atomic_add(&counts[bin], bins[bin]);
}
