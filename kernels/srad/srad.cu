// A step of speckle-reducing anisotropic diffusion: how freely each pixel diffuses, from its gradient and
// Laplacian; then the flow between neighbours. A block's last row and column only provide coefficients.
#include "device.h"

#define SIDE 16

extern "C" __global__ void srad(float *out, const float *image, int width, int height, float q0, float rate) {
    __shared__ float diffusion[SIDE][SIDE];
    int tx = threadIdx_x, ty = threadIdx_y;
    int x = blockIdx_x * (SIDE - 1) + tx, y = blockIdx_y * (SIDE - 1) + ty;
    bool inside = x < width && y < height;
    float pixel, north, south, west, east, c;
    if (inside) {
        pixel = image[y * width + x];
        north = image[max_int(y - 1, 0) * width + x] - pixel;
        south = image[min_int(y + 1, height - 1) * width + x] - pixel;
        west = image[y * width + max_int(x - 1, 0)] - pixel;
        east = image[y * width + min_int(x + 1, width - 1)] - pixel;
        float gradient = (north * north + south * south + west * west + east * east) / (pixel * pixel);
        float laplacian = (north + south + west + east) / pixel;
        float scale = 1.0f + 0.25f * laplacian;
        float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (scale * scale);
        c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
        c = min_float(max_float(c, 0.0f), 1.0f);
        diffusion[ty][tx] = c;
    }
    __syncthreads();
    if (inside && tx < SIDE - 1 && ty < SIDE - 1) {
        float c_south = y < height - 1 ? diffusion[ty + 1][tx] : c;
        float c_east = x < width - 1 ? diffusion[ty][tx + 1] : c;
        out[y * width + x] = pixel + 0.25f * rate * (c * north + c_south * south + c * west + c_east * east);
    }
}
