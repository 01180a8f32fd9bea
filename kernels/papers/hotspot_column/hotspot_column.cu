// Temperatures of a plate after two steps of heat flow between neighbours, to the surroundings and from the
// power in each cell. A thread owns a piece of a column and keeps its temperatures and powers in registers;
// neighbours read them in shared memory. A block's tile has a halo that shrinks by a cell a step; edges insulate.
#include "device.h"

#define ACROSS 32
#define PIECES 8
#define CELLS 6
#define DOWN (PIECES * CELLS)
#define STEPS 2

extern "C" __global__ void hotspot_column(float *out, const float *in, const float *power, int width, int height,
                                          float to_x, float to_y, float to_air, float air, float heat) {
    __shared__ float now[DOWN][ACROSS];
    int tx = threadIdx_x, first = threadIdx_y * CELLS;
    int x = blockIdx_x * (ACROSS - 2 * STEPS) + tx - STEPS, y = blockIdx_y * (DOWN - 2 * STEPS) + first - STEPS;
    bool inside = x >= 0 && x < width;
    float t[CELLS] = {}, watts[CELLS] = {};
#pragma unroll
    for (int i = 0; i < CELLS; i++)
        if (inside && y + i >= 0 && y + i < height) {
            t[i] = in[(y + i) * width + x];
            watts[i] = power[(y + i) * width + x] * heat;
            now[first + i][tx] = t[i];
        }
    __syncthreads();
    int west = x > 0 ? tx - 1 : tx, east = x < width - 1 ? tx + 1 : tx;
    for (int step = 1; step <= STEPS; step++) {
        float next[CELLS];
        bool valid = inside && tx >= step && tx < ACROSS - step;
#pragma unroll
        for (int i = 0; i < CELLS; i++) {
            int row = first + i;
            next[i] = t[i];
            if (valid && row >= step && row < DOWN - step && y + i >= 0 && y + i < height) {
                float north = y + i == 0 ? t[i] : i > 0 ? t[i - 1] : now[row - 1][tx];
                float south = y + i == height - 1 ? t[i] : i < CELLS - 1 ? t[i + 1] : now[row + 1][tx];
                next[i] = t[i] + watts[i] + (now[row][west] + now[row][east] - 2.0f * t[i]) * to_x +
                          (north + south - 2.0f * t[i]) * to_y + (air - t[i]) * to_air;
            }
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < CELLS; i++) {
            t[i] = next[i];
            now[first + i][tx] = t[i];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < CELLS; i++)
        if (inside && tx >= STEPS && tx < ACROSS - STEPS && first + i >= STEPS && first + i < DOWN - STEPS &&
            y + i < height)
            out[(y + i) * width + x] = t[i];
}
