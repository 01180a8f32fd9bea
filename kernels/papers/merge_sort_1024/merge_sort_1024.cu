// Sorts segments of 1,024 keys with their values in shared memory, a segment by each block, by merging. To merge
// two sorted runs, each thread takes a key of either and searches the other run for the keys before it. Equal
// keys keep their order.
#include "device.h"

#define THREADS 512
#define SEGMENT (2 * THREADS)

// How many keys of a run are before a key; those that are equal are, too, if `limit` is the key plus one.
static __device__ inline int before(const uint2 *run, int length, uint limit) {
    int low = 0;
    for (int step = length; step > 0; step /= 2) {
        int at = min_int(low + step, length);
        if (run[at - 1].x < limit)
            low = at;
    }
    return low;
}

// Keys are below the greatest number; each stands before its value.
extern "C" __global__ void merge_sort_1024(uint2 *sorted, const uint2 *pairs) {
    __shared__ uint2 pair[SEGMENT];
    int thread = threadIdx_x, first = blockIdx_x * SEGMENT + thread;
    pair[thread] = pairs[first];
    pair[thread + THREADS] = pairs[first + THREADS];
    for (int length = 1; length < SEGMENT; length *= 2) {
        int place = thread & (length - 1), start = 2 * (thread - place);
        __syncthreads();
        uint2 left = pair[start + place], right = pair[start + length + place];
        int left_at = start + place + before(&pair[start + length], length, left.x);
        int right_at = start + place + before(&pair[start], length, right.x + 1);
        __syncthreads();
        pair[left_at] = left;
        pair[right_at] = right;
    }
    __syncthreads();
    sorted[first] = pair[thread];
    sorted[first + THREADS] = pair[thread + THREADS];
}
