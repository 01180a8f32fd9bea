import numpy as np
from launch import Launch

ORDER, LEAVES, LAST, QUERIES, LARGE = 64, 110, 20000, 90, 8192
random = np.random.default_rng(5)

leaf_sizes = random.integers(ORDER // 2, ORDER + 1, LEAVES)
stored = np.sort(random.choice(LAST, leaf_sizes.sum(), replace=False))
value = random.integers(0, 1 << 30, stored.size)

# Levels from the leaves up: of each node its keys and links. Leaves are half full to full, inner nodes full
# except for a level's last. Then the root becomes node 0.
levels = [list(zip(*(np.split(a, np.cumsum(leaf_sizes)[:-1]) for a in (stored, value))))]
while len(levels[-1]) > 1:
    below = levels[-1]
    lowest = np.array([keys[0] for keys, _ in below])
    cuts = range(ORDER, len(below), ORDER)
    levels.append(list(zip(np.split(lowest, cuts), np.split(np.arange(len(below)), cuts))))
levels.reverse()
start = np.cumsum([0] + [len(level) for level in levels])
keys = np.full((start[-1], ORDER), 0x7FFFFFFF, np.int32)
links = np.zeros((start[-1], ORDER), np.int32)
for depth, level in enumerate(levels):
    inner = depth + 1 < len(levels)
    for i, (node_keys, node_links) in enumerate(level):
        keys[start[depth] + i, :len(node_keys)] = node_keys
        links[start[depth] + i, :len(node_keys)] = node_links + (start[depth + 1] if inner else 0)

# Keys that are there, keys that mostly are not, keys beyond both ends, and one below a full node's last link.
border = [stored[0] - 1, stored[-1] + 1, stored[leaf_sizes[:ORDER].sum() - 1]]
wanted = np.concatenate([random.choice(stored, QUERIES // 2), random.integers(0, LAST, QUERIES // 2), border])
lookup = dict(zip(stored.tolist(), value.tolist()))
found = np.array([lookup.get(key, -1) for key in wanted.tolist()], np.int32)

for file, queries in ("case.toml", wanted.size), ("large.toml", LARGE):
    launch = Launch("btree_search", [queries, 1, 1], [ORDER, 1, 1], file=file)
    if file == "case.toml":
        launch.buffer("found", expect=found, fill=-1)
        launch.buffer("wanted", init=wanted.astype(np.int32))
    else:
        launch.buffer("found", dtype="i32", count=queries, fill=-1)
        launch.buffer("wanted", dtype="i32", count=queries, generate="uniform_i32", seed=0, low=0, high=LAST)
    launch.buffer("keys", init=keys)
    launch.buffer("links", init=links)
    launch.scalar("i32", len(levels) - 1)
    launch.write()
