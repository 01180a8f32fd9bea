import numpy as np
from launch import Launch

# A block has 128 rows of 16 columns.
ROWS, COLUMNS, DEPTH = 256, 80, 48
ALPHA, BETA = np.float32(1.5), np.float32(-0.5)
random = np.random.default_rng(1)
# By columns: an array's rows are the matrix's columns.
a, b, c = (random.uniform(-1, 1, shape).astype(np.float32)
           for shape in [(DEPTH, ROWS), (DEPTH, COLUMNS), (COLUMNS, ROWS)])
expect = float(ALPHA) * b.T.astype(np.float64) @ a.astype(np.float64) + float(BETA) * c.astype(np.float64)



def write(file, rows, columns, depth, c, a, b):
    launch = Launch("sgemm_nt", [rows // 128, columns // 16, 1], [16, 8, 1], file=file)
    launch.buffer("c", **c)
    launch.buffer("a", **a)
    launch.buffer("b", **b)
    for value in rows, columns, depth:
        launch.scalar("i32", value)
    launch.scalar("f32", ALPHA)
    launch.scalar("f32", BETA)
    launch.write()


write("case.toml", ROWS, COLUMNS, DEPTH, {"init": c, "expect": expect.astype(np.float32), "rtol": 1e-5, "atol": 1e-5},
      {"init": a}, {"init": b})
for file, down, across in ("yu-2018.toml", 7, 8), ("large.toml", 14, 16):
    rows, columns, depth = 128 * down, 16 * across, 16
    write(file, rows, columns, depth,
          *({"dtype": "f32", "count": count, "generate": "uniform_f32", "seed": seed, "low": -1.0, "high": 1.0}
            for seed, count in enumerate([rows * columns, rows * depth, columns * depth])))
