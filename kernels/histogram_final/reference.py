import numpy as np
from launch import Launch

PARTS, BINS, LARGE_PARTS, LARGE_BINS = 7, 1500, 8, 1 << 20
random = np.random.default_rng(4)
partial = random.poisson(random.exponential(25, BINS), (PARTS, BINS)).astype(np.uint32)
total = partial.sum(axis=0)
assert (total > 255).any() and (total < 255).any()

launch = Launch("histogram_final", [3, 1, 1], [96, 1, 1])
launch.buffer("packed", expect=np.minimum(total, 255).astype(np.uint8))
launch.buffer("partial", init=partial)
launch.scalar("i32", PARTS)
launch.scalar("i32", BINS // 4)
launch.write()



def generated(file, ctas, threads, bins):
    launch = Launch("histogram_final", [ctas, 1, 1], [threads, 1, 1], file=file)
    launch.buffer("packed", dtype="u8", count=bins)
    launch.buffer("partial", dtype="u32", count=LARGE_PARTS * bins, generate="uniform_u32",
                  seed=0, low=0, high=50)
    launch.scalar("i32", LARGE_PARTS)
    launch.scalar("i32", bins // 4)
    launch.write()


generated("large.toml", 256, 256, LARGE_BINS)
