import numpy as np
from launch import Launch

RADIUS, WIDTH, HEIGHT, LARGE = 8, 300, 15, 512
random = np.random.default_rng(8)
taps = random.uniform(-1, 1, 2 * RADIUS + 1).astype(np.float32)
image = random.uniform(-1, 1, (HEIGHT, WIDTH)).astype(np.float32)
rows = [np.convolve(row, taps.astype(np.float64), mode="same") for row in image.astype(np.float64)]

launch = Launch("convolution", [-(-WIDTH // 128), -(-HEIGHT // 2), 1], [64, 2, 1])
launch.buffer("out", expect=np.array(rows, np.float32), rtol=1e-6, atol=1e-6, image_width=WIDTH)
launch.buffer("in", init=image)
launch.scalar("i32", WIDTH)
launch.scalar("i32", HEIGHT)
launch.symbol("filter", "const", taps)
launch.write()

large = Launch("convolution", [LARGE // 128, LARGE // 2, 1], [64, 2, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE * LARGE)
large.buffer("in", dtype="f32", count=LARGE * LARGE, generate="uniform_f32", seed=0, low=-1.0, high=1.0)
large.scalar("i32", LARGE)
large.scalar("i32", LARGE)
large.symbol("filter", "const", taps)
large.write()
