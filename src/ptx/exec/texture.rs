//! Textures, sampled at the nearest texel without filtering.

use super::memory::Memory;
use crate::ptx::isa::{Texture, TextureGeometry, Type};

/// A texture: texels in memory without gaps, row by row.
#[derive(Clone, Debug)]
pub struct TextureObject {
    /// Generic address of the first texel.
    pub address: u64,
    /// Texels of a row.
    pub width: u64,
    /// Number of rows; 1 for a one-dimensional texture.
    pub height: u64,
    /// Type of a channel. Integers that are read as floats are scaled to [0, 1] or [-1, 1].
    pub format: Type,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u8,
}

/// All textures of a launch.
#[derive(Clone, Debug, Default)]
pub struct Textures {
    /// Texture references, in the kernel's order, each with the texture bound to it.
    pub references: Vec<(String, Option<TextureObject>)>,
    /// Texture objects by handle.
    pub objects: Vec<(u64, TextureObject)>,
}

impl Textures {
    /// The texture bound to the kernel's reference `n`, if there is one.
    pub fn reference(&self, n: usize) -> Option<&TextureObject> {
        self.references.get(n).and_then(|(_, object)| object.as_ref())
    }

    /// Name of the kernel's reference `n`; empty if there is none.
    pub fn name(&self, n: usize) -> &str {
        self.references.get(n).map_or("", |(name, _)| name)
    }

    /// The texture with this handle, if there is one.
    pub fn object(&self, handle: u64) -> Option<&TextureObject> {
        self.objects.iter().find(|(other, _)| *other == handle).map(|(_, object)| object)
    }
}

/// Address of a texel outside the texture: reads give 0 without a memory access.
pub const OUTSIDE: u64 = u64::MAX;

impl TextureObject {
    /// Address of the first channel of the texel at these coordinates, integers or floats. In one
    /// dimension an integer coordinate beyond the ends gives [`OUTSIDE`], as for linear memory. All
    /// other coordinates are clamped.
    pub fn find(&self, texture: &Texture, at: [u32; 3]) -> u64 {
        let whole = |bits: u32| match texture.coordinates {
            Type::F32 => f32::from_bits(bits).floor() as i64,
            _ => i64::from(bits as i32),
        };
        let (x, y) = (whole(at[0]), whole(at[1]));
        let linear = texture.geometry == TextureGeometry::D1 && texture.coordinates != Type::F32;
        if linear && !(0..self.width as i64).contains(&x) {
            return OUTSIDE;
        }
        let row = match texture.geometry {
            TextureGeometry::D1 => 0,
            _ => y.clamp(0, self.height as i64 - 1) as u64,
        };
        let texel = row * self.width + x.clamp(0, self.width as i64 - 1) as u64;
        self.address + texel * u64::from(self.channels) * self.format.bytes()
    }

    /// The texel whose first channel is at this address, with channels converted to type `to`.
    /// Missing channels are 0.
    pub fn read(&self, first: u64, to: Type, memory: &mut Memory) -> [u32; 4] {
        if first == OUTSIDE {
            return [0; 4];
        }
        let size = self.format.bytes();
        std::array::from_fn(|channel| {
            if channel >= usize::from(self.channels) {
                return 0;
            }
            let found = memory.find(first + channel as u64 * size, size as usize);
            let bits = found.map_or(0, |(area, at)| area.load(at, size as usize).0);
            convert(self.format, to, bits)
        })
    }
}

/// Converts a channel to the type that the instruction requests.
fn convert(from: Type, to: Type, bits: u64) -> u32 {
    let spare = 64 - from.bits();
    let signed = (bits << spare) as i64 >> spare;
    match (from, to) {
        (Type::F16, Type::F32) => f32::from(half::f16::from_bits(bits as u16)).to_bits(),
        (Type::F32, _) => bits as u32,
        (_, Type::F32) if from.is_signed() => {
            let most = (1i64 << (from.bits() - 1)) - 1;
            (signed as f32 / most as f32).max(-1.0).to_bits()
        }
        (_, Type::F32) => (bits as f32 / ((1u64 << from.bits()) - 1) as f32).to_bits(),
        _ if from.is_signed() => signed as u32,
        _ => bits as u32,
    }
}
