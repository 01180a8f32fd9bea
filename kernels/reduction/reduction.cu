// For each block's share of n values: their sum (modulo 2^64), the largest as unsigned, how many are
// negative (by ballots), and the sum of n floats. Halves in shared memory, then shuffles within a warp.
#include "device.h"

#define BLOCK 128

static __device__ inline uint shuffle_down(uint value, int distance) {
    uint result;
    asm volatile("shfl.down.b32 %0, %1, %2, 31;" : "=r"(result) : "r"(value), "r"(distance));
    return result;
}

static __device__ inline ulong shuffle_down_wide(ulong value, int distance) {
    uint low = shuffle_down((uint)value, distance), high = shuffle_down((uint)(value >> 32), distance);
    return (ulong)high << 32 | low;
}

static __device__ inline uint ballot(bool vote) {
    uint result;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(result) : "r"((uint)vote));
    return result;
}

extern "C" __global__ void reduction(ulong *sums, ulong *largest, float *float_sums, uint *negatives,
                                     const long long *values, const float *floats, int n) {
    __shared__ ulong sum_of[BLOCK];
    __shared__ ulong largest_of[BLOCK];
    __shared__ float float_of[BLOCK];
    __shared__ uint negative_of[BLOCK / 32];
    int t = threadIdx_x;
    ulong sum = 0, most = 0;
    float float_sum = 0.0f;
    uint negative = 0;
    for (int first = blockIdx_x * BLOCK; first < n; first += gridDim_x * BLOCK) {
        long long value = 0;
        if (first + t < n) {
            value = values[first + t];
            float_sum += floats[first + t];
        }
        sum += value;
        most = most > (ulong)value ? most : value;
        negative += __builtin_popcount(ballot(value < 0));
    }
    sum_of[t] = sum;
    largest_of[t] = most;
    float_of[t] = float_sum;
    if (t % 32 == 0)
        negative_of[t / 32] = negative;
    for (int half = BLOCK / 2; half >= 32; half /= 2) {
        __syncthreads();
        if (t < half) {
            sum_of[t] = sum += sum_of[t + half];
            most = most > largest_of[t + half] ? most : largest_of[t + half];
            largest_of[t] = most;
            float_of[t] = float_sum += float_of[t + half];
        }
    }
    if (t >= 32)
        return;
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += shuffle_down_wide(sum, distance);
        ulong other = shuffle_down_wide(most, distance);
        most = most > other ? most : other;
        float_sum += __builtin_bit_cast(float, shuffle_down(__builtin_bit_cast(uint, float_sum), distance));
    }
    if (t == 0) {
        sums[blockIdx_x] = sum;
        largest[blockIdx_x] = most;
        float_sums[blockIdx_x] = float_sum;
        negative = 0;
        for (int warp = 0; warp < BLOCK / 32; warp++)
            negative += negative_of[warp];
        negatives[blockIdx_x] = negative;
    }
}
