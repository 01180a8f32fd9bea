// Marsaglia's xorwow generator, which curand uses.
#pragma once

struct Xorwow {
    uint x, y, z, w, v, counter;
    __device__ uint next() {
        uint t = x ^ (x >> 2);
        x = y;
        y = z;
        z = w;
        w = v;
        v = v ^ (v << 4) ^ t ^ (t << 1);
        counter += 362437;
        return counter + v;
    }
};
