import numpy as np
from launch import Launch

N, K, LARGE_N, LARGE_K = 400, 7, 1 << 15, 16

random = np.random.default_rng(28)
centres = random.uniform(-1, 1, (K, 2)).astype(np.float32)
points = random.normal(0, 0.7, (N, 2)).astype(np.float32)
exact = points.astype(np.float64)
distance = ((exact[:, None] - centres.astype(np.float64)) ** 2).sum(axis=2)
nearest = distance.argmin(axis=1)
ordered = np.sort(distance, axis=1)
assert (ordered[:, 1] - ordered[:, 0] > 1e-6).all(), "the nearest centre must not depend on rounding"
count = np.bincount(nearest, minlength=K).astype(np.int32)
sums = np.array([exact[nearest == c].sum(axis=0) for c in range(K)])

launch = Launch("kmeans", [4, 1, 1], [128, 1, 1])
launch.buffer("nearest", expect=nearest.astype(np.int32))
launch.buffer("count", fill=0, expect=count)
launch.buffer("sum", fill=0, expect=sums, rtol=1e-14, atol=1e-14)
launch.buffer("points", init=points)
launch.buffer("centres", init=centres)
launch.scalar("i32", N)
launch.scalar("i32", K)
launch.write()

large = Launch("kmeans", [LARGE_N // 256, 1, 1], [256, 1, 1], file="large.toml")
large.buffer("nearest", dtype="i32", count=LARGE_N)
large.buffer("count", dtype="i32", count=LARGE_K, fill=0)
large.buffer("sum", dtype="f64", count=2 * LARGE_K, fill=0)
large.buffer("points", dtype="f32", count=2 * LARGE_N, generate="uniform_f32", seed=0, low=-1.0, high=1.0)
large.buffer("centres", dtype="f32", count=2 * LARGE_K, generate="uniform_f32", seed=1, low=-1.0, high=1.0)
large.scalar("i32", LARGE_N)
large.scalar("i32", LARGE_K)
large.write()
