import numpy as np
from launch import Launch

WIDTH, HEIGHT, COUNT, RADIUS, POINTS, SIDE = 100, 27, 150, 2.5, 6, 16
random = np.random.default_rng(7)
# Samples along spokes through the centre, dense there and thin outside.
angle, distance = random.integers(0, 12, COUNT) * np.pi / 12, random.uniform(-1, 1, COUNT)
samples = np.empty((COUNT, 4), np.float32)
samples[:, 0] = WIDTH / 2 * (1 + distance * np.cos(angle))
samples[:, 1] = HEIGHT / 2 * (1 + distance * np.sin(angle))
samples[:, 2:] = random.uniform(-1, 1, (COUNT, 2))

x, y, real, imaginary = samples.astype(np.float64).T
square = (np.arange(WIDTH)[None, :, None] - x) ** 2 + (np.arange(HEIGHT)[:, None, None] - y) ** 2
weight = np.where(square < RADIUS**2, (1 - square / RADIUS**2) ** 2, 0)
grid = np.stack([weight @ real, weight @ imaginary], axis=-1).astype(np.float32)
density = weight.sum(axis=-1).astype(np.float32)


def write(file, width, height, count, grid, density, samples):
    launch = Launch("gridding_6", [-(-width // (POINTS * SIDE)), -(-height // SIDE), 1], [SIDE, SIDE, 1], file=file)
    launch.buffer("grid", **grid)
    launch.buffer("density", **density)
    launch.buffer("samples", **samples)
    for value in count, width, height:
        launch.scalar("i32", value)
    launch.scalar("f32", RADIUS)
    launch.write()


close = {"rtol": 1e-6, "atol": 2e-6}
write("case.toml", WIDTH, HEIGHT, COUNT, {"expect": grid, **close}, {"expect": density, **close}, {"init": samples})
# Positions as well as values in this range: what lies outside of the grid is cut off.
for file, side in ("liang-2016.toml", 192), ("large.toml", 384):
    write(file, side, side, 24, {"dtype": "f32", "count": 2 * side * side}, {"dtype": "f32", "count": side * side},
          {"dtype": "f32", "count": 4 * 24, "generate": "uniform_f32", "seed": 0, "low": 0.0, "high": float(side)})
