import numpy as np
from launch import Launch

WORDS, THREADS, MANY = 5000, 768, 1 << 13
random = np.random.default_rng(3)
# Values around a mean: neighbours often fall into one bin, and the outer bins stay empty.
values = np.clip(random.normal(120, 20, 4 * WORDS), 0, 255).astype(np.uint8)
before = random.integers(0, 10, 256).astype(np.int32)
after = (before + np.bincount(values, minlength=256)).astype(np.int32)


def write(file, ctas, words, counts, data):
    launch = Launch("histo_main", [ctas, 1, 1], [THREADS, 1, 1], file=file)
    launch.buffer("counts", **counts)
    launch.buffer("data", **data)
    launch.scalar("i32", words // 2)
    launch.write()


write("case.toml", 2, WORDS, {"init": before, "expect": after}, {"init": values.view("<u4")})
for file, ctas in ("liang-2016.toml", 8), ("large.toml", 32):
    many = ctas * MANY
    write(file, ctas, many, {"dtype": "i32", "count": 256, "fill": 0},
          {"dtype": "u32", "count": many, "generate": "uniform_u32", "seed": 0})
