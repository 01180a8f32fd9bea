//! A launch of a kernel: what `case.toml` says, typed.
//!
//! [`Launch::read`] takes the file and the arrays beside it, [`Launch::image`] lays out the memory
//! that the kernel starts from, and [`Buffer::compare`] judges what it leaves. Nothing here runs
//! anything.
//!
//! Beside the keys that every launch may have, ours are `registers` (registers of 32 bits a thread,
//! instead of the number that an analysis finds), `[profiles]` (named numbers of registers),
//! `image_width` of a buffer (pixels of a row of an image, whose quality is then its similarity to the
//! exact one and not the largest deviation) with `image_channels` (elements of a pixel, default 1),
//! and in place of a buffer's `init` or `fill` a generator: `generate = "uniform_f32"`,
//! `"uniform_f64"`, `"uniform_u32"`, `"uniform_i32"` with `seed` (default 0), `low` (included) and
//! `high` (excluded), or `"iota"`, each element's index. Floats default to 0 to 1, integers to all of
//! their type.

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
    /// Where the kernel comes from; may be empty.
    pub suite: String,
    /// Remark on the launch; may be empty.
    pub note: String,
    /// The PTX file, from the folder in which regforge runs.
    pub ptx: PathBuf,
    /// Name of the kernel.
    pub entry: String,
    /// CTAs, x, y, z.
    pub grid: [u32; 3],
    /// Threads of a CTA, x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory beyond the kernel's own.
    pub dynamic_shared: u64,
    /// In the kernel's order.
    pub params: Vec<Param>,
    /// Arrays in global memory, in order of their addresses.
    pub buffers: Vec<Buffer>,
    /// Variables of the module with other initial contents.
    pub symbols: Vec<Symbol>,
    /// Buffers that are read as textures.
    pub textures: Vec<Texture>,
    /// Registers of 32 bits a thread, if the launch says so.
    pub registers: Option<usize>,
    /// Registers of 32 bits a thread under a name, such as a paper's.
    pub profiles: BTreeMap<String, usize>,
    /// Where `entry` stands, for messages.
    pub place: Place,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Value that the kernel receives.
    pub value: Value,
    /// Where it stands, for messages.
    pub place: Place,
}

/// Value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An address in a buffer.
    Pointer(Pointer),
    /// A number or a struct, little-endian, with pointers written in.
    Bytes {
        /// The bytes, pointers not yet written in.
        bytes: Vec<u8>,
        /// Pointers to write in.
        relocs: Vec<Reloc>,
    },
    /// The handle of a texture object, by its index in [`Launch::textures`].
    Texture(usize),
}

/// An address in a buffer, or the one just behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Index in [`Launch::buffers`].
    pub buffer: usize,
    /// Bytes from its start.
    pub offset: u64,
}

/// A pointer that is written into bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Reloc {
    /// Bytes from the start of what it is written into.
    pub at: u64,
    /// The address that is written.
    pub to: Pointer,
    /// Where it stands, for messages.
    pub place: Place,
}

/// An array in global memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Name of the buffer.
    pub name: String,
    /// Type of the elements.
    pub dtype: Dtype,
    /// Elements.
    pub count: usize,
    /// Never undefined where pointers are written in: the rest is 0 then.
    pub contents: Contents,
    /// Pointers that are written into the contents.
    pub relocs: Vec<Reloc>,
    /// Expected contents after the run; none if it is not compared.
    pub expect: Option<Expect>,
    /// If it is an image, whose quality is its similarity.
    pub pixels: Option<Pixels>,
    /// Where it stands, for messages.
    pub place: Place,
}

/// How the pixels of an image lie in a buffer, row after row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels of a row.
    pub width: usize,
    /// Elements of a pixel, one after the other.
    pub channels: usize,
}

impl Buffer {
    /// Its size in bytes.
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
    /// First element behind the ignored ones of a period.
    pub to: u64,
}

/// Initial value of a module's variable that replaces the one of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Name of the variable.
    pub name: String,
    /// State space: global or constant.
    pub space: super::isa::Space,
    /// Type of the elements.
    pub dtype: Dtype,
    /// Elements.
    pub count: usize,
    /// Contents of the first `count` elements.
    pub contents: Contents,
    /// Where it stands, for messages.
    pub place: Place,
}

/// How a kernel gets at a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// By the name of a module's texture reference.
    Reference,
    /// By a handle in a parameter.
    Object,
}

/// How a texture's coordinates are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureShape {
    /// One whole-numbered coordinate; beyond the texture there are zeros.
    Linear,
    /// Two coordinates, clamped to the texture; the nearest texel is taken, unfiltered.
    Plane,
}

/// A buffer that is read as a texture. Its rows follow each other without gaps.
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
    /// Texels of a row.
    pub width: u64,
    /// Rows; 1 if linear.
    pub height: u64,
    /// Type of each channel.
    pub format: Dtype,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u64,
    /// Where it stands, for messages.
    pub place: Place,
}

impl Texture {
    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.width * self.height * self.channels * self.format.bytes() as u64
    }
}
