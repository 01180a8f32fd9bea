// Gradient inverse coefficient of variation: how evenly the gradient points outwards on circles around a pixel;
// the best of several radii. The gradients are textures. Pixels nearer than MARGIN to the border have no score.
#include "device.h"

#define CIRCLES 4
#define POINTS 24
#define MARGIN 10

__constant__ int offset_x[CIRCLES * POINTS];
__constant__ int offset_y[CIRCLES * POINTS];
__constant__ float cosine[POINTS];
__constant__ float sine[POINTS];

extern "C" __global__ void gicov_texture(float *score, ulong gradient_x, ulong gradient_y, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x + MARGIN;
    int y = blockIdx_y + MARGIN;
    if (x >= width - MARGIN)
        return;
    float best = 0.0f;
    for (int circle = 0; circle < CIRCLES; circle++) {
        float sum = 0.0f, sum_of_squares = 0.0f;
        for (int i = 0; i < POINTS; i++) {
            int at_x = x + offset_x[circle * POINTS + i];
            int at_y = y + offset_y[circle * POINTS + i];
            float outwards = fetch_2d(gradient_x, at_x, at_y) * cosine[i] + fetch_2d(gradient_y, at_x, at_y) * sine[i];
            sum += outwards;
            sum_of_squares += outwards * outwards;
        }
        float mean = sum / POINTS;
        float variance = (sum_of_squares - sum * mean) / (POINTS - 1);
        if (mean * mean > best * variance)
            best = mean * mean / variance;
    }
    score[y * width + x] = best;
}
