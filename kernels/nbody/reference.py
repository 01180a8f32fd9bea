import numpy as np
from launch import Launch

N, LARGE, BLOCK = 128, 1024, 64

random = np.random.default_rng(26)
bodies = np.c_[random.uniform(-1, 1, (N, 3)), random.uniform(0.1, 1, N)].astype(np.float32)
place, mass = bodies[:, :3].astype(np.float64), bodies[:, 3].astype(np.float64)
distance = place - place[:, None]
pull = mass / ((distance**2).sum(axis=2) + np.float64(np.float32(0.01))) ** 1.5
acceleration = np.c_[np.einsum("ij,ijk->ik", pull, distance), np.zeros(N)].astype(np.float32)

# The pulls of many bodies cancel out: what is left may be small beside the terms.
launch = Launch("nbody", [N // BLOCK, 1, 1], [BLOCK, 1, 1])
launch.buffer("acceleration", expect=acceleration, rtol=1e-6, atol=1e-4)
launch.buffer("bodies", init=bodies)
launch.scalar("i32", N)
launch.write()

large = Launch("nbody", [LARGE // BLOCK, 1, 1], [BLOCK, 1, 1], file="large.toml")
large.buffer("acceleration", dtype="f32", count=4 * LARGE)
large.buffer("bodies", dtype="f32", count=4 * LARGE, generate="uniform_f32", seed=0, low=0.0, high=1.0)
large.scalar("i32", LARGE)
large.write()
