//! Red-Shield (Zhang et al. 2016): STT-RAM with read disturbance. Not built yet: its paper and its
//! half of the compiler.

pub mod compiler;
pub mod paper;

use super::Entry;

pub(super) const ENTRY: Entry = Entry { system: None, paper: Some(&paper::PAPER), commands: &[] };
