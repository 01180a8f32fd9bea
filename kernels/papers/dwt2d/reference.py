import numpy as np
from launch import Launch

WIDTH, HEIGHT, THREADS, PAIRS = 250, 44, 192, 8
LIFTS = [-1.586134342, -0.052980118, 0.882911076, 0.443506852]
LOW, HIGH = 0.812893066, 1.230174105
random = np.random.default_rng(4)
image = random.uniform(0, 255, (HEIGHT, WIDTH)).astype(np.float32)

# All columns at once: odd rows from their even neighbours, even ones from their odd neighbours, twice.
sample = image.astype(np.float64)
for i, factor in enumerate(LIFTS):
    padded = np.pad(sample, ((1, 1), (0, 0)), mode="reflect")
    rows = slice(1 - i % 2, None, 2)
    sample[rows] += factor * (padded[:-2] + padded[2:])[rows]
expect = np.concatenate([LOW * sample[::2], HIGH * sample[1::2]]).astype(np.float32)


def write(file, width, height, out, image):
    launch = Launch("dwt2d", [-(-width // THREADS), -(-height // (2 * PAIRS)), 1], [THREADS, 1, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("image", **image)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": expect, "rtol": 1e-5, "atol": 1e-4}, {"init": image})
for file, width, height in ("angerd-2020.toml", 384, 256), ("large.toml", 768, 512):
    size = {"dtype": "f32", "count": width * height}
    write(file, width, height, size, {**size, "generate": "uniform_f32", "seed": 0, "low": 0.0, "high": 255.0})
