//! Configuration of the STT-RAM register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[stt]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// The STT-RAM register file: its banks' timing, buffers and disturbance. What it holds is
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

/// Requests that a bank's front passes on in a cycle. The array performs one operation at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum FrontPorts {
    /// A read or a write.
    #[serde(rename = "1rw")]
    Shared,
    /// A read and a write.
    #[serde(rename = "1r1w")]
    Separate,
}

/// Which stored ones of an entry fall when it is read.
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

/// Nodes in nm, and the probability that a read makes a stored one fall: claim `stt-t2-ber`.
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
        doc: "what the front of an STT-RAM bank hands on in a cycle: a read or a write, or a read \
              and a write",
    },
    Key {
        path: "stt.max_banks",
        verilog: "SttMaxBanks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 16),
        sweep: &[4],
        doc: "STT-RAM banks that take a read or a write in one cycle, and so answers in one cycle; \
              more than there are banks is all of them",
    },
    Key {
        path: "stt.read_queue_depth",
        verilog: "SttReadQueueDepth",
        symbol: "-",
        unit: "reads",
        kind: integer(1, 48),
        sweep: &[3],
        doc: "reads that wait at an STT-RAM bank",
    },
    Key {
        path: "stt.write_buffer_depth",
        verilog: "SttWriteBufferDepth",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[3],
        doc: "writes that wait at the front of an STT-RAM bank, before the buffer of drained writes",
    },
    Key {
        path: "stt.read_cycles",
        verilog: "SttReadCycles",
        symbol: "-",
        unit: "cycles",
        kind: integer(1, 4),
        sweep: &[2],
        doc: "cycles of a read of an STT-RAM array, and of a reverse read; a bank answers in the \
              cycle after the last, and does nothing else for its front before",
    },
    Key {
        path: "stt.write_cycles",
        verilog: "SttWriteCycles",
        symbol: "-",
        unit: "cycles",
        kind: integer(3, 8),
        sweep: &[5],
        doc: "cycles of a write of an STT-RAM array",
    },
    Key {
        path: "stt.buffered_writes",
        verilog: "BufferedWrites",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[2, 3],
        doc: "writes that a bank's write buffer merges and drains",
    },
    Key {
        path: "stt.buffered_reads",
        verilog: "BufferedReads",
        symbol: "-",
        unit: "registers",
        kind: integer(1, 8),
        sweep: &[3],
        doc: "registers that a bank's read buffer holds",
    },
    Key {
        path: "stt.drain_from",
        verilog: "DrainFrom",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[2],
        doc: "buffered writes from which on an unused array takes the oldest, at most \
              stt.buffered_writes",
    },
    Key {
        path: "stt.drain_first_from",
        verilog: "DrainFirstFrom",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[2],
        doc: "buffered writes from which on the oldest goes before reads, at most \
              stt.buffered_writes",
    },
    Key {
        path: "stt.disturb",
        verilog: "Disturb",
        symbol: "-",
        unit: "-",
        kind: KeyType::Choice(&["none", "rate", "all"]),
        sweep: &[],
        doc: "stored ones that a read makes fall: none, each with the bit error rate of \
              stt.node_nm, or all",
    },
    Key {
        path: "stt.node_nm",
        verilog: "NodeNm",
        symbol: "-",
        unit: "nm",
        kind: integer(11, 45),
        sweep: &[15, 22],
        doc: "node whose bit error rate a read has: 45, 32, 22, 15 or 11",
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
