// The counting step of a bucket sort of floats: finds the bucket of each element by binary search among
// the pivots, which rise, and counts the elements of each bucket, first by block.
#include "device.h"

#define MOST 1024

extern "C" __global__ void sort_hybrid(int *bucket, int *counts, const float *elements, const float *pivots,
                                       int count, int buckets) {
    __shared__ float pivot[MOST];
    __shared__ int own[MOST];
    for (int i = threadIdx_x; i < buckets; i += blockDim_x) {
        own[i] = 0;
        if (i < buckets - 1)
            pivot[i] = pivots[i];
    }
    __syncthreads();
    for (int i = blockIdx_x * blockDim_x + threadIdx_x; i < count; i += gridDim_x * blockDim_x) {
        float element = elements[i];
        int low = 0, high = buckets - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            // Who stands on a pivot is done early.
            if (element == pivot[middle])
                low = high = middle + 1;
            else if (element < pivot[middle])
                high = middle;
            else
                low = middle + 1;
        }
        bucket[i] = low;
        atomic_add(&own[low], 1);
    }
    __syncthreads();
    for (int i = threadIdx_x; i < buckets; i += blockDim_x)
        if (own[i] != 0)
            atomic_add(&counts[i], own[i]);
}
