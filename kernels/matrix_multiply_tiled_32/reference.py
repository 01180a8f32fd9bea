import numpy as np
from launch import Launch

TILE, WIDTH = 32, 64
random = np.random.default_rng(13)
a = random.uniform(-1, 1, (WIDTH, WIDTH)).astype(np.float32)
b = random.uniform(-1, 1, (WIDTH, WIDTH)).astype(np.float32)
c = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)

launch = Launch("matrix_multiply_tiled_32", [WIDTH // TILE, WIDTH // TILE, 1], [TILE, TILE, 1])
launch.buffer("c", expect=c, rtol=1e-5, atol=1e-5)
launch.buffer("a", init=a)
launch.buffer("b", init=b)
launch.scalar("i32", WIDTH)
launch.write()

for file, width in ("large.toml", 256), ("jeon-2019.toml", 128):
    large = Launch("matrix_multiply_tiled_32", [width // TILE, width // TILE, 1], [TILE, TILE, 1], file=file)
    large.buffer("c", dtype="f32", count=width * width)
    for seed, name in enumerate("ab"):
        large.buffer(name, dtype="f32", count=width * width, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
    large.scalar("i32", width)
    large.write()
