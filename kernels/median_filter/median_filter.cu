// Median of each 5 x 5 neighbourhood, cut at the border (the lower one of an even number).
// The sorted window is indexed by data, so that it lives in local memory.
#include "device.h"

#define RADIUS 2
#define WINDOW ((2 * RADIUS + 1) * (2 * RADIUS + 1))

extern "C" __global__ void median_filter(float *out, const float *in, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x;
    int y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    float sorted[WINDOW];
    int count = 0;
    for (int wy = max_int(y - RADIUS, 0); wy <= min_int(y + RADIUS, height - 1); wy++)
        for (int wx = max_int(x - RADIUS, 0); wx <= min_int(x + RADIUS, width - 1); wx++) {
            float v = in[wy * width + wx];
            int at = count++;
            for (; at > 0 && sorted[at - 1] > v; at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = v;
        }
    out[y * width + x] = sorted[(count - 1) / 2];
}
