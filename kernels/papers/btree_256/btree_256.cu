// Looks keys up in a B+tree of order 256, each block several at once: at every node of each way each thread
// compares one key. A node's keys rise, unused ones are INT_MAX; an inner node's first key stands for
// everything below. Links of inner nodes are nodes, those of leaves values.
#include "device.h"

#define ORDER 256
#define WAYS 5

extern "C" __global__ void btree_256(int *found, const int *wanted, const int *keys, const int *links,
                                     int height) {
    __shared__ int separator[WAYS][ORDER + 1];
    __shared__ int child[WAYS];
    int slot = threadIdx_x, key[WAYS], node[WAYS];
#pragma unroll
    for (int way = 0; way < WAYS; way++) {
        key[way] = wanted[blockIdx_x * WAYS + way];
        node[way] = 0;
    }
    if (slot < WAYS)
        separator[slot][ORDER] = 0x7fffffff;
    for (int level = 0; level < height; level++) {
        int own[WAYS];
#pragma unroll
        for (int way = 0; way < WAYS; way++)
            own[way] = slot == 0 ? -0x7fffffff - 1 : keys[node[way] * ORDER + slot];
#pragma unroll
        for (int way = 0; way < WAYS; way++)
            separator[way][slot] = own[way];
        __syncthreads();
#pragma unroll
        for (int way = 0; way < WAYS; way++)
            if (own[way] <= key[way] && key[way] < separator[way][slot + 1])
                child[way] = links[node[way] * ORDER + slot];
        __syncthreads();
#pragma unroll
        for (int way = 0; way < WAYS; way++)
            node[way] = child[way];
    }
#pragma unroll
    for (int way = 0; way < WAYS; way++)
        if (keys[node[way] * ORDER + slot] == key[way])
            found[blockIdx_x * WAYS + way] = links[node[way] * ORDER + slot];
}
