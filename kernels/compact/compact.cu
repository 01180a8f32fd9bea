// Keeps the values at or above the threshold, in order, at the front of each block's segment of 128; a ballot gives
// every thread its rank within the warp.
#include "device.h"

#define WARPS 4

extern "C" __global__ void compact(int *out, uint *kept, const int *in, int n, int threshold) {
    __shared__ uint count[WARPS];
    uint lane = threadIdx_x & 31, warp = threadIdx_x >> 5;
    int base = blockIdx_x * 32 * WARPS;
    int i = base + threadIdx_x;
    int v = i < n ? in[i] : 0;
    bool keep = i < n && v >= threshold;
    uint mask = warp_ballot(keep);
    if (lane == 0)
        count[warp] = popcount(mask);
    __syncthreads();
    if (warp_any(keep)) {
        uint before = 0;
        for (uint w = 0; w < warp; w++)
            before += count[w];
        if (keep)
            out[base + before + popcount(mask & ((1u << lane) - 1))] = v;
    }
    if (threadIdx_x == 0) {
        uint sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += count[w];
        kept[blockIdx_x] = sum;
    }
}
