// Motion gradient vector flow in the shape of Rodinia's IMGVF: a block of ten warps diffuses the image of one
// cell, of up to 83 x 40 pixels, in shared memory, and each thread keeps its eleven new pixels in registers
// until all are computed. Neighbours that lie along the motion count more, by a smooth step of their
// difference; the input pulls back where it is bright. Ends when the mean change falls below a threshold.
#include "device.h"

#define PIXELS (83 * 40)
#define THREADS 320
#define SHARE ((PIXELS + THREADS - 1) / THREADS)

// Flow from two opposite neighbours: a step up along the motion for one is a step down for the other.
static __device__ float flow(float ahead, float behind, float along, float inverse_epsilon) {
    float up = exp_approx(-ahead * along * inverse_epsilon), down = exp_approx(behind * along * inverse_epsilon);
    return ahead * rcp_approx(1.0f + up) + behind * rcp_approx(1.0f + down);
}

extern "C" __global__ void imgvf_320(float *out, int *iterations, float *changes, const float *cells,
                                     const int *sizes, float motion_x, float motion_y, float inverse_epsilon,
                                     float viscosity, float pull, int most_iterations, float threshold) {
    __shared__ float vf[PIXELS];
    __shared__ float change[THREADS];
    int thread = threadIdx_x, width = sizes[2 * blockIdx_x], pixels = width * sizes[2 * blockIdx_x + 1];
    cells += blockIdx_x * PIXELS;
    for (int i = thread; i < pixels; i += THREADS)
        vf[i] = cells[i];
    __syncthreads();

    int iteration = 0;
    float mean_change = threshold;
    while (iteration < most_iterations && mean_change >= threshold) {
        float fresh[SHARE], total = 0.0f;
        int i = thread;
#pragma unroll
        for (int k = 0; k < SHARE; k++) {
            // The compiler must not keep the places of all eleven pixels.
            asm volatile("" : "+r"(i));
            if (i < pixels) {
                int x = i % width, row = i - x;
                int west = max_int(x - 1, 0), east = min_int(x + 1, width - 1);
                int north = max_int(row - width, 0), south = min_int(row + width, pixels - width);
                float old = vf[i], sum;
                sum = flow(vf[row + east] - old, vf[row + west] - old, motion_x, inverse_epsilon);
                sum += flow(vf[south + x] - old, vf[north + x] - old, motion_y, inverse_epsilon);
                sum += flow(vf[south + east] - old, vf[north + west] - old, motion_x + motion_y, inverse_epsilon);
                sum += flow(vf[north + east] - old, vf[south + west] - old, motion_x - motion_y, inverse_epsilon);
                float input = cells[i], diffused = fma_rn(viscosity, sum, old);
                fresh[k] = diffused - pull * input * (diffused - input);
                total += __builtin_fabsf(fresh[k] - old);
            }
            i += THREADS;
        }
        change[thread] = total;
        __syncthreads();
#pragma unroll
        for (int k = SHARE - 1; k >= 0; k--) {
            i -= THREADS;
            if (i < pixels)
                vf[i] = fresh[k];
        }
        // The threads of a half add up those of the other; 320 is 5 x 64.
        for (int half = THREADS / 2; half >= 5; half /= 2) {
            if (thread < half)
                change[thread] += change[thread + half];
            __syncthreads();
        }
        mean_change = (change[0] + change[1] + change[2] + change[3] + change[4]) / pixels;
        iteration++;
        __syncthreads();
    }
    for (int i = thread; i < pixels; i += THREADS)
        out[blockIdx_x * PIXELS + i] = vf[i];
    if (thread == 0) {
        iterations[blockIdx_x] = iteration;
        changes[blockIdx_x] = mean_change;
    }
}
