import numpy as np
from launch import Launch

# What a block computes across and down.
ACROSS, DOWN, STEPS = 28, 44, 2
WIDTH, HEIGHT = 75, 61
COEFFICIENTS = [0.11, 0.07, 0.013, 25.0, 0.5]


def step(t, power, to_x, to_y, to_air, air, heat):
    p = np.pad(t, 1, mode="edge")
    return (t + power * heat + to_x * (p[1:-1, :-2] + p[1:-1, 2:] - 2 * t)
            + to_y * (p[:-2, 1:-1] + p[2:, 1:-1] - 2 * t) + to_air * (air - t))


random = np.random.default_rng(3)
temperature = random.uniform(20, 90, (HEIGHT, WIDTH)).astype(np.float32)
power = random.uniform(0, 4, (HEIGHT, WIDTH)).astype(np.float32)
out = temperature.astype(np.float64)
for _ in range(STEPS):
    out = step(out, power.astype(np.float64), *np.array(COEFFICIENTS, np.float32).astype(np.float64))


def write(file, width, height, out, temperature, power):
    launch = Launch("hotspot_column", [-(-width // ACROSS), -(-height // DOWN), 1], [32, 8, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("in", **temperature)
    launch.buffer("power", **power)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    for value in COEFFICIENTS:
        launch.scalar("f32", np.float32(value))
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": out.astype(np.float32), "rtol": 1e-6}, {"init": temperature},
      {"init": power})
for file, side in ("liang-2016.toml", 4), ("large.toml", 8):
    size = {"dtype": "f32", "count": side * ACROSS * side * DOWN}
    write(file, side * ACROSS, side * DOWN, size,
          {**size, "generate": "uniform_f32", "seed": 0, "low": 20.0, "high": 90.0},
          {**size, "generate": "uniform_f32", "seed": 1, "low": 0.0, "high": 4.0})
