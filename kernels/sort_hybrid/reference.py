import numpy as np
from launch import Launch

COUNT, BUCKETS, LARGE = 2900, 200, 1 << 18
random = np.random.default_rng(11)
# Few different values, some of them pivots, more of them small than great.
elements = (random.exponential(100, COUNT).round() / 4).astype(np.float32)
pivots = np.sort(random.choice(np.arange(0, 150, 0.25), BUCKETS - 1, replace=False)).astype(np.float32)
bucket = np.searchsorted(pivots, elements, side="right").astype(np.int32)
counts = np.bincount(bucket, minlength=BUCKETS).astype(np.int32)

launch = Launch("sort_hybrid", [5, 1, 1], [160, 1, 1])
launch.buffer("bucket", expect=bucket)
launch.buffer("counts", fill=0, expect=counts)
launch.buffer("elements", init=elements)
launch.buffer("pivots", init=pivots)
launch.scalar("i32", COUNT)
launch.scalar("i32", BUCKETS)
launch.write()

large = Launch("sort_hybrid", [64, 1, 1], [256, 1, 1], file="large.toml")
large.buffer("bucket", dtype="i32", count=LARGE)
large.buffer("counts", dtype="i32", count=BUCKETS, fill=0)
large.buffer("elements", dtype="f32", count=LARGE, generate="uniform_f32", seed=0, low=0.0, high=150.0)
large.buffer("pivots", init=pivots)
large.scalar("i32", LARGE)
large.scalar("i32", BUCKETS)
large.write()
