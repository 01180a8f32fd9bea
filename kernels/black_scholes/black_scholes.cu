// European call and put options by the formula of Black and Scholes.
#include "device.h"

// Cumulative normal distribution, by Abramowitz and Stegun's polynomial 26.2.17.
static __device__ inline float normal_cdf(float d) {
    float t = div_approx(1.0f, 1.0f + 0.2316419f * abs_float(d));
    float poly = t * (0.31938153f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    float tail = 0.39894228f * exp_approx(-0.5f * d * d) * poly;
    return d > 0.0f ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(float *call, float *put, const float *spot, const float *strike,
                                         const float *years, int n, float rate, float volatility) {
    for (int i = blockIdx_x * blockDim_x + threadIdx_x; i < n; i += gridDim_x * blockDim_x) {
        float s = spot[i], x = strike[i], t = years[i];
        float spread = volatility * sqrt_approx(t);
        float log_ratio = 0.69314718f * lg2(div_approx(s, x));
        float d1 = div_approx(log_ratio + (rate + 0.5f * volatility * volatility) * t, spread);
        float p1 = normal_cdf(d1), p2 = normal_cdf(d1 - spread);
        float present = x * exp_approx(-rate * t);
        call[i] = s * p1 - present * p2;
        put[i] = present * (1.0f - p2) - s * (1.0f - p1);
    }
}
