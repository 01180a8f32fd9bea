// Gradient inverse coefficient of variation: how evenly the gradient points outwards on circles around a pixel;
// the best of several radii. The gradients are textures. Pixels nearer than MARGIN to the border have no score.
#include "device.h"

#define CIRCLES 4
#define POINTS 24
#define MARGIN 10

// A point of a circle: how far from the centre it is, and the direction from there.
struct Point { int dx, dy; float cosine, sine; };

__constant__ Point points[CIRCLES * POINTS];

extern "C" __global__ void gicov_192(float *score, ulong gradient_x, ulong gradient_y, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x + MARGIN;
    if (x >= width - MARGIN)
        return;
    score += (blockIdx_y + MARGIN) * width + x;
    float best = 0.0f, sum = 0.0f, sum_of_squares = 0.0f;
    for (int i = 1; i <= CIRCLES * POINTS; i++) {
        Point at = points[i - 1];
        int at_x = x + at.dx, at_y = blockIdx_y + MARGIN + at.dy;
        float gradient = fetch_2d(gradient_x, at_x, at_y) * at.cosine;
        gradient = fma_rn(fetch_2d(gradient_y, at_x, at_y), at.sine, gradient);
        sum += gradient;
        sum_of_squares = fma_rn(gradient, gradient, sum_of_squares);
        if (i % POINTS == 0) {
            float mean = sum / POINTS;
            float variance = (sum_of_squares - sum * mean) / (POINTS - 1);
            if (mean * mean > best * variance)
                best = mean * mean / variance;
            sum = sum_of_squares = 0.0f;
        }
    }
    *score = best;
}
