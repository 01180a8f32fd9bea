// y = a x + y on half-precision numbers, computed in single precision.
#include "device.h"

extern "C" __global__ void half_axpy(ushort *y, const ushort *x, int n, float a) {
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    if (i < n)
        y[i] = float_to_half(fma_rn(a, half_to_float(x[i]), half_to_float(y[i])));
}
