import numpy as np
from launch import Launch

WIDTH, HEIGHT, BLOCK, MOST, COUNT = 50, 28, [16, 16, 1], 32, 12
FOCUS, AMBIENT = np.float32(0.02), np.float32(0.1)
random = np.random.default_rng(22)
depth = random.uniform(4, 8, (HEIGHT, WIDTH)).astype(np.float32)
normals = np.dstack([random.normal(0, 0.5, (HEIGHT, WIDTH, 2)), -np.ones((HEIGHT, WIDTH))])
normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
normals = np.dstack([normals, random.uniform(5, 30, (HEIGHT, WIDTH))]).astype(np.float32)
colours, highlights = random.uniform(0, 1, (2, HEIGHT, WIDTH, 4)).astype(np.float32)
lights = random.uniform(0, 1, (MOST, 8)).astype(np.float32)
lights[:, :3] = random.uniform([-4, -3, 0], [4, 3, 10], (MOST, 3))
# One over the square of the radius.
lights[:, 3] = 1 / random.uniform(4, 10, MOST) ** 2

y, x = np.mgrid[:HEIGHT, :WIDTH]
z = depth.astype(np.float64)
position = np.stack([(x + 0.5 - WIDTH / 2) * float(FOCUS) * z, (y + 0.5 - HEIGHT / 2) * float(FOCUS) * z, z], axis=-1)
eye = -position / np.linalg.norm(position, axis=-1, keepdims=True)
normal, gloss = normals[..., :3].astype(np.float64), normals[..., 3].astype(np.float64)
diffuse, shine = np.full((HEIGHT, WIDTH, 3), float(AMBIENT)), np.zeros((HEIGHT, WIDTH, 3))
for light in lights[:COUNT].astype(np.float64):
    to = light[:3] - position
    square = (to**2).sum(-1)
    near = np.maximum(1 - square * light[3], 0)
    to /= np.sqrt(square)[..., None]
    cosine = (normal * to).sum(-1)
    facing = np.maximum(cosine, -colours[..., 3] * cosine) * near**2
    half = to + eye
    half = (normal * half).sum(-1) / np.linalg.norm(half, axis=-1)
    glossy = np.maximum(half, 1e-3) ** gloss * light[7] * facing
    diffuse += facing[..., None] * light[4:7]
    shine += glossy[..., None] * light[4:7]
image = np.dstack([colours[..., :3] * diffuse + highlights[..., :3] * shine, highlights[..., 3]]).astype(np.float32)


def write(file, width, height, image, depth, *surface):
    launch = Launch("deferred", [-(-width // BLOCK[0]), -(-height // BLOCK[1]), 1], BLOCK, file=file)
    launch.buffer("image", image_width=width, image_channels=4, **image)
    launch.buffer("depth", **depth)
    for name, buffer in zip(["normals", "colours", "highlights"], surface):
        launch.buffer(name, **buffer)
    for value in width, height, COUNT:
        launch.scalar("i32", value)
    launch.scalar("f32", FOCUS)
    launch.scalar("f32", AMBIENT)
    launch.symbol("lights", "const", lights)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": image, "rtol": 2e-5, "atol": 1e-6}, {"init": depth}, {"init": normals},
      {"init": colours}, {"init": highlights})
for file, side in ("angerd-2020.toml", 64), ("large.toml", 128):
    size = {"dtype": "f32", "count": 4 * side * side}
    write(file, side, side, size,
          {"dtype": "f32", "count": side * side, "generate": "uniform_f32", "seed": 0, "low": 4.0, "high": 8.0},
          *({**size, "generate": "uniform_f32", "seed": seed, "low": 0.1, "high": 1.0} for seed in (1, 2, 3)))
