import numpy as np
from launch import Launch

STEPS, INNER = 2, 12
WIDTH, HEIGHT = 43, 31
LARGE = 600
COEFFICIENTS = [0.11, 0.07, 0.013, 25.0, 0.5]


def step(t, power, to_x, to_y, to_air, air, heat):
    p = np.pad(t, 1, mode="edge")
    return (t + power * heat + to_x * (p[1:-1, :-2] + p[1:-1, 2:] - 2 * t)
            + to_y * (p[:-2, 1:-1] + p[2:, 1:-1] - 2 * t) + to_air * (air - t))


def describe(launch, width, height):
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    for value in COEFFICIENTS:
        launch.scalar("f32", np.float32(value))


random = np.random.default_rng(3)
temperature = random.uniform(20, 90, (HEIGHT, WIDTH)).astype(np.float32)
power = random.uniform(0, 4, (HEIGHT, WIDTH)).astype(np.float32)
out = temperature.astype(np.float64)
for _ in range(STEPS):
    out = step(out, power.astype(np.float64), *np.array(COEFFICIENTS, np.float32).astype(np.float64))

launch = Launch("hotspot", [-(-WIDTH // INNER), -(-HEIGHT // INNER), 1], [16, 16, 1])
launch.buffer("out", expect=out.astype(np.float32), rtol=1e-6)
launch.buffer("in", init=temperature)
launch.buffer("power", init=power)
describe(launch, WIDTH, HEIGHT)
launch.write()



def generated(file, size):
    grid = [size // INNER, size // INNER, 1]
    launch = Launch("hotspot", grid, [16, 16, 1], file=file)
    launch.buffer("out", dtype="f32", count=size * size)
    launch.buffer("in", dtype="f32", count=size * size, generate="uniform_f32", seed=0, low=20.0, high=90.0)
    launch.buffer("power", dtype="f32", count=size * size, generate="uniform_f32", seed=1, low=0.0, high=4.0)
    describe(launch, size, size)
    launch.write()


generated("large.toml", LARGE)
