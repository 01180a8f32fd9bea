// Ambient occlusion in screen space: how much of the hemisphere over each pixel other pixels cover. Depths are a
// texture, normals a buffer. Samples are offsets in space; one that is behind the depth at its place is covered,
// by a smooth step and less the farther that depth is away. Each pixel gets its light and the mean open direction.
#include "device.h"

#define SAMPLES 16

__constant__ float4 offset[SAMPLES];

static __device__ inline float saturated(float x) { return min_float(max_float(x, 0.0f), 1.0f); }

extern "C" __global__ void ssao(float4 *light, ulong depth, const float4 *normals, int width, int height, float focus,
                                float radius, float sharpness) {
    int x = blockIdx_x * blockDim_x + threadIdx_x, y = blockIdx_y * blockDim_y + threadIdx_y;
    if (x >= width || y >= height)
        return;
    float4 normal = normals[y * width + x];
    float own = fetch_2d(depth, x, y), scale = focus * radius * rcp_approx(own);
    float covered = 0.0f, open_x = 0.0f, open_y = 0.0f, open_z = 0.0f;
    for (int i = 0; i < SAMPLES; i++) {
        float4 to = offset[i];
        // Samples below the surface are mirrored.
        float above = to.x * normal.x + to.y * normal.y + to.z * normal.z;
        float mirror = above < 0.0f ? -2.0f * above : 0.0f;
        float dx = fma_rn(mirror, normal.x, to.x), dy = fma_rn(mirror, normal.y, to.y);
        float dz = fma_rn(mirror, normal.z, to.z);
        int at_x = (int)fma_rn(dx, scale, x + 0.5f), at_y = (int)fma_rn(dy, scale, y + 0.5f);
        float there = fetch_2d(depth, at_x, at_y), sample = fma_rn(dz, radius, own);
        float behind = saturated((sample - there) * sharpness);
        float near = saturated(radius * rcp_approx(abs_float(own - there) + 1e-3f));
        float hidden = behind * behind * (3.0f - 2.0f * behind) * near;
        covered += hidden;
        open_x = fma_rn(1.0f - hidden, dx, open_x);
        open_y = fma_rn(1.0f - hidden, dy, open_y);
        open_z = fma_rn(1.0f - hidden, dz, open_z);
    }
    light[y * width + x] = (float4){open_x, open_y, open_z, 1.0f - covered * (1.0f / SAMPLES)};
}
