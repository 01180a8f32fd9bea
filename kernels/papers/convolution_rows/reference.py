import numpy as np
from launch import Launch

RADIUS, ROWS, WIDTH, HEIGHT, BLOCK = 8, 3, 150, 80, [16, 12, 1]
random = np.random.default_rng(8)
taps = random.uniform(-1, 1, 2 * RADIUS + 1).astype(np.float32)
image = random.uniform(-1, 1, (HEIGHT, WIDTH)).astype(np.float32)
padded = np.pad(image.astype(np.float64), ((0, 0), (RADIUS, RADIUS)), mode="edge")
rows = [np.convolve(row, taps.astype(np.float64), mode="valid") for row in padded]



def write(file, width, height, out, image):
    launch = Launch("convolution_rows", [-(-width // BLOCK[0]), -(-height // (ROWS * BLOCK[1])), 1], BLOCK, file=file)
    launch.buffer("out", **out)
    launch.texture("image", width, height, **image)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    launch.symbol("filter", "const", taps)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": np.array(rows, np.float32), "rtol": 1e-6, "atol": 1e-6}, {"init": image})
for file, width, height in ("yu-2018.toml", 128, 288), ("large.toml", 256, 576):
    size = {"dtype": "f32", "count": width * height}
    write(file, width, height, size, {**size, "generate": "uniform_f32", "seed": 0, "low": -1.0, "high": 1.0})
