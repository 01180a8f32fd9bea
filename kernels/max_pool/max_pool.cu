// The greatest value of each window of a picture, and where in the picture it stands, for several
// pictures. Windows may overlap, and are cut off at the borders, beyond which the first may begin.
#include "device.h"

extern "C" __global__ void max_pool(float *greatest, int *where, const float *pictures, int width, int height,
                                    int out_width, int out_height, int window, int stride, int border) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= out_width || y >= out_height)
        return;
    const float *picture = pictures + blockIdx_z * width * height;
    int left = x * stride - border, top = y * stride - border;
    int right = min_int(left + window, width), bottom = min_int(top + window, height);
    left = max_int(left, 0);
    top = max_int(top, 0);
    int best = top * width + left;
    float most = picture[best];
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++) {
            float value = picture[row * width + column];
            if (value > most) {
                most = value;
                best = row * width + column;
            }
        }
    int out = (blockIdx_z * out_height + y) * out_width + x;
    greatest[out] = most;
    where[out] = best;
}
