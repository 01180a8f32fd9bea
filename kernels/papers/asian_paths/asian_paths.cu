// Paths of a share's price for an Asian option: each thread continues its xorwow generator, makes two normal
// numbers at a time by the Box-Muller transform, and stores the price after every step. At the end it leaves its
// generator's state and the mean of its path.
#include "device.h"
#include "papers/xorwow.h"

extern "C" __global__ void asian_paths(float *paths, float *means, uint *states, int threads, int steps, float spot,
                                       float drift, float deviation) {
    int thread = blockIdx_x * blockDim_x + threadIdx_x;
    if (thread >= threads)
        return;
    states += 6 * thread;
    Xorwow random = {states[0], states[1], states[2], states[3], states[4], states[5]};
    float price = spot, sum = 0.0f;
    float *path = paths + thread;
    for (int step = 0; step < steps; step += 2) {
        // The first is in (0, 1), the second in [0, 1).
        float u = ((random.next() >> 9) + 0.5f) * (1.0f / (1 << 23));
        float turn = (random.next() >> 8) * (1.0f / (1 << 24));
        float radius = sqrt_rn(-2.0f * log_approx(u)), angle = 6.283185307179586f * turn;
        price *= exp_approx(fma_rn(deviation, radius * cos_approx(angle), drift));
        sum += price;
        path[0] = price;
        price *= exp_approx(fma_rn(deviation, radius * sin_approx(angle), drift));
        sum += price;
        path[threads] = price;
        path += 2 * threads;
    }
    means[thread] = sum / steps;
    states[0] = random.x;
    states[1] = random.y;
    states[2] = random.z;
    states[3] = random.w;
    states[4] = random.v;
    states[5] = random.counter;
}
