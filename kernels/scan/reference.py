import numpy as np
from launch import Launch

BLOCK, N = 200, 1930
LARGE_BLOCK, LARGE_N = 256, 300_000

values = np.random.default_rng(11).integers(-10**7, 10**7, N, dtype=np.int32)
parts = np.split(values.astype(np.int64), range(BLOCK, N, BLOCK))
out = np.concatenate([np.cumsum(part) for part in parts]).astype(np.int32)

launch = Launch("scan", [-(-N // BLOCK), 1, 1], [BLOCK, 1, 1], dynamic_smem=2 * BLOCK * 4)
launch.buffer("out", expect=out)
launch.buffer("in", init=values)
launch.scalar("i32", N)
launch.write()

large = Launch("scan", [-(-LARGE_N // LARGE_BLOCK), 1, 1], [LARGE_BLOCK, 1, 1], dynamic_smem=2 * LARGE_BLOCK * 4,
               file="large.toml")
large.buffer("out", dtype="i32", count=LARGE_N)
large.buffer("in", dtype="i32", count=LARGE_N, generate="uniform_i32", seed=0, low=-1000, high=1000)
large.scalar("i32", LARGE_N)
large.write()
