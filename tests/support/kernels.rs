//! The kernels that ship, on allocated registers.

use regforge::run::Case;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// Kernels whose launches take over 30,000 cycles on an SRAM register file, two thirds of the cycles
/// of all.
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
    paths.iter().map(|path| Arc::new(Case::on_allocated_registers(path).unwrap())).collect()
});

/// Kernels whose launches are short, for checks that run each kernel in many ways.
pub static SHORT: LazyLock<Vec<Arc<Case>>> = LazyLock::new(|| {
    let short: Vec<Arc<Case>> =
        KERNELS.iter().filter(|case| !LONG.contains(&case.launch.name.as_str())).cloned().collect();
    assert_eq!((KERNELS.len(), short.len()), (49, 39));
    short
});

/// A kernel by its name.
pub fn case(name: &str) -> Arc<Case> {
    let found = KERNELS.iter().find(|case| case.launch.name == name);
    found.unwrap_or_else(|| panic!("no kernel {name}")).clone()
}
