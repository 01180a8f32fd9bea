//! Red-Shield (Zhang et al. 2016): STT-RAM with read disturbance.

pub mod config;
pub mod paper;
pub mod register_file;
mod system;
pub mod units;

pub use system::Stt;

use super::Entry;

pub(super) const ENTRY: Entry =
    Entry { system: Some(&Stt), paper: Some(&paper::PAPER), commands: &[] };
