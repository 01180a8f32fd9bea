import numpy as np
from launch import Launch

# Fours of elements: in a list, in all. The last pair of lists is a list and a shorter one.
LENGTH, COUNT, THREADS = 7, 7 * 701 + 3, 256
random = np.random.default_rng(11)
# Few different values.
elements = (random.exponential(100, 4 * COUNT).round() / 4).astype(np.float32)


def lists(elements, length):
    return [np.sort(elements[at:at + 4 * length]) for at in range(0, elements.size, 4 * length)]


def write(file, count, length, out, source):
    launch = Launch("merge_pass", [-(-count // (2 * length * THREADS)), 1, 1], [THREADS, 1, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("in", **source)
    launch.scalar("i32", count)
    launch.scalar("i32", length)
    launch.write()


write("case.toml", COUNT, LENGTH, {"expect": np.concatenate(lists(elements, 2 * LENGTH))},
      {"init": np.concatenate(lists(elements, LENGTH))})
# Elements in any order: the same work without a sorted result.
for file, ctas in ("angerd-2020.toml", 18), ("large.toml", 72):
    lists_of_4 = ctas * 2 * 4 * THREADS
    many = {"dtype": "f32", "count": 4 * lists_of_4}
    write(file, lists_of_4, 4, many, {**many, "generate": "uniform_f32", "seed": 0, "low": 0.0, "high": 150.0})
