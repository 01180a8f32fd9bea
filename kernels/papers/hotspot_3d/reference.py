import numpy as np
from launch import Launch

NX, NY, NZ, BLOCK = 70, 9, 8, [64, 4, 1]
# Flow from west, east, north, south, below and above, to the air, per watt; temperature of the air.
COEFFICIENTS = np.array([0.08, 0.09, 0.07, 0.06, 0.11, 0.12, 0.01, 0.5, 25], np.float32)
random = np.random.default_rng(4)
temperature = random.uniform(20, 90, (NZ, NY, NX)).astype(np.float32)
power = random.uniform(0, 4, (NZ, NY, NX)).astype(np.float32)

west, east, north, south, below, above, air, heat, surroundings = COEFFICIENTS.astype(np.float64)
t = temperature.astype(np.float64)
padded = np.pad(t, 1, mode="edge")
out = t + heat * power + air * (surroundings - t)
for factor, axis, shift in [(west, 2, 0), (east, 2, 2), (north, 1, 0), (south, 1, 2), (below, 0, 0), (above, 0, 2)]:
    at = [slice(1, -1)] * 3
    at[axis] = slice(shift, shift + t.shape[axis])
    out += factor * (padded[tuple(at)] - t)


def write(file, nx, ny, nz, out, temperature, power):
    launch = Launch("hotspot_3d", [-(-nx // BLOCK[0]), -(-ny // BLOCK[1]), 1], BLOCK, file=file)
    launch.buffer("out", **out)
    launch.buffer("in", **temperature)
    launch.buffer("power", **power)
    for value in (nx, ny, nz):
        launch.scalar("i32", value)
    for value in COEFFICIENTS:
        launch.scalar("f32", value)
    launch.write()


write("case.toml", NX, NY, NZ, {"expect": out.astype(np.float32), "rtol": 1e-6}, {"init": temperature}, {"init": power})
for file, width, height in ("angerd-2020.toml", 128, 64), ("large.toml", 256, 128):
    size = {"dtype": "f32", "count": width * height * 8}
    write(file, width, height, 8, size, {**size, "generate": "uniform_f32", "seed": 0, "low": 20.0, "high": 90.0},
          {**size, "generate": "uniform_f32", "seed": 1, "low": 0.0, "high": 4.0})
