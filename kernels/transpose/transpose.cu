// out = in transposed, by tiles: read and written along rows, turned in shared memory, where a column of
// padding puts the elements of a tile's column in different banks.
#include "device.h"

#define TILE 32
#define ROWS 8

extern "C" __global__ void transpose(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx_x, ty = threadIdx_y;
    int x = blockIdx_x * TILE + tx, y = blockIdx_y * TILE + ty;
    for (int i = 0; i < TILE; i += ROWS)
        if (x < width && y + i < height)
            tile[ty + i][tx] = in[(y + i) * width + x];
    __syncthreads();
    x = blockIdx_y * TILE + tx;
    y = blockIdx_x * TILE + ty;
    for (int i = 0; i < TILE; i += ROWS)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = tile[tx][ty + i];
}
