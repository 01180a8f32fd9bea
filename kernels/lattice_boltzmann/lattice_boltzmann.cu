// One step of the lattice Boltzmann method in two dimensions with nine velocities: a cell relaxes its populations
// towards equilibrium and hands them to its neighbours, periodically. Solid cells send them back.
#include "device.h"

extern "C" __global__ void lattice_boltzmann(float *out, const float *in, const uchar *solid, int width, int height,
                                             float omega) {
    const int velocity_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    const int velocity_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    int cells = width * height, here = y * width + x;
    float f[9], after[9];
#pragma unroll
    for (int i = 0; i < 9; i++)
        f[i] = in[i * cells + here];

    if (solid[here]) {
#pragma unroll
        for (int i = 0; i < 9; i++)
            after[i] = f[opposite[i]];
    } else {
        float density = 0.0f, flow_x = 0.0f, flow_y = 0.0f;
#pragma unroll
        for (int i = 0; i < 9; i++) {
            density += f[i];
            flow_x += velocity_x[i] * f[i];
            flow_y += velocity_y[i] * f[i];
        }
        flow_x /= density;
        flow_y /= density;
        float rest = 1.0f - 1.5f * (flow_x * flow_x + flow_y * flow_y);
#pragma unroll
        for (int i = 0; i < 9; i++) {
            float weight = i == 0 ? 4.0f / 9 : i < 5 ? 1.0f / 9 : 1.0f / 36;
            float along = 3.0f * (velocity_x[i] * flow_x + velocity_y[i] * flow_y);
            float equilibrium = weight * density * (rest + along + 0.5f * along * along);
            after[i] = f[i] + omega * (equilibrium - f[i]);
        }
    }
    int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
    int above = y == 0 ? height - 1 : y - 1, below = y == height - 1 ? 0 : y + 1;
#pragma unroll
    for (int i = 0; i < 9; i++) {
        int to_x = velocity_x[i] < 0 ? left : velocity_x[i] > 0 ? right : x;
        int to_y = velocity_y[i] < 0 ? above : velocity_y[i] > 0 ? below : y;
        out[i * cells + to_y * width + to_x] = after[i];
    }
}
