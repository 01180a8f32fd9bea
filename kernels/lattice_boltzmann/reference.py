import numpy as np
from launch import Launch

WIDTH, HEIGHT, LARGE = 45, 35, 512
OMEGA = np.float32(1.3)
VELOCITY = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
WEIGHT = np.array([16, 4, 4, 4, 4, 1, 1, 1, 1]) / 36
random = np.random.default_rng(9)
y, x = np.mgrid[:HEIGHT, :WIDTH]
solid = ((np.hypot(x - 14, y - 17) < 6) | (y == 0) | (random.random(x.shape) < 0.03)).astype(np.uint8)
before = (WEIGHT[:, None, None] * random.uniform(0.8, 1.2, (9, HEIGHT, WIDTH))).astype(np.float32)

f = before.astype(np.float64)
density = f.sum(0)
flow = np.einsum("iyx,id->dyx", f, VELOCITY) / density
along = np.einsum("dyx,id->iyx", flow, VELOCITY)
equilibrium = WEIGHT[:, None, None] * density * (1 + 3 * along + 4.5 * along ** 2 - 1.5 * (flow ** 2).sum(0))
opposite = [int(np.flatnonzero((VELOCITY == -v).all(1))[0]) for v in VELOCITY]
collided = np.where(solid, f[opposite], (1 - float(OMEGA)) * f + float(OMEGA) * equilibrium)
after = np.stack([np.roll(g, (v[1], v[0]), (0, 1)) for g, v in zip(collided, VELOCITY)])
assert np.isclose(after.sum(), f.sum())


def write(file, width, height, out, populations, solid):
    launch = Launch("lattice_boltzmann", [(width + 31) // 32, (height + 3) // 4, 1], [32, 4, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("in", **populations)
    launch.buffer("solid", **solid)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    launch.scalar("f32", OMEGA)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": after.astype(np.float32), "rtol": 2e-6, "atol": 1e-7}, {"init": before},
      {"init": solid})
write("large.toml", LARGE, LARGE, {"dtype": "f32", "count": 9 * LARGE * LARGE},
      {"dtype": "f32", "count": 9 * LARGE * LARGE, "generate": "uniform_f32", "seed": 1, "low": 0.1, "high": 0.2},
      {"dtype": "u8", "count": LARGE * LARGE, "fill": 0})
