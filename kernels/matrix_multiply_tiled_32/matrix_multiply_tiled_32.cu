// matrix_multiply_tiled by tiles of 32: a warp is a row of its block.
#define TILE 32
#define KERNEL matrix_multiply_tiled_32
#include "../matrix_multiply_tiled/matrix_multiply_tiled.cu"
