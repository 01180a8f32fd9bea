import numpy as np
from launch import Launch

PARTS, BINS, LARGE_PARTS, LARGE_BINS = 7, 1500, 8, 1 << 20
random = np.random.default_rng(4)
partial = random.poisson(random.exponential(25, BINS), (PARTS, BINS)).astype(np.uint32)
total = partial.sum(axis=0)
assert (total > 255).any() and (total < 255).any()

launch = Launch("histogram_final", [3, 1, 1], [96, 1, 1])
launch.buffer("packed", expect=np.minimum(total, 255).astype(np.uint8))
launch.buffer("partial", init=partial)
launch.scalar("i32", PARTS)
launch.scalar("i32", BINS // 4)
launch.write()

large = Launch("histogram_final", [256, 1, 1], [256, 1, 1], file="large.toml")
large.buffer("packed", dtype="u8", count=LARGE_BINS)
large.buffer("partial", dtype="u32", count=LARGE_PARTS * LARGE_BINS, generate="uniform_u32",
             seed=0, low=0, high=50)
large.scalar("i32", LARGE_PARTS)
large.scalar("i32", LARGE_BINS // 4)
large.write()
