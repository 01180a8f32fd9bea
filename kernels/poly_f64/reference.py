import numpy as np
from launch import Launch

COUNT, DEGREE, LARGE, LARGE_DEGREE = 1100, 9, 1 << 17, 24
random = np.random.default_rng(12)
x = random.uniform(-1, 1, COUNT) * random.choice([0.1, 1, 10, 1000], COUNT)
x[::100] = 0
coefficients = random.uniform(0.1, 1, DEGREE + 1)
coefficients[1::2] *= -0.1
powers = np.power.outer(x.astype(np.longdouble), np.arange(DEGREE + 1))
value = np.abs((powers * coefficients).sum(axis=1))
out = (np.sqrt(value) / (1 + np.abs(x))).astype(np.float64)

launch = Launch("poly_f64", [-(-COUNT // 192), 1, 1], [192, 1, 1])
launch.buffer("out", expect=out, rtol=4e-15, atol=0.0)
launch.buffer("in", init=x)
launch.buffer("coefficients", init=coefficients)
launch.scalar("i32", DEGREE)
launch.scalar("i32", COUNT)
launch.write()

large = Launch("poly_f64", [LARGE // 256, 1, 1], [256, 1, 1], file="large.toml")
large.buffer("out", dtype="f64", count=LARGE)
large.buffer("in", dtype="f64", count=LARGE, generate="uniform_f64", seed=0, low=-2.0, high=2.0)
large.buffer("coefficients", dtype="f64", count=LARGE_DEGREE + 1, generate="uniform_f64",
             seed=1, low=-1.0, high=1.0)
large.scalar("i32", LARGE_DEGREE)
large.scalar("i32", LARGE)
large.write()
