// Up to NEAREST points closer to each query than a limit, nearest first and the earlier of equals
// first: every thread keeps a sorted list in private arrays, which their index makes local memory, and inserts by a
// function that is called.
#include "device.h"

#define NEAREST 6

static __device__ __noinline__ float squared_distance(float2 a, float2 b) {
    float2 d = a - b;
    return fma_rn(d.x, d.x, d.y * d.y);
}

// Inserts into a sorted list in place of its last entry, and returns the distance of the entry that is last then.
static __device__ __noinline__ float insert(float *distances, short *indices, float distance, short index) {
    int at = NEAREST - 1;
    while (at > 0 && distances[at - 1] > distance) {
        distances[at] = distances[at - 1];
        indices[at] = indices[at - 1];
        at--;
    }
    distances[at] = distance;
    indices[at] = index;
    return distances[NEAREST - 1];
}

extern "C" __global__ void local_array(float *distances_out, int *indices_out, const float2 *queries,
                                       const float2 *points, int query_count, int point_count, float limit) {
    int query = blockIdx_x * blockDim_x + threadIdx_x;
    if (query >= query_count)
        return;
    float distances[NEAREST], last = limit;
    short indices[NEAREST];
    for (int i = 0; i < NEAREST; i++) {
        distances[i] = limit;
        indices[i] = -1;
    }
    for (int i = 0; i < point_count; i++) {
        float distance = squared_distance(queries[query], points[i]);
        if (distance < last)
            last = insert(distances, indices, distance, i);
    }
    for (int i = 0; i < NEAREST; i++) {
        distances_out[i * query_count + query] = distances[i];
        indices_out[i * query_count + query] = indices[i];
    }
}
