import numpy as np
from launch import Launch

PARTS, BINS, THREADS, MANY_PARTS, MANY = 7, 6000, 512, 8, 1 << 13
random = np.random.default_rng(4)
partial = random.poisson(random.exponential(25, BINS), (PARTS, BINS)).astype(np.uint32)
total = partial.sum(axis=0)
assert (total > 255).any() and (total < 255).any()


def write(file, ctas, parts, bins, packed, partial):
    launch = Launch("histo_final", [ctas, 1, 1], [THREADS, 1, 1], file=file)
    launch.buffer("packed", **packed)
    launch.buffer("partial", **partial)
    launch.scalar("i32", parts)
    launch.scalar("i32", bins // 8)
    launch.write()


write("case.toml", 1, PARTS, BINS, {"expect": np.minimum(total, 255).astype(np.uint8)}, {"init": partial})
for file, ctas in ("liang-2016.toml", 9), ("large.toml", 36):
    many = ctas * MANY
    write(file, ctas, MANY_PARTS, many, {"dtype": "u8", "count": many},
          {"dtype": "u32", "count": MANY_PARTS * many, "generate": "uniform_u32", "seed": 0, "low": 0, "high": 50})
