import numpy as np
from launch import Launch

WIDTH, HEIGHT, COUNT, LARGE, LARGE_COUNT, RADIUS, SIDE = 60, 27, 150, 256, 768, 2.5, 8
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


def launch(file, width, height, count):
    across, down = -(-width // (8 * SIDE)), -(-height // SIDE)
    launch = Launch("mri_gridding", [across, down, 1], [SIDE, SIDE, 1], file=file)
    if file == "case.toml":
        launch.buffer("grid", expect=grid, rtol=1e-6, atol=2e-6)
        launch.buffer("density", expect=density, rtol=1e-6, atol=2e-6)
        launch.buffer("samples", init=samples)
    else:
        launch.buffer("grid", dtype="f32", count=2 * width * height)
        launch.buffer("density", dtype="f32", count=width * height)
        # Positions as well as values in this range: what lies outside of the grid is cut off.
        launch.buffer("samples", dtype="f32", count=4 * count, generate="uniform_f32", seed=0,
                      low=0.0, high=float(width))
    for value in count, width, height:
        launch.scalar("i32", value)
    launch.scalar("f32", RADIUS)
    launch.write()


launch("case.toml", WIDTH, HEIGHT, COUNT)
launch("large.toml", LARGE, LARGE, LARGE_COUNT)
