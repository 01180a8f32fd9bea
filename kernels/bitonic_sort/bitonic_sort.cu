// Sorts segments of keys with their values in shared memory, a segment by each block, by a bitonic network. Short
// segments are padded with the greatest key; odd segments are sorted downwards, ready to be merged.
#include "device.h"

#define THREADS 64
#define SEGMENT (2 * THREADS)

static __device__ void compare_exchange(uint *key, uint *value, int a, int b, bool down) {
    if ((key[a] > key[b]) != down) {
        uint k = key[a], v = value[a];
        key[a] = key[b];
        value[a] = value[b];
        key[b] = k;
        value[b] = v;
    }
}

extern "C" __global__ void bitonic_sort(uint *keys_out, uint *values_out, const uint *keys, const uint *values,
                                        int count) {
    __shared__ uint key[SEGMENT], value[SEGMENT];
    int thread = threadIdx_x, first = blockIdx_x * SEGMENT;
    bool down = blockIdx_x & 1;
    for (int i = thread; i < SEGMENT; i += THREADS) {
        bool some = first + i < count;
        key[i] = some ? keys[first + i] : down ? 0 : 0xffffffff;
        value[i] = some ? values[first + i] : 0;
    }
    for (int size = 2; size <= SEGMENT; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int a = 2 * thread - (thread & (stride - 1));
            compare_exchange(key, value, a, a + stride, ((thread & (size / 2)) != 0) != down);
        }
    __syncthreads();
    for (int i = thread; i < SEGMENT; i += THREADS)
        if (first + i < count) {
            keys_out[first + i] = key[i];
            values_out[first + i] = value[i];
        }
}
