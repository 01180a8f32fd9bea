import numpy as np
from launch import Launch

WIDTH, HEIGHT, BLOCK = 220, 25, 192
CIRCLES, POINTS, MARGIN = 4, 24, 10

angle = 2 * np.pi * np.arange(POINTS) / POINTS
cosine, sine = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
radius = np.arange(3, 3 + 2 * CIRCLES, 2)[:, None]
offset_x = np.rint(radius * np.cos(angle)).astype(np.int32)
offset_y = np.rint(radius * np.sin(angle)).astype(np.int32)
points = np.stack([offset_x, offset_y, *(np.tile(a, (CIRCLES, 1)).view(np.int32) for a in (cosine, sine))], axis=-1)

gradient_x, gradient_y = np.random.default_rng(31).normal(0, 1, (2, HEIGHT, WIDTH)).astype(np.float32)
y, x = np.mgrid[MARGIN:HEIGHT - MARGIN, MARGIN:WIDTH - MARGIN]
at = y[..., None, None] + offset_y, x[..., None, None] + offset_x
outwards = gradient_x[at] * cosine.astype(np.float64) + gradient_y[at] * sine.astype(np.float64)
score = np.zeros((HEIGHT, WIDTH), np.float32)
score[MARGIN:-MARGIN, MARGIN:-MARGIN] = (outwards.mean(-1) ** 2 / outwards.var(-1, ddof=1)).max(-1)


def write(file, width, height, score, gradients):
    launch = Launch("gicov_192", [-(-(width - 2 * MARGIN) // BLOCK), height - 2 * MARGIN, 1], [BLOCK, 1, 1], file=file)
    launch.buffer("score", fill=0, **score)
    for name, source in zip(["gradient_x", "gradient_y"], gradients):
        launch.texture(name, width, height, **source)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    launch.symbol("points", "const", points)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": score, "rtol": 1e-5, "atol": 1e-7},
      [{"init": gradient_x}, {"init": gradient_y}])
for file, width, height in ("angerd-2020.toml", 212, 44), ("yu-2018.toml", 212, 68), ("large.toml", 404, 68):
    size = {"dtype": "f32", "count": width * height}
    write(file, width, height, size,
          [{**size, "generate": "uniform_f32", "seed": seed, "low": -1.0, "high": 1.0} for seed in range(2)])
