import math

import numpy as np
from launch import Launch

N, LARGE = 700, 1 << 17
RATE, VOLATILITY = np.float32(0.02), np.float32(0.3)
RANGES = {"spot": (5.0, 30.0), "strike": (1.0, 100.0), "years": (0.25, 10.0)}

random = np.random.default_rng(27)
inputs = {name: random.uniform(*low_high, N).astype(np.float32) for name, low_high in RANGES.items()}
s, x, t = (values.astype(np.float64) for values in inputs.values())
r, v = float(RATE), float(VOLATILITY)


def cdf(d):
    return np.array([0.5 * math.erfc(-value / math.sqrt(2)) for value in d])


d1 = (np.log(s / x) + (r + v * v / 2) * t) / (v * np.sqrt(t))
d2 = d1 - v * np.sqrt(t)
call = s * cdf(d1) - x * np.exp(-r * t) * cdf(d2)
put = x * np.exp(-r * t) * cdf(-d2) - s * cdf(-d1)


def write(file, n, grid, block, buffers):
    launch = Launch("black_scholes", [grid, 1, 1], [block, 1, 1], file=file)
    for name, source in buffers.items():
        launch.buffer(name, **source)
    launch.scalar("i32", n)
    launch.scalar("f32", RATE)
    launch.scalar("f32", VOLATILITY)
    launch.write()


# The polynomial for the distribution is good to 7.5e-8, prices go up to 100.
write("case.toml", N, 4, 128,
      {name: {"expect": price.astype(np.float32), "rtol": 1e-6, "atol": 4e-5}
       for name, price in [("call", call), ("put", put)]} | {name: {"init": a} for name, a in inputs.items()})
write("large.toml", LARGE, 64, 256,
      {name: {"dtype": "f32", "count": LARGE} for name in ["call", "put"]}
      | {name: {"dtype": "f32", "count": LARGE, "generate": "uniform_f32", "seed": seed, "low": low, "high": high}
         for seed, (name, (low, high)) in enumerate(RANGES.items())})
