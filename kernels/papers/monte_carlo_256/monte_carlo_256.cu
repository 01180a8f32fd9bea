// Prices of a European call and a put option on one share, each block one pair: a thread simulates paths with an
// xorwow generator and the Box-Muller transform; the block leaves the mean payoffs and the half widths of their
// confidence intervals.
#include "device.h"
#include "papers/xorwow.h"

#define THREADS 256

// Mean and half width of the interval, from the block's sums of payoffs and of their squares.
static __device__ inline float2 price(float2 *partial, float2 own, float paths) {
    int thread = threadIdx_x;
    partial[thread] = own;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half)
            partial[thread] += partial[thread + half];
    }
    __syncthreads();
    float mean = partial[0].x / paths, variance = (partial[0].y - mean * partial[0].x) / (paths - 1.0f);
    __syncthreads();
    return (float2){mean, 1.96f * sqrt_rn(variance / paths)};
}

extern "C" __global__ void monte_carlo_256(float2 *calls, float2 *puts, const uint *seeds, const float4 *shares,
                                           const float2 *strikes, int pairs) {
    __shared__ float2 partial[THREADS];
    // Spot, drift and deviation of the share; strikes of call and put.
    float4 share = shares[blockIdx_x];
    float2 strike = strikes[blockIdx_x];
    seeds += blockIdx_x * THREADS + threadIdx_x;
    int threads = gridDim_x * THREADS;
    Xorwow random = {seeds[0], seeds[threads], seeds[2 * threads], seeds[3 * threads], seeds[4 * threads], 6615241};
    float2 call = {0.0f, 0.0f}, put = {0.0f, 0.0f};
    for (int i = 0; i < pairs; i++) {
        // The first is in (0, 1), the second in [0, 1).
        float u = ((random.next() >> 9) + 0.5f) * (1.0f / (1 << 23));
        float v = (random.next() >> 8) * (1.0f / (1 << 24));
        float radius = sqrt_rn(-2.0f * log_approx(u)), angle = 6.283185307179586f * v;
        float normal[2] = {radius * cos_approx(angle), radius * sin_approx(angle)};
#pragma unroll
        for (int j = 0; j < 2; j++) {
            float end = share.x * exp_approx(fma_rn(share.z, normal[j], share.y));
            float up = max_float(end - strike.x, 0.0f), down = max_float(strike.y - end, 0.0f);
            call.x += up;
            call.y = fma_rn(up, up, call.y);
            put.x += down;
            put.y = fma_rn(down, down, put.y);
        }
    }
    float2 call_price = price(partial, call, 2.0f * THREADS * pairs);
    float2 put_price = price(partial, put, 2.0f * THREADS * pairs);
    if (threadIdx_x == 0) {
        calls[blockIdx_x] = call_price;
        puts[blockIdx_x] = put_price;
    }
}
