// One level of the irreversible 9/7 wavelet transform of an image's columns, by lifting: the low half of each
// column, then the high half. A thread keeps a strip of a column in registers, with four samples of the
// neighbouring strips on both sides; beyond the image samples are mirrored. The height is even.
#include "device.h"

#define PAIRS 8
#define HALO 4
#define SPAN (2 * PAIRS + 2 * HALO)

static __device__ inline void lift(float *sample, int first, int last, float factor) {
#pragma unroll
    for (int i = 0; i < SPAN; i++)
        if (i >= first && i <= last && (i - first) % 2 == 0)
            sample[i] = fma_rn(factor, sample[i - 1] + sample[i + 1], sample[i]);
}

extern "C" __global__ void dwt2d(float *out, const float *image, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, pair = blockIdx_y * PAIRS;
    if (x >= width)
        return;
    float sample[SPAN];
#pragma unroll
    for (int i = 0; i < SPAN; i++) {
        int y = 2 * pair - HALO + i;
        y = y < 0 ? -y : y;
        y = y < height ? y : 2 * height - 2 - y;
        sample[i] = image[max_int(y, 0) * width + x];
    }
    lift(sample, 1, SPAN - 2, -1.586134342f);
    lift(sample, 2, SPAN - 3, -0.052980118f);
    lift(sample, 3, SPAN - 4, 0.882911076f);
    lift(sample, 4, SPAN - 5, 0.443506852f);
    out += x;
#pragma unroll
    for (int i = 0; i < PAIRS; i++)
        if (2 * (pair + i) < height) {
            out[(pair + i) * width] = 0.812893066f * sample[HALO + 2 * i];
            out[(height / 2 + pair + i) * width] = 1.230174105f * sample[HALO + 2 * i + 1];
        }
}
