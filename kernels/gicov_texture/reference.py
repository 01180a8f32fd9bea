import numpy as np
from launch import Launch

WIDTH, HEIGHT, LARGE_WIDTH, LARGE_HEIGHT = 70, 26, 276, 52
CIRCLES, POINTS, MARGIN = 4, 24, 10

angle = 2 * np.pi * np.arange(POINTS) / POINTS
cosine, sine = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
radius = np.arange(3, 3 + 2 * CIRCLES, 2)[:, None]
offset_x = np.rint(radius * np.cos(angle)).astype(np.int32)
offset_y = np.rint(radius * np.sin(angle)).astype(np.int32)

gradient_x, gradient_y = np.random.default_rng(31).normal(0, 1, (2, HEIGHT, WIDTH)).astype(np.float32)
y, x = np.mgrid[MARGIN:HEIGHT - MARGIN, MARGIN:WIDTH - MARGIN]
at = y[..., None, None] + offset_y, x[..., None, None] + offset_x
outwards = gradient_x[at] * cosine.astype(np.float64) + gradient_y[at] * sine.astype(np.float64)
score = np.zeros((HEIGHT, WIDTH), np.float32)
score[MARGIN:-MARGIN, MARGIN:-MARGIN] = (outwards.mean(-1) ** 2 / outwards.var(-1, ddof=1)).max(-1)


def write(file, width, height, block, score, gradients):
    inner = width - 2 * MARGIN
    launch = Launch("gicov_texture", [-(-inner // block), height - 2 * MARGIN, 1], [block, 1, 1], file=file)
    launch.buffer("score", fill=0, **score)
    for name, source in zip(["gradient_x", "gradient_y"], gradients):
        launch.texture(name, width, height, **source)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    for name, table in [("offset_x", offset_x), ("offset_y", offset_y), ("cosine", cosine), ("sine", sine)]:
        launch.symbol(name, "const", table)
    launch.write()


write("case.toml", WIDTH, HEIGHT, 32, {"expect": score, "rtol": 6e-6, "atol": 1e-7},
      [{"init": gradient_x}, {"init": gradient_y}])


def generated(file, width, height, block):
    size = {"dtype": "f32", "count": width * height}
    gradients = [{**size, "generate": "uniform_f32", "seed": seed, "low": -1.0, "high": 1.0} for seed in range(2)]
    write(file, width, height, block, size, gradients)


generated("large.toml", LARGE_WIDTH, LARGE_HEIGHT, 128)
