from math import erf, exp, log, sqrt

import numpy as np
from launch import Launch

BLOCKS, THREADS, PAIRS, LARGE, LARGE_PAIRS = 3, 128, 14, 64, 64
SPOT, STRIKE, RATE, VOLATILITY, YEARS = 100.0, 105.0, 0.03, 0.25, 1.5
drift = np.float32((RATE - VOLATILITY ** 2 / 2) * YEARS)
deviation = np.float32(VOLATILITY * sqrt(YEARS))
random = np.random.default_rng(8)
seeds = random.integers(1, 1 << 32, BLOCKS * THREADS).astype(np.uint32)


def xorshift(state):
    for shift in (13, -17, 5):
        state = state ^ (state << np.uint32(shift) if shift > 0 else state >> np.uint32(-shift))
    return state


draws, state = [], seeds
for _ in range(2 * PAIRS):
    state = xorshift(state)
    draws.append(state)
u = ((np.array(draws[0::2]) >> 9) + 0.5) / 2.0 ** 23
v = (np.array(draws[1::2]) >> 8) / 2.0 ** 24
normal = np.sqrt(-2 * np.log(u)) * np.exp(2j * np.pi * v)
normal = np.stack([normal.real, normal.imag])
payoff = np.maximum(SPOT * np.exp(float(drift) + float(deviation) * normal) - STRIKE, 0)
payoff = payoff.reshape(-1, BLOCKS, THREADS)
sums = np.stack([payoff.sum((0, 2)), (payoff ** 2).sum((0, 2))], axis=-1).astype(np.float32)

# The closed formula lies within three standard errors.
d = (log(SPOT / STRIKE) + (RATE + VOLATILITY ** 2 / 2) * YEARS) / deviation
price = SPOT * (1 + erf(d / sqrt(2))) / 2 - STRIKE * exp(-RATE * YEARS) * (1 + erf((d - deviation) / sqrt(2))) / 2
assert abs(payoff.mean() * exp(-RATE * YEARS) - price) < 3 * payoff.std() / sqrt(payoff.size)


def write(file, blocks, pairs, sums, seeds):
    launch = Launch("monte_carlo", [blocks, 1, 1], [THREADS, 1, 1], file=file)
    launch.buffer("sums", **sums)
    launch.buffer("seeds", **seeds)
    for value in (SPOT, STRIKE, drift, deviation):
        launch.scalar("f32", value)
    launch.scalar("i32", pairs)
    launch.write()


write("case.toml", BLOCKS, PAIRS, {"expect": sums, "rtol": 5e-6}, {"init": seeds})
write("large.toml", LARGE, LARGE_PAIRS, {"dtype": "f32", "count": 2 * LARGE},
      {"dtype": "u32", "count": LARGE * THREADS, "generate": "uniform_u32", "seed": 1, "low": 1, "high": 0xffffffff})
