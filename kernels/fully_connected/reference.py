import numpy as np
from launch import Launch

BATCH, INPUTS, OUTPUTS, LARGE_BATCH, LARGE = 6, 147, 90, 24, 512
random = np.random.default_rng(10)
inputs = random.uniform(0, 1, (BATCH, INPUTS)).astype(np.float32)
weights = random.normal(0, INPUTS**-0.5, (INPUTS, OUTPUTS)).astype(np.float32)
bias = random.uniform(-0.2, 0.2, OUTPUTS).astype(np.float32)
out = np.maximum(inputs.astype(np.float64) @ weights.astype(np.float64) + bias, 0).astype(np.float32)

launch = Launch("fully_connected", [-(-OUTPUTS // 64), BATCH, 1], [64, 1, 1])
launch.buffer("out", expect=out, rtol=1e-6, atol=1e-6)
launch.buffer("in", init=inputs)
launch.buffer("weights", init=weights)
launch.buffer("bias", init=bias)
launch.scalar("i32", INPUTS)
launch.scalar("i32", OUTPUTS)
launch.write()

large = Launch("fully_connected", [LARGE // 64, LARGE_BATCH, 1], [64, 1, 1], file="large.toml")
large.buffer("out", dtype="f32", count=LARGE_BATCH * LARGE)
for seed, (name, count) in enumerate([("in", LARGE_BATCH * LARGE), ("weights", LARGE * LARGE), ("bias", LARGE)]):
    large.buffer(name, dtype="f32", count=count, generate="uniform_f32", seed=seed, low=-1.0, high=1.0)
large.scalar("i32", LARGE)
large.scalar("i32", LARGE)
large.write()
