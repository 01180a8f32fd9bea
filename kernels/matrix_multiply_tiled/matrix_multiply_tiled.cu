// c = a * b, square matrices whose width is a multiple of the tile's, a tile of c by each block.
#include "device.h"

#ifndef TILE
#define TILE 16
#define KERNEL matrix_multiply_tiled
#endif

extern "C" __global__ void KERNEL(float *c, const float *a, const float *b, int width) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx_x, y = threadIdx_y;
    int column = blockIdx_x * TILE + x, row = blockIdx_y * TILE + y;
    float sum = 0.0f;
    for (int k = 0; k < width; k += TILE) {
        tile_a[y][x] = a[row * width + k + x];
        tile_b[y][x] = b[(k + y) * width + column];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum = fma_rn(tile_a[y][i], tile_b[i][x], sum);
        __syncthreads();
    }
    c[row * width + column] = sum;
}
