import numpy as np
from launch import Launch

QUERIES, POINTS, NEAREST, THREADS, LIMIT = 150, 90, 6, 64, 0.15
LARGE_QUERIES, LARGE_POINTS = 8000, 200
random = np.random.default_rng(11)
# Multiples of 1/64, so that distances are exact, and many of them equal.
queries, points = (random.integers(-64, 64, (n, 2)) for n in (QUERIES, POINTS))
squared = ((queries[:, None] - points) ** 2).sum(-1)
indices = np.argsort(squared, axis=1, kind="stable")[:, :NEAREST]
distances = np.take_along_axis(squared, indices, axis=1) / 64.0 ** 2
far = distances >= np.float32(LIMIT)
distances[far], indices[far] = LIMIT, -1


def write(file, query_count, point_count, outs, coordinates):
    launch = Launch("local_array", [(query_count + THREADS - 1) // THREADS, 1, 1], [THREADS, 1, 1], file=file)
    for name, buffer in zip(["distances_out", "indices_out", "queries", "points"], [*outs, *coordinates]):
        launch.buffer(name, **buffer)
    launch.scalar("i32", query_count)
    launch.scalar("i32", point_count)
    launch.scalar("f32", np.float32(LIMIT))
    launch.write()


write("case.toml", QUERIES, POINTS,
      [{"expect": distances.T.astype(np.float32)}, {"expect": indices.T.astype(np.int32)}],
      [{"init": (queries / 64).astype(np.float32)}, {"init": (points / 64).astype(np.float32)}])
write("large.toml", LARGE_QUERIES, LARGE_POINTS,
      [{"dtype": dtype, "count": NEAREST * LARGE_QUERIES} for dtype in ("f32", "i32")],
      [{"dtype": "f32", "count": 2 * n, "generate": "uniform_f32", "seed": n, "low": -1.0, "high": 1.0}
       for n in (LARGE_QUERIES, LARGE_POINTS)])
