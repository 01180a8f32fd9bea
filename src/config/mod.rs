//! The configuration: a TOML file, perhaps based on another, perhaps with keys overridden on the
//! command line, checked whole before anything is done with it.
//!
//! A file sets keys of [`keys::KEYS`] in sections and may name a `base`, whose values it takes
//! where it says nothing itself. Every value remembers where it was written, so that a refusal
//! names file, line, key, value and bound. What passes is a typed [`Config`].

mod keys;
mod load;
mod points;

pub use points::{covering, extremes};

pub use keys::{KEYS, Key, Kind, Value, key};

use serde::Deserialize;
use std::collections::BTreeMap;

/// A whole, legal configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Name of the file without its ending, `+overrides` if keys were set by hand.
    pub name: String,
    pub gpu: Gpu,
    pub racetrack: Racetrack,
    values: BTreeMap<&'static str, Value>,
}

/// What all designs share of the streaming multiprocessor.
#[derive(Clone, Debug, Deserialize)]
pub struct Gpu {
    pub banks: usize,
    pub warps: usize,
    pub ctas: usize,
    pub registers: usize,
    pub register_granularity: usize,
    pub shared_bytes: usize,
    pub collector_units: usize,
    pub operand_slots: usize,
    pub placement: Placement,
}

/// Which bank and entry hold a warp's register; `linear = warp * regs_per_thread + reg`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// `entry = linear div banks`, `bank = (linear + entry) mod banks`.
    Swizzled,
    /// `entry = linear div banks`, `bank = linear mod banks`.
    Linear,
    /// `bank = (reg + warp) mod banks`, as GPGPU-Sim;
    /// `entry = warp * ceil(regs_per_thread / banks) + reg div banks`.
    Gpgpusim,
}

/// The racetrack-memory register file: one bank of it and its buffers.
#[derive(Clone, Debug, Deserialize)]
pub struct Racetrack {
    pub positions: usize,
    pub ports: usize,
    pub write_cycles: usize,
    pub read_queue_depth: usize,
    pub write_buffer_depth: usize,
    pub max_write_run: usize,
    pub max_banks: usize,
    pub clock_mhz: usize,
}

/// A rule that ties several keys, broken.
struct Illegal {
    key: &'static str,
    bound: String,
}

impl Config {
    /// The value of a key of [`KEYS`].
    pub fn value(&self, path: &str) -> &Value {
        &self.values[path]
    }

    /// The name of the configuration that `gen/` holds.
    pub const DEFAULT: &'static str = "fermi";
}

impl Gpu {
    fn check(&self) -> Result<(), Illegal> {
        match self.banks.is_power_of_two() {
            true => Ok(()),
            false => Err(Illegal { key: "gpu.banks", bound: "a power of two".into() }),
        }
    }
}

impl Racetrack {
    /// Most offsets that a port region may have: the longest way of a head, plus one.
    const MAX_OFFSETS: usize = 64;

    /// Offsets of a port region, the specification's K.
    pub fn offsets(&self) -> usize {
        self.positions / self.ports
    }

    fn check(&self) -> Result<(), Illegal> {
        let (positions, ports) = (self.positions, self.ports);
        let illegal = |bound: String| Err(Illegal { key: "racetrack.ports", bound });
        if !positions.is_multiple_of(ports) {
            return illegal(format!("a divisor of racetrack.positions = {positions}"));
        }
        if self.offsets() < 2 {
            return illegal(format!("at most half of racetrack.positions = {positions}"));
        }
        if self.offsets() > Self::MAX_OFFSETS {
            let max = Self::MAX_OFFSETS;
            return illegal(format!(
                "at least racetrack.positions / {max}, as a head moves over at most {max} offsets"
            ));
        }
        Ok(())
    }
}
