//! `regforge ptx report --dead`: dead reads, reads per value, and instructions with more words to
//! collect than the paper's dead bits.

use super::dead_reads::{DeadReads, ReadsPerValue};
use super::hints::{Dead, Hints, collected, hints};
use crate::compiler::allocate::allocated;
use crate::compiler::occupancy::Resources;
use crate::compiler::values::Values;
use crate::config::{Config, DuplicateReads, Options};
use crate::error::Result;
use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::{Home, Kernel};
use crate::run::{KernelReport, KernelRow, Subject};
use serde::Serialize;
use serde_json::json;

/// Dead bits of an instruction in the paper.
const BITS: usize = 4;

/// The paper's threshold of reads above which a value is promoted.
pub const PROMOTE_ABOVE: usize = 3;

pub const DEAD: KernelReport = KernelReport {
    name: "dead",
    help: "Counts last reads of register words, by the thread and by the warp; values by their \
           number of reads; and instructions with more words than the paper's dead bits. A launch \
           is executed: dead reads by each rule are then percentages of all executed reads, and \
           values are counted as executed. For a PTX file, values are counted in the program text",
    options: &[],
    header: &[
        "words collected",
        "last",
        "last in warp",
        "promoted",
        "over 4 words",
        "values read 1 / 2 / 3 / more times",
        "reads",
        "dead: paper",
        "converged",
        "warp",
        "both",
        "destroyed by paper",
    ],
    field: "dead_reads",
    of,
};

/// Counts in the text of a kernel, without execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InText {
    /// Words that instructions collect.
    pub words: usize,
    /// Reads with the hint `last`.
    pub last: usize,
    /// Reads with the hint `last_in_warp`.
    pub last_in_warp: usize,
    /// Reads with the hint `promote`.
    pub promoted: usize,
    /// Instructions that collect more words than the paper has dead bits.
    pub over_four: usize,
    /// Maximum number of words that an instruction collects.
    pub most: usize,
    pub values: ReadsPerValue,
}

impl InText {
    /// Counts a kernel with these homes of its registers and these hints of its instructions.
    pub fn new(
        kernel: &Kernel,
        homes: &[Home],
        hints: &[Hints],
        duplicates: DuplicateReads,
    ) -> InText {
        let mut counts = InText::default();
        for (instruction, hints) in kernel.code.iter().zip(hints) {
            let words = collected(instruction, homes, duplicates).len();
            counts.words += words;
            counts.last += hints.last.count_ones() as usize;
            counts.last_in_warp += hints.last_in_warp.count_ones() as usize;
            counts.promoted += hints.promote.count_ones() as usize;
            counts.over_four += usize::from(words > BITS);
            counts.most = counts.most.max(words);
        }
        for value in &Values::new(kernel, &Cfg::new(kernel)).definitions {
            if !homes[value.reg.index()].is_predicate() {
                counts.values.add(value.reads);
            }
        }
        counts
    }
}

fn of(subject: &Subject, _: &Config, _: &Resources, _: &Options) -> Result<KernelRow> {
    const MERGED: DuplicateReads = DuplicateReads::Merged;

    let (text, executed) = match subject {
        Subject::Case(case) => {
            let hints = hints(&case.kernel, &case.homes, MERGED, PROMOTE_ABOVE);
            let text = InText::new(&case.kernel, &case.homes, &hints, MERGED);
            (text, Some(DeadReads::of(case, &hints, MERGED)?))
        }
        Subject::Kernel { kernel, .. } => {
            let (kernel, homes) = allocated(kernel);
            let hints = hints(&kernel, &homes, MERGED, PROMOTE_ABOVE);
            (InText::new(&kernel, &homes, &hints, MERGED), None)
        }
    };
    let json = json!({ "text": text, "executed": executed });
    Ok(KernelRow { cells: cells(&text, executed.as_ref()), json })
}

fn cells(text: &InText, executed: Option<&DeadReads>) -> Vec<String> {
    let counts = [text.words, text.last, text.last_in_warp, text.promoted, text.over_four];
    let values = executed.map_or(&text.values, |executed| &executed.values);
    let shares =
        values.shares().map(|shares| shares.map(|share| format!("{share:.1}")).join(" / "));
    let shown = |of: &dyn Fn(&DeadReads) -> String| executed.map_or("-".into(), of);
    let percent = |rule: Dead| {
        shown(&|executed| {
            let share = executed.dead_by(rule) as f64 / executed.reads.max(1) as f64;
            format!("{:.1} %", 100.0 * share)
        })
    };
    let mut cells: Vec<String> = counts.iter().map(usize::to_string).collect();
    cells.push(shares.map_or("-".into(), |shares| shares + " %"));
    cells.push(shown(&|executed| executed.reads.to_string()));
    cells.extend(Dead::ALL.map(percent));
    cells.push(shown(&|executed| executed.destroyed_by(Dead::Paper).to_string()));
    cells
}
