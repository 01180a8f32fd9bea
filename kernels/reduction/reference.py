import numpy as np
from launch import Launch

BLOCK = 128
BLOCKS, N = 5, 2900
LARGE_BLOCKS, LARGE_N = 60, 1_000_003

random = np.random.default_rng(8)
values = random.integers(-2**63, 2**63, N, dtype=np.int64)
floats = random.uniform(0, 1, N).astype(np.float32)
owner = np.arange(N) // BLOCK % BLOCKS
shares = [values[owner == block] for block in range(BLOCKS)]
sums = np.array([sum(map(int, share)) % 2**64 for share in shares], np.uint64)
largest = np.array([share.view(np.uint64).max() for share in shares])
float_sums = np.bincount(owner, floats.astype(np.float64)).astype(np.float32)
negatives = np.array([np.count_nonzero(share < 0) for share in shares], np.uint32)

launch = Launch("reduction", [BLOCKS, 1, 1], [BLOCK, 1, 1])
launch.buffer("sums", expect=sums)
launch.buffer("largest", expect=largest)
launch.buffer("float_sums", expect=float_sums, rtol=5e-7)
launch.buffer("negatives", expect=negatives)
launch.buffer("values", init=values)
launch.buffer("floats", init=floats)
launch.scalar("i32", N)
launch.write()

large = Launch("reduction", [LARGE_BLOCKS, 1, 1], [BLOCK, 1, 1], file="large.toml")
for name, dtype in [("sums", "u64"), ("largest", "u64"), ("float_sums", "f32"), ("negatives", "u32")]:
    large.buffer(name, dtype=dtype, count=LARGE_BLOCKS)
large.buffer("values", dtype="u32", count=2 * LARGE_N, generate="uniform_u32", seed=0)
large.buffer("floats", dtype="f32", count=LARGE_N, generate="uniform_f32", seed=1, low=0.0, high=1.0)
large.scalar("i32", LARGE_N)
large.write()
