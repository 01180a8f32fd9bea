import numpy as np
from launch import Launch

M, N, K = 37, 45, 29
LARGE_M, LARGE_N, LARGE_K = 250, 300, 150
random = np.random.default_rng(2)
a = random.uniform(-1, 1, (M, K)).astype(np.float32)
b = random.uniform(-1, 1, (K, N)).astype(np.float32)
c = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)


def grid(m, n):
    return [-(-n // 16), -(-m // 16), 1]


launch = Launch("matrix_multiply_naive", grid(M, N), [16, 16, 1])
launch.buffer("c", expect=c, rtol=1e-6, atol=2e-6)
launch.buffer("a", init=a)
launch.buffer("b", init=b)
for value in (M, N, K):
    launch.scalar("i32", value)
launch.write()

large = Launch("matrix_multiply_naive", grid(LARGE_M, LARGE_N), [16, 16, 1], file="large.toml")
large.buffer("c", dtype="f32", count=LARGE_M * LARGE_N)
for seed, (name, count) in enumerate([("a", LARGE_M * LARGE_K), ("b", LARGE_K * LARGE_N)]):
    large.buffer(name, dtype="f32", count=count, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
for value in (LARGE_M, LARGE_N, LARGE_K):
    large.scalar("i32", value)
large.write()
