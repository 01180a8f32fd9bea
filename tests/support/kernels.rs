//! The kernels that ship, on allocated registers.

use regforge::run::Case;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// Maximum cycles of a short launch on an SRAM register file.
pub const SHORT_CYCLES: u64 = 30_000;

/// Kernels whose launches are longer; test `sms::several_sms_do_the_work_of_one` checks it.
const LONG: [&str; 10] = [
    "fully_connected",
    "gicov",
    "gicov_texture",
    "kmeans",
    "local_array",
    "lud",
    "matrix_multiply_tiled_32",
    "median_filter",
    "mri_gridding",
    "poly_f64",
];

/// Every kernel, by name.
pub static KERNELS: LazyLock<Vec<Arc<Case>>> = LazyLock::new(|| {
    let paths = glob::glob("kernels/*/case.toml").unwrap().map(|path| path.unwrap());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    assert_eq!(paths.len(), 49);
    paths.iter().map(|path| Arc::new(Case::on_allocated_registers(path).unwrap())).collect()
});

/// Kernels whose launches are short, for checks that run each kernel in many ways.
pub static SHORT: LazyLock<Vec<Arc<Case>>> = LazyLock::new(|| {
    let short: Vec<_> = KERNELS.iter().filter(|case| is_short(case)).cloned().collect();
    assert_eq!(short.len(), 39);
    short
});

pub fn is_short(case: &Case) -> bool {
    !LONG.contains(&case.launch.name.as_str())
}

/// A kernel by its name.
pub fn case(name: &str) -> Arc<Case> {
    let found = KERNELS.iter().find(|case| case.launch.name == name);
    found.unwrap_or_else(|| panic!("no kernel {name}")).clone()
}
