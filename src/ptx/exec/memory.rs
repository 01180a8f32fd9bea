//! Memory with bounds checks, and with a record of the bytes that were written.

use crate::ptx::kernel::window;
use fixedbitset::FixedBitSet;

/// Reason why an access is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not all bytes of the access are in one area.
    OutOfBounds {
        /// Name of the nearest area below.
        nearest: String,
        /// Size of that area, bytes.
        bytes: u64,
    },
    /// The address is not a multiple of the access size.
    Misaligned,
    /// A store to memory that the kernel can only read.
    ReadOnly {
        /// Name of the area.
        name: String,
    },
}

/// A contiguous range of bytes: a buffer, a variable, a CTA's shared memory.
#[derive(Clone, Debug)]
pub struct Area {
    /// Name for messages.
    pub name: String,
    /// Address of the first byte: generic in a [`Memory`], else 0.
    pub address: u64,
    /// The bytes themselves.
    pub bytes: Vec<u8>,
    /// Whether stores are refused.
    pub read_only: bool,
    /// Bytes that were written or initialised; `None` if all are.
    known: Option<FixedBitSet>,
}

impl Area {
    /// An area with these contents.
    pub fn known(name: &str, address: u64, bytes: Vec<u8>) -> Area {
        Area { name: name.into(), address, bytes, read_only: false, known: None }
    }

    /// An area without contents; reads give 0 until it is written.
    pub fn unknown(name: &str, address: u64, length: usize) -> Area {
        let known = Some(FixedBitSet::with_capacity(length));
        Area { name: name.into(), address, bytes: vec![0; length], read_only: false, known }
    }

    /// Offset of an access in the area, if the access is within it.
    #[inline]
    pub(super) fn at(&self, address: u64, size: usize) -> Option<usize> {
        let at = usize::try_from(address.wrapping_sub(self.address)).ok()?;
        (at <= self.bytes.len() && self.bytes.len() - at >= size).then_some(at)
    }

    /// Reads up to 8 bytes, the lowest first; returns also whether all of them were written before.
    #[inline(always)]
    pub fn load(&self, at: usize, size: usize) -> (u64, bool) {
        let bytes = &self.bytes[at..at + size];
        let value = match *bytes {
            [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)),
        };
        let known = self.known.as_ref().is_none_or(|known| match in_block(at, size) {
            Some((block, bytes)) => known.as_slice()[block] & bytes == bytes,
            None => known.contains_all_in_range(at..at + size),
        });
        (value, known)
    }

    /// Stores the lowest `size` bytes of a value.
    #[inline(always)]
    pub fn store(&mut self, at: usize, size: usize, value: u64) {
        self.bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        if let Some(known) = &mut self.known {
            match in_block(at, size) {
                Some((block, bytes)) => known.as_mut_slice()[block] |= bytes,
                None => known.insert_range(at..at + size),
            }
        }
    }
}

/// The block of the bit set for an access of up to 8 bytes, and the access's bits in it. `None` if
/// the access crosses two blocks: a lane's local memory may start at any byte of its area.
#[inline]
fn in_block(at: usize, size: usize) -> Option<(usize, usize)> {
    let bits = usize::BITS as usize;
    (at % bits + size <= bits).then(|| (at / bits, ((1 << size) - 1) << (at % bits)))
}

/// Areas at different addresses.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Sorted by address, without overlaps.
    areas: Vec<Area>,
    /// Index of the area of the last access, which the next access likely uses; out of range if
    /// there was none.
    last: usize,
}

impl Memory {
    /// Memory that consists of these areas.
    pub fn new(mut areas: Vec<Area>) -> Memory {
        areas.sort_by_key(|area| area.address);
        Memory { areas, last: 0 }
    }

    /// The area with this name, if there is one.
    pub fn area(&self, name: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.name == name)
    }

    /// The area that contains an address, or else the nearest area below it.
    #[inline]
    pub(super) fn below(&mut self, address: u64) -> Option<&mut Area> {
        if self.areas.get(self.last).is_none_or(|area| area.at(address, 1).is_none()) {
            let above = self.areas.partition_point(|area| area.address <= address);
            self.last = above.wrapping_sub(1);
        }
        self.areas.get_mut(self.last)
    }

    /// The area of an access, and the offset of the access in the area.
    ///
    /// # Errors
    /// [`Refusal`] unless the entire access is within one area and the address is a multiple of its
    /// size.
    #[inline]
    pub fn find(&mut self, address: u64, size: usize) -> Result<(&mut Area, usize), Refusal> {
        let Some(area) = self.below(address) else { return Err(beyond(None)) };
        match area.at(address, size) {
            None => Err(beyond(Some(area))),
            Some(_) if !address.is_multiple_of(size as u64) => Err(Refusal::Misaligned),
            Some(at) => Ok((area, at)),
        }
    }
}

#[cold]
fn beyond(nearest: Option<&Area>) -> Refusal {
    let (name, bytes) = nearest.map_or(("nothing", 0), |area| (&area.name, area.bytes.len()));
    Refusal::OutOfBounds { nearest: name.into(), bytes: bytes as u64 }
}

/// Whether a generic address is in a window.
pub fn in_window(address: u64, start: u64) -> bool {
    (start..start + window::BYTES).contains(&address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        Memory::new(vec![
            Area::unknown("b", 0x2000, 16),
            Area::known("a", 0x1000, (0..16).collect()),
        ])
    }

    #[test]
    fn values_are_little_endian() {
        let mut memory = memory();
        let (area, at) = memory.find(0x1004, 4).unwrap();
        assert_eq!(area.load(at, 4), (0x0706_0504, true));
        assert_eq!(area.load(8, 8), (0x0f0e_0d0c_0b0a_0908, true));
        assert_eq!(area.load(3, 1), (3, true));
        assert_eq!(area.load(2, 2), (0x0302, true));
    }

    #[test]
    fn bounds_and_alignment_hold() {
        let mut memory = memory();
        let beyond = |name: &str| Refusal::OutOfBounds { nearest: name.into(), bytes: 16 };
        assert_eq!(memory.find(0x1010, 4).err(), Some(beyond("a")));
        assert_eq!(memory.find(0x100e, 4).err(), Some(beyond("a")));
        assert_eq!(memory.find(0x1002, 4).err(), Some(Refusal::Misaligned));
        assert_eq!(memory.find(u64::MAX, 8).err(), Some(beyond("b")));
        let nothing = Refusal::OutOfBounds { nearest: "nothing".into(), bytes: 0 };
        assert_eq!(memory.find(4, 4).err(), Some(nothing));
        assert!(memory.find(0x200c, 4).is_ok());
    }

    #[test]
    fn what_was_never_written_is_known_as_such() {
        let mut area = Area::unknown("b", 0, 16);
        area.store(4, 2, 0xabcd);
        assert_eq!(area.load(4, 2), (0xabcd, true));
        assert_eq!(area.load(4, 4), (0xabcd, false));
    }

    /// Like the local memory of a lane that has 12 bytes.
    #[test]
    fn accesses_may_begin_anywhere() {
        let mut area = Area::unknown("local", 0, 96);
        area.store(60, 8, 0x0102_0304_0506_0708);
        assert_eq!(area.load(60, 8), (0x0102_0304_0506_0708, true));
        assert_eq!(area.load(64, 4), (0x0102_0304, true));
        assert_eq!((area.load(56, 4).1, area.load(68, 4).1), (false, false));
    }
}
