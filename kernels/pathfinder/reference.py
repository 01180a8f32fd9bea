import numpy as np
from launch import Launch

BLOCK = 128
COLUMNS, ROWS = 450, 20
LARGE_COLUMNS, LARGE_ROWS = 60000, 20


def describe(launch, columns, rows):
    launch.scalar("i32", columns)
    launch.scalar("i32", rows)


def grid(columns, rows):
    return [-(-columns // (BLOCK - 2 * rows)), 1, 1]


random = np.random.default_rng(6)
start = random.integers(-50, 50, COLUMNS, dtype=np.int32)
costs = random.integers(-50, 50, (ROWS, COLUMNS), dtype=np.int32)
out = start.astype(np.int64)
for row in costs:
    edged = np.pad(out, 1, mode="edge")
    out = row + np.minimum.reduce([edged[:-2], edged[1:-1], edged[2:]])

launch = Launch("pathfinder", grid(COLUMNS, ROWS), [BLOCK, 1, 1])
launch.buffer("out", expect=out.astype(np.int32))
launch.buffer("start", init=start)
launch.buffer("costs", init=costs)
describe(launch, COLUMNS, ROWS)
launch.write()

large = Launch("pathfinder", grid(LARGE_COLUMNS, LARGE_ROWS), [BLOCK, 1, 1], file="large.toml")
large.buffer("out", dtype="i32", count=LARGE_COLUMNS)
large.buffer("start", dtype="i32", count=LARGE_COLUMNS, generate="uniform_i32", seed=0, low=-50, high=50)
large.buffer("costs", dtype="i32", count=LARGE_ROWS * LARGE_COLUMNS, generate="uniform_i32", seed=1, low=-50, high=50)
describe(large, LARGE_COLUMNS, LARGE_ROWS)
large.write()
