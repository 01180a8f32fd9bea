// One step of the lattice Boltzmann method in three dimensions with 19 velocities: a cell takes the populations
// that arrive from its neighbours and relaxes them towards equilibrium; solid cells send them back. The box has a
// fixed size and margins, so that neighbours are at fixed distances; a row's end is next to the next row's begin.
// Boxes are independent of each other; blockIdx_z is the box.
#include "device.h"

#define VELOCITIES 19
#define WIDTH 128
#define HEIGHT 2
#define DEPTH 4
#define PLANE (WIDTH * HEIGHT)
#define MARGIN (2 * PLANE)
#define CELLS (PLANE * DEPTH + 2 * MARGIN)

extern "C" __global__ void lbm_d3q19(float *out, const float *in, const uchar *solid, float omega) {
    // Opposite velocities are neighbours.
    const int cx[VELOCITIES] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
    const int cy[VELOCITIES] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
    const int cz[VELOCITIES] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
    int here = MARGIN + (blockIdx_y * HEIGHT + blockIdx_x) * WIDTH + threadIdx_x;
    in += blockIdx_z * (VELOCITIES * CELLS) + here;
    out += blockIdx_z * (VELOCITIES * CELLS) + here;
    solid += blockIdx_z * CELLS;
    float f[VELOCITIES], density = 0.0f, ux = 0.0f, uy = 0.0f, uz = 0.0f;
#pragma unroll
    for (int i = 0; i < VELOCITIES; i++)
        f[i] = in[i * CELLS - (cx[i] + cy[i] * WIDTH + cz[i] * PLANE)];
    if (solid[here]) {
        out[0] = f[0];
#pragma unroll
        for (int i = 1; i < VELOCITIES; i += 2) {
            out[i * CELLS] = f[i + 1];
            out[(i + 1) * CELLS] = f[i];
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < VELOCITIES; i++) {
        density += f[i];
        ux += cx[i] * f[i];
        uy += cy[i] * f[i];
        uz += cz[i] * f[i];
    }
    float inverse = 1.0f / density;
    ux *= inverse;
    uy *= inverse;
    uz *= inverse;
    float rest = 1.0f - 1.5f * (ux * ux + uy * uy + uz * uz);
    density *= omega;
    out[0] = (1.0f - omega) * f[0] + 1.0f / 3 * density * rest;
#pragma unroll
    for (int i = 1; i < VELOCITIES; i += 2) {
        float weight = (i < 7 ? 1.0f / 18 : 1.0f / 36) * density;
        float along = 3.0f * (cx[i] * ux + cy[i] * uy + cz[i] * uz);
        float both = weight * fma_rn(0.5f * along, along, rest), each = weight * along;
        out[i * CELLS] = (1.0f - omega) * f[i] + both + each;
        out[(i + 1) * CELLS] = (1.0f - omega) * f[i + 1] + both - each;
    }
}
