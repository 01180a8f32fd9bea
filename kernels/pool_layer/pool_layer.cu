// A pooling layer: the greatest of each window of 3 x 3, two apart. The last windows are cut off.
#include "device.h"

#define WINDOW 3
#define STRIDE 2

extern "C" __global__ void pool_layer(float *out, const float *in, int width, int height, int out_width,
                                      int out_height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y, map = blockIdx_z;
    if (x >= out_width || y >= out_height)
        return;
    const float *words = in + (map * height + y * STRIDE) * width + x * STRIDE;
    float most = words[0];
    for (int row = 0; row < WINDOW; row++)
        for (int column = 0; column < WINDOW; column++)
            if (y * STRIDE + row < height && x * STRIDE + column < width)
                most = max_float(most, words[row * width + column]);
    out[(map * out_height + y) * out_width + x] = most;
}
