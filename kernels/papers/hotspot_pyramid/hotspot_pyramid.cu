// Temperatures of a plate after some steps of heat flow between neighbours, to the surroundings and from the
// power in each cell. A block's tile has a halo of as many cells as there are steps and shrinks by a cell a step;
// temperatures, powers and new temperatures are in shared memory, one cell a thread. Edges insulate.
#include "device.h"

#define SIDE 16

extern "C" __global__ void hotspot_pyramid(float *out, const float *in, const float *power, int width, int height,
                                           int steps, float step_over_capacity, float to_x, float to_y,
                                           float to_air, float air) {
    __shared__ float now[SIDE][SIDE], watts[SIDE][SIDE], next[SIDE][SIDE];
    int tx = threadIdx_x, ty = threadIdx_y, inner = SIDE - 2 * steps;
    int left = blockIdx_x * inner - steps, top = blockIdx_y * inner - steps;
    int x = left + tx, y = top + ty;
    if (x >= 0 && x < width && y >= 0 && y < height) {
        now[ty][tx] = in[y * width + x];
        watts[ty][tx] = power[y * width + x];
    }
    __syncthreads();
    // The part of the tile that is on the plate.
    int first_x = max_int(-left, 0), last_x = min_int(SIDE - 1, width - 1 - left);
    int first_y = max_int(-top, 0), last_y = min_int(SIDE - 1, height - 1 - top);
    int west = max_int(tx - 1, first_x), east = min_int(tx + 1, last_x);
    int north = max_int(ty - 1, first_y), south = min_int(ty + 1, last_y);
    bool computed = false;
    for (int step = 1; step <= steps; step++) {
        computed = tx >= max_int(step, first_x) && tx <= min_int(SIDE - 1 - step, last_x) &&
                   ty >= max_int(step, first_y) && ty <= min_int(SIDE - 1 - step, last_y);
        if (computed) {
            float t = now[ty][tx];
            float flow = (now[south][tx] + now[north][tx] - 2.0f * t) * to_y +
                         (now[ty][east] + now[ty][west] - 2.0f * t) * to_x + (air - t) * to_air;
            next[ty][tx] = t + step_over_capacity * (watts[ty][tx] + flow);
        }
        __syncthreads();
        if (computed)
            now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (computed)
        out[y * width + x] = now[ty][tx];
}
