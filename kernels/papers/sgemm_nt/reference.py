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

launch = Launch("sgemm_nt", [ROWS // 128, COLUMNS // 16, 1], [16, 8, 1])
launch.buffer("c", init=c, expect=expect.astype(np.float32), rtol=1e-5, atol=1e-5)
launch.buffer("a", init=a)
launch.buffer("b", init=b)
for value in ROWS, COLUMNS, DEPTH:
    launch.scalar("i32", value)
launch.scalar("f32", ALPHA)
launch.scalar("f32", BETA)
launch.write()
