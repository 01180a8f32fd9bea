// Adds up histograms that were counted in parts, and stores the sums as bytes; a sum that a byte cannot hold
// stays at 255. A thread has eight neighbouring bins, of which each part is two loads.
#include "device.h"

static __device__ inline uint packed_bytes(uint4 sum) {
    uint a = sum.x < 255 ? sum.x : 255, b = sum.y < 255 ? sum.y : 255;
    uint c = sum.z < 255 ? sum.z : 255, d = sum.w < 255 ? sum.w : 255;
    return a | b << 8 | c << 16 | d << 24;
}

extern "C" __global__ void histo_final(uint2 *packed, const uint4 *partial, int parts, int words) {
    int stride = gridDim_x * blockDim_x;
    for (int word = blockIdx_x * blockDim_x + threadIdx_x; word < words; word += stride) {
        uint4 low = {0, 0, 0, 0}, high = {0, 0, 0, 0};
        const uint4 *bins = partial + 2 * word;
        // The next part is loaded while one is added.
        uint4 next_low = bins[0], next_high = bins[1];
        for (int part = 1; part < parts; part++) {
            uint4 add_low = next_low, add_high = next_high;
            bins += 2 * words;
            next_low = bins[0];
            next_high = bins[1];
            low += add_low;
            high += add_high;
        }
        low += next_low;
        high += next_high;
        packed[word] = (uint2){packed_bytes(low), packed_bytes(high)};
    }
}
