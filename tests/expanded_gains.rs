//! Are the gains of EXPARS in the documents those of the command?

use crate::support::assert_shown;
use rayon::prelude::*;
use regforge::config::Scheduler;
use regforge::run::Case;
use regforge::systems;
use regforge::systems::expanded::techniques::{
    Run, SCHEDULERS, Variant, evaluate, find, gain, scheduler_name,
};
use std::path::Path;
use std::sync::Arc;

const PAGE: &str = "docs/expars.md";

/// Kernels of which more CTAs fit with the scratchpad, and run on large inputs.
const LARGE: [&str; 7] = [
    "backprop",
    "gicov",
    "hotspot",
    "imgvf",
    "matrix_multiply_naive",
    "matrix_multiply_tiled",
    "srad",
];

/// Those of which more CTAs run on small inputs.
const SMALL: [&str; 6] =
    ["gicov", "hotspot", "matrix_multiply_naive", "matrix_multiply_tiled", "srad", "conv_layer"];

/// What is compared with SRAM.
const COMPARED: [Variant; 4] =
    [Variant::Expanded, Variant::AsStated, Variant::PrefFree, Variant::Ceiling];

fn row(kernel: &str, runs: &[Run], at: Scheduler) -> String {
    let mut cells = vec![format!("`{kernel}`"), scheduler_name(at).to_string()];
    cells.extend(COMPARED.map(|variant| format!("{:+.1}", gain(runs, variant, at).unwrap())));
    let expanded = find(runs, Variant::Expanded, at).unwrap();
    let lost = expanded.lost;
    let counts = [lost.prefs, lost.queue_waits, lost.pin_waits, lost.port_waits];
    let per_cycle = |count: u64| format!("{:.2}", count as f64 / expanded.cycles as f64);
    cells.extend(counts.map(per_cycle));
    format!("| {} |", cells.join(" | "))
}

fn rows(kernels: &[&str], file: &str) -> Vec<String> {
    let config = systems::config("expars_paper", &[]).unwrap();
    let of_kernel = |kernel: &&str| {
        let path = Path::new("kernels").join(kernel).join(file);
        let case = Arc::new(Case::on_allocated_registers(&path).unwrap());
        let runs = evaluate(&case, &config, &Variant::ALL, &SCHEDULERS).unwrap();
        let wrong = runs.iter().find(|run| !run.is_right);
        assert!(wrong.is_none(), "{kernel}: {wrong:?}");
        let more = |at| {
            let ctas = |variant| find(&runs, variant, at).unwrap().ctas;
            ctas(Variant::Expanded) > ctas(Variant::Sram)
                && ctas(Variant::Ceiling) == ctas(Variant::Expanded)
        };
        assert!(SCHEDULERS.into_iter().all(more), "{kernel}");
        SCHEDULERS.map(|at| row(kernel, &runs, at)).to_vec()
    };
    kernels.par_iter().flat_map(of_kernel).collect()
}

#[test]
fn the_page_has_the_gains_on_small_inputs() {
    assert_shown(PAGE, "## Small inputs", &rows(&SMALL, "case.toml"));
}

#[test]
#[ignore = "minutes: make gains"]
fn the_page_has_the_gains_on_large_inputs() {
    assert_shown(PAGE, "## Large inputs", &rows(&LARGE, "large.toml"));
}
