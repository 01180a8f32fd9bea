import numpy as np
from launch import Launch

RADIUS, ROWS, WIDTH, HEIGHT, BLOCK = 8, 3, 150, 80, [16, 12, 1]
random = np.random.default_rng(8)
taps = random.uniform(-1, 1, 2 * RADIUS + 1).astype(np.float32)
image = random.uniform(-1, 1, (HEIGHT, WIDTH)).astype(np.float32)
padded = np.pad(image.astype(np.float64), ((0, 0), (RADIUS, RADIUS)), mode="edge")
rows = [np.convolve(row, taps.astype(np.float64), mode="valid") for row in padded]

launch = Launch("convolution_rows", [-(-WIDTH // BLOCK[0]), -(-HEIGHT // (ROWS * BLOCK[1])), 1], BLOCK)
launch.buffer("out", expect=np.array(rows, np.float32), rtol=1e-6, atol=1e-6)
launch.texture("image", WIDTH, HEIGHT, init=image)
launch.scalar("i32", WIDTH)
launch.scalar("i32", HEIGHT)
launch.symbol("filter", "const", taps)
launch.write()
