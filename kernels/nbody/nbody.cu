// Acceleration of each body (x, y, z, mass) by all others; a block walks over them in tiles held in shared memory.
// n is a multiple of THREADS.
#include "device.h"

#define THREADS 64
#define SOFTENING 0.01f

extern "C" __global__ void nbody(float4 *acceleration, const float4 *bodies, int n) {
    __shared__ float4 tile[THREADS];
    int i = blockIdx_x * THREADS + threadIdx_x;
    float4 own = bodies[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int base = 0; base < n; base += THREADS) {
        tile[threadIdx_x] = bodies[base + threadIdx_x];
        __syncthreads();
        for (int j = 0; j < THREADS; j++) {
            float4 other = tile[j];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            float inverse = rsqrt_approx(dx * dx + dy * dy + dz * dz + SOFTENING);
            float pull = other.w * inverse * inverse * inverse;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        __syncthreads();
    }
    float4 result = {ax, ay, az, 0.0f};
    acceleration[i] = result;
}
