import numpy as np
from launch import Launch

INNER = 15
WIDTH, HEIGHT = 52, 37
LARGE = 900
Q0, RATE = np.float32(0.08), np.float32(0.5)


def step(image, q0, rate):
    p = np.pad(image, 1, mode="edge")
    differences = [p[:-2, 1:-1] - image, p[2:, 1:-1] - image, p[1:-1, :-2] - image, p[1:-1, 2:] - image]
    gradient = sum(d * d for d in differences) / image**2
    laplacian = sum(differences) / image
    q = (gradient / 2 - laplacian**2 / 16) / (1 + laplacian / 4) ** 2
    c = np.clip(1 / (1 + (q - q0) / (q0 * (1 + q0))), 0, 1)
    padded = np.pad(c, 1, mode="edge")
    coefficients = [c, padded[2:, 1:-1], c, padded[1:-1, 2:]]
    return image + rate / 4 * sum(k * d for k, d in zip(coefficients, differences))


def describe(launch, width, height):
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    launch.scalar("f32", Q0)
    launch.scalar("f32", RATE)


random = np.random.default_rng(5)
image = random.uniform(0.5, 1.5, (HEIGHT, WIDTH)).astype(np.float32)
out = step(image.astype(np.float64), float(Q0), float(RATE)).astype(np.float32)

launch = Launch("srad", [-(-WIDTH // INNER), -(-HEIGHT // INNER), 1], [16, 16, 1])
launch.buffer("out", expect=out, rtol=3e-7)
launch.buffer("image", init=image)
describe(launch, WIDTH, HEIGHT)
launch.write()

large = Launch("srad", [LARGE // INNER, LARGE // INNER, 1], [16, 16, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE * LARGE)
large.buffer("image", dtype="f32", count=LARGE * LARGE, generate="uniform_f32", seed=0, low=0.5, high=1.5)
describe(large, LARGE, LARGE)
large.write()
