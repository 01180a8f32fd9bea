import numpy as np
from launch import Launch

VERTICES, DENSITY, LARGE, EDGES = 600, 0.01, 1 << 20, 1 << 22
random = np.random.default_rng(2)

# The graph as a matrix; some vertices have many neighbours, some none.
wanted = DENSITY * random.choice([0.0, 0.5, 1.0, 4.0], VERTICES)
adjacent = random.uniform(size=(VERTICES, VERTICES)) < wanted[:, None]
degree = adjacent.sum(axis=1).astype(np.int32)
first = (np.cumsum(degree) - degree).astype(np.int32)
target = np.nonzero(adjacent)[1].astype(np.int32)

# Two steps have been made from some vertices: their neighbours are visited, and theirs the frontier.
root = random.uniform(size=VERTICES) < 0.01
one = adjacent[root].any(axis=0) & ~root
two = adjacent[one].any(axis=0) & ~one & ~root
visited = root | one | two
three = adjacent[two].any(axis=0) & ~visited
level = np.select([root, one, two], [0, 1, 2], -1).astype(np.int32)

launch = Launch("bfs", [-(-VERTICES // 128), 1, 1], [128, 1, 1])
launch.buffer("first", init=first)
launch.buffer("degree", init=degree)
launch.buffer("target", init=target)
launch.buffer("frontier", init=two.astype(np.uint8), expect=np.zeros(VERTICES, np.uint8))
launch.buffer("visited", init=visited.astype(np.uint8), expect=visited.astype(np.uint8))
launch.buffer("updating", expect=three.astype(np.uint8), fill=0)
launch.buffer("level", init=level, expect=np.where(three, 3, level).astype(np.int32))
launch.scalar("i32", VERTICES)
launch.write()

# Edge lists that overlap are lists all the same. Flags are generated four at once, one of which may be set.
large = Launch("bfs", [LARGE // 256, 1, 1], [256, 1, 1], file="large.toml")
large.buffer("first", dtype="i32", count=LARGE, generate="uniform_i32", seed=0, low=0, high=EDGES - 32)
large.buffer("degree", dtype="i32", count=LARGE, generate="uniform_i32", seed=1, low=0, high=32)
large.buffer("target", dtype="i32", count=EDGES, generate="uniform_i32", seed=2, low=0, high=LARGE)
for name in ["frontier", "visited"]:
    large.buffer(name, dtype="u32", count=LARGE // 4, generate="uniform_u32", seed=3, low=0, high=2)
large.buffer("updating", dtype="u8", count=LARGE, fill=0)
large.buffer("level", dtype="i32", count=LARGE, fill=0)
large.scalar("i32", LARGE)
large.write()
