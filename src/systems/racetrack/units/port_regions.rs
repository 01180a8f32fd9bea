//! Geometry of a racetrack bank: port regions and offsets of its registers.

use crate::bits::bits_for;
use crate::config::Config;
use crate::systems::racetrack::config::Racetrack;
use crate::units::Position;
use crate::units::dice::scaled;

/// Positions of a bank: `ports` regions of `offsets` positions each. The register in region p at
/// offset o has data position `p * offsets + o`.
#[derive(Clone, Copy, Debug)]
pub struct PortRegions {
    /// Access ports of a wire, NP in the specification.
    pub ports: usize,
    /// Offsets in a port region, K in the specification.
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

    /// Bits of a row: the port region above the offset.
    pub fn row_bits(&self) -> usize {
        self.port_bits() + self.offset_bits()
    }

    /// Format of a request's position: port region and offset above the entry.
    pub fn position(&self) -> Position {
        Position { entry_bits: bits_for(self.positions()), above_bits: self.row_bits() }
    }

    /// Head offset after reset: the middle, at most half a region away from any offset.
    pub fn rest_offset(&self) -> usize {
        self.offsets / 2
    }

    /// Port region and offset of a data position.
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

/// Four positions, of two port regions and two offsets, so that random accesses often collide.
#[derive(Clone, Copy, Default)]
pub struct Positions {
    ports: [u8; 2],
    offsets: [u8; 2],
}

impl Positions {
    /// Chooses ports and offsets from four random bytes.
    pub fn new(random: [u8; 4], geometry: &PortRegions) -> Self {
        let [a, b, c, d] = random;
        Positions {
            ports: [a, b].map(|byte| scaled(byte, geometry.ports)),
            offsets: [c, d].map(|byte| scaled(byte, geometry.offsets)),
        }
    }

    /// The (port, offset) selected by the low two bits.
    #[inline]
    pub fn pick(&self, bits: u8) -> (u8, u8) {
        (self.ports[usize::from(bits & 1)], self.offsets[usize::from(bits >> 1 & 1)])
    }
}
