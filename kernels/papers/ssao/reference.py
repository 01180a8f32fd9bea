import numpy as np
from launch import Launch

WIDTH, HEIGHT, BLOCK, SAMPLES = 60, 28, [16, 16, 1], 16
FOCUS, RADIUS, SHARPNESS = np.float32(40), np.float32(0.8), np.float32(2.5)
random = np.random.default_rng(21)
y, x = np.mgrid[:HEIGHT, :WIDTH]
# A wavy wall with boxes before it.
depth = 6 + np.sin(x / 7) * np.cos(y / 5)
depth[((x // 9) + (y // 7)) % 3 == 0] -= 1.5
depth = depth.astype(np.float32)
normals = np.dstack([random.normal(0, 0.3, (HEIGHT, WIDTH, 2)), -np.ones((HEIGHT, WIDTH)), np.zeros((HEIGHT, WIDTH))])
normals = (normals / np.linalg.norm(normals, axis=-1, keepdims=True)).astype(np.float32)
offset = random.normal(0, 1, (SAMPLES, 4))
offset *= random.uniform(0.1, 1, (SAMPLES, 1)) / np.linalg.norm(offset[:, :3], axis=-1, keepdims=True)
offset = offset.astype(np.float32)

own, scale = depth.astype(np.float64), float(FOCUS) * float(RADIUS) / depth.astype(np.float64)
covered, direction, margin = np.zeros(own.shape), np.zeros((HEIGHT, WIDTH, 3)), 1.0
for to in offset[:, :3].astype(np.float64):
    above = normals[..., :3].astype(np.float64) @ to
    to = to + np.maximum(-2 * above, 0)[..., None] * normals[..., :3]
    at = np.stack([x, y], axis=-1) + 0.5 + to[..., :2] * scale[..., None]
    inside = (at > 1e-3).all(-1)
    margin = min(margin, np.abs(at - np.rint(at))[inside].min())
    column, row = np.trunc(np.moveaxis(at, -1, 0)).astype(int)
    there = own[np.clip(row, 0, HEIGHT - 1), np.clip(column, 0, WIDTH - 1)]
    behind = np.clip((own + to[..., 2] * float(RADIUS) - there) * float(SHARPNESS), 0, 1)
    near = np.clip(float(RADIUS) / (np.abs(own - there) + 1e-3), 0, 1)
    hidden = behind**2 * (3 - 2 * behind) * near
    covered += hidden
    direction += (1 - hidden)[..., None] * to
# No rounding decides which pixel a sample falls on.
assert margin > 1e-5, margin
light = np.dstack([direction, 1 - covered / SAMPLES]).astype(np.float32)


def write(file, width, height, light, depth, normals):
    launch = Launch("ssao", [-(-width // BLOCK[0]), -(-height // BLOCK[1]), 1], BLOCK, file=file)
    launch.buffer("light", image_width=width, image_channels=4, **light)
    launch.texture("depth", width, height, **depth)
    launch.buffer("normals", **normals)
    launch.scalar("i32", width)
    launch.scalar("i32", height)
    for value in FOCUS, RADIUS, SHARPNESS:
        launch.scalar("f32", value)
    launch.symbol("offset", "const", offset)
    launch.write()


write("case.toml", WIDTH, HEIGHT, {"expect": light, "rtol": 1e-5, "atol": 1e-5}, {"init": depth}, {"init": normals})
for file, width, height in ("angerd-2020.toml", 96, 64), ("large.toml", 192, 128):
    size = {"dtype": "f32", "count": 4 * width * height}
    write(file, width, height, size,
          {"dtype": "f32", "count": width * height, "generate": "uniform_f32", "seed": 0, "low": 5.0, "high": 7.0},
          {**size, "generate": "uniform_f32", "seed": 1, "low": -0.5, "high": 0.5})
