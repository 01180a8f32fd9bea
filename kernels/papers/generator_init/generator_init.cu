// Places a xorwow generator for each thread far from those of the others. A step is linear in the 160 bits of the
// state, so steps ahead are products with bit matrices: matrix n of the table is that of 2^n times the distance
// of two threads, and a thread multiplies by those of the bits of its number.
#include "device.h"

#define WORDS 5

extern "C" __global__ void generator_init(uint *states, const uint *matrices, const uint *seed, int threads) {
    int thread = blockIdx_x * blockDim_x + threadIdx_x;
    if (thread >= threads)
        return;
    uint state[WORDS];
#pragma unroll
    for (int word = 0; word < WORDS; word++)
        state[word] = seed[word];
    for (int left = thread; left != 0; left >>= 1) {
        if (left & 1) {
            uint next[WORDS] = {};
            const uint *row = matrices;
#pragma unroll
            for (int word = 0; word < WORDS; word++)
#pragma unroll 1
                for (int bit = 0; bit < 32; bit++) {
                    // All ones if the bit is set.
                    uint mask = -(state[word] >> bit & 1);
#pragma unroll
                    for (int i = 0; i < WORDS; i++)
                        next[i] ^= mask & row[i];
                    row += WORDS;
                }
#pragma unroll
            for (int word = 0; word < WORDS; word++)
                state[word] = next[word];
        }
        matrices += 32 * WORDS * WORDS;
    }
#pragma unroll
    for (int word = 0; word < WORDS; word++)
        states[word * threads + thread] = state[word];
}
