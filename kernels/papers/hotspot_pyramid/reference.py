import numpy as np
from launch import Launch

STEPS, SIDE = 2, 16
INNER = SIDE - 2 * STEPS
WIDTH, HEIGHT = 43, 31
# A step over the capacity, flow to the sides, down and to the air, temperature of the air.
COEFFICIENTS = np.array([0.5, 0.22, 0.14, 0.026, 25], np.float32)
random = np.random.default_rng(3)
temperature = random.uniform(20, 90, (HEIGHT, WIDTH)).astype(np.float32)
power = random.uniform(0, 4, (HEIGHT, WIDTH)).astype(np.float32)

step, to_x, to_y, to_air, air = COEFFICIENTS.astype(np.float64)
t = temperature.astype(np.float64)
for _ in range(STEPS):
    p = np.pad(t, 1, mode="edge")
    flow = to_x * (p[1:-1, :-2] + p[1:-1, 2:] - 2 * t) + to_y * (p[:-2, 1:-1] + p[2:, 1:-1] - 2 * t)
    t = t + step * (power + flow + to_air * (air - t))


def write(file, width, height, out, temperature, power):
    launch = Launch("hotspot_pyramid", [-(-width // INNER), -(-height // INNER), 1], [SIDE, SIDE, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("in", **temperature)
    launch.buffer("power", **power)
    for value in width, height, STEPS:
        launch.scalar("i32", value)
    for value in COEFFICIENTS:
        launch.scalar("f32", value)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": t.astype(np.float32), "rtol": 1e-6}, {"init": temperature},
      {"init": power})
for file, width, height in ("yu-2018.toml", 96, 48), ("large.toml", 192, 96):
    size = {"dtype": "f32", "count": width * height}
    write(file, width, height, size, {**size, "generate": "uniform_f32", "seed": 0, "low": 20.0, "high": 90.0},
          {**size, "generate": "uniform_f32", "seed": 1, "low": 0.0, "high": 4.0})
