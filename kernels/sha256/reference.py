import hashlib

import numpy as np
from launch import Launch

N, LARGE = 70, 5120

random = np.random.default_rng(23)
messages = [b"", b"abc"] + [random.bytes(int(length)) for length in random.integers(0, 56, N - 2)]
chunks = b"".join(m + b"\x80" + bytes(55 - len(m)) + (8 * len(m)).to_bytes(8, "big") for m in messages)
digest = b"".join(hashlib.sha256(m).digest() for m in messages)

launch = Launch("sha256", [3, 1, 1], [32, 1, 1])
launch.buffer("digest", expect=np.frombuffer(digest, "<u4"))
launch.buffer("chunks", init=np.frombuffer(chunks, "<u4"))
launch.scalar("i32", N)
launch.write()

large = Launch("sha256", [LARGE // 128, 1, 1], [128, 1, 1], file="large.toml")
large.buffer("digest", dtype="u32", count=8 * LARGE)
large.buffer("chunks", dtype="u32", count=16 * LARGE, generate="uniform_u32", seed=0)
large.scalar("i32", LARGE)
large.write()
