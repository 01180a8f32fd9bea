import numpy as np
from launch import Launch

NX, NY, NZ = 37, 18, 20
LARGE_X, LARGE_Y, LARGE_Z = 160, 120, 90
CENTRE, SIDE = np.float32(0.4), np.float32(0.1)
BLOCK = [32, 4, 1]


def describe(launch, nx, ny, nz):
    for value in (nx, ny, nz):
        launch.scalar("i32", value)
    launch.scalar("f32", CENTRE)
    launch.scalar("f32", SIDE)


def grid(nx, ny, block=BLOCK):
    return [-(-nx // block[0]), -(-ny // block[1]), 1]


random = np.random.default_rng(4)
box = random.uniform(-1, 1, (NZ, NY, NX)).astype(np.float32)
wide = box.astype(np.float64)
neighbours = sum(np.roll(wide, shift, axis) for axis in range(3) for shift in (-1, 1))
out = wide.copy()
inner = (slice(1, -1),) * 3
out[inner] = float(CENTRE) * wide[inner] + float(SIDE) * neighbours[inner]

launch = Launch("stencil_3d", grid(NX, NY), BLOCK)
launch.buffer("out", expect=out.astype(np.float32), rtol=1e-6, atol=2e-7)
launch.buffer("in", init=box)
describe(launch, NX, NY, NZ)
launch.write()


def generated(file, nx, ny, nz, block):
    launch = Launch("stencil_3d", grid(nx, ny, block), block, file=file)
    launch.buffer("out", dtype="f32", count=nx * ny * nz)
    launch.buffer("in", dtype="f32", count=nx * ny * nz, generate="uniform_f32", seed=0, low=-1.0, high=1.0)
    describe(launch, nx, ny, nz)
    launch.write()


generated("large.toml", LARGE_X, LARGE_Y, LARGE_Z, BLOCK)
generated("yu-2018.toml", 96, 128, 12, [32, 16, 1])
