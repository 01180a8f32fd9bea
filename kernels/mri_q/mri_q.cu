// The Q matrix of an MRI reconstruction: for each voxel the sum over points of k-space of weight times
// exp(2 pi i k.x). Points stand in constant memory, which all threads read at the same place.
#include "device.h"

#define MOST 512

__constant__ float4 points[MOST];

extern "C" __global__ void mri_q(float *real, float *imaginary, const float *x, const float *y,
                                 const float *z, int voxels, int count) {
    int voxel = blockIdx_x * blockDim_x + threadIdx_x;
    if (voxel >= voxels)
        return;
    float at_x = x[voxel], at_y = y[voxel], at_z = z[voxel];
    float re = 0.0f, im = 0.0f;
    for (int i = 0; i < count; i++) {
        float4 point = points[i];
        float turns = fma_rn(point.x, at_x, fma_rn(point.y, at_y, point.z * at_z));
        // The approximations are good within half a turn of zero.
        float angle = 6.2831853f * (turns - __nvvm_floor_f(turns + 0.5f));
        re = fma_rn(point.w, cos_approx(angle), re);
        im = fma_rn(point.w, sin_approx(angle), im);
    }
    real[voxel] = re;
    imaginary[voxel] = im;
}
