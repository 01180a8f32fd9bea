// Path tracing of spheres: a path starts at the eye, goes on from each sphere that it hits in a random direction,
// more often steeply, and gathers what spheres emit and what the sky sends, dimmed by the colours on its way.
#include "device.h"

#define MOST 16

// Centre and square of the radius; colour and emission.
struct Sphere { float4 at, colour; };

__constant__ Sphere spheres[MOST];

static __device__ inline float random(uint &state) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) * (1.0f / (1 << 24));
}

static __device__ inline float dot(float ax, float ay, float az, float bx, float by, float bz) {
    return fma_rn(ax, bx, fma_rn(ay, by, az * bz));
}

extern "C" __global__ void path_tracer(float4 *image, int width, int height, int count, int paths, int bounces,
                                       float eye_x, float eye_y, float eye_z, float sky_red, float sky_green,
                                       float sky_blue) {
    int px = blockIdx_x * blockDim_x + threadIdx_x, py = blockIdx_y * blockDim_y + threadIdx_y;
    if (px >= width || py >= height)
        return;
    uint state = (py * width + px) * 747796405u + 2891336453u;
    float red = 0.0f, green = 0.0f, blue = 0.0f;
    int hits = 0;
    for (int path = 0; path < paths; path++) {
        float x = eye_x, y = eye_y, z = eye_z;
        float dx = (2.0f * (px + random(state)) - width) / height, dy = 1.0f - 2.0f * (py + random(state)) / height;
        float inverse = rsqrt_approx(dot(dx, dy, 2.0f, dx, dy, 2.0f)), dz = 2.0f * inverse;
        dx *= inverse;
        dy *= inverse;
        float left_red = 1.0f, left_green = 1.0f, left_blue = 1.0f;
        for (int bounce = 0; bounce < bounces; bounce++) {
            float nearest = 1e30f;
            int hit = -1;
            for (int i = 0; i < count; i++) {
                float4 at = spheres[i].at;
                float ox = at.x - x, oy = at.y - y, oz = at.z - z, along = dot(ox, oy, oz, dx, dy, dz);
                float inside = fma_rn(along, along, at.w) - dot(ox, oy, oz, ox, oy, oz);
                if (inside > 0.0f) {
                    float t = along - sqrt_rn(inside);
                    if (t > 0.01f && t < nearest) {
                        nearest = t;
                        hit = i;
                    }
                }
            }
            if (hit < 0) {
                float high = fma_rn(0.5f, dy, 0.5f);
                red = fma_rn(left_red, fma_rn(high, sky_red - 1.0f, 1.0f), red);
                green = fma_rn(left_green, fma_rn(high, sky_green - 1.0f, 1.0f), green);
                blue = fma_rn(left_blue, fma_rn(high, sky_blue - 1.0f, 1.0f), blue);
                break;
            }
            hits++;
            float4 at = spheres[hit].at, colour = spheres[hit].colour;
            x = fma_rn(nearest, dx, x);
            y = fma_rn(nearest, dy, y);
            z = fma_rn(nearest, dz, z);
            red = fma_rn(left_red, colour.w, red);
            green = fma_rn(left_green, colour.w, green);
            blue = fma_rn(left_blue, colour.w, blue);
            left_red *= colour.x;
            left_green *= colour.y;
            left_blue *= colour.z;
            // The normal and a random point of the unit sphere add up to the new direction.
            float up = 1.0f - 2.0f * random(state), ring = sqrt_rn(1.0f - up * up), angle = 6.2831853f * random(state);
            inverse = rsqrt_approx(at.w);
            dx = fma_rn(x - at.x, inverse, ring * cos_approx(angle));
            dy = fma_rn(y - at.y, inverse, ring * sin_approx(angle));
            dz = fma_rn(z - at.z, inverse, up);
            inverse = rsqrt_approx(dot(dx, dy, dz, dx, dy, dz));
            dx *= inverse;
            dy *= inverse;
            dz *= inverse;
        }
    }
    float share = 1.0f / paths;
    image[py * width + px] = (float4){share * red, share * green, share * blue, share * hits};
}
