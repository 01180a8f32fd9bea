import numpy as np
from launch import Launch

N, BLOCK, THRESHOLD, LARGE = 600, 128, 40, 2048 * 128

random = np.random.default_rng(24)
values = random.integers(0, 100, N, dtype=np.int32)
values[128:192] = random.integers(0, THRESHOLD, 64)  # two warps without any
parts = [part[part >= THRESHOLD] for part in np.split(values, range(BLOCK, N, BLOCK))]
out = np.concatenate([np.pad(part, (0, BLOCK - part.size)) for part in parts])[:N]
kept = np.array([part.size for part in parts], np.uint32)

launch = Launch("compact", [len(parts), 1, 1], [BLOCK, 1, 1])
launch.buffer("out", fill=0, expect=out)
launch.buffer("kept", expect=kept)
launch.buffer("in", init=values)
launch.scalar("i32", N)
launch.scalar("i32", THRESHOLD)
launch.write()

large = Launch("compact", [LARGE // BLOCK, 1, 1], [BLOCK, 1, 1], file="large.toml")
large.buffer("out", dtype="i32", count=LARGE, fill=0)
large.buffer("kept", dtype="u32", count=LARGE // BLOCK)
large.buffer("in", dtype="i32", count=LARGE, generate="uniform_i32", seed=0, low=0, high=100)
large.scalar("i32", LARGE)
large.scalar("i32", THRESHOLD)
large.write()
