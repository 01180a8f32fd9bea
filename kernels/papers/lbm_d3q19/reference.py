import numpy as np
from launch import Launch

WIDTH, HEIGHT, DEPTH = 128, 2, 4
PLANE = WIDTH * HEIGHT
MARGIN, CELLS = 2 * PLANE, PLANE * (DEPTH + 4)
OMEGA = np.float32(1.3)
VELOCITY = np.array([(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1),
                     (1, 1, 0), (-1, -1, 0), (1, -1, 0), (-1, 1, 0), (1, 0, 1), (-1, 0, -1), (1, 0, -1), (-1, 0, 1),
                     (0, 1, 1), (0, -1, -1), (0, 1, -1), (0, -1, 1)])
WEIGHT = np.array([12] + [2] * 6 + [1] * 12) / 36
random = np.random.default_rng(9)
solid = (random.random(CELLS) < 0.1).astype(np.uint8)
before = (WEIGHT[:, None] * random.uniform(0.8, 1.2, (19, CELLS))).astype(np.float32)

inner = slice(MARGIN, MARGIN + PLANE * DEPTH)
distance = VELOCITY @ [1, WIDTH, PLANE]
f = np.stack([np.roll(population, step)[inner] for population, step in zip(before.astype(np.float64), distance)])
density = f.sum(0)
flow = VELOCITY.T @ f / density
along = VELOCITY @ flow
equilibrium = WEIGHT[:, None] * density * (1 + 3 * along + 4.5 * along ** 2 - 1.5 * (flow ** 2).sum(0))
opposite = [int(np.flatnonzero((VELOCITY == -v).all(1))[0]) for v in VELOCITY]
after = np.zeros((19, CELLS), np.float32)
after[:, inner] = np.where(solid[inner], f[opposite], (1 - float(OMEGA)) * f + float(OMEGA) * equilibrium)



def write(file, boxes, out, before, solid):
    launch = Launch("lbm_d3q19", [HEIGHT, DEPTH, boxes], [WIDTH, 1, 1], file=file)
    launch.buffer("out", fill=0, **out)
    launch.buffer("in", **before)
    launch.buffer("solid", **solid)
    launch.scalar("f32", OMEGA)
    launch.write()


write("case.toml", 1, {"expect": after, "rtol": 2e-6, "atol": 1e-7}, {"init": before}, {"init": solid})
for file, boxes in ("yu-2018.toml", 8), ("large.toml", 32):
    size = {"dtype": "f32", "count": boxes * 19 * CELLS}
    write(file, boxes, size, {**size, "generate": "uniform_f32", "seed": 0, "low": 0.02, "high": 0.1},
          {"dtype": "u8", "count": boxes * CELLS, "fill": 0})
