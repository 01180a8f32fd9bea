//! A launch of a kernel: the typed contents of a `case.toml`.
//!
//! [`Launch::read`] reads the file and the arrays that it names, [`Launch::image`] lays out the
//! memory that the kernel starts with, and [`Buffer::compare`] compares the results. Nothing here
//! executes a kernel.
//!
//! In addition to the common keys of a launch, regforge has its own:
//!
//! - `registers`: 32-bit registers per thread, instead of the number that an analysis finds.
//! - `[profiles]`: named numbers of registers per thread.
//! - `image_width` of a buffer: pixels per row. The quality of such an image is its similarity to
//!   the exact one, not the largest deviation.
//! - `image_channels` of a buffer: elements per pixel, default 1.
//! - `generate` of a buffer, instead of `init` or `fill`: `"uniform_f32"`, `"uniform_f64"`,
//!   `"uniform_u32"` or `"uniform_i32"` with `seed` (default 0), `low` (included) and `high`
//!   (excluded), or `"iota"`, the index of each element. By default floats are from 0 to 1,
//!   integers from the entire range of their type.

mod compare;
mod contents;
mod element;
mod image;
mod npy;
mod quality;
mod read;

pub use compare::{Comparison, Mismatch, Worst};
pub use contents::{Contents, Generator};
pub use element::{Dtype, Element, ElementBytes};
pub use image::{AddressSize, BoundTexture, Image, Placed, TEXTURE_HANDLES};
pub use quality::Quality;

use crate::error::Place;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One launch of one kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Name of the launch.
    pub name: String,
    /// Origin of the kernel; may be empty.
    pub suite: String,
    /// Remark on the launch; may be empty.
    pub note: String,
    /// Path of the PTX file, relative to the working folder.
    pub ptx: PathBuf,
    /// Name of the kernel.
    pub entry: String,
    /// CTAs in the grid, x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA, x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory per CTA, in bytes.
    pub dynamic_shared: u64,
    /// Parameters in the kernel's order.
    pub params: Vec<Param>,
    /// Arrays in global memory, in order of their addresses.
    pub buffers: Vec<Buffer>,
    /// Module variables whose initial contents the launch replaces.
    pub symbols: Vec<Symbol>,
    /// Buffers that are read as textures.
    pub textures: Vec<Texture>,
    /// 32-bit registers per thread, if the launch sets them.
    pub registers: Option<usize>,
    /// Named numbers of 32-bit registers per thread, such as a paper's.
    pub profiles: BTreeMap<String, usize>,
    /// Place of `entry`, for messages.
    pub place: Place,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Value that the kernel receives.
    pub value: Value,
    /// Place of the parameter, for messages.
    pub place: Place,
}

/// Value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An address in a buffer.
    Pointer(Pointer),
    /// A number or a struct, little-endian, which may contain pointers.
    Bytes {
        /// The bytes, before the pointers are written.
        bytes: Vec<u8>,
        /// Pointers to write into the bytes.
        relocs: Vec<Reloc>,
    },
    /// The handle of a texture object, by its index in [`Launch::textures`].
    Texture(usize),
}

/// An address in a buffer, or just after its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Index in [`Launch::buffers`].
    pub buffer: usize,
    /// Bytes from the start of the buffer.
    pub offset: u64,
}

/// A pointer that is written into other bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Reloc {
    /// Position in the bytes that it is written into.
    pub at: u64,
    /// The address that is written.
    pub to: Pointer,
    /// Place of the pointer, for messages.
    pub place: Place,
}

/// An array in global memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Name of the buffer.
    pub name: String,
    /// Type of the elements.
    pub dtype: Dtype,
    /// Number of elements.
    pub count: usize,
    /// Initial contents. If pointers are written into them, they are never undefined: the other
    /// bytes are 0.
    pub contents: Contents,
    /// Pointers to write into the contents.
    pub relocs: Vec<Reloc>,
    /// Expected contents after the run; `None` if the buffer is not compared.
    pub expect: Option<Expect>,
    /// Pixels, if the buffer is an image; its quality is then a similarity.
    pub pixels: Option<Pixels>,
    /// Place of the buffer, for messages.
    pub place: Place,
}

/// Layout of an image in a buffer, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels per row.
    pub width: usize,
    /// Elements per pixel, adjacent.
    pub channels: usize,
}

impl Buffer {
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.count * self.dtype.bytes()
    }
}

/// Expected contents of a buffer after the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// Bytes of all elements.
    pub data: Vec<u8>,
    /// Relative tolerance, a fraction of `|want|`.
    pub rtol: f64,
    /// Absolute tolerance.
    pub atol: f64,
    /// Elements that are not compared.
    pub ignore: Option<Ignore>,
}

/// Elements `i` with `from <= i % period < to` are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignore {
    /// Elements after which the pattern repeats.
    pub period: u64,
    /// First ignored element of a period.
    pub from: u64,
    /// First element after the ignored ones of a period.
    pub to: u64,
}

/// Initial contents of a module variable that replace those of the PTX text.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Name of the variable.
    pub name: String,
    /// State space: global or constant.
    pub space: super::isa::Space,
    /// Type of the elements.
    pub dtype: Dtype,
    /// Number of elements.
    pub count: usize,
    /// Contents of the first `count` elements.
    pub contents: Contents,
    /// Place of the symbol, for messages.
    pub place: Place,
}

/// How a kernel accesses a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// By the name of a module's texture reference.
    Reference,
    /// By a handle in a parameter.
    Object,
}

/// Coordinates of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureShape {
    /// One integer coordinate; reads outside the texture give 0.
    Linear,
    /// Two coordinates, clamped to the texture; the nearest texel is read, without filtering.
    Plane,
}

/// A buffer that is read as a texture. Its rows are adjacent.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Name of the texture reference, or of the object.
    pub name: String,
    /// Texture reference or texture object.
    pub binding: Binding,
    /// Index in [`Launch::buffers`].
    pub buffer: usize,
    /// Linear or two-dimensional.
    pub geometry: TextureShape,
    /// Texels per row.
    pub width: u64,
    /// Number of rows; 1 if linear.
    pub height: u64,
    /// Type of each channel.
    pub format: Dtype,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u64,
    /// Place of the texture, for messages.
    pub place: Place,
}

impl Texture {
    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        self.width * self.height * self.channels * self.format.bytes() as u64
    }
}
