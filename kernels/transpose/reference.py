import numpy as np
from launch import Launch

TILE, ROWS = 32, 8
WIDTH, HEIGHT = 135, 107
LARGE_WIDTH, LARGE_HEIGHT = 1500, 1300


def describe(launch, width, height):
    launch.scalar("i32", width)
    launch.scalar("i32", height)


def grid(width, height):
    return [-(-width // TILE), -(-height // TILE), 1]


values = np.random.default_rng(10).uniform(-1, 1, (HEIGHT, WIDTH)).astype(np.float32)

launch = Launch("transpose", grid(WIDTH, HEIGHT), [TILE, ROWS, 1])
launch.buffer("out", expect=values.T)
launch.buffer("in", init=values)
describe(launch, WIDTH, HEIGHT)
launch.write()

large = Launch("transpose", grid(LARGE_WIDTH, LARGE_HEIGHT), [TILE, ROWS, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE_WIDTH * LARGE_HEIGHT)
large.buffer("in", dtype="f32", count=LARGE_WIDTH * LARGE_HEIGHT, generate="uniform_f32", seed=0, low=-1.0, high=1.0)
describe(large, LARGE_WIDTH, LARGE_HEIGHT)
large.write()
