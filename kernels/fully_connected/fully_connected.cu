// A fully connected layer: out = max(0, weights * in + bias) for a batch of inputs. A block has one input,
// of which a stretch at a time stands in shared memory, and a run of outputs: all inputs' blocks read the
// same weights, stored by input.
#include "device.h"

#define STRETCH 64

extern "C" __global__ void fully_connected(float *out, const float *in, const float *weights, const float *bias,
                                           int inputs, int outputs) {
    __shared__ float part[STRETCH];
    int output = blockIdx_x * STRETCH + threadIdx_x;
    const float *own = in + blockIdx_y * inputs;
    float sum = output < outputs ? bias[output] : 0.0f;
    for (int first = 0; first < inputs; first += STRETCH) {
        int i = first + threadIdx_x;
        part[threadIdx_x] = i < inputs ? own[i] : 0.0f;
        __syncthreads();
        int count = min_int(STRETCH, inputs - first);
        if (output < outputs)
            for (int k = 0; k < count; k++)
                sum = fma_rn(weights[(first + k) * outputs + output], part[k], sum);
        __syncthreads();
    }
    if (output < outputs)
        out[blockIdx_y * outputs + output] = max_float(sum, 0.0f);
}
