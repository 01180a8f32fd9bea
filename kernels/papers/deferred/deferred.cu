// Deferred shading: lights each pixel from what a first pass stored of it, its depth, normal with gloss, and
// colour with translucency, and colour of highlights. A light falls off smoothly to nothing at its radius; shading
// is Blinn and Phong's, and some light comes through from behind.
#include "device.h"

#define MOST 32

// Position and radius; colour and strength of the highlight.
struct Light { float4 at, colour; };

__constant__ Light lights[MOST];

static __device__ inline float dot(float ax, float ay, float az, float bx, float by, float bz) {
    return fma_rn(ax, bx, fma_rn(ay, by, az * bz));
}

extern "C" __global__ void deferred(float4 *image, const float *depth, const float4 *normals, const float4 *colours,
                                    const float4 *highlights, int width, int height, int count, float focus,
                                    float ambient) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    int pixel = y * width + x;
    float4 normal = normals[pixel], colour = colours[pixel], highlight = highlights[pixel];
    // Position, and the direction to the eye at the origin.
    float pz = depth[pixel], px = (x + 0.5f - 0.5f * width) * focus * pz, py = (y + 0.5f - 0.5f * height) * focus * pz;
    float inverse = -rsqrt_approx(dot(px, py, pz, px, py, pz));
    float ex = px * inverse, ey = py * inverse, ez = pz * inverse;
    float red = ambient, green = ambient, blue = ambient, shine_red = 0.0f, shine_green = 0.0f, shine_blue = 0.0f;
    for (int i = 0; i < count; i++) {
        float4 at = lights[i].at, light = lights[i].colour;
        float lx = at.x - px, ly = at.y - py, lz = at.z - pz;
        float square = dot(lx, ly, lz, lx, ly, lz), near = max_float(1.0f - square * at.w, 0.0f);
        inverse = rsqrt_approx(square);
        lx *= inverse;
        ly *= inverse;
        lz *= inverse;
        float cosine = dot(normal.x, normal.y, normal.z, lx, ly, lz);
        float facing = max_float(cosine, -colour.w * cosine) * near * near;
        float hx = lx + ex, hy = ly + ey, hz = lz + ez;
        float half = dot(normal.x, normal.y, normal.z, hx, hy, hz) * rsqrt_approx(dot(hx, hy, hz, hx, hy, hz));
        float shine = ex2(normal.w * lg2(max_float(half, 1e-3f))) * light.w * facing;
        red = fma_rn(light.x, facing, red);
        green = fma_rn(light.y, facing, green);
        blue = fma_rn(light.z, facing, blue);
        shine_red = fma_rn(light.x, shine, shine_red);
        shine_green = fma_rn(light.y, shine, shine_green);
        shine_blue = fma_rn(light.z, shine, shine_blue);
    }
    image[pixel] = (float4){fma_rn(colour.x, red, highlight.x * shine_red),
                            fma_rn(colour.y, green, highlight.y * shine_green),
                            fma_rn(colour.z, blue, highlight.z * shine_blue), highlight.w};
}
