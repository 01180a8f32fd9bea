// A layer of a neural network, forward: out = sigmoid(bias + weights * in), the bias as the weights' row 0.
// Sixteen inputs at a time, a unit's products side by side in shared memory, summed as a tree.
#include "device.h"

#define SIDE 16

extern "C" __global__ void backprop(float *out, const float *in, const float *weights, int inputs, int units) {
    __shared__ float input[SIDE];
    __shared__ float product[SIDE][SIDE];
    int tx = threadIdx_x, ty = threadIdx_y;
    int unit = blockIdx_x * SIDE + tx;
    float sum = 0.0f;
    if (ty == 0 && unit < units)
        sum = weights[unit];
    for (int first = 0; first < inputs; first += SIDE) {
        int i = first + ty;
        if (tx == 0)
            input[ty] = i < inputs ? in[i] : 0.0f;
        __syncthreads();
        product[ty][tx] = i < inputs && unit < units ? weights[(i + 1) * units + unit] * input[ty] : 0.0f;
        __syncthreads();
        for (int half = SIDE / 2; half > 0; half /= 2) {
            if (ty < half)
                product[ty][tx] += product[ty + half][tx];
            __syncthreads();
        }
        sum += product[0][tx];
        __syncthreads();
    }
    if (ty == 0 && unit < units)
        out[unit] = rcp_approx(1.0f + exp_approx(-sum));
}
