import numpy as np
from launch import Launch

N, LARGE, A = 500, 1 << 18, np.float32(1.7)

x, y = np.random.default_rng(30).normal(0, 3, (2, N)).astype(np.float16)
x[:4], y[:4] = [np.inf, 65504, 6e-8, -0.0], [1, 60000, 3e-6, 0]  # infinity, overflow, subnormals, zero
with np.errstate(over="ignore"):
    out = (float(A) * x.astype(np.float64) + y.astype(np.float64)).astype(np.float32).astype(np.float16)

launch = Launch("half_axpy", [4, 1, 1], [128, 1, 1])
launch.buffer("y", init=y.view(np.uint16), expect=out.view(np.uint16))
launch.buffer("x", init=x.view(np.uint16))
launch.scalar("i32", N)
launch.scalar("f32", A)
launch.write()

large = Launch("half_axpy", [LARGE // 256, 1, 1], [256, 1, 1], note="two halves per generated word", file="large.toml")
large.buffer("y", dtype="u32", count=LARGE // 2, generate="uniform_u32", seed=0)
large.buffer("x", dtype="u32", count=LARGE // 2, generate="uniform_u32", seed=1)
large.scalar("i32", LARGE)
large.scalar("f32", A)
large.write()
