import numpy as np
from launch import Launch

THREADS, BLOCK, DISTANCE, WORDS = 1300, 256, 40, 5
BITS = 32 * WORDS


def stepped(state):
    x, y, z, w, v = (state[..., i] for i in range(WORDS))
    t = x ^ (x >> np.uint32(2))
    return np.stack([y, z, w, v, v ^ (v << np.uint32(4)) ^ t ^ (t << np.uint32(1))], axis=-1)


def bits(states):
    return (states[..., None] >> np.arange(32, dtype=np.uint32) & 1).reshape(-1, BITS).astype(np.int64)


def words(rows):
    return (rows.reshape(-1, WORDS, 32) << np.arange(32)).sum(-1).astype(np.uint32)


# Row n is what a state with bit n alone becomes.
matrix = bits(stepped(words(np.eye(BITS, dtype=np.int64))))
far = np.eye(BITS, dtype=np.int64)
for _ in range(DISTANCE):
    far = far @ matrix % 2
matrices = []
for _ in range((THREADS - 1).bit_length()):
    matrices.append(words(far))
    far = far @ far % 2

# Step by step.
state = seed = np.random.default_rng(17).integers(1, 1 << 32, WORDS).astype(np.uint32)
states = []
for _ in range(THREADS):
    states.append(state)
    for _ in range(DISTANCE):
        state = stepped(state)



def write(file, threads, states):
    launch = Launch("generator_init", [-(-threads // BLOCK), 1, 1], [BLOCK, 1, 1], file=file)
    launch.buffer("states", **states)
    launch.buffer("matrices", init=np.array(matrices))
    launch.buffer("seed", init=seed)
    launch.scalar("i32", threads)
    launch.write()


write("case.toml", THREADS, {"expect": np.array(states).T})
# Blocks of which each takes 100,000 cycles: a few, and as many as the matrices are for.
for file, ctas in ("yu-2018.toml", 6), ("large.toml", 8):
    write(file, ctas * BLOCK, {"dtype": "u32", "count": WORDS * ctas * BLOCK})
