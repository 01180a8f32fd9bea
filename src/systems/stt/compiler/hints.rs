//! Hints on the reads of an instruction: three bits for each word that the instruction collects.
//!
//! A dead read destroys all 32 lanes of a warp register. So a bit concerns the allocated word, not
//! a value: several values may share a word, and waiting lanes may still need theirs.

use super::references::references;
use crate::compiler::liveness::Liveness;
use crate::compiler::warp_liveness::{WarpLiveness, Words};
use crate::config::DuplicateReads;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::Instruction;
use crate::ptx::kernel::{Home, Kernel};

/// Hints of one instruction. Bit `n` of each field concerns the word that the SM collects as number
/// `n` ([`collected`]). If a word is collected more than once, only the bit of its last read is
/// set, and in `promote` only the bit of its first read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Reads after which the thread no longer needs the word, by the liveness of one thread.
    pub last: u32,
    /// Reads after which no waiting lane of the warp needs the word either. A subset of `last`.
    pub last_in_warp: u32,
    /// First reads of values that are read more than `promote_above` times.
    pub promote: u32,
}

/// The rule that decides which reads are dead, so that their restore is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// `last`: the paper's rule. It destroys values that waiting lanes need.
    Paper,
    /// `last`, if all living lanes are on the path.
    Converged,
    /// `last_in_warp`.
    Warp,
    /// Dead by `Converged` or by `Warp`.
    Both,
}

impl Dead {
    /// All rules, the paper's first.
    pub const ALL: [Dead; 4] = [Dead::Paper, Dead::Converged, Dead::Warp, Dead::Both];

    /// Name for `--dead`.
    pub fn name(self) -> &'static str {
        match self {
            Dead::Paper => "paper",
            Dead::Converged => "converged",
            Dead::Warp => "warp",
            Dead::Both => "both",
        }
    }
}

impl Hints {
    /// Reads that are dead by a rule, bit `n` for the word that is collected as number `n`.
    /// `converged` says whether all lanes that were launched and have not ended are on the path,
    /// whatever the guard. Must not be called for an instruction that no lane executes, which reads
    /// nothing.
    #[inline]
    pub fn dead(&self, rule: Dead, converged: bool) -> u32 {
        match (rule, converged) {
            (Dead::Paper, _) | (Dead::Converged | Dead::Both, true) => self.last,
            (Dead::Warp, _) | (Dead::Both, false) => self.last_in_warp,
            (Dead::Converged, false) => 0,
        }
    }
}

/// The hints of every instruction, by its number. `duplicates` says how the SM collects a word that
/// an instruction reads twice. Values with more than `promote_above` reads are promoted.
pub fn hints(
    kernel: &Kernel,
    homes: &[Home],
    duplicates: DuplicateReads,
    promote_above: usize,
) -> Vec<Hints> {
    let cfg = Cfg::new(kernel);
    let needed = WarpLiveness::new(kernel, &cfg, &Liveness::new(kernel, &cfg), homes);
    let reads: Vec<Vec<usize>> =
        kernel.code.iter().map(|instruction| collected(instruction, homes, duplicates)).collect();
    let mut hints: Vec<Hints> = reads
        .iter()
        .enumerate()
        .map(|(n, reads)| Hints {
            last: last_reads(reads, needed.by_thread(n)),
            last_in_warp: last_reads(reads, needed.by_warp(n)),
            promote: 0,
        })
        .collect();
    for leader in references(kernel, &cfg, homes, &reads) {
        if leader.reads > promote_above {
            hints[leader.instruction].promote |= 1 << leader.position;
        }
    }
    hints
}

/// The words that the SM collects for an instruction, in the order of collection: the words of its
/// operands, the low word of a pair first, without the guard.
pub fn collected(
    instruction: &Instruction,
    homes: &[Home],
    duplicates: DuplicateReads,
) -> Vec<usize> {
    let words = instruction.reads().flat_map(|reg| homes[reg.index()].words());
    words.fold(Vec::new(), |mut reads, word| {
        if duplicates == DuplicateReads::Repeated || !reads.contains(&word) {
            reads.push(word);
        }
        reads
    })
}

/// Bits of the last reads of words that are not needed afterwards.
fn last_reads(reads: &[usize], needed: &Words) -> u32 {
    let is_last = |n: usize| !needed.contains(reads[n]) && !reads[n + 1..].contains(&reads[n]);
    (0..reads.len()).filter(|n| is_last(*n)).fold(0, |bits, n| bits | 1 << n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Loaded;
    use crate::ptx::exec::Code;
    use crate::sm::instruction::{Times, decode};
    use crate::systems;

    /// Word numbers of [`Hints`] equal those of the SM.
    #[test]
    fn words_are_collected_in_the_order_of_the_sm() {
        let overlaps = (0..=u8::MAX).map(|reg| Box::from([reg])).collect();
        for (duplicates, key) in
            [(DuplicateReads::Merged, "merged"), (DuplicateReads::Repeated, "repeated")]
        {
            let key = format!("sm.duplicate_reads={key}");
            let config = systems::config_with("fermi", &[key]).expect("a legal configuration");
            assert_eq!(config.sm().duplicate_reads, duplicates);
            let times = Times { latency: config.latency(), initiation: config.initiation() };
            let files = glob::glob("kernels/*/*.ptx").expect("a pattern");
            let mut instructions = 0;
            for file in files.map(|file| file.expect("a file")) {
                for kernel in Loaded::read(&file, None).expect("a kernel").program.kernels {
                    let homes = kernel.virtual_homes();
                    let code = Code::new(&kernel, &homes);
                    // Some kernels have too many virtual registers.
                    let Ok(decoded) = decode(&code, config.sm(), times, &overlaps, &[], &[]) else {
                        continue;
                    };
                    for (instruction, decoded) in kernel.code.iter().zip(&decoded) {
                        let reads = decoded.reads.iter().map(|reg| usize::from(*reg));
                        let reads: Vec<usize> = reads.collect();
                        assert_eq!(collected(instruction, &homes, duplicates), reads);
                        instructions += 1;
                    }
                }
            }
            assert!(instructions > 2000, "{instructions}");
        }
    }
}
