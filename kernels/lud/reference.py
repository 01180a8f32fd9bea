import numpy as np
from launch import Launch

WIDTH, MATRICES, SIZE = 55, 2, 32
LARGE, LARGE_MATRICES = 128, 128
random = np.random.default_rng(2)
matrices = random.uniform(-1, 1, (MATRICES, WIDTH, WIDTH)).astype(np.float32)
matrices += 8 * np.eye(WIDTH, dtype=np.float32)

# Crout's form by inner products: u[i, j] = a[i, j] - l[i, :i] u[:i, j], and the same for l's columns.
expect = matrices.astype(np.float64)
for matrix in expect:
    for first in range(0, WIDTH, SIZE):
        a = matrix[first:first + SIZE, first:first + SIZE].copy()
        n = len(a)
        lower, upper = np.eye(n), np.zeros((n, n))
        for i in range(n):
            upper[i, i:] = a[i, i:] - lower[i, :i] @ upper[:i, i:]
            lower[i + 1:, i] = (a[i + 1:, i] - lower[i + 1:, :i] @ upper[:i, i]) / upper[i, i]
        assert np.allclose(lower @ upper, a)
        matrix[first:first + SIZE, first:first + SIZE] = np.tril(lower, -1) + upper

launch = Launch("lud", [(WIDTH + SIZE - 1) // SIZE, MATRICES, 1], [SIZE, 1, 1])
launch.buffer("matrices", init=matrices, expect=expect.astype(np.float32), rtol=1e-5, atol=1e-6)
launch.scalar("i32", WIDTH)
launch.write()

large = Launch("lud", [LARGE // SIZE, LARGE_MATRICES, 1], [SIZE, 1, 1], file="large.toml")
large.buffer("matrices", dtype="f32", count=LARGE_MATRICES * LARGE * LARGE, generate="uniform_f32", seed=1,
             low=0.5, high=2.0)
large.scalar("i32", LARGE)
large.write()
