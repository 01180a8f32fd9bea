import numpy as np
from launch import Launch

M, N, K = 37, 45, 29
random = np.random.default_rng(2)
a = random.uniform(-1, 1, (M, K)).astype(np.float32)
b = random.uniform(-1, 1, (K, N)).astype(np.float32)
c = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)


def generated(file, m, n, k, block):
    launch = Launch("matrix_multiply_naive", [-(-n // block[0]), -(-m // block[1]), 1], [*block, 1], file=file)
    launch.buffer("c", dtype="f32", count=m * n)
    for seed, (name, count) in enumerate([("a", m * k), ("b", k * n)]):
        launch.buffer(name, dtype="f32", count=count, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
    for value in (m, n, k):
        launch.scalar("i32", value)
    launch.write()


launch = Launch("matrix_multiply_naive", [-(-N // 16), -(-M // 16), 1], [16, 16, 1])
launch.buffer("c", expect=c, rtol=1e-6, atol=2e-6)
launch.buffer("a", init=a)
launch.buffer("b", init=b)
for value in (M, N, K):
    launch.scalar("i32", value)
launch.write()

generated("large.toml", 250, 300, 150, [16, 16])
# A warp is a row of its block.
generated("jeon-2019.toml", 128, 128, 128, [32, 32])
