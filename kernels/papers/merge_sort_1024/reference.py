import numpy as np
from launch import Launch

SEGMENTS, SEGMENT = 4, 1024
random = np.random.default_rng(13)
# Few different keys, so that their order among equals counts.
keys = random.integers(0, 400, (SEGMENTS, SEGMENT)).astype(np.uint32)
values = np.arange(keys.size, dtype=np.uint32).reshape(keys.shape)
pairs = np.stack([keys, values], axis=-1)
order = np.argsort(keys, axis=1, kind="stable")
expect = np.take_along_axis(pairs, order[..., None], axis=1)



def write(file, segments, expect, pairs):
    launch = Launch("merge_sort_1024", [segments, 1, 1], [SEGMENT // 2, 1, 1], file=file)
    launch.buffer("sorted", **expect)
    launch.buffer("pairs", **pairs)
    launch.write()


write("case.toml", SEGMENTS, {"expect": expect}, {"init": pairs})
for file, segments in ("yu-2018.toml", 16), ("large.toml", 64):
    size = {"dtype": "u32", "count": 2 * segments * SEGMENT}
    write(file, segments, size, {**size, "generate": "uniform_u32", "seed": 0})
