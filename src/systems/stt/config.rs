//! Configuration of the STT-RAM register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[stt]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// The section `[stt]`: timing, buffers and disturbance of the STT-RAM banks. The capacity is
/// `gpu.registers`.
#[derive(Clone, Debug, Deserialize)]
pub struct Stt {
    pub bank_ports: FrontPorts,
    pub max_banks: usize,
    pub read_queue_depth: usize,
    pub write_buffer_depth: usize,
    pub read_cycles: usize,
    pub write_cycles: usize,
    pub buffered_writes: usize,
    pub buffered_reads: usize,
    pub drain_from: usize,
    pub drain_first_from: usize,
    pub disturb: Disturb,
    pub node_nm: u64,
    pub promote_above: usize,
}

impl From<&Config> for Stt {
    fn from(config: &Config) -> Stt {
        config.section("stt")
    }
}

/// Requests that the front of a bank can issue in one cycle. The array performs one operation at a
/// time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum FrontPorts {
    /// A read or a write.
    #[serde(rename = "1rw")]
    Shared,
    /// A read and a write.
    #[serde(rename = "1r1w")]
    Separate,
}

/// Stored ones of an entry that fall to zero when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Disturb {
    /// None.
    None,
    /// Each with the bit error rate of `node_nm`.
    Rate,
    /// All.
    All,
}

/// Technology nodes in nm with the probability that a read makes a stored one fall (claim
/// `stt-t2-ber`).
pub const NODES: [(u64, f64); 5] =
    [(45, 1.38e-8), (32, 3.38e-7), (22, 3.07e-6), (15, 2.16e-5), (11, 1.2e-4)];

const KEYS: &[Key] = &[
    Key {
        path: "stt.bank_ports",
        verilog: "SttBankPorts",
        symbol: "-",
        unit: "-",
        kind: KeyType::Choice(&["1rw", "1r1w"]),
        sweep: &[],
        doc: "requests that a bank's front issues per cycle: one read or one write (1rw), or one \
              of each (1r1w)",
    },
    Key {
        path: "stt.max_banks",
        verilog: "SttMaxBanks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 16),
        sweep: &[4],
        doc: "maximum STT-RAM banks granted a read or a write in the same cycle, and so answers \
              per cycle; capped at gpu.banks",
    },
    Key {
        path: "stt.read_queue_depth",
        verilog: "SttReadQueueDepth",
        symbol: "-",
        unit: "reads",
        kind: integer(1, 48),
        sweep: &[3],
        doc: "places in the read queue of an STT-RAM bank",
    },
    Key {
        path: "stt.write_buffer_depth",
        verilog: "SttWriteBufferDepth",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[3],
        doc: "writes that wait in the front of an STT-RAM bank, ahead of its merging write buffer",
    },
    Key {
        path: "stt.read_cycles",
        verilog: "SttReadCycles",
        symbol: "-",
        unit: "cycles",
        kind: integer(1, 4),
        sweep: &[2],
        doc: "cycles of an array read or reverse read; the answer follows in the next cycle",
    },
    Key {
        path: "stt.write_cycles",
        verilog: "SttWriteCycles",
        symbol: "-",
        unit: "cycles",
        kind: integer(3, 8),
        sweep: &[5],
        doc: "cycles of an array write",
    },
    Key {
        path: "stt.buffered_writes",
        verilog: "BufferedWrites",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[2, 3],
        doc: "places in the merging write buffer of an STT-RAM bank",
    },
    Key {
        path: "stt.buffered_reads",
        verilog: "BufferedReads",
        symbol: "-",
        unit: "registers",
        kind: integer(1, 8),
        sweep: &[3],
        doc: "registers in the read buffer of an STT-RAM bank",
    },
    Key {
        path: "stt.drain_from",
        verilog: "DrainFrom",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[2],
        doc: "buffered writes at which an idle array drains the oldest; at most \
              stt.buffered_writes",
    },
    Key {
        path: "stt.drain_first_from",
        verilog: "DrainFirstFrom",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[2],
        doc: "buffered writes at which the oldest is drained before reads; at most \
              stt.buffered_writes",
    },
    Key {
        path: "stt.disturb",
        verilog: "Disturb",
        symbol: "-",
        unit: "-",
        kind: KeyType::Choice(&["none", "rate", "all"]),
        sweep: &[],
        doc: "bits that a read flips: none, stored ones at the bit error rate of stt.node_nm, or \
              all stored ones",
    },
    Key {
        path: "stt.node_nm",
        verilog: "NodeNm",
        symbol: "-",
        unit: "nm",
        kind: integer(11, 45),
        sweep: &[15, 22],
        doc: "technology node that sets the bit error rate of reads: 45, 32, 22, 15 or 11",
    },
    Key {
        path: "stt.promote_above",
        verilog: "-",
        symbol: "-",
        unit: "reads",
        kind: integer(0, 255),
        sweep: &[],
        doc: "values with more reads than this are kept in the read buffer",
    },
];

impl Stt {
    /// Probability that a read makes a stored one fall, at `node_nm`.
    pub fn bit_error_rate(&self) -> f64 {
        let found = NODES.iter().find(|(node, _)| *node == self.node_nm);
        found.map_or(0.0, |(_, rate)| *rate)
    }

    fn check(&self) -> Result<(), Illegal> {
        let most = self.buffered_writes;
        let thresholds =
            [("stt.drain_from", self.drain_from), ("stt.drain_first_from", self.drain_first_from)];
        if let Some((key, _)) = thresholds.into_iter().find(|(_, from)| *from > most) {
            return Err(Illegal { key, bound: format!("at most stt.buffered_writes = {most}") });
        }
        if NODES.iter().all(|(node, _)| *node != self.node_nm) {
            let bound = NODES.map(|(node, _)| node.to_string()).join(", ");
            return Err(Illegal { key: "stt.node_nm", bound: format!("one of {bound}") });
        }
        Ok(())
    }
}

fn check(config: &Config) -> Result<(), Illegal> {
    Stt::from(config).check()
}

#[cfg(test)]
mod tests {
    use super::NODES;
    use crate::systems::stt::paper::LIST;

    #[test]
    fn the_rates_are_the_papers() {
        assert_eq!(NODES.map(|(_, rate)| rate).to_vec(), LIST.numbers("stt-t2-ber"));
        assert_eq!(NODES.map(|(node, _)| node as f64).to_vec(), LIST.numbers("stt-t2-nodes"));
    }
}
