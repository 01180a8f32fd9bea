import numpy as np
from launch import Launch

COUNT, LARGE, DIMENSIONS, BITS = 1500, 500_000, 8, 32
# Primitive polynomials' degrees and inner coefficients, and the first odd numbers (Joe and Kuo).
POLYNOMIALS = [(1, 0, [1]), (2, 1, [1, 3]), (3, 1, [1, 3, 1]), (3, 2, [1, 1, 1]), (4, 1, [1, 1, 3, 3]),
               (4, 4, [1, 3, 5, 13]), (5, 2, [1, 1, 5, 5, 17])]
numbers = [[1] * BITS]
for degree, inner, m in POLYNOMIALS:
    m = list(m)
    while len(m) < BITS:
        new = m[-degree] ^ m[-degree] << degree
        for i in range(1, degree):
            new ^= (inner >> (degree - 1 - i) & 1) * m[-i] << i
        m.append(new)
    numbers.append(m)
direction = np.array([[m[i] << (BITS - 1 - i) for i in range(BITS)] for m in numbers], np.uint32)

# A point is a product of bit matrices modulo 2.
points = np.arange(COUNT)
code = (points ^ points >> 1)[:, None] >> np.arange(BITS) & 1
columns = direction[:, :, None] >> np.arange(BITS, dtype=np.uint32) & 1
bits = np.einsum("nk,dkb->dnb", code, columns.astype(np.int64)) % 2
out = (bits << np.arange(BITS)).sum(-1) / 2.0 ** BITS
expect = (np.floor(out * 2 ** 24) / 2 ** 24).astype(np.float32)
for dimension in expect:
    assert np.array_equal(np.sort(np.floor(dimension[:1024] * 1024)), np.arange(1024))


def write(file, blocks, points, **out):
    launch = Launch("quasi_random", [blocks, DIMENSIONS, 1], [64, 1, 1], file=file)
    launch.buffer("out", **out)
    launch.scalar("u32", points)
    launch.symbol("direction", "const", direction)
    launch.write()


write("case.toml", 4, COUNT, expect=expect)
write("large.toml", 128, LARGE, dtype="f32", count=DIMENSIONS * LARGE)
