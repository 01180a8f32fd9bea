//! Are the gains of EXPARS in the documents those of the command?

use crate::support::assert_shown;
use regforge::config::Scheduler;
use regforge::parallel;
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

/// The paper's applications, in the order of its table; of all but `merge_sort_1024` more CTAs run.
const PAPER: [&str; 13] = [
    "papers/lbm_d3q19",
    "stencil_3d",
    "papers/mri_q_2",
    "papers/sgemm_nt",
    "papers/btree_range",
    "papers/hotspot_pyramid",
    "papers/gicov_192",
    "papers/monte_carlo_256",
    "papers/convolution_rows",
    "papers/generator_init",
    "papers/merge_sort_1024",
    "papers/quasi_random_384",
    "papers/asian_paths",
];

/// What is compared with SRAM.
const COMPARED: [Variant; 4] =
    [Variant::Expanded, Variant::AsStated, Variant::PrefFree, Variant::Ceiling];

fn row(kernel: &str, runs: &[Run], at: Scheduler) -> String {
    let name = kernel.trim_start_matches("papers/");
    let mut cells = vec![format!("`{name}`"), scheduler_name(at).to_string()];
    cells.extend(COMPARED.map(|variant| format!("{:+.1}", gain(runs, variant, at).unwrap())));
    let expanded = find(runs, Variant::Expanded, at).unwrap();
    let lost = expanded.lost;
    let counts = [lost.prefs, lost.queue_waits, lost.pin_waits, lost.port_waits];
    let per_cycle = |count: u64| format!("{:.2}", count as f64 / expanded.cycles as f64);
    cells.extend(counts.map(per_cycle));
    format!("| {} |", cells.join(" | "))
}

fn rows(kernels: &[&str], file: &str) -> Vec<String> {
    let config = systems::config("expars_paper").unwrap();
    let of_kernel = |kernel: &str| {
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
        let has_more = kernel != "papers/merge_sort_1024";
        assert!(SCHEDULERS.into_iter().all(|at| more(at) == has_more), "{kernel}");
        SCHEDULERS.map(|at| row(kernel, &runs, at)).to_vec()
    };
    parallel::map(kernels.iter().copied(), of_kernel).concat()
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

#[test]
#[ignore = "minutes: make gains"]
fn the_page_has_the_gains_of_the_papers_applications() {
    assert_shown(PAGE, "## The paper's applications", &rows(&PAPER, "yu-2018.toml"));
}
