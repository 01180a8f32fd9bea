import numpy as np
from launch import Launch

WINDOW, STRIDE = 3, 2


def pooled(size):
    """Windows that are cut off count."""
    return -(-(size - WINDOW) // STRIDE) + 1


def launch(file, maps, width, height, block, data=None, out=None):
    across, down = pooled(width), pooled(height)
    launch = Launch("pool_layer", [-(-across // block[0]), -(-down // block[1]), maps], [*block, 1], file=file)
    if data is None:
        launch.buffer("out", dtype="f32", count=maps * across * down)
        launch.buffer("in", dtype="f32", count=maps * width * height, generate="uniform_f32", seed=0)
    else:
        launch.buffer("out", expect=out)
        launch.buffer("in", init=data)
    for value in width, height, across, down:
        launch.scalar("i32", value)
    launch.write()


MAPS, WIDTH, HEIGHT = 3, 64, 19
random = np.random.default_rng(12)
data = random.normal(0, 1, (MAPS, HEIGHT, WIDTH)).astype(np.float32)
cut = [(0, 0)] + [(0, (pooled(size) - 1) * STRIDE + WINDOW - size) for size in (HEIGHT, WIDTH)]
wide = np.pad(data, cut, constant_values=-np.inf)
windows = np.lib.stride_tricks.sliding_window_view(wide, (WINDOW, WINDOW), axis=(1, 2))[:, ::STRIDE, ::STRIDE]
launch("case.toml", MAPS, WIDTH, HEIGHT, [32, 8], data, windows.max(axis=(3, 4)))

launch("large.toml", 8, 512, 256, [256, 4])

# The shapes of layers, of AlexNet with few of the maps: rows of a map are rows of a block.
launch("cifarnet-1.toml", 32, 32, 32, [16, 16])
launch("cifarnet-2.toml", 32, 16, 16, [8, 8])
launch("cifarnet-3.toml", 64, 8, 8, [4, 4])
launch("alexnet-1.toml", 24, 55, 55, [27, 27])
launch("alexnet-2.toml", 64, 27, 27, [13, 13])
launch("alexnet-5.toml", 64, 13, 13, [6, 6])
