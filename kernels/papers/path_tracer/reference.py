import numpy as np
from launch import Launch

WIDTH, HEIGHT, BLOCK, MOST, PATHS, BOUNCES = 30, 27, [16, 16, 1], 16, 2, 3
EYE, SKY = np.array([0, 0.5, -6], np.float32), np.array([0.5, 0.7, 1], np.float32)
random = np.random.default_rng(23)
COUNT = 7
spheres = np.zeros((MOST, 8), np.float32)
# The ground, and spheres over it.
spheres[:COUNT, :3] = [[0, -11, 0], [-2, 0, 0], [0, 0.2, 1], [2.1, 0, 0.5], [-1, -0.6, -1.5], [1, -0.5, -1.6],
                       [0.1, 2.5, 0.2]]
spheres[:COUNT, 3] = np.array([10, 1, 1.2, 1, 0.4, 0.5, 0.6]) ** 2
spheres[:COUNT, 4:7] = random.uniform(0.3, 0.9, (COUNT, 3))
spheres[COUNT - 1, 7] = 4

# One pixel after the other. Least distance of what is decided from its limit.
margin = 1.0


def decided(value, limit):
    global margin
    margin = min(margin, abs(value - limit))
    return value > limit


class Random:
    def __init__(self, pixel):
        self.state = (pixel * 747796405 + 2891336453) % 2**32

    def __call__(self):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 8) / 2.0**24


def nearest(origin, direction):
    found = []
    for i, (*centre, square) in enumerate(spheres[:COUNT, :4].astype(np.float64)):
        to = np.array(centre) - origin
        inside = (to @ direction) ** 2 + square - to @ to
        if decided(inside, 0):
            t = to @ direction - np.sqrt(inside)
            found += [(t, i)] if decided(t, 0.01) else []
    found.sort()
    if len(found) > 1:
        decided(found[1][0], found[0][0])
    return found[0] if found else (None, None)


def traced(origin, direction, random):
    light, left, hits = np.zeros(3), np.ones(3), 0
    for _ in range(BOUNCES):
        t, hit = nearest(origin, direction)
        if hit is None:
            high = 0.5 + 0.5 * direction[1]
            return light + left * (1 + high * (SKY.astype(np.float64) - 1)), hits
        hits += 1
        sphere = spheres[hit].astype(np.float64)
        origin = origin + t * direction
        light = light + left * sphere[7]
        left = left * sphere[4:7]
        up, angle = 1 - 2 * random(), 2 * np.pi * random()
        ring = np.sqrt(1 - up * up)
        direction = (origin - sphere[:3]) / np.sqrt(sphere[3]) + [ring * np.cos(angle), ring * np.sin(angle), up]
        direction = direction / np.linalg.norm(direction)
    return light, hits


image = np.zeros((HEIGHT, WIDTH, 4))
for py, px in np.ndindex(HEIGHT, WIDTH):
    number = Random(py * WIDTH + px)
    for _ in range(PATHS):
        direction = np.array([(2 * (px + number()) - WIDTH) / HEIGHT, 1 - 2 * (py + number()) / HEIGHT, 2])
        light, hits = traced(EYE.astype(np.float64), direction / np.linalg.norm(direction), number)
        image[py, px] += [*light, hits]
# No rounding decides what a path hits.
assert margin > 5e-5, margin
image = (image / PATHS).astype(np.float32)


def write(file, width, height, paths, bounces, **image):
    launch = Launch("path_tracer", [-(-width // BLOCK[0]), -(-height // BLOCK[1]), 1], BLOCK, file=file)
    launch.buffer("image", image_width=width, image_channels=4, **image)
    for value in width, height, COUNT, paths, bounces:
        launch.scalar("i32", value)
    for value in (*EYE, *SKY):
        launch.scalar("f32", value)
    launch.symbol("spheres", "const", spheres)
    launch.write()


write("case.toml", WIDTH, HEIGHT, PATHS, BOUNCES, expect=image, rtol=1e-4, atol=1e-4)
for file, side in ("angerd-2020.toml", 64), ("large.toml", 128):
    write(file, side, side, 2, 3, dtype="f32", count=4 * side * side)
