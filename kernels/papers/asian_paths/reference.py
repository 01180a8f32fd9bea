from math import sqrt

import numpy as np
from launch import Launch

THREADS, BLOCK, STEPS, WORDS = 2200, 256, 6, 6
SPOT, RATE, VOLATILITY, YEARS = np.float32(100), 0.03, 0.25, 1.5
drift = np.float32((RATE - VOLATILITY ** 2 / 2) * YEARS / STEPS)
deviation = np.float32(VOLATILITY * sqrt(YEARS / STEPS))
before = np.random.default_rng(19).integers(1, 1 << 32, (THREADS, WORDS)).astype(np.uint32)

x, y, z, w, v, counter = before.T
draws = []
for _ in range(STEPS):
    t = x ^ (x >> np.uint32(2))
    x, y, z, w, v = y, z, w, v, v ^ (v << np.uint32(4)) ^ t ^ (t << np.uint32(1))
    counter = counter + np.uint32(362437)
    draws.append(counter + v)
after = np.stack([x, y, z, w, v, counter], axis=-1)
u = ((np.array(draws[0::2]) >> 9) + 0.5) / 2.0 ** 23
turns = (np.array(draws[1::2]) >> 8) / 2.0 ** 24
normal = np.sqrt(-2 * np.log(u)) * np.exp(2j * np.pi * turns)
normal = np.stack([normal.real, normal.imag], axis=1).reshape(STEPS, THREADS)
paths = float(SPOT) * np.exp(np.cumsum(float(drift) + float(deviation) * normal, axis=0))



def write(file, threads, steps, paths, means, states):
    launch = Launch("asian_paths", [-(-threads // BLOCK), 1, 1], [BLOCK, 1, 1], file=file)
    launch.buffer("paths", **paths)
    launch.buffer("means", **means)
    launch.buffer("states", **states)
    launch.scalar("i32", threads)
    launch.scalar("i32", steps)
    for value in SPOT, drift, deviation:
        launch.scalar("f32", value)
    launch.write()


write("case.toml", THREADS, STEPS, {"expect": paths.astype(np.float32), "rtol": 1e-5},
      {"expect": paths.mean(0).astype(np.float32), "rtol": 1e-5}, {"init": before, "expect": after})
for file, ctas in ("yu-2018.toml", 48), ("large.toml", 192):
    many = ctas * BLOCK
    write(file, many, 4, {"dtype": "f32", "count": 4 * many}, {"dtype": "f32", "count": many},
          {"dtype": "u32", "count": WORDS * many, "generate": "uniform_u32", "seed": 0})
