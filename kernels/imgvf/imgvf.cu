// Motion gradient vector flow: each block diffuses the image of one cell in shared memory. Neighbours that lie
// along the motion count more, by a smooth step of their difference; the input pulls back where it is bright.
// Ends when the mean change falls below a threshold.
#include "device.h"

#define SIDE 24
#define THREADS 128
#define SHARE ((SIDE * SIDE + THREADS - 1) / THREADS)

static __device__ float heaviside(float x) { return rcp_approx(1.0f + exp_approx(-x)); }

extern "C" __global__ void imgvf(float *out, int *iterations, float *changes, const float *cells, const int *sizes,
                                 float motion_x, float motion_y, float inverse_epsilon, int most_iterations,
                                 float threshold) {
    __shared__ float vf[SIDE * SIDE];
    __shared__ float change[THREADS];
    int thread = threadIdx_x, width = sizes[2 * blockIdx_x], height = sizes[2 * blockIdx_x + 1];
    int pixels = width * height;
    cells += blockIdx_x * SIDE * SIDE;
    out += blockIdx_x * SIDE * SIDE;
    for (int i = thread; i < pixels; i += THREADS)
        vf[i] = cells[i];
    __syncthreads();

    int iteration = 0;
    float mean_change = threshold;
    while (iteration < most_iterations && mean_change >= threshold) {
        float fresh[SHARE], total = 0.0f;
#pragma unroll
        for (int k = 0; k < SHARE; k++) {
            int i = thread + k * THREADS;
            if (i < pixels) {
                int x = i % width, y = i / width;
                float old = vf[i], sum = 0.0f;
#pragma unroll
                for (int dy = -1; dy <= 1; dy++)
#pragma unroll
                    for (int dx = -1; dx <= 1; dx++)
                        if (dx != 0 || dy != 0) {
                            int at_x = min_int(max_int(x + dx, 0), width - 1);
                            int at_y = min_int(max_int(y + dy, 0), height - 1);
                            float difference = vf[at_y * width + at_x] - old;
                            float along = dx * motion_x + dy * motion_y;
                            sum = fma_rn(heaviside(difference * along * inverse_epsilon), difference, sum);
                        }
                float input = cells[i], diffused = fma_rn(0.1f, sum, old);
                fresh[k] = diffused - 0.2f * input * (diffused - input);
                total += __builtin_fabsf(fresh[k] - old);
            }
        }
        change[thread] = total;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < SHARE; k++)
            if (thread + k * THREADS < pixels)
                vf[thread + k * THREADS] = fresh[k];
        for (int half = THREADS / 2; half > 0; half /= 2) {
            if (thread < half)
                change[thread] += change[thread + half];
            __syncthreads();
        }
        mean_change = change[0] / pixels;
        iteration++;
        __syncthreads();
    }
    for (int i = thread; i < pixels; i += THREADS)
        out[i] = vf[i];
    if (thread == 0) {
        iterations[blockIdx_x] = iteration;
        changes[blockIdx_x] = mean_change;
    }
}
