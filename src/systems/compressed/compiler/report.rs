//! `regforge ptx report --packed`: registers, CTAs and occupancy with packed registers.

use super::compression::{Compressed, Launched, Variant};
use super::ranges::Limits;
use super::tuning::{self, Target};
use crate::compiler::occupancy::Resources;
use crate::compiler::values::split_webs;
use crate::config::{Config, Options};
use crate::error::Result;
use crate::run::{KernelReport, KernelRow, Subject};
use crate::systems::compressed::system::{NO_SPLIT, QUALITY};
use serde_json::json;

pub const PACKED: KernelReport = KernelReport {
    name: "packed",
    help: "Registers, CTAs and occupancy with values packed into slices of 4 bits. Integers are \
           narrowed by value range. With --quality, floats use the formats that `ptx tune` wrote \
           beside the launch for this converter; if there are none, they are tuned now, which may \
           take a minute. In a PTX file without a launch, floats keep 32 bits",
    options: &[QUALITY, NO_SPLIT],
    header: &[
        "registers",
        "integers packed",
        "floats packed",
        "both packed",
        "live slices / 8",
        "table entries",
        "split",
        "CTAs",
        "occupancy",
    ],
    field: "packings",
    of,
};

fn of(subject: &Subject, config: &Config, sm: &Resources, options: &Options) -> Result<KernelRow> {
    let split = !options.flag(NO_SPLIT.name);
    let variants = match subject {
        Subject::Case(case) => {
            let formats = Target::of(options).map(|target| tuning::formats(case, target, config));
            let launched = Launched {
                kernel: &case.kernel,
                limits: Limits::new(&case.geometry),
                threads_per_cta: case.geometry.threads(),
                shared_bytes: case.geometry.shared() as usize,
            };
            launched.variants(formats.transpose()?.as_deref(), sm, split)
        }
        Subject::Kernel { kernel, threads_per_cta } => {
            let launched = Launched {
                kernel: &split_webs(kernel),
                limits: Limits::ANY,
                threads_per_cta: *threads_per_cta,
                shared_bytes: kernel.shared_bytes as usize,
            };
            launched.variants(None, sm, split)
        }
    };
    Ok(KernelRow { cells: cells(&variants), json: json!(variants) })
}

/// Registers of each variant; bound, entries, CTAs and occupancy of the last one.
fn cells(variants: &[Variant]) -> Vec<String> {
    let of = |compressed| {
        let found = variants.iter().find(|variant| variant.compressed == compressed);
        found.map_or("-".into(), |variant| variant.registers.to_string())
    };
    let ends = variants.first().zip(variants.last());
    let shown = |text: &dyn Fn(&Variant, &Variant) -> String| {
        ends.map_or("-".into(), |(first, last)| text(first, last))
    };
    vec![
        of(Compressed::Nothing),
        of(Compressed::Integers),
        of(Compressed::Floats),
        of(Compressed::Both),
        shown(&|_, last| last.lower_bound.to_string()),
        shown(&|_, last| last.entries.to_string()),
        shown(&|_, last| last.split.to_string()),
        shown(&|first, last| format!("{} -> {}", first.ctas, last.ctas)),
        shown(&|first, last| format!("{:.1} -> {:.1} %", first.occupancy, last.occupancy)),
    ]
}
