// Finds ranges of keys in a B+tree, each block one: where its first and its last key are among all stored keys, and
// how many keys are between. At every node of either way each thread compares one key with the next. A node's keys
// rise, unused ones are INT_MAX; links of inner nodes are nodes, those of leaves the ranks of their keys. A block's
// present nodes are in global memory.
#include "device.h"

#define ORDER 512

extern "C" __global__ void btree_range(int *starts, int *lengths, int *nodes, const int *first, const int *last,
                                       const int *keys, const int *links, int height) {
    int slot = threadIdx_x, from = first[blockIdx_x], to = last[blockIdx_x];
    nodes += 2 * blockIdx_x;
    if (slot < 2)
        nodes[slot] = 0;
    __syncthreads();
    for (int level = 0; level < height; level++) {
        int low = nodes[0] * (ORDER + 1) + slot, high = nodes[1] * (ORDER + 1) + slot;
        int low_key = keys[low], low_next = keys[low + 1], low_link = links[low];
        int high_key = keys[high], high_next = keys[high + 1], high_link = links[high];
        __syncthreads();
        if (low_key <= from && from < low_next)
            nodes[0] = low_link;
        if (high_key <= to && to < high_next)
            nodes[1] = high_link;
        __syncthreads();
    }
    int low = nodes[0] * (ORDER + 1) + slot, high = nodes[1] * (ORDER + 1) + slot;
    if (keys[low] == from)
        starts[blockIdx_x] = links[low];
    __syncthreads();
    if (keys[high] == to)
        lengths[blockIdx_x] = links[high] - starts[blockIdx_x] + 1;
}
