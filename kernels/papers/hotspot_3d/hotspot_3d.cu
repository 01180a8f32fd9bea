// Temperatures of a stack of layers after a step of heat flow to the six neighbours, to the surroundings and
// from the power in each cell. A thread owns a column and marches through the layers; the cells below, here
// and above are in registers. Edges insulate.
#include "device.h"

extern "C" __global__ void hotspot_3d(float *out, const float *in, const float *power, int nx, int ny, int nz,
                                      float to_west, float to_east, float to_north, float to_south,
                                      float to_below, float to_above, float to_air, float heat, float air) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= nx || y >= ny)
        return;
    int plane = nx * ny, at = y * nx + x;
    int west = x > 0 ? at - 1 : at, east = x < nx - 1 ? at + 1 : at;
    int north = y > 0 ? at - nx : at, south = y < ny - 1 ? at + nx : at;
    float below = in[at], here = below;
    for (int z = 0; z < nz; z++) {
        float above = z < nz - 1 ? in[at + plane] : here;
        float flow = to_west * (in[west] - here) + to_east * (in[east] - here);
        flow += to_north * (in[north] - here) + to_south * (in[south] - here);
        flow += to_below * (below - here) + to_above * (above - here);
        flow += heat * power[at] + to_air * (air - here);
        out[at] = here + flow;
        below = here;
        here = above;
        at += plane;
        west += plane;
        east += plane;
        north += plane;
        south += plane;
    }
}
