import numpy as np
from launch import Launch

SIDE = 16
INPUTS, UNITS = 130, 71
LARGE_INPUTS, LARGE_UNITS = 800, 800


def describe(launch, inputs, units):
    launch.scalar("i32", inputs)
    launch.scalar("i32", units)


def grid(units):
    return [-(-units // SIDE), 1, 1]


random = np.random.default_rng(7)
inputs = random.uniform(0, 1, INPUTS).astype(np.float32)
weights = random.uniform(-0.5, 0.5, (INPUTS + 1, UNITS)).astype(np.float32)
sums = weights[0].astype(np.float64) + inputs.astype(np.float64) @ weights[1:].astype(np.float64)
out = (1 / (1 + np.exp(-sums))).astype(np.float32)

launch = Launch("backprop", grid(UNITS), [SIDE, SIDE, 1])
launch.buffer("out", expect=out, rtol=2e-6)
launch.buffer("in", init=inputs)
launch.buffer("weights", init=weights)
describe(launch, INPUTS, UNITS)
launch.write()

large = Launch("backprop", grid(LARGE_UNITS), [SIDE, SIDE, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE_UNITS)
large.buffer("in", dtype="f32", count=LARGE_INPUTS, generate="uniform_f32", seed=0, low=0.0, high=1.0)
large.buffer("weights", dtype="f32", count=(LARGE_INPUTS + 1) * LARGE_UNITS, generate="uniform_f32", seed=1,
             low=-0.5, high=0.5)
describe(large, LARGE_INPUTS, LARGE_UNITS)
large.write()
