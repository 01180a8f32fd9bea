import math

import numpy as np
from launch import Launch

WIDTH, HEIGHT, LARGE = 50, 18, 512

# A bright ellipse in noise.
y, x = np.mgrid[:HEIGHT, :WIDTH]
noise = np.random.default_rng(21).integers(0, 40, (HEIGHT, WIDTH))
image = np.where((x - 20) ** 2 + (2 * y - 15) ** 2 < 150, 200, 40) + noise
window = np.lib.stride_tricks.sliding_window_view(image, (3, 3))
smooth, slope = np.array([1, 2, 1]), np.array([-1, 0, 1])
gx = np.einsum("yxij,i,j->yx", window, smooth, slope)
gy = np.einsum("yxij,i,j->yx", window, slope, smooth)
out = np.zeros((HEIGHT, WIDTH), np.uint8)
out[1:-1, 1:-1] = [[min(math.isqrt(v), 255) for v in line] for line in gx**2 + gy**2]

launch = Launch("sobel", [4, 5, 1], [16, 4, 1])
launch.buffer("out", expect=out, image_width=WIDTH)
launch.buffer("in", init=image.astype(np.uint8))
launch.scalar("i32", WIDTH)
launch.scalar("i32", HEIGHT)
launch.write()

large = Launch("sobel", [LARGE // 16, LARGE // 8, 1], [16, 8, 1], note="in holds bytes, generated as words",
               file="large.toml")
large.buffer("out", dtype="u8", count=LARGE * LARGE)
large.buffer("in", dtype="u32", count=LARGE * LARGE // 4, generate="uniform_u32", seed=0)
large.scalar("i32", LARGE)
large.scalar("i32", LARGE)
large.write()
