import numpy as np
from launch import Launch

THREADS, VOXELS, COUNT, MOST = 256, 4000, 40, 512
random = np.random.default_rng(6)
points = random.uniform(-2, 2, (MOST, 4)).astype(np.float32)
points[:, 3] = random.uniform(0, 1, MOST)
where = random.uniform(-1, 1, (VOXELS, 3)).astype(np.float32)

phase = 2 * np.pi * where.astype(np.float64) @ points[:COUNT, :3].T.astype(np.float64)
q = np.exp(1j * phase) @ points[:COUNT, 3].astype(np.float64)

launch = Launch("mri_q_2", [-(-VOXELS // (2 * THREADS)), 1, 1], [THREADS, 1, 1])
launch.buffer("real", expect=q.real.astype(np.float32), rtol=1e-6, atol=3e-5)
launch.buffer("imaginary", expect=q.imag.astype(np.float32), rtol=1e-6, atol=3e-5)
for name, column in zip("xyz", where.T):
    launch.buffer(name, init=column)
launch.scalar("i32", VOXELS)
launch.scalar("i32", COUNT)
launch.symbol("points", "const", points)
launch.write()
