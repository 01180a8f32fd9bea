import numpy as np
from launch import Launch

COUNT, LARGE, THREADS = 290, 50_000, 64


def multiply(a, b):
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, of arrays."""
    a, b = np.broadcast_arrays(np.asarray(a, np.int64), np.asarray(b, np.int64))
    product = np.zeros_like(a)
    for bit in range(8):
        product ^= (b >> bit & 1) * (a << bit)
    for bit in range(14, 7, -1):
        product ^= (product >> bit & 1) * (0x11b << (bit - 8))
    return product


every = np.arange(256)
inverse = np.where(every > 0, (multiply(every[:, None], every) == 1).argmax(1), 0)
s_box = inverse ^ 0x63
for turn in range(1, 5):
    s_box ^= (inverse << turn | inverse >> (8 - turn)) & 0xff
MIX = np.array([np.roll([2, 3, 1, 1], i) for i in range(4)])


def expand(key):
    words, constant = [key[i:i + 4] for i in range(0, 16, 4)], 1
    while len(words) < 44:
        word = words[-1]
        if len(words) % 4 == 0:
            word = s_box[np.roll(word, -1)] ^ [constant, 0, 0, 0]
            constant = int(multiply(constant, 2))
        words.append(words[-4] ^ word)
    return np.array(words).reshape(11, 16)


def encrypt(blocks, key):
    """Bytes in, bytes out; state[..., column, row]."""
    keys = expand(key).reshape(11, 4, 4)
    state = blocks.reshape(-1, 4, 4) ^ keys[0]
    column, row = np.mgrid[:4, :4]
    for i in range(1, 11):
        state = s_box[state][:, (column + row) % 4, row]
        if i < 10:
            state = np.bitwise_xor.reduce(multiply(MIX, state[:, :, None, :]), axis=-1)
        state = state ^ keys[i]
    return state.reshape(blocks.shape)


def octets(text):
    return np.frombuffer(bytes.fromhex(text), np.uint8).astype(np.int64)


# FIPS 197, appendices B and C.1.
key = octets("2b7e151628aed2a6abf7158809cf4f3c")
VECTOR = octets("3243f6a8885a308d313198a2e0370734"), octets("3925841d02dc09fbdc118597196a0b32")
assert np.array_equal(encrypt(VECTOR[0][None], key)[0], VECTOR[1])
assert np.array_equal(encrypt(octets("00112233445566778899aabbccddeeff")[None],
                              octets("000102030405060708090a0b0c0d0e0f"))[0],
                      octets("69c4e0d86a7b0430d8cdb78070b4c55a"))

blocks = np.random.default_rng(10).integers(0, 256, (COUNT, 16))
blocks[0] = VECTOR[0]


def words(data):
    return np.ascontiguousarray(data.astype(np.uint8)).view("<u4")


def write(file, count, out, plain):
    launch = Launch("aes", [(count + THREADS - 1) // THREADS, 1, 1], [THREADS, 1, 1], file=file)
    launch.buffer("out", **out)
    launch.buffer("in", **plain)
    launch.scalar("i32", count)
    launch.symbol("round_key", "const", words(expand(key)))
    launch.symbol("s_box", "const", s_box.astype(np.uint8))
    launch.write()


write("case.toml", COUNT, {"expect": words(encrypt(blocks, key))}, {"init": words(blocks)})
write("large.toml", LARGE, {"dtype": "u32", "count": 4 * LARGE},
      {"dtype": "u32", "count": 4 * LARGE, "generate": "uniform_u32", "seed": 1, "low": 0, "high": 0xffffffff})
