// Inclusive prefix sums of each block's part of the input, the distance summed over doubling each step.
// Two buffers in dynamic shared memory, one read while the other is written.
#include "device.h"

extern __shared__ int sums[];

extern "C" __global__ void scan(int *out, const int *in, int n) {
    int t = threadIdx_x, size = blockDim_x, i = blockIdx_x * size + t;
    int *from = sums, *to = sums + size;
    from[t] = i < n ? in[i] : 0;
    for (int distance = 1; distance < size; distance *= 2) {
        __syncthreads();
        int sum = from[t];
        if (t >= distance)
            sum += from[t - distance];
        to[t] = sum;
        int *other = from;
        from = to;
        to = other;
    }
    if (i < n)
        out[i] = from[t];
}
