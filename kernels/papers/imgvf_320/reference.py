import numpy as np
from launch import Launch

WIDTH, HEIGHT, MOST, THRESHOLD = 83, 40, 3, 0.012
SIZES = np.array([[83, 40], [37, 29], [61, 33]], np.int32)
MOTION = np.float32(0.8), np.float32(-0.6)
INVERSE_EPSILON, VISCOSITY, PULL = np.float32(6.0), np.float32(0.1), np.float32(0.2)
random = np.random.default_rng(6)


def smooth(cell):
    """Shifted copies of the whole image, in float64."""
    vf, history = cell.astype(np.float64), []
    height, width = cell.shape
    while len(history) < MOST and (not history or history[-1] >= THRESHOLD):
        padded = np.pad(vf, 1, mode="edge")
        flow = np.zeros_like(vf)
        for dy, dx in np.ndindex(3, 3):
            difference = padded[dy:dy + height, dx:dx + width] - vf
            along = (dx - 1) * float(MOTION[0]) + (dy - 1) * float(MOTION[1])
            flow += difference / (1 + np.exp(-difference * along * float(INVERSE_EPSILON)))
        fresh = vf + float(VISCOSITY) * flow
        fresh -= float(PULL) * cell * (fresh - cell)
        history.append(np.abs(fresh - vf).mean())
        vf = fresh
    # No float32 rounding decides when to stop.
    assert all(abs(change - THRESHOLD) > 1e-4 for change in history), history
    return vf, len(history), history[-1]


cells = np.zeros((len(SIZES), WIDTH * HEIGHT), np.float32)
expect = np.full_like(cells, -1)
iterations, changes = np.zeros(len(SIZES), np.int32), np.zeros(len(SIZES), np.float32)
for i, (width, height) in enumerate(SIZES):
    y, x = np.mgrid[:height, :width]
    ring = np.exp(-((np.hypot(x - width / 2, y - height / 2) - 9) ** 2) / 8)
    noise = random.uniform(0, [0.5, 0.4, 0.01][i], ring.shape)
    cell = (ring * [1, 1, 0.15][i] + noise).astype(np.float32)
    vf, iterations[i], changes[i] = smooth(cell)
    cells[i, :cell.size], expect[i, :cell.size] = cell.reshape(-1), vf.reshape(-1)


def write(file, blocks, out, counts, changes, cells, sizes, most, threshold):
    launch = Launch("imgvf_320", [blocks, 1, 1], [320, 1, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("iterations", **counts)
    launch.buffer("changes", **changes)
    launch.buffer("cells", **cells)
    launch.buffer("sizes", **sizes)
    for value in (*MOTION, INVERSE_EPSILON, VISCOSITY, PULL):
        launch.scalar("f32", value)
    launch.scalar("i32", most)
    launch.scalar("f32", np.float32(threshold))
    launch.write()


write("case.toml", len(SIZES), {"fill": -1, "expect": expect, "rtol": 1e-6, "atol": 1e-6}, {"expect": iterations},
      {"expect": changes, "rtol": 1e-5}, {"init": cells}, {"init": SIZES}, MOST, THRESHOLD)
for file, blocks in ("angerd-2020.toml", 12), ("large.toml", 48):
    size = {"dtype": "f32", "count": blocks * WIDTH * HEIGHT}
    write(file, blocks, size, {"dtype": "i32", "count": blocks}, {"dtype": "f32", "count": blocks},
          {**size, "generate": "uniform_f32", "seed": 1, "low": 0.0, "high": 1.0},
          {"dtype": "i32", "count": 2 * blocks, "fill": 40}, 2, 0.0)
