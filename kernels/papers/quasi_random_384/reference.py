import numpy as np
from launch import Launch

BLOCKS, POINTS, SEED, COUNT, DIMENSIONS, BITS = 6, 128, 5, 2500, 3, 24
random = np.random.default_rng(9)
# Number k of a dimension has bit BITS - 1 - k, and bits above it at random: any such numbers give all points once.
lowest = np.uint32(1) << np.arange(BITS - 1, -1, -1, dtype=np.uint32)
direction = lowest | random.integers(0, 1 << BITS, (DIMENSIONS, BITS)).astype(np.uint32) & ~(lowest - 1 | lowest)

# A point is a product of bit matrices modulo 2.
code = (SEED + np.arange(COUNT))[:, None] >> np.arange(BITS) & 1
columns = direction[:, :, None] >> np.arange(BITS, dtype=np.uint32) & 1
bits = np.einsum("nk,dkb->dnb", code, columns.astype(np.int64)) % 2
expect = ((bits << np.arange(BITS)).sum(-1) / 2.0 ** BITS).astype(np.float32)
assert all(len(set(dimension)) == COUNT for dimension in expect.tolist())



def write(file, blocks, count, out):
    launch = Launch("quasi_random_384", [blocks, 1, 1], [POINTS, DIMENSIONS, 1], file=file)
    launch.buffer("out", **out)
    launch.scalar("u32", SEED)
    launch.scalar("u32", count)
    launch.symbol("direction", "const", direction)
    launch.write()


write("case.toml", BLOCKS, COUNT, {"expect": expect})
for file, blocks in ("yu-2018.toml", 24), ("large.toml", 96):
    count = blocks * 4 * POINTS
    write(file, blocks, count, {"dtype": "f32", "count": DIMENSIONS * count})
