import numpy as np
from launch import Launch

THREADS, VOXELS, COUNT, MOST = 256, 4000, 40, 512
random = np.random.default_rng(6)
points = random.uniform(-2, 2, (MOST, 4)).astype(np.float32)
points[:, 3] = random.uniform(0, 1, MOST)
where = random.uniform(-1, 1, (VOXELS, 3)).astype(np.float32)

phase = 2 * np.pi * where.astype(np.float64) @ points[:COUNT, :3].T.astype(np.float64)
q = np.exp(1j * phase) @ points[:COUNT, 3].astype(np.float64)



def write(file, voxels, count, real, imaginary, *where):
    launch = Launch("mri_q_2", [-(-voxels // (2 * THREADS)), 1, 1], [THREADS, 1, 1], file=file)
    launch.buffer("real", **real)
    launch.buffer("imaginary", **imaginary)
    for name, column in zip("xyz", where):
        launch.buffer(name, **column)
    launch.scalar("i32", voxels)
    launch.scalar("i32", count)
    launch.symbol("points", "const", points)
    launch.write()


close = {"rtol": 1e-6, "atol": 3e-5}
write("case.toml", VOXELS, COUNT, {"expect": q.real.astype(np.float32), **close},
      {"expect": q.imag.astype(np.float32), **close}, *({"init": column} for column in where.T))
for file, ctas in ("yu-2018.toml", 48), ("large.toml", 192):
    size = {"dtype": "f32", "count": ctas * 2 * THREADS}
    write(file, size["count"], 10, size, size,
          *({**size, "generate": "uniform_f32", "seed": seed, "low": -1.0, "high": 1.0} for seed in range(3)))
