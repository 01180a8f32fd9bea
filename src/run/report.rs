//! Reports that a system adds to commands: reports on kernels (`regforge ptx report`), views of
//! kernels (`regforge ptx show`), and launches with its techniques on and off (`regforge
//! techniques`).

use super::case::Case;
use crate::compiler::occupancy::Resources;
use crate::config::{Config, Opt, Options};
use crate::error::Result;
use crate::ptx::kernel::Kernel;
use std::sync::Arc;

/// A report that `regforge ptx report --NAME` prints, with a row for each kernel.
pub struct KernelReport {
    /// Name of the command-line flag, without `--`.
    pub name: &'static str,
    pub help: &'static str,
    /// Options of the report.
    pub options: &'static [Opt],
    /// Columns after the kernel's name.
    pub header: &'static [&'static str],
    /// Field of the kernel's JSON object.
    pub field: &'static str,
    pub of: fn(&Subject, &Config, &Resources, &Options) -> Result<KernelRow>,
}

/// Subject of a report.
pub enum Subject<'a> {
    /// A launch with allocated registers.
    Case(&'a Case),
    /// A kernel without a launch; only the number of threads per CTA is known.
    Kernel { kernel: &'a Kernel, threads_per_cta: usize },
}

/// A kernel's figures.
pub struct KernelRow {
    /// Cells of [`KernelReport::header`].
    pub cells: Vec<String>,
    pub json: serde_json::Value,
}

/// A launch with the system's techniques on and off, as `regforge techniques --rf NAME` prints it.
pub struct TechniqueReport {
    /// Help text: the techniques that are switched or compared.
    pub help: &'static str,
    /// Configuration if none is named.
    pub config: &'static str,
    pub header: &'static [&'static str],
    pub of: fn(&Arc<Case>, &Config) -> Result<TechniqueRows>,
}

/// Results of a launch.
pub struct TechniqueRows {
    /// Cells of [`TechniqueReport::header`], a row for each combination.
    pub rows: Vec<Vec<String>>,
    pub json: serde_json::Value,
}

/// View of a kernel that `regforge ptx show NAME` prints.
#[derive(Clone, Copy)]
pub struct KernelView {
    pub name: &'static str,
    pub help: &'static str,
    /// Text of the view, from a kernel and the lines of its file.
    pub of: fn(&Kernel, &[&str]) -> String,
}
