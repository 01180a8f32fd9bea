//! Variables: their sizes, addresses and initial values.

use super::modifiers::ty;
use super::opcode::{Number as Constant, constant};
use crate::error::Result;
use crate::ptx::isa::{Space, Type};
use crate::ptx::kernel::{Variable as Placed, window};
use crate::ptx::source::Source;
use crate::ptx::syntax::{Init, Linkage, Module, Number, Space as Declared, Value, Variable};
use std::collections::{HashMap, HashSet};

/// Maximum bytes of one variable.
const MOST_BYTES: u64 = 1 << 30;

/// Size and alignment of a variable, in bytes. An array without a bound has the number of elements
/// in its initial value, or none.
pub fn layout(source: &Source, variable: &Variable) -> Result<(u64, u64)> {
    let element = match ty(variable.ty) {
        Some(ty) => ty.bytes(),
        None if is_texture(variable) => 8,
        None => return Err(source.error(variable.ty, format!("type '{}'", variable.ty), "a type")),
    };
    let vector = u64::from(variable.vector.unwrap_or(1));
    let inner: u64 = shape(variable).iter().skip(1).fold(1, |all, one| all.saturating_mul(*one));
    let given = match &variable.init {
        Some(Init::List(all)) if all.iter().any(|one| matches!(one, Init::List(_))) => {
            all.len() as u64
        }
        Some(Init::List(all)) => (all.len() as u64).div_ceil(inner.max(1)),
        _ => 0,
    };
    let dims = variable.dims.iter().map(|dim| dim.unwrap_or(given));
    let bytes = dims.fold(element * vector, u64::saturating_mul);
    if bytes > MOST_BYTES {
        let expected = format!("at most {MOST_BYTES} bytes");
        return Err(source.error(variable.name, format!("{bytes} bytes"), expected));
    }
    let align = variable.align.map_or(element * vector, u64::from).max(1);
    Ok((bytes, align))
}

/// Number of elements in each dimension, the outermost first; a vector is the innermost one.
fn shape(variable: &Variable) -> Vec<u64> {
    let vector = variable.vector.map(u64::from);
    variable.dims.iter().map(|dim| dim.unwrap_or(0)).chain(vector).collect()
}

/// Whether a variable is a texture, sampler or surface reference.
pub fn is_texture(variable: &Variable) -> bool {
    variable.space == Declared::Tex || matches!(variable.ty, "texref" | "samplerref" | "surfref")
}

/// A number of the text as a constant.
pub fn number(number: &Number) -> Constant {
    match number.value {
        Value::Integer(value) => Constant::Integer(value as u64),
        Value::F32(bits) => Constant::Single(bits),
        Value::F64(bits) => Constant::Double(bits),
    }
}

/// The entity that a name of the module refers to.
#[derive(Clone, Copy, Debug)]
pub enum Global<'a> {
    /// Address of a variable in `.global` or `.const`.
    Memory(u64),
    /// A variable in `.shared` or, in PTX 1.x, `.local`: each kernel that uses it assigns its own
    /// address.
    Shared(&'a Variable<'a>),
    Local(&'a Variable<'a>),
    Texture,
}

/// The module's variables.
pub struct Globals<'a> {
    names: HashMap<&'a str, Global<'a>>,
    variables: Vec<Placed>,
}

impl<'a> Globals<'a> {
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.names.keys().copied()
    }

    /// Assigns addresses to all variables.
    pub fn new(source: &Source, module: &'a Module<'a>) -> Result<Globals<'a>> {
        let mut globals = Globals { names: HashMap::new(), variables: Vec::new() };
        let mut next = [window::CONST, window::GLOBAL];
        let mut placed = Vec::new();
        let mut defined = HashSet::new();
        for variable in &module.variables {
            if matches!(variable.linkage, None | Some(Linkage::Visible))
                && let Some(before) = defined.replace(variable.name)
            {
                return Err(source.declared_twice(variable.name, before));
            }
            let space = match variable.space {
                _ if is_texture(variable) => {
                    globals.names.insert(variable.name, Global::Texture);
                    continue;
                }
                Declared::Shared => {
                    globals.names.insert(variable.name, Global::Shared(variable));
                    continue;
                }
                Declared::Local => {
                    globals.names.insert(variable.name, Global::Local(variable));
                    continue;
                }
                Declared::Const => Space::Const,
                Declared::Global => Space::Global,
                _ => {
                    let found = format!("{:?} variable of a module", variable.space);
                    return Err(source.error(
                        variable.name,
                        found,
                        "const, global, shared or local",
                    ));
                }
            };
            let (bytes, align) = layout(source, variable)?;
            let free = &mut next[usize::from(space == Space::Global)];
            let address = free.next_multiple_of(align.max(4));
            // A gap after the variable, so that accesses beyond its end are detected.
            *free = (address + bytes).next_multiple_of(256) + 256;
            globals.names.insert(variable.name, Global::Memory(address));
            let name = variable.name.to_string();
            let initial = vec![0; bytes as usize];
            globals.variables.push(Placed { name, space, address, bytes, initial });
            placed.push(variable);
        }
        let limits = [window::GLOBAL, window::BUFFERS];
        if let Some(n) = (0..2).find(|&n| next[n] > limits[n]) {
            let last = placed.last().map_or("", |variable| variable.name);
            let expected = format!("module variables below {:#x}", limits[n]);
            return Err(source.error(last, "too many bytes of variables", expected));
        }
        for (n, variable) in placed.into_iter().enumerate() {
            if let Some(init) = &variable.init {
                let mut bytes = std::mem::take(&mut globals.variables[n].initial);
                let ty = ty(variable.ty).unwrap_or(Type::B8);
                globals.fill(source, init, ty, &shape(variable), &mut bytes, &mut 0)?;
                globals.variables[n].initial = bytes;
            }
        }
        Ok(globals)
    }

    pub fn get(&self, name: &str) -> Option<Global<'a>> {
        self.names.get(name).copied()
    }

    pub fn into_variables(self) -> Vec<Placed> {
        self.variables
    }

    /// Writes an initial value, starting at byte `at`. As in C, inner braces are one element of the
    /// outer dimension, and elements that they omit are 0; `shape` gives the dimensions.
    fn fill(
        &self,
        source: &Source,
        init: &Init,
        ty: Type,
        shape: &[u64],
        bytes: &mut [u8],
        at: &mut usize,
    ) -> Result<()> {
        let size = ty.bytes() as usize;
        let mut put = |value: u64, part: &str| {
            let Some(place) = bytes.get_mut(*at..*at + size) else {
                return Err(source.error(part, "more values than elements", "a shorter list"));
            };
            place.copy_from_slice(&value.to_le_bytes()[..size]);
            *at += size;
            Ok(())
        };
        match init {
            Init::Number(value) => put(constant(number(value), ty), value.text),
            Init::Symbol { name, offset, .. } => match self.get(name) {
                Some(Global::Memory(address)) => put(address.wrapping_add_signed(*offset), name),
                _ => Err(source.error(name, format!("'{name}'"), "a variable in global or const")),
            },
            Init::List(values) => {
                let inner = shape.get(1..).unwrap_or_default();
                // No variable is larger than the remaining bytes, whatever its other dimensions.
                let part = inner.iter().fold(size as u64, |all, one| all.saturating_mul(*one));
                let part = part.min(bytes.len() as u64) as usize;
                let start = *at;
                for value in values {
                    if matches!(value, Init::List(_)) && !inner.is_empty() {
                        let from = start + (*at - start).next_multiple_of(part.max(1));
                        let end = (from + part).min(bytes.len());
                        *at = from.min(end);
                        self.fill(source, value, ty, inner, &mut bytes[..end], at)?;
                        *at = from + part;
                    } else {
                        self.fill(source, value, ty, inner, bytes, at)?;
                    }
                }
                Ok(())
            }
            Init::Mask(value, _) => {
                Err(source.error(value.text, "a masked address", "a number or a symbol"))
            }
            Init::Field(name, _) => Err(source.error(name, "a field", "a number or a symbol")),
        }
    }
}
