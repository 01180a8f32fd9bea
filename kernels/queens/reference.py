import numpy as np
from launch import Launch

N, LARGE = 7, 12


def count(n, chosen):
    """Ways to complete a board whose first rows have queens in these columns."""
    if any(c == d or abs(c - d) == j - i for j, d in enumerate(chosen) for i, c in enumerate(chosen[:j])):
        return 0
    return 1 if len(chosen) == n else sum(count(n, chosen + [c]) for c in range(n))


ways = np.array([count(N, [i % N, i // N % N, i // N**2]) for i in range(N**3)], np.uint32)
assert ways.sum() == 40

launch = Launch("queens", [-(-N**3 // 64), 1, 1], [64, 1, 1])
launch.buffer("ways", expect=ways)
launch.scalar("i32", N)
launch.write()

large = Launch("queens", [-(-LARGE**3 // 64), 1, 1], [64, 1, 1], file="large.toml")
large.buffer("ways", dtype="u32", count=LARGE**3)
large.scalar("i32", LARGE)
large.write()
