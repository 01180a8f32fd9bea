// Global alignment of pairs: one anti-diagonal of TILE x TILE tiles of each score matrix, a tile by each block,
// whose threads walk its anti-diagonals. A matrix's row and column 0, and what lies above and left, are known.
#include "device.h"

#define TILE 16

extern "C" __global__ void needleman_wunsch(int *score, const uchar *across, const uchar *down, int columns,
                                            int rows, int first_tile_row, int diagonal, int match, int mismatch,
                                            int gap) {
    __shared__ int tile[TILE + 1][TILE + 1];
    __shared__ uchar letter[TILE];
    int tile_row = first_tile_row + blockIdx_x, tile_column = diagonal - tile_row;
    int x = threadIdx_x;
    int column0 = tile_column * TILE, row0 = tile_row * TILE, pitch = columns + 1;
    across += blockIdx_y * columns;
    down += blockIdx_y * rows;
    int *corner = score + (blockIdx_y * (rows + 1) + row0) * pitch + column0;
    int width = min_int(TILE, columns - column0), height = min_int(TILE, rows - row0);

    uchar mine = 0;
    if (x < width) {
        tile[0][x + 1] = corner[x + 1];
        mine = across[column0 + x];
    }
    if (x < height) {
        tile[x + 1][0] = corner[(x + 1) * pitch];
        letter[x] = down[row0 + x];
    }
    if (x == 0)
        tile[0][0] = corner[0];
    __syncthreads();

    for (int step = 0; step < width + height - 1; step++) {
        int y = step - x;
        if (x < width && y >= 0 && y < height) {
            int best = tile[y][x] + (letter[y] == mine ? match : mismatch);
            best = max_int(best, tile[y][x + 1] - gap);
            tile[y + 1][x + 1] = max_int(best, tile[y + 1][x] - gap);
        }
        __syncthreads();
    }
    for (int y = 0; y < height; y++)
        if (x < width)
            corner[(y + 1) * pitch + x + 1] = tile[y + 1][x + 1];
}
