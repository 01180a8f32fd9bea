import numpy as np
from launch import Launch


def launch(file, maps, width, height, out_maps, window, stride, block, border=0, data=None):
    """Of maps that are width by height without their border."""
    wide, high = width + 2 * border, height + 2 * border
    across, down = (wide - window) // stride + 1, (high - window) // stride + 1
    grid = [-(-across // block[0]), -(-down // block[1]), out_maps]
    launch = Launch("conv_layer", grid, [*block, 1], file=file)
    counts = [("in", maps * wide * high), ("weights", out_maps * maps * window * window), ("bias", out_maps)]
    if data is None:
        launch.buffer("out", dtype="f32", count=out_maps * across * down)
        for seed, (name, count) in enumerate(counts):
            launch.buffer(name, dtype="f32", count=count, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
    else:
        inputs, weights, bias, out = data
        launch.buffer("out", expect=out, rtol=1e-5, atol=1e-5)
        for (name, _), values in zip(counts, (inputs, weights, bias)):
            launch.buffer(name, init=values)
    for value in maps, wide, high, across, down, window, stride:
        launch.scalar("i32", value)
    launch.write()


MAPS, OUT_MAPS, WIDTH, HEIGHT, WINDOW = 2, 3, 32, 10, 3
random = np.random.default_rng(11)
inputs = np.pad(random.uniform(-1, 1, (MAPS, HEIGHT, WIDTH)), ((0, 0), (1, 1), (1, 1))).astype(np.float32)
weights = random.uniform(-1, 1, (OUT_MAPS, MAPS, WINDOW, WINDOW)).astype(np.float32)
bias = random.uniform(-1, 1, OUT_MAPS).astype(np.float32)
windows = np.lib.stride_tricks.sliding_window_view(inputs.astype(np.float64), (WINDOW, WINDOW), axis=(1, 2))
out = np.einsum("cyxij,ocij->oyx", windows, weights.astype(np.float64)) + bias[:, None, None]
out = np.maximum(out, 0).astype(np.float32)
launch("case.toml", MAPS, WIDTH, HEIGHT, OUT_MAPS, WINDOW, 1, [32, 5], border=1, data=(inputs, weights, bias, out))

launch("large.toml", 3, 224, 112, 2, 11, 4, [55, 11])

# The shapes of layers, with few of their maps: rows of a map are rows of a block.
launch("cifarnet-1.toml", 3, 32, 32, 4, 5, 1, [32, 16], border=2)
launch("cifarnet-2.toml", 8, 16, 16, 8, 5, 1, [16, 16], border=2)
launch("cifarnet-3.toml", 8, 8, 8, 16, 5, 1, [8, 8], border=2)
launch("alexnet-1.toml", 3, 227, 227, 1, 11, 4, [55, 11])
launch("alexnet-2.toml", 8, 27, 27, 2, 5, 1, [27, 27], border=2)
launch("alexnet-3.toml", 32, 13, 13, 5, 3, 1, [13, 13], border=1)
