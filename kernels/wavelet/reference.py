import numpy as np
from launch import Launch

WIDTH, HEIGHT, LARGE = 149, 22, 1024
PAIRS, ROWS = 32, 4
random = np.random.default_rng(4)
image = random.integers(0, 256, (HEIGHT, WIDTH)).astype(np.uint8)

padded = np.pad(image.astype(np.int64), ((0, 0), (2, 3)), mode="reflect")
high = padded[:, 1:-1:2] - (padded[:, :-2:2] + padded[:, 2::2]) // 2
low = padded[:, 2:-2:2] + (high[:, :-1] + high[:, 1:] + 2) // 4
expect = np.concatenate([low[:, :(WIDTH + 1) // 2], high[:, 1:WIDTH // 2 + 1]], axis=1).astype(np.int16)


def write(file, width, height, **source):
    lows = (width + 1) // 2
    launch = Launch("wavelet", [(lows + PAIRS - 1) // PAIRS, (height + ROWS - 1) // ROWS, 1], [PAIRS, ROWS, 1],
                    file=file)
    launch.buffer("out", **({"expect": expect} if "init" in source else {"dtype": "i16", "count": width * height}))
    launch.buffer("image", **source)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    launch.write()


write("case.toml", WIDTH, HEIGHT, init=image)
write("large.toml", LARGE, LARGE, dtype="u8", count=LARGE * LARGE, fill=7)
