// Adds up histograms that were counted in parts, and stores the sums as bytes, four to a word; a sum
// that a byte cannot hold stays at 255.
#include "device.h"

extern "C" __global__ void histogram_final(uint *packed, const uint4 *partial, int parts, int words) {
    int stride = gridDim_x * blockDim_x;
    for (int word = blockIdx_x * blockDim_x + threadIdx_x; word < words; word += stride) {
        uint4 sum = {0, 0, 0, 0};
        for (int part = 0; part < parts; part++)
            sum += partial[part * words + word];
        uint a = sum.x < 255 ? sum.x : 255, b = sum.y < 255 ? sum.y : 255;
        uint c = sum.z < 255 ? sum.z : 255, d = sum.w < 255 ? sum.w : 255;
        packed[word] = a | b << 8 | c << 16 | d << 24;
    }
}
