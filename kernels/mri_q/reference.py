import numpy as np
from launch import Launch

VOXELS, COUNT, MOST, LARGE, LARGE_COUNT = 300, 75, 512, 8192, 320
random = np.random.default_rng(6)
points = random.uniform(-2, 2, (MOST, 4)).astype(np.float32)
points[:, 3] = random.uniform(0, 1, MOST)
where = random.uniform(-1, 1, (VOXELS, 3)).astype(np.float32)

phase = 2 * np.pi * where.astype(np.float64) @ points[:COUNT, :3].T.astype(np.float64)
q = np.exp(1j * phase) @ points[:COUNT, 3].astype(np.float64)

launch = Launch("mri_q", [-(-VOXELS // 128), 1, 1], [128, 1, 1])
launch.buffer("real", expect=q.real.astype(np.float32), rtol=1e-6, atol=3e-5)
launch.buffer("imaginary", expect=q.imag.astype(np.float32), rtol=1e-6, atol=3e-5)
for name, column in zip("xyz", where.T):
    launch.buffer(name, init=column)
launch.scalar("i32", VOXELS)
launch.scalar("i32", COUNT)
launch.symbol("points", "const", points)
launch.write()

large = Launch("mri_q", [LARGE // 256, 1, 1], [256, 1, 1], file="large.toml")
for name in ["real", "imaginary"]:
    large.buffer(name, dtype="f32", count=LARGE)
for seed, name in enumerate("xyz"):
    large.buffer(name, dtype="f32", count=LARGE, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
large.scalar("i32", LARGE)
large.scalar("i32", LARGE_COUNT)
large.symbol("points", "const", points)
large.write()
