// A pass of a merge sort of floats, four at a time: each thread merges two sorted lists that lie side by side.
// Of the four lowest of eight known elements none can come after an unknown one, so they are stored; the four
// highest stay in registers, and the list whose next element is lower gives four more.
// That list's next elements are loaded while the four are merged.
#include "device.h"

static __device__ inline void order(float &low, float &high) {
    float a = low, b = high;
    low = min_float(a, b);
    high = max_float(a, b);
}

// Sorts a bitonic sequence.
static __device__ inline float4 sorted(float4 v) {
    float x = v.x, y = v.y, z = v.z, w = v.w;
    order(x, z);
    order(y, w);
    order(x, y);
    order(z, w);
    return (float4){x, y, z, w};
}

// A sorted list: the next four elements, how many fours are left with these, and where the rest is.
struct List {
    const float4 *rest;
    int left;
    float4 next;
};

static __device__ inline List opened(const float4 *list, int length) {
    return {list + 1, length, list[0]};
}

static __device__ inline float4 taken(List &list) {
    float4 taken = list.next;
    if (--list.left > 0)
        list.next = *list.rest++;
    return taken;
}

extern "C" __global__ void merge_pass(float4 *out, const float4 *in, int count, int length) {
    int first = 2 * length * (blockIdx_x * blockDim_x + threadIdx_x);
    if (first >= count)
        return;
    // The last list may be shorter, or the last but one have no partner.
    int length_a = min_int(length, count - first), length_b = min_int(length, count - first - length_a);
    in += first;
    out += first;
    if (length_b == 0) {
        for (int i = 0; i < length_a; i++)
            out[i] = in[i];
        return;
    }
    List a = opened(in, length_a), b = opened(in + length_a, length_b);
    float4 held = taken(a), fresh = taken(b);
    while (true) {
        // The lower half of a sorted and a reversed sequence is bitonic, and so is the upper one.
        float4 low = {min_float(held.x, fresh.w), min_float(held.y, fresh.z), min_float(held.z, fresh.y),
                      min_float(held.w, fresh.x)};
        float4 high = {max_float(held.x, fresh.w), max_float(held.y, fresh.z), max_float(held.z, fresh.y),
                       max_float(held.w, fresh.x)};
        *out++ = sorted(low);
        held = sorted(high);
        if (a.left == 0 && b.left == 0)
            break;
        fresh = b.left == 0 || (a.left > 0 && a.next.x < b.next.x) ? taken(a) : taken(b);
    }
    *out = held;
}
