import numpy as np
from launch import Launch

WINDOW, STRIDE, BORDER = 3, 2, 1


def pooled(size):
    return (size + 2 * BORDER - WINDOW) // STRIDE + 1


def launch(file, pictures, width, height, greatest=None, where=None, data=None):
    across, down = pooled(width), pooled(height)
    launch = Launch("max_pool", [-(-across // 16), -(-down // 8), pictures], [16, 8, 1], file=file)
    if data is not None:
        launch.buffer("greatest", expect=greatest)
        launch.buffer("where", expect=where)
        launch.buffer("pictures", init=data)
    else:
        launch.buffer("greatest", dtype="f32", count=pictures * across * down)
        launch.buffer("where", dtype="i32", count=pictures * across * down)
        launch.buffer("pictures", dtype="f32", count=pictures * width * height, generate="uniform_f32", seed=0)
    for value in width, height, across, down, WINDOW, STRIDE, BORDER:
        launch.scalar("i32", value)
    launch.write()


PICTURES, WIDTH, HEIGHT = 3, 63, 46
random = np.random.default_rng(9)
data = random.normal(0, 1, (PICTURES, HEIGHT, WIDTH)).astype(np.float32)
data = np.maximum(data, 0)  # As after a rectifier: equal values, of which the first counts.
wide = np.pad(data, ((0, 0), (BORDER, BORDER), (BORDER, BORDER)), constant_values=-np.inf)
windows = np.lib.stride_tricks.sliding_window_view(wide, (WINDOW, WINDOW), axis=(1, 2))[:, ::STRIDE, ::STRIDE]
flat = windows.reshape(*windows.shape[:3], -1)
row, column = np.divmod(flat.argmax(axis=-1), WINDOW)
row += np.arange(pooled(HEIGHT))[:, None] * STRIDE - BORDER
column += np.arange(pooled(WIDTH)) * STRIDE - BORDER
launch("case.toml", PICTURES, WIDTH, HEIGHT, flat.max(axis=-1), (row * WIDTH + column).astype(np.int32), data)
launch("large.toml", 16, 512, 256)
