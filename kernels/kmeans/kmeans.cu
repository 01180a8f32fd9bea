// Assigns points in the plane to the nearest centre; counts and sums of the points of each centre for the next round.
#include "device.h"

#define MAX_CENTRES 16

// Double-precision addition by compare and swap.
static __device__ inline void add_atomically(double *p, double v) {
    ulong *word = (ulong *)p;
    ulong old = *word, assumed;
    do {
        assumed = old;
        double sum = __builtin_bit_cast(double, assumed) + v;
        old = atomic_cas(word, assumed, __builtin_bit_cast(ulong, sum));
    } while (old != assumed);
}

extern "C" __global__ void kmeans(int *nearest, int *count, double *sum, const float2 *points, const float2 *centres,
                                  int n, int k) {
    __shared__ float2 centre[MAX_CENTRES];
    if (threadIdx_x < k)
        centre[threadIdx_x] = centres[threadIdx_x];
    __syncthreads();
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    if (i >= n)
        return;
    float2 p = points[i];
    float best = __builtin_inff();
    int best_at = 0;
    for (int c = 0; c < k; c++) {
        float dx = p.x - centre[c].x, dy = p.y - centre[c].y;
        float distance = dx * dx + dy * dy;
        if (distance < best) {
            best = distance;
            best_at = c;
        }
    }
    nearest[i] = best_at;
    atomic_add(&count[best_at], 1);
    add_atomically(&sum[2 * best_at], p.x);
    add_atomically(&sum[2 * best_at + 1], p.y);
}
