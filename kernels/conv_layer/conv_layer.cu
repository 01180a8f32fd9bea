// A convolutional layer with a rectifier, directly: a neuron by each thread, all from global memory. The
// input maps stand in memory with their border.
#include "device.h"

extern "C" __global__ void conv_layer(float *out, const float *in, const float *weights, const float *bias,
                                      int maps, int width, int height, int out_width, int out_height, int window,
                                      int stride) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y, map = blockIdx_z;
    if (x >= out_width || y >= out_height)
        return;
    int weight = map * maps * window * window;
    float sum = bias[map];
    for (int from = 0; from < maps; from++)
        for (int row = 0; row < window; row++) {
            const float *words = in + (from * height + y * stride + row) * width + x * stride;
            for (int column = 0; column < window; column++)
                sum = fma_rn(words[column], weights[weight++], sum);
        }
    out[(map * out_height + y) * out_width + x] = max_float(sum, 0.0f);
}
