//! `regforge ptx show dead`: each instruction with the words that it collects and their hints.

use super::hints::{Hints, collected, hints};
use super::report::PROMOTE_ABOVE;
use crate::compiler::allocate::allocated;
use crate::config::DuplicateReads;
use crate::ptx::isa::Instruction;
use crate::ptx::kernel::Kernel;
use crate::run::KernelView;
use crate::table::terminal;

pub const DEAD: KernelView = KernelView {
    name: "dead",
    help: "Each instruction with its last reads, by the thread and by the warp, and its reads that \
           fill the read buffer",
    of,
};

fn of(kernel: &Kernel, lines: &[&str]) -> String {
    const MERGED: DuplicateReads = DuplicateReads::Merged;

    let (kernel, homes) = allocated(kernel);
    let hints = hints(&kernel, &homes, MERGED, PROMOTE_ABOVE);
    let row = |(n, (instruction, hints)): (usize, (&Instruction, &Hints))| {
        row(n, instruction, &collected(instruction, &homes, MERGED), hints, lines)
    };
    let rows: Vec<Vec<String>> = kernel.code.iter().zip(&hints).enumerate().map(row).collect();
    let header = ["instruction", "line", "text", "reads", "last", "last in warp", "promote"];
    format!("{}:\n{}", kernel.name, terminal(&header, &rows))
}

fn row(
    n: usize,
    instruction: &Instruction,
    reads: &[usize],
    hints: &Hints,
    lines: &[&str],
) -> Vec<String> {
    let line = instruction.line as usize;
    let chosen = |bits: u32| {
        let words = reads.iter().enumerate().filter(|(n, _)| bits >> n & 1 != 0);
        words.map(|(_, word)| format!("r{word}")).collect::<Vec<_>>().join(" ")
    };
    vec![
        n.to_string(),
        line.to_string(),
        lines.get(line.wrapping_sub(1)).map_or("", |text| text.trim()).to_string(),
        chosen(u32::MAX),
        chosen(hints.last),
        chosen(hints.last_in_warp),
        chosen(hints.promote),
    ]
}
