//! `regforge ptx report --sharing`: loads by the reason why they cannot share, releases, and mapped
//! registers.

use super::lifetimes::{Lifetimes, Load, lifetimes};
use super::loads::Loads;
use crate::compiler::allocate::allocated;
use crate::compiler::occupancy::Resources;
use crate::config::{Config, Options};
use crate::error::Result;
use crate::ptx::kernel::Home;
use crate::run::{KernelReport, KernelRow, Subject};
use serde::Serialize;
use serde_json::json;

pub const SHARING: KernelReport = KernelReport {
    name: "sharing",
    help: "Counts loads of global memory by the reason why they cannot be shared, register \
           releases, and the maximum of mapped registers. A launch is executed: warp loads are \
           then percentages of all. The last three columns are cumulative: loads that may share if \
           lanes 0 to n are active, if any adjacent lanes are, and if rows of 8 or 16 lanes are",
    options: &[],
    header: &[
        "loads",
        "ordered",
        "not 32 bits",
        "not whole",
        "releases before / after",
        "mapped at most",
        "warp loads",
        "ordered",
        "not 32 bits",
        "outside",
        "no pattern",
        "other lanes",
        "may share: prefix",
        "+ run",
        "+ rows",
    ],
    field: "sharing",
    of,
};

/// Counts of the instructions of a kernel, without execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InText {
    /// Loads of global memory or of a generic address.
    pub loads: usize,
    /// Loads that are ordered, or that bypass the SM's cache.
    pub ordered: usize,
    /// Loads of anything but one 32-bit value.
    pub width: usize,
    /// Loads for which other lanes may need the old value of the destination.
    pub not_whole: usize,
    /// Loads for which no other lane needs the old value of the destination.
    pub whole: usize,
    /// Registers that are released before an instruction.
    pub released_before: usize,
    /// Registers that are released after the reads of an instruction.
    pub released_after: usize,
    /// Registers per thread.
    pub registers: usize,
    /// Maximum number of mapped registers of a warp after an instruction.
    pub mapped_at_most: usize,
}

impl InText {
    /// Counts a kernel whose registers are allocated to `homes`.
    pub fn new(lifetimes: &Lifetimes, homes: &[Home]) -> InText {
        let mut counts = InText {
            registers: homes.iter().map(|home| home.words().end).max().unwrap_or(0),
            mapped_at_most: lifetimes.mapped_at_most,
            ..InText::default()
        };
        for one in &lifetimes.instructions {
            counts.released_before += one.before.len();
            counts.released_after += one.after.len();
            let Some(load) = one.load else { continue };
            counts.loads += 1;
            let counter = match load {
                Load::Ordered => &mut counts.ordered,
                Load::Width => &mut counts.width,
                Load::Word { whole: false } => &mut counts.not_whole,
                Load::Word { whole: true } => &mut counts.whole,
            };
            *counter += 1;
        }
        counts
    }
}

fn of(subject: &Subject, _: &Config, _: &Resources, _: &Options) -> Result<KernelRow> {
    let (text, executed) = match subject {
        Subject::Case(case) => {
            let lifetimes = lifetimes(&case.kernel, &case.homes);
            let mut executed = Loads::default();
            executed.count(case, &lifetimes.instructions)?;
            (InText::new(&lifetimes, &case.homes), Some(executed))
        }
        Subject::Kernel { kernel, .. } => {
            let (kernel, homes) = allocated(kernel);
            (InText::new(&lifetimes(&kernel, &homes), &homes), None)
        }
    };
    let json = json!({ "text": text, "executed": executed });
    Ok(KernelRow { cells: cells(&text, executed.as_ref()), json })
}

fn cells(text: &InText, executed: Option<&Loads>) -> Vec<String> {
    let counts = [text.loads, text.ordered, text.width, text.not_whole];
    let mut cells: Vec<String> = counts.iter().map(usize::to_string).collect();
    cells.push(format!("{} / {}", text.released_before, text.released_after));
    cells.push(format!("{} of {}", text.mapped_at_most, text.registers));
    cells.push(executed.map_or("-".into(), |executed| executed.loads.to_string()));
    let shares = executed.filter(|executed| executed.loads != 0).map(|executed| {
        let Loads { ordered, width, outside, irregular, kept, prefix, run, .. } = *executed;
        let counts =
            [ordered, width, outside, irregular, kept, prefix, prefix + run, executed.may_share()];
        counts.map(|count| format!("{:.1} %", 100.0 * count as f64 / executed.loads as f64))
    });
    cells.extend(shares.unwrap_or_else(|| std::array::from_fn(|_| "-".into())));
    cells
}
