import numpy as np
from launch import Launch

COUNT, SEGMENT, LARGE = 700, 128, 1 << 17
random = np.random.default_rng(7)
# All keys differ, so that the order of the values is determined; half of them have the top bit.
keys = random.choice(1 << 32, COUNT, replace=False).astype(np.uint32)
values = np.arange(COUNT, dtype=np.uint32)
assert len(set(keys)) == COUNT

order = []
for first in range(0, COUNT, SEGMENT):
    segment = first + np.argsort(keys[first:first + SEGMENT])
    order.append(segment[::-1] if first // SEGMENT % 2 else segment)
order = np.concatenate(order)

launch = Launch("bitonic_sort", [(COUNT + SEGMENT - 1) // SEGMENT, 1, 1], [SEGMENT // 2, 1, 1])
launch.buffer("keys_out", expect=keys[order])
launch.buffer("values_out", expect=values[order])
launch.buffer("keys", init=keys)
launch.buffer("values", init=values)
launch.scalar("i32", COUNT)
launch.write()

large = Launch("bitonic_sort", [LARGE // SEGMENT, 1, 1], [SEGMENT // 2, 1, 1], file="large.toml")
for name in ["keys_out", "values_out"]:
    large.buffer(name, dtype="u32", count=LARGE)
large.buffer("keys", dtype="u32", count=LARGE, generate="uniform_u32", seed=1, low=0, high=0xffffffff)
large.buffer("values", dtype="u32", count=LARGE, generate="iota")
large.scalar("i32", LARGE)
large.write()
