// Sum of the fluxes of compressible flow through the faces of each cell of an unstructured mesh. neighbour -1 is a
// wall (only pressure acts), -2 the free stream far away. Arrays are structures of arrays.
#include "device.h"

#define NEIGHBOURS 4
#define GAMMA 1.4f

struct Cell { float density, mx, my, mz, energy; };
struct Flow { float x, y, z; };

static __device__ inline Cell load(const float *density, const float *momentum, const float *energy, int i, int cells) {
    return {density[i], momentum[i], momentum[cells + i], momentum[2 * cells + i], energy[i]};
}

// Flux of the Euler equations through one face with normal (nx, ny, nz), for a cell moving at u under pressure p.
static __device__ inline void add_flux(Cell *flux, const Cell &c, Flow u, float p, float nx, float ny, float nz) {
    float through = u.x * nx + u.y * ny + u.z * nz;
    flux->density += 0.5f * c.density * through;
    flux->mx += 0.5f * (c.mx * through + p * nx);
    flux->my += 0.5f * (c.my * through + p * ny);
    flux->mz += 0.5f * (c.mz * through + p * nz);
    flux->energy += 0.5f * (c.energy + p) * through;
}

extern "C" __global__ void cfd_flux(float *fluxes, const float *density, const float *momentum, const float *energy,
                                    const int *neighbours, const float *normals, int cells, float far_density,
                                    float far_mx, float far_energy) {
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    if (i >= cells)
        return;
    Cell own = load(density, momentum, energy, i, cells);
    Flow u = {own.mx / own.density, own.my / own.density, own.mz / own.density};
    float speed_squared = u.x * u.x + u.y * u.y + u.z * u.z;
    float pressure = (GAMMA - 1.0f) * (own.energy - 0.5f * own.density * speed_squared);
    float reach = sqrt_rn(speed_squared) + sqrt_rn(GAMMA * pressure / own.density);
    Cell flux = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    for (int j = 0; j < NEIGHBOURS; j++) {
        int other = neighbours[j * cells + i];
        float nx = normals[(3 * j) * cells + i], ny = normals[(3 * j + 1) * cells + i];
        float nz = normals[(3 * j + 2) * cells + i];
        if (other == -1) {
            flux.mx += pressure * nx;
            flux.my += pressure * ny;
            flux.mz += pressure * nz;
            continue;
        }
        Cell c = {far_density, far_mx, 0.0f, 0.0f, far_energy};
        if (other >= 0)
            c = load(density, momentum, energy, other, cells);
        Flow v = {c.mx / c.density, c.my / c.density, c.mz / c.density};
        float v_squared = v.x * v.x + v.y * v.y + v.z * v.z;
        float p = (GAMMA - 1.0f) * (c.energy - 0.5f * c.density * v_squared);
        add_flux(&flux, own, u, pressure, nx, ny, nz);
        add_flux(&flux, c, v, p, nx, ny, nz);
        if (other >= 0) {
            // Artificial viscosity against oscillation.
            float area = sqrt_rn(nx * nx + ny * ny + nz * nz);
            float damping = 0.1f * area * (reach + sqrt_rn(v_squared) + sqrt_rn(GAMMA * p / c.density));
            flux.density += damping * (own.density - c.density);
            flux.mx += damping * (own.mx - c.mx);
            flux.my += damping * (own.my - c.my);
            flux.mz += damping * (own.mz - c.mz);
            flux.energy += damping * (own.energy - c.energy);
        }
    }
    fluxes[i] = flux.density;
    fluxes[cells + i] = flux.mx;
    fluxes[2 * cells + i] = flux.my;
    fluxes[3 * cells + i] = flux.mz;
    fluxes[4 * cells + i] = flux.energy;
}
