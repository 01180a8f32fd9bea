import numpy as np
from launch import Launch

ROWS, COLUMNS, BLOCK = 50, 300, 128
LARGE_ROWS, LARGE_COLUMNS, LARGE_LENGTH = 2048, 1 << 14, 100

random = np.random.default_rng(22)
lengths = random.integers(0, 6, ROWS) ** 3  # 0 to 125
row = np.cumsum([0, *lengths]).astype(np.int32)
column = np.concatenate([np.sort(random.choice(COLUMNS, n, replace=False)) for n in lengths]).astype(np.int32)
value = random.uniform(-1, 1, column.size).astype(np.float32)
x = random.uniform(-1, 1, COLUMNS).astype(np.float32)
matrix = np.zeros((ROWS, COLUMNS))
matrix[np.repeat(np.arange(ROWS), lengths), column] = value
out = (matrix @ x.astype(np.float64)).astype(np.float32)


def write(file, rows, out, names, buffers):
    launch = Launch("spmv", [-(-rows * 32 // BLOCK), 1, 1], [BLOCK, 1, 1], file=file)
    launch.buffer("out", **out)
    for name, source in zip(names, buffers):
        launch.buffer(name, **source)
    launch.scalar("i32", rows)
    launch.write()


write("case.toml", ROWS, {"expect": out, "rtol": 5e-7, "atol": 1e-6}, ["row", "column", "value", "x"],
      [{"init": row}, {"init": column}, {"init": value}, {"init": x}])
count = LARGE_ROWS * LARGE_LENGTH
write("large.toml", LARGE_ROWS, {"dtype": "f32", "count": LARGE_ROWS}, ["large_row", "column", "value", "x"],
      [{"init": np.arange(0, count + 1, LARGE_LENGTH, dtype=np.int32)},
       {"dtype": "i32", "count": count, "generate": "uniform_i32", "seed": 0, "low": 0, "high": LARGE_COLUMNS},
       {"dtype": "f32", "count": count, "generate": "uniform_f32", "seed": 1, "low": -1.0, "high": 1.0},
       {"dtype": "f32", "count": LARGE_COLUMNS, "generate": "uniform_f32", "seed": 2, "low": -1.0, "high": 1.0}])
