import numpy as np
from launch import Launch

BLOCK = 64
PAIRS, LENGTH, BLOCKS = 11, 1156, 4
LARGE_PAIRS, LARGE_LENGTH, LARGE_BLOCKS = 4000, 1004, 60


def describe(launch, pairs, length):
    launch.scalar("i32", pairs)
    launch.scalar("i32", length)


random = np.random.default_rng(9)
a = random.uniform(-1, 1, (PAIRS, LENGTH)).astype(np.float32)
b = random.uniform(-1, 1, (PAIRS, LENGTH)).astype(np.float32)
out = np.einsum("pi,pi->p", a.astype(np.float64), b.astype(np.float64)).astype(np.float32)

launch = Launch("scalar_product", [BLOCKS, 1, 1], [BLOCK, 1, 1])
launch.buffer("out", expect=out, rtol=1e-6, atol=3e-6)
launch.buffer("a", init=a)
launch.buffer("b", init=b)
describe(launch, PAIRS, LENGTH)
launch.write()

large = Launch("scalar_product", [LARGE_BLOCKS, 1, 1], [BLOCK, 1, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE_PAIRS)
for seed, name in enumerate("ab"):
    large.buffer(name, dtype="f32", count=LARGE_PAIRS * LARGE_LENGTH, generate="uniform_f32", seed=seed,
                 low=-1.0, high=1.0)
describe(large, LARGE_PAIRS, LARGE_LENGTH)
large.write()
