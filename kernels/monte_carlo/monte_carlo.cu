// Price of a European call option: each thread simulates paths with its own xorshift generator and the Box-Muller
// transform; a block leaves the sum of its payoffs and of their squares.
#include "device.h"

#define THREADS 128

static __device__ uint xorshift(uint &state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

extern "C" __global__ void monte_carlo(float2 *sums, const uint *seeds, float spot, float strike, float drift,
                                       float volatility, int pairs) {
    __shared__ float2 partial[THREADS];
    int thread = threadIdx_x;
    uint state = seeds[blockIdx_x * THREADS + thread];
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < pairs; i++) {
        // The first is in (0, 1), the second in [0, 1).
        float u = ((xorshift(state) >> 9) + 0.5f) * (1.0f / (1 << 23));
        float v = (xorshift(state) >> 8) * (1.0f / (1 << 24));
        float radius = sqrt_rn(-2.0f * log_approx(u)), angle = 6.283185307179586f * v;
        float payoff = spot * exp_approx(fma_rn(volatility, radius * cos_approx(angle), drift)) - strike;
        if (payoff > 0.0f) {
            sum += payoff;
            squares = fma_rn(payoff, payoff, squares);
        }
        payoff = spot * exp_approx(fma_rn(volatility, radius * sin_approx(angle), drift)) - strike;
        if (payoff > 0.0f) {
            sum += payoff;
            squares = fma_rn(payoff, payoff, squares);
        }
    }
    partial[thread] = (float2){sum, squares};
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half)
            partial[thread] += partial[thread + half];
    }
    if (thread == 0)
        sums[blockIdx_x] = partial[0];
}
