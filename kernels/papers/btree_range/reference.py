import numpy as np
from launch import Launch

ORDER, LEAVES, LAST, QUERIES, NONE = 512, 20, 40000, 24, 0x7FFFFFFF
random = np.random.default_rng(5)

# A root over leaves that are half full to full. After a node's keys is one more, greater than all; an inner
# node's first key stands for everything below.
sizes = random.integers(ORDER // 2, ORDER + 1, LEAVES)
stored = np.sort(random.choice(LAST, sizes.sum(), replace=False))
keys = np.full((1 + LEAVES, ORDER + 1), NONE, np.int32)
links = np.zeros((1 + LEAVES, ORDER + 1), np.int32)
for leaf, (start, size) in enumerate(zip(np.cumsum(sizes) - sizes, sizes)):
    keys[0, leaf], links[0, leaf] = stored[start], 1 + leaf
    keys[1 + leaf, :size], links[1 + leaf, :size] = stored[start:start + size], np.arange(start, start + size)
keys[0, 0] = -1

# Ranges between stored keys; of some the first or the last key is not stored.
ends = np.sort(random.choice(stored.size, (QUERIES, 2)), axis=1)
first, last = stored[ends[:, 0]], stored[ends[:, 1]]
starts, lengths = ends[:, 0].copy(), ends[:, 1] - ends[:, 0] + 1
missing = np.setdiff1d(np.arange(LAST), stored)
first[:2], starts[:2], lengths[:2] = missing[[0, 40]], -1, ends[:2, 1] + 2
last[2:4], lengths[2:4] = missing[[-1, -40]], -1



def write(file, queries, starts, lengths, first, last):
    launch = Launch("btree_range", [queries, 1, 1], [ORDER, 1, 1], file=file)
    launch.buffer("starts", fill=-1, **starts)
    launch.buffer("lengths", fill=-1, **lengths)
    launch.buffer("nodes", dtype="i32", count=2 * queries)
    launch.buffer("first", **first)
    launch.buffer("last", **last)
    launch.buffer("keys", init=keys)
    launch.buffer("links", init=links)
    launch.scalar("i32", 1)
    launch.write()


write("case.toml", QUERIES, {"expect": starts.astype(np.int32)}, {"expect": lengths.astype(np.int32)},
      {"init": first.astype(np.int32)}, {"init": last.astype(np.int32)})
for file, queries in ("yu-2018.toml", QUERIES), ("large.toml", 4 * QUERIES):
    size = {"dtype": "i32", "count": queries}
    write(file, queries, size, size, *({**size, "generate": "uniform_i32", "seed": seed, "low": 0, "high": LAST}
                                       for seed in (0, 1)))
