//! How a racetrack bank's registers lie on its wires.

use crate::bits::bits_for;
use crate::config::Config;
use crate::systems::racetrack::config::Racetrack;
use crate::units::Position;
use crate::units::dice::scaled;

/// A bank's positions: `ports` regions of `offsets` each. The register in region p at offset o is
/// data position `p * offsets + o`.
#[derive(Clone, Copy, Debug)]
pub struct PortRegions {
    /// Access ports, the specification's NP.
    pub ports: usize,
    /// Offsets of a port's region, the specification's K.
    pub offsets: usize,
}

impl PortRegions {
    pub fn positions(&self) -> usize {
        self.ports * self.offsets
    }

    pub fn port_bits(&self) -> usize {
        bits_for(self.ports)
    }

    pub fn offset_bits(&self) -> usize {
        bits_for(self.offsets)
    }

    /// Bits of a row: a port and an offset side by side.
    pub fn row_bits(&self) -> usize {
        self.port_bits() + self.offset_bits()
    }

    /// Position of a register at a bank: port and offset above its entry.
    pub fn position(&self) -> Position {
        Position { entry_bits: bits_for(self.positions()), above_bits: self.row_bits() }
    }

    /// Where the head is after reset: the middle, from which no way is longer than half the region.
    pub fn rest_offset(&self) -> usize {
        self.offsets / 2
    }

    /// Port and offset of a data position.
    pub fn place(&self, position: usize) -> (u8, u8) {
        ((position / self.offsets) as u8, (position % self.offsets) as u8)
    }

    pub fn contains(&self, port: u8, offset: u8) -> bool {
        usize::from(port) < self.ports && usize::from(offset) < self.offsets
    }
}

impl From<&Config> for PortRegions {
    fn from(config: &Config) -> PortRegions {
        PortRegions::from(&Racetrack::from(config))
    }
}

impl From<&Racetrack> for PortRegions {
    fn from(racetrack: &Racetrack) -> PortRegions {
        PortRegions { ports: racetrack.ports, offsets: racetrack.offsets() }
    }
}

/// Four positions, from two ports and two offsets: few enough that accesses meet.
#[derive(Clone, Copy, Default)]
pub struct Positions {
    ports: [u8; 2],
    offsets: [u8; 2],
}

impl Positions {
    /// From four random bytes.
    pub fn new(random: [u8; 4], geometry: &PortRegions) -> Self {
        let [a, b, c, d] = random;
        Positions {
            ports: [a, b].map(|byte| scaled(byte, geometry.ports)),
            offsets: [c, d].map(|byte| scaled(byte, geometry.offsets)),
        }
    }

    /// The (port, offset) that the low two bits choose.
    #[inline]
    pub fn pick(&self, bits: u8) -> (u8, u8) {
        (self.ports[usize::from(bits & 1)], self.offsets[usize::from(bits >> 1 & 1)])
    }
}
