// A landscape of fractal noise by ray marching: a ray steps forward by a share of its height over the ground, then
// the ground where it ends is lit by its slope and fades into the sky. Noise interpolates pseudo-random heights of
// a grid's corners smoothly. A pixel is the mean of four rays.
#include "device.h"

#define OCTAVES 4
#define RAYS 4
// Distance over which slopes are measured.
#define NEAR 0.05f

static __device__ inline float corner(int x, int z) {
    uint n = x * 374761393u + z * 668265263u;
    n = (n ^ (n >> 13)) * 1274126177u;
    return (n >> 8) * (1.0f / (1 << 24));
}

static __device__ float ground(float x, float z) {
    float height = 0.0f, share = 0.5f;
#pragma unroll
    for (int octave = 0; octave < OCTAVES; octave++) {
        float floor_x = __nvvm_floor_f(x), floor_z = __nvvm_floor_f(z), u = x - floor_x, v = z - floor_z;
        int i = (int)floor_x, j = (int)floor_z;
        u = u * u * (3.0f - 2.0f * u);
        v = v * v * (3.0f - 2.0f * v);
        float a = corner(i, j), b = corner(i + 1, j), c = corner(i, j + 1), d = corner(i + 1, j + 1);
        float near = fma_rn(u, b - a, a), far = fma_rn(u, d - c, c);
        height = fma_rn(share, fma_rn(v, far - near, near), height);
        share *= 0.5f;
        // Turned by the angle of a triangle with sides 3, 4 and 5.
        float turned = 2.0f * (0.8f * x - 0.6f * z);
        z = 2.0f * (0.6f * x + 0.8f * z);
        x = turned;
    }
    return height;
}

extern "C" __global__ void elevated(float4 *image, int width, int height, int steps, float eye_x, float eye_y,
                                    float eye_z, float sun_x, float sun_y, float sun_z, float fog) {
    int px = blockIdx_x * blockDim_x + threadIdx_x, py = blockIdx_y * blockDim_y + threadIdx_y;
    if (px >= width || py >= height)
        return;
    float red = 0.0f, green = 0.0f, blue = 0.0f, distance = 0.0f;
#pragma unroll 1
    for (int ray = 0; ray < RAYS; ray++) {
        float dx = (2.0f * px + (ray & 1) - width) / height, dy = -0.3f - (0.5f * py + 0.25f * (ray >> 1)) / height;
        float inverse = rsqrt_approx(dx * dx + dy * dy + 2.25f), dz = 1.5f * inverse, t = 0.1f;
        dx *= inverse;
        dy *= inverse;
        for (int step = 0; step < steps; step++)
            t = fma_rn(0.4f, fma_rn(dy, t, eye_y) - ground(fma_rn(dx, t, eye_x), fma_rn(dz, t, eye_z)), t);
        float x = fma_rn(dx, t, eye_x), z = fma_rn(dz, t, eye_z);
        float here = ground(x, z), slope_x = here - ground(x + NEAR, z), slope_z = here - ground(x, z + NEAR);
        inverse = rsqrt_approx(slope_x * slope_x + NEAR * NEAR + slope_z * slope_z);
        float lit = max_float((slope_x * sun_x + NEAR * sun_y + slope_z * sun_z) * inverse, 0.0f);
        float snow = min_float(max_float(4.0f * here - 2.0f, 0.0f), 1.0f);
        float clear = exp_approx(-fog * t * t), sky = (1.0f - clear) * (0.7f - 0.3f * dy);
        red += fma_rn(clear, lit * fma_rn(snow, 0.6f, 0.3f), 0.6f * sky);
        green += fma_rn(clear, lit * fma_rn(snow, 0.65f, 0.25f), 0.75f * sky);
        blue += fma_rn(clear, lit * fma_rn(snow, 0.75f, 0.2f), sky);
        distance += t;
    }
    float share = 1.0f / RAYS;
    image[py * width + px] = (float4){share * red, share * green, share * blue, share * distance};
}
