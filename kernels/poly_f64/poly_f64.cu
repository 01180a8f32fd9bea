// In double precision, for each x: sqrt(|p(x)|) / (1 + |x|), where p is a polynomial by Horner's rule. The
// root is by Newton's method, until it no longer gets smaller.
#include "device.h"

extern "C" __global__ void poly_f64(double *out, const double *in, const double *coefficients, int degree,
                                    int count) {
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    if (i >= count)
        return;
    double x = in[i], value = coefficients[degree];
    for (int k = degree - 1; k >= 0; k--)
        value = __nvvm_fma_rn_d(value, x, coefficients[k]);
    value = __nvvm_fabs_d(value);
    // From above: (v + 1) / 2 is not less than the root of v, and steps then only go down.
    double root = 0.5 * (value + 1.0);
    while (root > 0.0) {
        double next = 0.5 * (root + value / root);
        if (next >= root)
            break;
        root = next;
    }
    out[i] = root / (1.0 + __nvvm_fabs_d(x));
}
