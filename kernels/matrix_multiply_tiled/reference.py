import numpy as np
from launch import Launch

WIDTH, LARGE = 48, 512
random = np.random.default_rng(1)
a = random.uniform(-1, 1, (WIDTH, WIDTH)).astype(np.float32)
b = random.uniform(-1, 1, (WIDTH, WIDTH)).astype(np.float32)
c = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)

launch = Launch("matrix_multiply_tiled", [WIDTH // 16, WIDTH // 16, 1], [16, 16, 1])
launch.buffer("c", expect=c, rtol=1e-5, atol=1e-5)
launch.buffer("a", init=a)
launch.buffer("b", init=b)
launch.scalar("i32", WIDTH)
launch.write()

large = Launch("matrix_multiply_tiled", [LARGE // 16, LARGE // 16, 1], [16, 16, 1], file="large.toml")
large.buffer("c", dtype="f32", count=LARGE * LARGE)
for seed, name in enumerate("ab"):
    large.buffer(name, dtype="f32", count=LARGE * LARGE, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
large.scalar("i32", LARGE)
large.write()
