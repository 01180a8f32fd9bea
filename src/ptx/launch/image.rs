//! The initial memory of a launch.

use super::{Binding, Launch, Param, Pointer, Reloc, Symbol, Texture, Value};
use crate::error::{Error, Place, Result, nearest};
use crate::ptx::Loaded;
use crate::ptx::kernel::{self, Kernel, Program, window};

/// Handle of the first texture in [`Launch::textures`]; the others have consecutive handles.
/// Addresses are below 4 GB, so no handle equals an address.
pub const TEXTURE_HANDLES: u64 = 1 << 40;

/// Alignment of buffers, in bytes.
const ALIGN: u64 = 256;

/// Minimum unmapped bytes after each buffer, so that accesses beyond its end are detected.
const GAP: u64 = 256;

/// Alignment of dynamic shared memory, in bytes.
const SHARED_ALIGN: u64 = 16;

/// Width of a program's addresses: its `.address_size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressSize {
    /// `.address_size 32`.
    Bits32,
    /// `.address_size 64`.
    Bits64,
}

impl AddressSize {
    /// Bytes of an address: 4 or 8.
    pub fn bytes(self) -> usize {
        match self {
            AddressSize::Bits32 => 4,
            AddressSize::Bits64 => 8,
        }
    }
}

/// Contents of memory when the kernel starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Buffers in the launch's order, each followed by at least 256 unmapped bytes.
    pub buffers: Vec<Placed>,
    /// The parameter space.
    pub params: Vec<u8>,
    /// Initial bytes of variables that replace the first bytes of their
    /// [`kernel::Variable::initial`].
    pub symbols: Vec<Placed>,
    /// Textures in the launch's order.
    pub textures: Vec<BoundTexture>,
}

impl Image {
    /// The texture reference with this name.
    pub fn texture_reference(&self, name: &str) -> Option<&BoundTexture> {
        self.textures.iter().find(|bound| bound.handle.is_none() && bound.texture.name == name)
    }

    /// The texture object with this handle.
    pub fn texture_object(&self, handle: u64) -> Option<&BoundTexture> {
        self.textures.iter().find(|bound| bound.handle == Some(handle))
    }
}

/// Bytes at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Name of the buffer or variable.
    pub name: String,
    /// Generic address of the first byte.
    pub address: u64,
    /// Initial contents.
    pub bytes: Vec<u8>,
    /// Whether the launch defines the contents; if not, they are 0 and the kernel should write them
    /// first.
    pub defined: bool,
}

/// A texture with the address of its texels.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundTexture {
    /// The texture as the launch describes it.
    pub texture: Texture,
    /// Generic address of the first texel.
    pub address: u64,
    /// Handle of a texture object; `None` for a texture reference.
    pub handle: Option<u64>,
}

impl Launch {
    /// Loads the launch's PTX file, decoded for the launched kernel.
    ///
    /// # Errors
    /// [`Error::Input`] if the file cannot be read, and those of [`Loaded::read`].
    pub fn load(&self) -> Result<Loaded> {
        Loaded::read(&self.ptx, Some(&self.entry)).map_err(|error| match error {
            Error::Io { path, source } => {
                let found = format!("ptx = {path:?}, an unreadable file ({source})");
                Error::input(Place::whole(&self.place.file), found, "an existing PTX file")
            }
            other => other,
        })
    }

    /// The launched kernel.
    ///
    /// # Errors
    /// [`Error::Input`] if the program has no such kernel.
    pub fn kernel<'a>(&self, program: &'a Program) -> Result<&'a Kernel> {
        program.kernel(&self.entry).ok_or_else(|| {
            let names: Vec<&str> = program.kernels.iter().map(|kernel| &*kernel.name).collect();
            let expected = format!("a kernel of {}: {}", program.name, names.join(", "));
            Error::input(self.place.clone(), format!("entry = {:?}", self.entry), expected)
        })
    }

    /// Lays out the memory that the kernel starts with.
    ///
    /// # Errors
    /// [`Error::Input`] if launch and kernel do not match: number and sizes of parameters, symbols,
    /// textures, shared memory, threads.
    pub fn image(
        &self,
        program: &Program,
        kernel: &Kernel,
        addresses: AddressSize,
    ) -> Result<Image> {
        self.check_threads(kernel)?;
        let layout = Layout { starts: self.buffer_addresses(), size: addresses };
        let symbols = self.symbols.iter().map(|symbol| place_symbol(symbol, program));
        Ok(Image {
            buffers: self.place_buffers(&layout)?,
            params: self.place_params(kernel, &layout)?,
            symbols: symbols.collect::<Result<_>>()?,
            textures: self.bind_textures(kernel, &layout)?,
        })
    }

    /// Address of each buffer.
    fn buffer_addresses(&self) -> Vec<u64> {
        let mut next = window::BUFFERS;
        let mut place = |bytes: usize| {
            let address = next;
            next = (address + bytes as u64 + GAP).next_multiple_of(ALIGN);
            address
        };
        self.buffers.iter().map(|buffer| place(buffer.bytes())).collect()
    }

    fn check_threads(&self, kernel: &Kernel) -> Result<()> {
        if let Some(required) = kernel.required_threads.filter(|&threads| threads != self.block) {
            let expected = format!("{required:?}, as kernel {} requires", kernel.name);
            let found = format!("block = {:?}", self.block);
            return Err(Error::input(self.place.clone(), found, expected));
        }
        let statically = kernel.shared_bytes.next_multiple_of(SHARED_ALIGN);
        if statically + self.dynamic_shared > window::BYTES {
            let found = format!(
                "{statically} + {} bytes of static and dynamic shared memory",
                self.dynamic_shared
            );
            let expected = format!("at most {}", window::BYTES);
            return Err(Error::input(self.place.clone(), found, expected));
        }
        Ok(())
    }

    fn place_buffers(&self, layout: &Layout) -> Result<Vec<Placed>> {
        let place = |(buffer, &address): (&super::Buffer, &u64)| {
            let mut bytes = buffer.contents.bytes(buffer.dtype, buffer.count);
            layout.relocate(&mut bytes, &buffer.relocs)?;
            let defined = buffer.contents.is_defined();
            Ok(Placed { name: buffer.name.clone(), address, bytes, defined })
        };
        self.buffers.iter().zip(&layout.starts).map(place).collect()
    }

    fn place_params(&self, kernel: &Kernel, layout: &Layout) -> Result<Vec<u8>> {
        if self.params.len() != kernel.params.len() {
            let found = format!("{} parameters", self.params.len());
            let expected = format!("{}, as kernel {} has", kernel.params.len(), kernel.name);
            return Err(Error::input(self.place.clone(), found, expected));
        }
        let end = kernel.params.iter().map(|param| param.offset + param.bytes).max();
        let mut block = vec![0; end.unwrap_or(0) as usize];
        for (index, (param, of)) in self.params.iter().zip(&kernel.params).enumerate() {
            let bytes = layout.value(&param.value)?;
            check_size(index, param, bytes.len(), of)?;
            let at = of.offset as usize;
            block[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        Ok(block)
    }

    fn bind_textures(&self, kernel: &Kernel, layout: &Layout) -> Result<Vec<BoundTexture>> {
        let bound = self.textures.iter().zip(TEXTURE_HANDLES..).map(|(texture, handle)| {
            let handle = (texture.binding == Binding::Object).then_some(handle);
            let address = layout.starts[texture.buffer];
            BoundTexture { texture: texture.clone(), address, handle }
        });
        let image = bound.collect();
        let is_reference = |texture: &Texture| texture.binding == Binding::Reference;
        let references: Vec<&str> = self
            .textures
            .iter()
            .filter(|texture| is_reference(texture))
            .map(|texture| &*texture.name)
            .collect();
        match kernel.textures.iter().find(|name| !references.contains(&name.as_str())) {
            None => Ok(image),
            Some(name) => {
                let found = match references.as_slice() {
                    [] => "no [[texref]]".to_string(),
                    some => format!("only these [[texref]]: {}", some.join(", ")),
                };
                let expected = format!("a [[texref]] '{name}', which kernel {} reads", kernel.name);
                Err(Error::input(self.place.clone(), found, expected))
            }
        }
    }
}

fn check_size(index: usize, param: &Param, bytes: usize, of: &kernel::Param) -> Result<()> {
    match bytes as u64 == of.bytes {
        true => Ok(()),
        false => Err(Error::input(
            param.place.clone(),
            format!("{bytes} bytes for parameter {index}"),
            format!("{}, the size of {}", of.bytes, of.name),
        )),
    }
}

fn place_symbol(symbol: &Symbol, program: &Program) -> Result<Placed> {
    let refuse =
        |found: String, expected: String| Err(Error::input(symbol.place.clone(), found, expected));
    let Some(variable) = program.variables.iter().find(|known| known.name == symbol.name) else {
        let names = program.variables.iter().map(|known| &*known.name);
        let expected = match nearest(&symbol.name, names) {
            "" => format!("a variable of {}, which has none", program.name),
            nearest => format!("a variable of {}; the nearest is '{nearest}'", program.name),
        };
        return refuse(format!("symbol '{}'", symbol.name), expected);
    };
    if variable.space != symbol.space {
        let found = format!("symbol '{}' in {:?} memory", symbol.name, symbol.space);
        return refuse(found, format!("{:?} memory, as the program declares", variable.space));
    }
    let bytes = symbol.contents.bytes(symbol.dtype, symbol.count);
    if bytes.len() as u64 > variable.bytes {
        let found = format!("{} bytes for symbol '{}'", bytes.len(), symbol.name);
        return refuse(found, format!("at most {}, its size", variable.bytes));
    }
    Ok(Placed { name: symbol.name.clone(), address: variable.address, bytes, defined: true })
}

/// Addresses of the buffers, and the width of addresses.
struct Layout {
    starts: Vec<u64>,
    size: AddressSize,
}

impl Layout {
    /// The bytes of a pointer.
    fn pointer(&self, to: Pointer) -> Vec<u8> {
        let address = self.starts[to.buffer] + to.offset;
        address.to_le_bytes()[..self.size.bytes()].to_vec()
    }

    fn value(&self, value: &Value) -> Result<Vec<u8>> {
        match value {
            Value::Pointer(to) => Ok(self.pointer(*to)),
            Value::Texture(index) => Ok((TEXTURE_HANDLES + *index as u64).to_le_bytes().to_vec()),
            Value::Bytes { bytes, relocs } => {
                let mut bytes = bytes.clone();
                self.relocate(&mut bytes, relocs)?;
                Ok(bytes)
            }
        }
    }

    fn relocate(&self, bytes: &mut [u8], relocs: &[Reloc]) -> Result<()> {
        for reloc in relocs {
            let (pointer, size) = (self.pointer(reloc.to), bytes.len());
            // The bytes from `at` on; empty if `at` is beyond the end.
            let rest = bytes.get_mut(reloc.at as usize..).unwrap_or_default();
            let Some(target) = rest.get_mut(..pointer.len()) else {
                let found = format!("a pointer of {} bytes at {}", pointer.len(), reloc.at);
                let expected = format!("a pointer within {size} bytes");
                return Err(Error::input(reloc.place.clone(), found, expected));
            };
            target.copy_from_slice(&pointer);
        }
        Ok(())
    }
}
