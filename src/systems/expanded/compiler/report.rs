//! `regforge ptx report --expanded`: CTAs before and after, the order of registers, and bundles.

use super::bundles::Step;
use super::{Expansion, Launched};
use crate::bits::LANES;
use crate::compiler::allocate::allocated;
use crate::compiler::occupancy::{KernelNeeds, Resources};
use crate::config::{Config, Options};
use crate::error::Result;
use crate::run::{KernelReport, KernelRow, Subject};
use crate::systems::expanded::config::Expanded;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;

pub const EXPANDED: KernelReport = KernelReport {
    name: "expanded",
    help: "Resident CTAs with the register file alone, and with registers in the scratchpad too \
           (mix CTAs); Start_Reg, a mix CTA's first register in the scratchpad; the order of \
           registers by weight (old numbers), and the first that may be in the scratchpad; the \
           number of bundles, of bundles with a PREF, and their mean instructions and registers. \
           --json lists all bundles",
    options: &[],
    header: &[
        "registers",
        "CTAs",
        "register file + mix",
        "Start_Reg",
        "may leave from",
        "bundles",
        "with PREF",
        "instructions",
        "registers of a bundle",
        "order",
    ],
    field: "expanded",
    of,
};

/// A bundle in JSON.
#[derive(Serialize)]
struct Shown<'a> {
    vector: &'a BTreeSet<usize>,
    instructions: &'a [Step],
}

fn of(subject: &Subject, config: &Config, sm: &Resources, _: &Options) -> Result<KernelRow> {
    let keys = Expanded::from(config);
    let row = |launched: &Launched| {
        row(launched, &Expansion::new(launched, sm, &keys), sm, keys.cache_lines)
    };
    Ok(match subject {
        Subject::Case(case) => row(&Launched {
            kernel: &case.kernel,
            homes: &case.homes,
            threads_per_cta: case.geometry.threads(),
            shared_bytes: case.geometry.shared() as usize,
            ctas: usize::MAX,
        }),
        Subject::Kernel { kernel, threads_per_cta } => {
            let (webs, homes) = allocated(kernel);
            row(&Launched {
                kernel: &webs,
                homes: &homes,
                threads_per_cta: *threads_per_cta,
                shared_bytes: kernel.shared_bytes as usize,
                ctas: usize::MAX,
            })
        }
    })
}

fn row(launched: &Launched, expansion: &Expansion, sm: &Resources, lines: usize) -> KernelRow {
    let Expansion { split, bundles, .. } = expansion;
    let registers = expansion.order.words().len();
    let needs = KernelNeeds {
        threads_per_cta: launched.threads_per_cta,
        regs_per_thread: registers,
        shared_bytes: launched.shared_bytes,
    };
    let before = sm.residency(&needs).tlp;
    let mean = |sum: usize| format!("{:.1}", sum as f64 / bundles.len().max(1) as f64);
    let with_pref = bundles.iter().filter(|one| one.needs_pref(expansion.spill_from));
    let order: Vec<String> = expansion.order.words().iter().map(usize::to_string).collect();
    let cells = vec![
        registers.to_string(),
        format!("{before} -> {}", split.ctas()),
        format!("{} + {}", split.ctas_rf, split.ctas_mix),
        split.start_reg.to_string(),
        expansion.spill_from.to_string(),
        bundles.len().to_string(),
        with_pref.count().to_string(),
        mean(launched.kernel.code.len()),
        mean(bundles.iter().map(|one| one.vector.len()).sum()),
        order.join(" "),
    ];
    let instructions = |n: usize| &expansion.steps[bundles[n].code.clone()];
    let shown = (0..bundles.len())
        .map(|n| Shown { vector: &bundles[n].vector, instructions: instructions(n) });
    let pairs: Vec<[usize; 2]> =
        expansion.order.pairs().iter().map(|low| [*low, low + 1]).collect();
    let json = json!({
        "warps_per_cta": launched.threads_per_cta.div_ceil(LANES),
        "registers": registers,
        "shared_bytes": launched.shared_bytes,
        "spill_from": expansion.spill_from,
        "ctas_before": before,
        "ctas": split.ctas(),
        "ctas_rf": split.ctas_rf,
        "ctas_mix": split.ctas_mix,
        "start_reg": split.start_reg,
        "lines": lines,
        "order": expansion.order.words(),
        "weights": expansion.weights,
        "pairs": pairs,
        "instructions": launched.kernel.code.len(),
        "bundles": shown.collect::<Vec<_>>(),
    });
    KernelRow { cells, json }
}
