// Looks keys up in a B+tree, each block one: at every node each thread compares one key. A node's keys
// rise, unused ones are INT_MAX; an inner node's first key stands for everything below. Links of inner
// nodes are nodes, those of leaves values.
#include "device.h"

#define ORDER 64

extern "C" __global__ void btree_search(int *found, const int *wanted, const int *keys, const int *links,
                                        int height) {
    __shared__ int separator[ORDER + 1];
    __shared__ int child;
    int slot = threadIdx_x, key = wanted[blockIdx_x], node = 0;
    if (slot == 0)
        separator[ORDER] = 0x7fffffff;
    for (int level = 0; level < height; level++) {
        int own = slot == 0 ? -0x7fffffff - 1 : keys[node * ORDER + slot];
        separator[slot] = own;
        __syncthreads();
        if (own <= key && key < separator[slot + 1])
            child = links[node * ORDER + slot];
        __syncthreads();
        node = child;
    }
    if (keys[node * ORDER + slot] == key)
        found[blockIdx_x] = links[node * ORDER + slot];
}
