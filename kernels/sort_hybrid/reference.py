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


def generated(file, ctas, count):
    launch = Launch("sort_hybrid", [ctas, 1, 1], [256, 1, 1], file=file)
    launch.buffer("bucket", dtype="i32", count=count)
    launch.buffer("counts", dtype="i32", count=BUCKETS, fill=0)
    launch.buffer("elements", dtype="f32", count=count, generate="uniform_f32", seed=0, low=0.0, high=150.0)
    launch.buffer("pivots", init=pivots)
    launch.scalar("i32", count)
    launch.scalar("i32", BUCKETS)
    launch.write()


generated("large.toml", 64, LARGE)
generated("liang-2016.toml", 24, 1 << 14)
