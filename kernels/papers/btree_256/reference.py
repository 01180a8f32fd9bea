import numpy as np
from launch import Launch

ORDER, WAYS, LEAVES, LAST, QUERIES, MANY = 256, 5, 30, 20000, 32, 200
random = np.random.default_rng(5)

# A root over leaves that are half full to full.
sizes = random.integers(ORDER // 2, ORDER + 1, LEAVES)
stored = np.sort(random.choice(LAST, sizes.sum(), replace=False))
value = random.integers(0, 1 << 30, stored.size)
keys = np.full((1 + LEAVES, ORDER), 0x7FFFFFFF, np.int32)
links = np.zeros((1 + LEAVES, ORDER), np.int32)
for leaf, (start, size) in enumerate(zip(np.cumsum(sizes) - sizes, sizes)):
    keys[0, leaf], links[0, leaf] = stored[start], 1 + leaf
    keys[1 + leaf, :size], links[1 + leaf, :size] = stored[start:start + size], value[start:start + size]

# Keys that are there, keys that mostly are not, and keys beyond both ends and at a leaf's end.
border = [stored[0] - 1, stored[-1] + 1, stored[sizes[0] - 1]]
wanted = np.concatenate([random.choice(stored, QUERIES // 2), random.integers(0, LAST, QUERIES // 2), border])
lookup = dict(zip(stored.tolist(), value.tolist()))
found = np.array([lookup.get(key, -1) for key in wanted.tolist()], np.int32)


def write(file, queries, found, wanted):
    launch = Launch("btree_256", [queries // WAYS, 1, 1], [ORDER, 1, 1], file=file)
    launch.buffer("found", fill=-1, **found)
    launch.buffer("wanted", **wanted)
    launch.buffer("keys", init=keys)
    launch.buffer("links", init=links)
    launch.scalar("i32", 1)
    launch.write()


assert wanted.size % WAYS == 0
write("case.toml", wanted.size, {"expect": found}, {"init": wanted.astype(np.int32)})
for file, many in ("liang-2016.toml", MANY), ("large.toml", 4 * MANY):
    write(file, many, {"dtype": "i32", "count": many},
          {"dtype": "i32", "count": many, "generate": "uniform_i32", "seed": 0, "low": 0, "high": LAST})
