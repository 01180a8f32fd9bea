// One level of the reversible 5/3 wavelet transform of an image's rows: the low half of each row, rounded up,
// then the high half. A block does PAIRS pairs of samples of ROWS rows; its halo is two samples before and one after.
#include "device.h"

#define PAIRS 32
#define ROWS 4
#define SPAN (2 * PAIRS + 3)

extern "C" __global__ void wavelet(short *out, const uchar *image, int width, int height) {
    __shared__ int sample[ROWS][SPAN];
    __shared__ int high[ROWS][PAIRS + 1];
    int x = threadIdx_x, y = threadIdx_y;
    int row = blockIdx_y * ROWS + y, first = blockIdx_x * PAIRS;
    bool inside = row < height;
    image += row * width;
    out += row * width;

    if (inside)
        for (int i = x; i < SPAN; i += PAIRS) {
            // Symmetric about the first and the last sample; what lies further out belongs to no output.
            int at = 2 * first - 2 + i;
            at = at < 0 ? -at : at;
            at = at < width ? at : 2 * width - 2 - at;
            sample[y][i] = image[max_int(at, 0)];
        }
    __syncthreads();
    if (inside)
        for (int i = x; i <= PAIRS; i += PAIRS)
            high[y][i] = sample[y][2 * i + 1] - ((sample[y][2 * i] + sample[y][2 * i + 2]) >> 1);
    __syncthreads();

    int pair = first + x, lows = (width + 1) / 2;
    if (inside && pair < lows) {
        out[pair] = sample[y][2 * x + 2] + ((high[y][x] + high[y][x + 1] + 2) >> 2);
        if (2 * pair + 1 < width)
            out[lows + pair] = high[y][x + 1];
    }
}
