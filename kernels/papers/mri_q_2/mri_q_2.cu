// The Q matrix of an MRI reconstruction: for each voxel the sum over points of k-space of weight times
// exp(2 pi i k.x). Points stand in constant memory, which all threads read at the same place. A thread has two
// voxels, a block apart.
#include "device.h"

#define MOST 512
#define VOXELS 2

__constant__ float4 points[MOST];

extern "C" __global__ void mri_q_2(float *real, float *imaginary, const float *x, const float *y,
                                   const float *z, int voxels, int count) {
    int first = blockIdx_x * blockDim_x * VOXELS + threadIdx_x;
    float at_x[VOXELS], at_y[VOXELS], at_z[VOXELS], re[VOXELS] = {}, im[VOXELS] = {};
#pragma unroll
    for (int i = 0; i < VOXELS; i++) {
        int voxel = min_int(first + i * blockDim_x, voxels - 1);
        at_x[i] = x[voxel];
        at_y[i] = y[voxel];
        at_z[i] = z[voxel];
    }
    for (int i = 0; i < count; i++) {
        float4 point = points[i];
#pragma unroll
        for (int j = 0; j < VOXELS; j++) {
            float turns = fma_rn(point.x, at_x[j], fma_rn(point.y, at_y[j], point.z * at_z[j]));
            // The approximations are good within half a turn of zero.
            float angle = 6.2831853f * (turns - __nvvm_floor_f(turns + 0.5f));
            re[j] = fma_rn(point.w, cos_approx(angle), re[j]);
            im[j] = fma_rn(point.w, sin_approx(angle), im[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < VOXELS; i++)
        if (first + i * blockDim_x < voxels) {
            real[first + i * blockDim_x] = re[i];
            imaginary[first + i * blockDim_x] = im[i];
        }
}
