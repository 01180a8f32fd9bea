// out = centre * in + side * (sum of the six neighbours) inside a box, in itself on the box's surface.
// A thread owns a column of cells and marches in z; the cells below, here and above are in registers.
#include "device.h"

extern "C" __global__ void stencil_3d(float *out, const float *in, int nx, int ny, int nz,
                                      float centre, float side) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= nx || y >= ny)
        return;
    bool surface = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
    int plane = nx * ny, at = y * nx + x;
    float here = in[at], above = in[at + plane];
    out[at] = here;
    for (int z = 1; z < nz - 1; z++) {
        float below = here;
        at += plane;
        here = above;
        above = in[at + plane];
        float value = here;
        if (!surface)
            value = centre * here +
                    side * (below + above + in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx]);
        out[at] = value;
    }
    out[at + plane] = above;
}
