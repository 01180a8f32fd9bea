// Ways to place n queens on an n x n board. A thread takes one placement of the first three rows and searches
// the rest with a stack of its own.
#include "device.h"

#define MAX_SIZE 16

extern "C" __global__ void queens(uint *ways, int n) {
    uint free[MAX_SIZE], columns[MAX_SIZE], left[MAX_SIZE], right[MAX_SIZE];
    int id = blockIdx_x * blockDim_x + threadIdx_x;
    if (id >= n * n * n)
        return;
    uint all = (1u << n) - 1;
    uint count = 0;
    uint c = 0, l = 0, r = 0;
    int rest = id;
    bool legal = true;
    for (int row = 0; row < 3; row++) {
        uint queen = 1u << (rest % n);
        rest /= n;
        if (queen & (c | l | r))
            legal = false;
        c |= queen;
        l = (l | queen) << 1;
        r = (r | queen) >> 1;
    }
    int row = 3;
    columns[row] = c;
    left[row] = l;
    right[row] = r;
    free[row] = legal ? all & ~(c | l | r) : 0;
    while (row >= 3) {
        uint places = free[row];
        if (places == 0) {
            row--;
            continue;
        }
        uint queen = places & (0 - places);
        free[row] = places ^ queen;
        if (row == n - 1) {
            count++;
            continue;
        }
        c = columns[row] | queen;
        l = (left[row] | queen) << 1;
        r = (right[row] | queen) >> 1;
        row++;
        columns[row] = c;
        left[row] = l;
        right[row] = r;
        free[row] = all & ~(c | l | r);
    }
    ways[id] = count;
}
