import numpy as np
from launch import Launch

COUNT, LARGE, N = 150, 48 * 256, (1 << 61) - 31  # any odd number below 2^63 will do

random = np.random.default_rng(25)
base = random.integers(0, 1 << 64, COUNT, dtype=np.uint64)
exponent = random.integers(0, 1 << 32, COUNT, dtype=np.uint32) >> random.integers(0, 24, COUNT, dtype=np.uint32)
exponent[7] = 0
out = np.array([pow(int(b), int(e), N) for b, e in zip(base, exponent)], np.uint64)


def write(file, count, block, buffers, note=""):
    launch = Launch("modular_power", [-(-count // block), 1, 1], [block, 1, 1], note=note, file=file)
    for name, source in zip(["out", "base", "exponent"], buffers):
        launch.buffer(name, **source)
    launch.scalar("i32", count)
    for value in [N, -pow(N, -1, 1 << 64) % (1 << 64), (1 << 64) % N, (1 << 128) % N]:
        launch.scalar("u64", value)
    launch.write()


write("case.toml", COUNT, 64, [{"expect": out}, {"init": base}, {"init": exponent}])
write("large.toml", LARGE, 256,
      [{"dtype": "u64", "count": LARGE}, {"dtype": "u32", "count": 2 * LARGE, "generate": "uniform_u32", "seed": 0},
       {"dtype": "u32", "count": LARGE, "generate": "uniform_u32", "seed": 1}],
      note="base holds 64-bit numbers, generated as words")
