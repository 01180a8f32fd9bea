import numpy as np
from launch import Launch

TILE, MATCH, MISMATCH, GAP = 16, 5, -3, 4


def align(across, down):
    """The score matrix row by row: gaps along a row are a running maximum of what is free of them."""
    ramp = GAP * np.arange(len(across) + 1)
    score = np.zeros((len(down) + 1, len(across) + 1), np.int64)
    score[0] = -ramp
    for i, letter in enumerate(down):
        row = score[i + 1]
        row[0] = score[i, 0] - GAP
        row[1:] = np.maximum(score[i, :-1] + np.where(across == letter, MATCH, MISMATCH), score[i, 1:] - GAP)
        row[:] = np.maximum.accumulate(row + ramp) - ramp
    return score.astype(np.int32)


def parameters(launch, columns, rows, first, diagonal):
    for value in (columns, rows, first, diagonal, MATCH, MISMATCH, GAP):
        launch.scalar("i32", value)


COLUMNS, ROWS, PAIRS, DIAGONAL = 70, 55, 3, 5
random = np.random.default_rng(3)
across, down = (random.integers(0, 4, (PAIRS, n)).astype(np.uint8) for n in (COLUMNS, ROWS))
down[:, 5:45] = across[:, 20:60]
full = np.stack([align(*pair) for pair in zip(across, down)])
first = max(0, DIAGONAL - (COLUMNS - 1) // TILE)
last = min(DIAGONAL, (ROWS - 1) // TILE)
_, y, x = np.indices(full.shape)
tile_diagonal = (y - 1) // TILE + (x - 1) // TILE
edge = (x == 0) | (y == 0)
before = np.where(edge | (tile_diagonal < DIAGONAL), full, -1).astype(np.int32)
after = np.where(edge | (tile_diagonal <= DIAGONAL), full, -1).astype(np.int32)

launch = Launch("needleman_wunsch", [last - first + 1, PAIRS, 1], [TILE, 1, 1])
launch.buffer("score", init=before, expect=after)
launch.buffer("across", init=across)
launch.buffer("down", init=down)
parameters(launch, COLUMNS, ROWS, first, DIAGONAL)
launch.write()

LARGE, LARGE_PAIRS = 256, 128
tiles = LARGE // TILE
large = Launch("needleman_wunsch", [tiles, LARGE_PAIRS, 1], [TILE, 1, 1], file="large.toml")
large.buffer("score", dtype="i32", count=LARGE_PAIRS * (LARGE + 1) ** 2, fill=0)
for letter, name in enumerate(["across", "down"]):
    large.buffer(name, dtype="u8", count=LARGE_PAIRS * LARGE, fill=letter)
parameters(large, LARGE, LARGE, 0, tiles - 1)
large.write()
