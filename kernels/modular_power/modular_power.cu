// out = base^exponent mod n; `one` and `square` are 2^64 mod n and 2^128 mod n.
#include "device.h"

// (a b / 2^64) mod n by Montgomery's reduction; inverse = -1/n mod 2^64, n < 2^63.
static __device__ inline ulong montgomery(ulong a, ulong b, ulong n, ulong inverse) {
    ulong low = a * b, high = multiply_high(a, b);
    ulong m = low * inverse;
    ulong carry = low != 0;  // the low halves add up to 2^64 or 0
    ulong r = high + multiply_high(m, n) + carry;
    return r >= n ? r - n : r;
}

extern "C" __global__ void modular_power(ulong *out, const ulong *base, const uint *exponent, int count, ulong n,
                                         ulong inverse, ulong one, ulong square) {
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    if (i >= count)
        return;
    ulong power = montgomery(base[i] % n, square, n, inverse);
    ulong product = one;
    for (uint e = exponent[i]; e != 0; e >>= 1) {
        if (e & 1)
            product = montgomery(product, power, n, inverse);
        power = montgomery(power, power, n, inverse);
    }
    out[i] = montgomery(product, 1, n, inverse);
}
