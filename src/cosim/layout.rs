//! Layout of the ports in packed words, and comparison of two sets of outputs.

use crate::emit::{Direction, Port};

/// A port and the word at which it starts, among the inputs or among the outputs.
#[derive(Clone, Debug)]
pub struct Slot {
    pub port: Port,
    pub at: usize,
    /// For data that is valid only while another output is high: the word of that output.
    valid_at: Option<usize>,
}

impl Slot {
    pub fn words<'a>(&self, all: &'a [u32]) -> &'a [u32] {
        &all[self.at..self.at + self.port.words()]
    }

    /// Whether the port's value is valid in these outputs.
    #[inline]
    pub fn counts(&self, outputs: &[u32]) -> bool {
        self.valid_at.is_none_or(|at| outputs[at] != 0)
    }

    /// The port's value as binary digits.
    pub fn binary(&self, all: &[u32]) -> String {
        let digits: String =
            self.words(all).iter().rev().map(|word| format!("{word:032b}")).collect();
        digits[digits.len() - self.port.width()..].to_string()
    }

    /// The port's value as hex digits.
    pub fn hex(&self, all: &[u32]) -> String {
        let digits: String =
            self.words(all).iter().rev().map(|word| format!("{word:08x}")).collect();
        let wanted = self.port.width().div_ceil(4);
        digits[digits.len() - wanted..].to_string()
    }
}

/// Inputs and outputs of a unit as packed words.
#[derive(Clone, Debug)]
pub struct Layout {
    pub inputs: Vec<Slot>,
    pub outputs: Vec<Slot>,
    pub input_words: usize,
    pub output_words: usize,
}

impl Layout {
    pub fn new(ports: &[Port]) -> Layout {
        let (inputs, input_words) = slots(ports, Direction::Input);
        let (outputs, output_words) = slots(ports, Direction::Output);
        Layout { inputs, outputs, input_words, output_words }
    }

    /// Hash of the ports' names, directions, widths and order.
    pub fn hash(&self) -> u64 {
        let mut hasher = blake3::Hasher::new();
        for slot in self.inputs.iter().chain(&self.outputs) {
            hasher.update(format!("{} {}\n", slot.port.verilog(), slot.port.width()).as_bytes());
        }
        let bytes: [u8; 8] = std::array::from_fn(|n| hasher.finalize().as_bytes()[n]);
        u64::from_le_bytes(bytes)
    }

    /// The first output that differs. Data is not compared while its own valid is low.
    #[inline]
    pub fn difference(&self, expected: &[u32], got: &[u32]) -> Option<&Slot> {
        if expected == got {
            return None;
        }
        let differs = |slot: &&Slot| slot.words(expected) != slot.words(got);
        self.outputs.iter().filter(|slot| slot.counts(expected)).find(differs)
    }
}

fn slots(ports: &[Port], direction: Direction) -> (Vec<Slot>, usize) {
    let mut slots: Vec<Slot> = Vec::new();
    let mut at = 0;
    for port in ports.iter().filter(|port| port.direction == direction) {
        let valid_at = port.valid.map(|valid| {
            let slot = slots.iter().find(|slot| slot.port.name == valid);
            slot.expect("a valid is declared before its data").at
        });
        slots.push(Slot { port: port.clone(), at, valid_at });
        at += port.words();
    }
    (slots, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Shape;

    fn port(name: &'static str, width: usize, valid: Option<&'static str>) -> Port {
        let shape = Shape { bits: width, count: 1 };
        Port { name, direction: Direction::Output, shape, doc: "", valid }
    }

    #[test]
    fn data_is_compared_only_while_valid() {
        let layout = Layout::new(&[port("valid", 1, None), port("data", 40, Some("valid"))]);
        assert_eq!(layout.output_words, 3);
        assert!(layout.difference(&[0, 1, 2], &[0, 3, 4]).is_none());
        assert_eq!(layout.difference(&[1, 1, 2], &[1, 1, 4]).unwrap().port.name, "data");
        assert_eq!(layout.difference(&[1, 1, 2], &[0, 1, 2]).unwrap().port.name, "valid");
        assert!(layout.difference(&[1, 1, 2], &[1, 1, 2]).is_none());
    }

    #[test]
    fn hex_has_as_many_digits_as_the_port() {
        let layout = Layout::new(&[port("data", 40, None)]);
        assert_eq!(layout.outputs[0].hex(&[0xdead_beef, 0x12]), "12deadbeef");
    }
}
