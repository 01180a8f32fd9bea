import numpy as np
from launch import Launch

WIDTH, HEIGHT, LARGE = 61, 37, 256
RADII, SAMPLES, MARGIN = np.array([3, 5, 7, 9]), 16, 9
angle = 2 * np.pi * np.arange(SAMPLES) / SAMPLES
cosine, sine = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
offset_x = np.rint(RADII[:, None] * cosine).astype(np.int8)
offset_y = np.rint(RADII[:, None] * sine).astype(np.int8)

# Bright discs of various radii in noise.
random = np.random.default_rng(5)
y, x = np.mgrid[:HEIGHT, :WIDTH]
image = random.uniform(0, 0.3, (HEIGHT, WIDTH))
for centre_x, centre_y, radius in [(15, 20, 5), (40, 14, 3.5), (33, 33, 7), (51, 25, 8)]:
    image += 1 / (1 + np.exp(2 * (np.hypot(x - centre_x, y - centre_y) - radius)))
gradient_y, gradient_x = (g.astype(np.float32) for g in np.gradient(image))

# Every pixel of the inside at once; the last axis is the circle.
inner_y, inner_x = y[MARGIN:-MARGIN, MARGIN:-MARGIN], x[MARGIN:-MARGIN, MARGIN:-MARGIN]
at = inner_y[..., None, None] + offset_y, inner_x[..., None, None] + offset_x
sample = gradient_x[at] * cosine.astype(np.float64) + gradient_y[at] * sine.astype(np.float64)
expect = np.zeros((HEIGHT, WIDTH), np.float32)
expect[MARGIN:-MARGIN, MARGIN:-MARGIN] = (sample.mean(-1) ** 2 / sample.var(-1, ddof=1)).max(-1)


def write(file, width, height, out, gradients):
    launch = Launch("gicov", [(width + 31) // 32, (height + 3) // 4, 1], [32, 4, 1], file=file)
    launch.buffer("out", **out)
    for name, source in zip(["gradient_x", "gradient_y"], gradients):
        launch.buffer(name, **source)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    for name, table in [("cosine", cosine), ("sine", sine), ("offset_x", offset_x), ("offset_y", offset_y)]:
        launch.symbol(name, "const", table)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": expect, "rtol": 5e-6, "atol": 1e-6},
      [{"init": gradient_x}, {"init": gradient_y}])
write("large.toml", LARGE, LARGE, {"dtype": "f32", "count": LARGE * LARGE},
      [{"dtype": "f32", "count": LARGE * LARGE, "generate": "uniform_f32", "seed": seed, "low": -1.0, "high": 1.0}
       for seed in range(2)])
