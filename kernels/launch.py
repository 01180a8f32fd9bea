"""Writes a launch (case.toml and its arrays) from what a kernel's reference.py computes."""

import numpy as np

DTYPES = {"uint8": "u8", "int8": "i8", "uint16": "u16", "int16": "i16", "uint32": "u32", "int32": "i32",
          "uint64": "u64", "int64": "i64", "float32": "f32", "float64": "f64"}


def number(value):
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(int(value))


class Launch:
    """One launch. Parameters and buffers come in the kernel's order."""

    def __init__(self, name, grid, block, dynamic_smem=0, note="", file="case.toml"):
        self.file = file
        self.lines = [f'name = "{name}"', 'suite = "regforge"', f'ptx = "{name}.ptx"', f'entry = "{name}"',
                      f"grid = {list(grid)}", f"block = {list(block)}", f"dynamic_smem = {dynamic_smem}"]
        if note:
            self.lines.append(f'note = "{note}"')
        self.params, self.buffers, self.index = [], [], 0

    def scalar(self, kind, value):
        """A parameter by value: i32, u32, i64, u64, u8, f32, f64."""
        text = [f'kind = "{kind}"', f"value = {number(value)}"]
        if kind == "f32":
            text.append(f'bits = "0x{np.float32(value).view(np.uint32):08x}"')
        self.param(text)

    def param(self, lines):
        self.params += ["", "[[param]]", f"index = {self.index}", *lines]
        self.index += 1

    def buffer(self, name, init=None, expect=None, fill=None, count=None, dtype=None, rtol=0.0, atol=0.0,
               generate=None, param=True, image_width=None, image_channels=None, **generator):
        """A pointer parameter and its buffer: from an array, filled, generated, or undefined."""
        if param:
            self.param(['kind = "ptr"', f'buffer = "{name}"', "offset = 0"])
        some = init if init is not None else expect
        dtype = dtype or DTYPES[some.dtype.name]
        count = count or some.size
        lines = ["", "[[buffer]]", f'name = "{name}"', f'dtype = "{dtype}"', f"count = {count}"]
        if init is not None:
            np.save(f"{name}.npy", np.ascontiguousarray(init).reshape(-1))
            lines.append(f'init = "{name}.npy"')
        if fill is not None:
            lines.append(f"fill = {number(fill)}")
        if generate:
            lines.append(f'generate = "{generate}"')
            lines += [f"{key} = {number(value)}" for key, value in generator.items()]
        if expect is not None:
            np.save(f"{name}.expect.npy", np.ascontiguousarray(expect).reshape(-1))
            lines += [f'expect = "{name}.expect.npy"', f"rtol = {rtol}", f"atol = {atol}"]
        if image_width:
            lines.append(f"image_width = {image_width}")
        if image_channels:
            lines.append(f"image_channels = {image_channels}")
        self.buffers += lines

    def texture(self, name, width, height, **buffer):
        """A texture object parameter, two-dimensional with one channel, and its buffer."""
        self.param(['kind = "texobj"', f'texobj = "{name}"'])
        self.buffers += ["", "[[texobj]]", f'name = "{name}"', f'buffer = "{name}"', 'geom = "2d"',
                         f"width = {width}", f"height = {height}", 'format = "f32"', "channels = 1",
                         'address = "clamp"', 'filter = "point"']
        self.buffer(name, param=False, **buffer)

    def symbol(self, name, space, init):
        """The value of a module variable in const or global memory."""
        np.save(f"{name}.npy", np.ascontiguousarray(init).reshape(-1))
        self.buffers += ["", "[[symbol]]", f'name = "{name}"', f'space = "{space}"',
                         f'dtype = "{DTYPES[init.dtype.name]}"', f"count = {init.size}", f'init = "{name}.npy"']

    def write(self):
        with open(self.file, "w") as out:
            out.write("\n".join([*self.lines, *self.params, *self.buffers]) + "\n")
