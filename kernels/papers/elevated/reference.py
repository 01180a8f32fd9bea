import numpy as np
from launch import Launch

WIDTH, HEIGHT, BLOCK, STEPS, OCTAVES = 40, 28, [16, 16, 1], 6, 4
EYE, FOG, NEAR = np.array([3.3, 1.4, -2.1], np.float32), np.float32(0.05), float(np.float32(0.05))
SUN = np.array([0.48, 0.6, 0.64], np.float32)


def corner(x, z):
    n = x.astype(np.int64) * 374761393 + z.astype(np.int64) * 668265263 & 0xFFFFFFFF
    n = (n ^ n >> 13) * 1274126177 & 0xFFFFFFFF
    return (n >> 8) / 2.0**24


def ground(x, z):
    height = 0.0
    for octave in range(OCTAVES):
        i, j = np.floor(x), np.floor(z)
        u, v = x - i, z - j
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        near = corner(i, j) * (1 - u) + corner(i + 1, j) * u
        far = corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u
        height = height + 0.5 ** (octave + 1) * (near * (1 - v) + far * v)
        x, z = 2 * (0.8 * x - 0.6 * z), 2 * (0.6 * x + 0.8 * z)
    return height


py, px = np.mgrid[:HEIGHT, :WIDTH].astype(np.float64)
eye, fog, sun = EYE.astype(np.float64), float(FOG), SUN.astype(np.float64)
total = np.zeros((HEIGHT, WIDTH, 4))
for ray in range(4):
    direction = np.stack([(2 * px + (ray & 1) - WIDTH) / HEIGHT, -0.3 - (0.5 * py + 0.25 * (ray >> 1)) / HEIGHT,
                          np.full_like(px, 1.5)])
    dx, dy, dz = direction / np.linalg.norm(direction, axis=0)
    t = np.full_like(px, 0.1)
    for _ in range(STEPS):
        t = t + 0.4 * (eye[1] + dy * t - ground(eye[0] + dx * t, eye[2] + dz * t))
    x, z = eye[0] + dx * t, eye[2] + dz * t
    here = ground(x, z)
    slope = np.stack([here - ground(x + NEAR, z), np.full_like(x, NEAR), here - ground(x, z + NEAR)])
    lit = np.maximum(np.tensordot(sun, slope, 1) / np.linalg.norm(slope, axis=0), 0)
    snow, clear = np.clip(4 * here - 2, 0, 1), np.exp(-fog * t * t)
    sky = (1 - clear) * (0.7 - 0.3 * dy)
    shades = [(0.6, 0.3, 0.6), (0.65, 0.25, 0.75), (0.75, 0.2, 1)]
    total += np.dstack([*(clear * lit * (snow * a + b) + c * sky for a, b, c in shades), t])
image = (total / 4).astype(np.float32)


def write(file, width, height, **image):
    launch = Launch("elevated", [-(-width // BLOCK[0]), -(-height // BLOCK[1]), 1], BLOCK, file=file)
    launch.buffer("image", image_width=width, image_channels=4, **image)
    for value in width, height, STEPS:
        launch.scalar("i32", value)
    for value in (*EYE, *SUN, FOG):
        launch.scalar("f32", value)
    launch.write()


# A slope is a difference of heights over a short distance, so it has few exact digits.
write("case.toml", WIDTH, HEIGHT, expect=image, rtol=2e-5, atol=1e-5)
for file, side in ("angerd-2020.toml", 48), ("large.toml", 96):
    write(file, side, side, dtype="f32", count=4 * side * side)
