import numpy as np
from launch import Launch

CELLS, LARGE, GAMMA = 300, 128 * 192, 1.4
FAR = np.array([1.4, 1.7, 0, 0, 4.0], np.float32)

random = np.random.default_rng(32)
density, speed = random.uniform(1, 2, CELLS), random.uniform(-0.5, 0.5, (3, CELLS))
energy = random.uniform(1, 2, CELLS) / (GAMMA - 1) + density * (speed**2).sum(axis=0) / 2
cells = np.r_[[density], density * speed, [energy]].astype(np.float32)
neighbours = random.integers(0, CELLS, (4, CELLS), dtype=np.int32)
kind = random.uniform(0, 1, (4, CELLS))
neighbours[kind < 0.1] = -1
neighbours[kind > 0.9] = -2
normals = random.uniform(-1, 1, (4, 3, CELLS)).astype(np.float32)


def state(q):
    """Velocity, pressure, and speed with that of sound."""
    u = q[1:4] / q[0]
    p = (GAMMA - 1) * (q[4] - q[0] * (u**2).sum(axis=0) / 2)
    return u, p, np.sqrt((u**2).sum(axis=0)) + np.sqrt(GAMMA * p / q[0])


def flux(q, n):
    u, p, _ = state(q)
    through = (u * n).sum(axis=0)
    return q * through + np.array([0 * p, p * n[0], p * n[1], p * n[2], p * through])


own, total = cells.astype(np.float64), 0
for other, n in zip(neighbours, normals.astype(np.float64)):
    q = np.where(other >= 0, own[:, other], FAR.astype(np.float64)[:, None])
    face = (flux(own, n) + flux(q, n)) / 2
    damping = 0.1 * np.sqrt((n**2).sum(axis=0)) * (state(own)[2] + state(q)[2])
    face += np.where(other >= 0, damping * (own - q), 0)
    wall = np.zeros_like(own)
    wall[1:4] = state(own)[1] * n
    total = total + np.where(other == -1, wall, face)


def write(file, count, block, buffers):
    launch = Launch("cfd_flux", [-(-count // block), 1, 1], [block, 1, 1], file=file)
    for name, source in buffers.items():
        launch.buffer(name, **source)
    launch.scalar("i32", count)
    for i in [0, 1, 4]:
        launch.scalar("f32", FAR[i])
    launch.write()


def generated(file, count):
    def uniform(seed, parts, low, high, dtype="f32"):
        return {"dtype": dtype, "count": parts * count, "generate": f"uniform_{dtype}", "seed": seed, "low": low,
                "high": high}

    write(file, count, 192,
          {"fluxes": {"dtype": "f32", "count": 5 * count}, "density": uniform(0, 1, 1.0, 2.0),
           "momentum": uniform(1, 3, -0.5, 0.5), "energy": uniform(2, 1, 3.0, 5.0),
           "neighbours": uniform(3, 4, -2, count, "i32"), "normals": uniform(4, 12, -1.0, 1.0)})


write("case.toml", CELLS, 64,
      {"fluxes": {"expect": total.astype(np.float32), "rtol": 1e-6, "atol": 2e-6}, "density": {"init": cells[0]},
       "momentum": {"init": cells[1:4]}, "energy": {"init": cells[4]}, "neighbours": {"init": neighbours},
       "normals": {"init": normals}})
generated("large.toml", LARGE)
generated("angerd-2020.toml", 12 * 192)
