import numpy as np
from launch import Launch

WORDS, LARGE = 3500, 1 << 20
random = np.random.default_rng(3)
# Values around a mean: neighbours often fall into one bin, and the outer bins stay empty.
values = np.clip(random.normal(120, 20, 4 * WORDS), 0, 255).astype(np.uint8)
before = random.integers(0, 10, 256).astype(np.int32)
after = (before + np.bincount(values, minlength=256)).astype(np.int32)

launch = Launch("histogram", [6, 1, 1], [96, 1, 1])
launch.buffer("counts", init=before, expect=after)
launch.buffer("data", init=values.view("<u4"))
launch.scalar("i32", WORDS)
launch.write()



def generated(file, ctas, threads, words):
    launch = Launch("histogram", [ctas, 1, 1], [threads, 1, 1], file=file)
    launch.buffer("counts", dtype="i32", count=256, fill=0)
    launch.buffer("data", dtype="u32", count=words, generate="uniform_u32", seed=0)
    launch.scalar("i32", words)
    launch.write()


generated("large.toml", 64, 256, LARGE)
