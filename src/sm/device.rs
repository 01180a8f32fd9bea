//! State that all SMs of a GPU share: the kernel's memory, and L2 with DRAM.

use super::memory::L2;
use crate::config::Config;
use crate::ptx::exec::{Area, Memory, Start, Textures};

/// Memory that all SMs share: its values and its timing.
pub(super) struct Device {
    pub memory: Memory,
    pub params: Area,
    pub textures: Textures,
    pub l2: L2,
}

impl Device {
    /// State at the start of a launch.
    pub fn new(config: &Config, start: Start) -> Device {
        let mut params = Area::known("kernel parameters", 0, start.params);
        params.read_only = true;
        let Start { memory, textures, .. } = Start { params: Vec::new(), ..start };
        Device { memory, params, textures, l2: L2::new(config) }
    }
}
