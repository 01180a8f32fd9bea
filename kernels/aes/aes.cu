// AES-128: encrypts 16-byte blocks, one by each thread. Round keys are in constant memory, the S-box is copied to
// shared memory. A word is a column of the state, its lowest byte the first row.
#include "device.h"

#define ROUNDS 10

__constant__ uint round_key[ROUNDS + 1][4];
__constant__ uchar s_box[256];

static __device__ uint rotate(uint word, int bits) { return word >> bits | word << (32 - bits); }

static __device__ uint twice(uint word) {
    return (word & 0x7f7f7f7f) << 1 ^ (word >> 7 & 0x01010101) * 0x1b;
}

extern "C" __global__ void aes(uint4 *out, const uint4 *in, int count) {
    __shared__ uchar box[256];
    for (int i = threadIdx_x; i < 256; i += blockDim_x)
        box[i] = s_box[i];
    __syncthreads();
    int block = blockIdx_x * blockDim_x + threadIdx_x;
    if (block >= count)
        return;

    uint4 input = in[block];
    uint state[4] = {input.x, input.y, input.z, input.w};
#pragma unroll
    for (int i = 0; i < 4; i++)
        state[i] ^= round_key[0][i];
#pragma unroll 1
    for (int round = 1; round <= ROUNDS; round++) {
        uint next[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            uint column = 0;
#pragma unroll
            for (int row = 0; row < 4; row++)
                column |= (uint)box[state[(i + row) % 4] >> (8 * row) & 0xff] << (8 * row);
            if (round < ROUNDS) {
                uint turned = rotate(column, 8);
                column = twice(column ^ turned) ^ turned ^ rotate(column, 16) ^ rotate(column, 24);
            }
            next[i] = column ^ round_key[round][i];
        }
#pragma unroll
        for (int i = 0; i < 4; i++)
            state[i] = next[i];
    }
    out[block] = (uint4){state[0], state[1], state[2], state[3]};
}
