from math import sqrt

import numpy as np
from launch import Launch

BLOCKS, THREADS, PAIRS = 12, 256, 6
RATE, YEARS = 0.03, 1.5
random = np.random.default_rng(8)
spot, volatility = random.uniform(80, 120, BLOCKS), random.uniform(0.15, 0.4, BLOCKS)
shares = np.stack([spot, (RATE - volatility ** 2 / 2) * YEARS, volatility * sqrt(YEARS), 0 * spot], axis=-1)
shares = shares.astype(np.float32)
strikes = (spot[:, None] * random.uniform(0.9, 1.1, (BLOCKS, 2))).astype(np.float32)
seeds = random.integers(1, 1 << 32, (5, BLOCKS, THREADS)).astype(np.uint32)

x, y, z, w, v = seeds
counter, draws = np.uint32(6615241), []
for _ in range(2 * PAIRS):
    t = x ^ (x >> np.uint32(2))
    x, y, z, w, v = y, z, w, v, v ^ (v << np.uint32(4)) ^ t ^ (t << np.uint32(1))
    counter = np.uint32((int(counter) + 362437) % (1 << 32))
    draws.append(counter + v)
u = ((np.array(draws[0::2]) >> 9) + 0.5) / 2.0 ** 23
turns = (np.array(draws[1::2]) >> 8) / 2.0 ** 24
normal = np.sqrt(-2 * np.log(u)) * np.exp(2j * np.pi * turns)
normal = np.concatenate([normal.real, normal.imag])

start, drift, deviation, _ = shares.astype(np.float64).T[..., None]
end = start * np.exp(drift + deviation * normal)
call, put = strikes.astype(np.float64).T[..., None]


def price(payoff):
    paths = payoff.transpose(1, 0, 2).reshape(BLOCKS, -1)
    half_width = 1.96 * paths.std(1, ddof=1) / sqrt(paths.shape[1])
    return np.stack([paths.mean(1), half_width], axis=-1).astype(np.float32)


def write(file, blocks, calls, puts, seeds, shares, strikes, pairs):
    launch = Launch("monte_carlo_256", [blocks, 1, 1], [THREADS, 1, 1], file=file)
    for name, buffer in dict(calls=calls, puts=puts, seeds=seeds, shares=shares, strikes=strikes).items():
        launch.buffer(name, **buffer)
    launch.scalar("i32", pairs)
    launch.write()


write("case.toml", BLOCKS, {"expect": price(np.maximum(end - call, 0)), "rtol": 2e-5},
      {"expect": price(np.maximum(put - end, 0)), "rtol": 2e-5}, {"init": seeds}, {"init": shares}, {"init": strikes},
      PAIRS)
for file, blocks in ("yu-2018.toml", 48), ("large.toml", 192):
    size = {"dtype": "f32", "count": 2 * blocks}
    write(file, blocks, size, size,
          {"dtype": "u32", "count": 5 * blocks * THREADS, "generate": "uniform_u32", "seed": 0},
          {"dtype": "f32", "count": 4 * blocks, "generate": "uniform_f32", "seed": 1, "low": 0.1, "high": 1.0},
          {**size, "generate": "uniform_f32", "seed": 2, "low": 0.1, "high": 1.0}, 4)
