import numpy as np
from launch import Launch

WIDTH, HEIGHT, LARGE_WIDTH, LARGE_HEIGHT = 30, 11, 128, 64

image = np.random.default_rng(29).uniform(-1, 1, (HEIGHT, WIDTH)).astype(np.float32)
out = np.empty_like(image)
for y in range(HEIGHT):
    for x in range(WIDTH):
        window = np.sort(image[max(y - 2, 0):y + 3, max(x - 2, 0):x + 3], axis=None)
        out[y, x] = window[(window.size - 1) // 2]

launch = Launch("median_filter", [2, 3, 1], [16, 4, 1])
launch.buffer("out", expect=out, image_width=WIDTH)
launch.buffer("in", init=image)
launch.scalar("i32", WIDTH)
launch.scalar("i32", HEIGHT)
launch.write()

large = Launch("median_filter", [LARGE_WIDTH // 16, LARGE_HEIGHT // 8, 1], [16, 8, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE_WIDTH * LARGE_HEIGHT)
large.buffer("in", dtype="f32", count=LARGE_WIDTH * LARGE_HEIGHT, generate="uniform_f32", seed=0, low=-1.0, high=1.0)
large.scalar("i32", LARGE_WIDTH)
large.scalar("i32", LARGE_HEIGHT)
large.write()
