// Edges of a grey image of bytes: length of the Sobel gradient, cut at 255; zero at the border.
#include "device.h"

extern "C" __global__ void sobel(uchar *out, const uchar *in, int width, int height) {
    int x = blockIdx_x * blockDim_x + threadIdx_x;
    int y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    int at = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[at] = 0;
        return;
    }
    const uchar *above = in + at - width, *here = in + at, *below = in + at + width;
    int gx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
    int gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    float length = sqrt_rn((float)(gx * gx + gy * gy));
    out[at] = (uchar)min_float(length, 255.0f);
}
