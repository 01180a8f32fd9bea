//! Recordings: a sequence of inputs as a readable file that can be replayed.

use super::layout::{Layout, Slot};
use crate::config::{Config, Schema};
use crate::error::{Error, Place, Result};
use crate::files::{self, write_whole};
use crate::units::AnyUnit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Inputs of a unit, cycle by cycle, and the unit's parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    pub unit: String,
    /// Key and value of every parameter of the unit.
    pub parameters: BTreeMap<String, String>,
    /// Inputs of each cycle that are not zero: port and value in hex.
    pub cycles: Vec<BTreeMap<String, String>>,
}

impl Recording {
    pub fn new(
        unit: &dyn AnyUnit,
        config: &Config,
        layout: &Layout,
        inputs: &[Vec<u32>],
    ) -> Recording {
        let parameters = unit.keys(config).into_iter();
        let cycle = |words: &Vec<u32>| {
            let set = layout.inputs.iter().filter(|slot| slot.words(words).iter().any(|&w| w != 0));
            set.map(|slot| (slot.port.verilog(), slot.hex(words))).collect()
        };
        Recording {
            unit: unit.name().into(),
            parameters: parameters
                .map(|key| {
                    (
                        key.path.to_string(),
                        config.value(key.path).map_or(String::new(), ToString::to_string),
                    )
                })
                .collect(),
            cycles: inputs.iter().map(cycle).collect(),
        }
    }

    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        write_whole(path, (text + "\n").as_bytes())
    }

    /// # Errors
    /// [`Error::Io`], and [`Error::Input`] with the line.
    pub fn read(path: &Path) -> Result<Recording> {
        let bytes = files::read(path)?;
        let recording: Recording = serde_json::from_slice(&bytes).map_err(|error| {
            Error::input(Place::line(path.display(), error.line()), error, "a recording")
        })?;
        match recording.cycles.is_empty() {
            true => Err(Error::input(Place::whole(path.display()), "no cycles", "at least one")),
            false => Ok(recording),
        }
    }

    /// The default configuration with the parameters of this recording.
    ///
    /// # Errors
    /// Errors of [`Config::load_placed`].
    pub fn config(&self, schema: &'static Schema, path: &Path) -> Result<Config> {
        let set = self.parameters.iter().map(|(key, value)| format!("{key}={value}"));
        let set: Vec<String> = set.collect();
        let placed = set.iter().map(|text| (text.as_str(), Place::whole(path.display())));
        Config::load_placed(schema, Config::DEFAULT, None, &placed.collect::<Vec<_>>())
    }

    /// The inputs as words.
    ///
    /// # Errors
    /// [`Error::Input`] with cycle and port.
    pub fn inputs(&self, layout: &Layout, path: &Path) -> Result<Vec<Vec<u32>>> {
        let cycle = |(number, ports): (usize, &BTreeMap<String, String>)| {
            let mut words = vec![0; layout.input_words];
            for (port, value) in ports {
                let place = || Place::whole(format!("{}, cycle {number}", path.display()));
                let slot = layout.inputs.iter().find(|slot| slot.port.verilog() == *port);
                let slot = slot.ok_or_else(|| {
                    Error::input(place(), format!("port '{port}'"), "an input of the unit")
                })?;
                store_hex(slot, value, &mut words).ok_or_else(|| {
                    let expected = format!("hex digits of {} bits", slot.port.width());
                    Error::input(place(), format!("{port} = '{value}'"), expected)
                })?;
            }
            Ok(words)
        };
        self.cycles.iter().enumerate().map(cycle).collect()
    }
}

fn store_hex(slot: &Slot, value: &str, words: &mut [u32]) -> Option<()> {
    let digits = value.as_bytes();
    if digits.is_empty() || digits.len() > slot.port.words() * 8 {
        return None;
    }
    for (n, digits) in digits.rchunks(8).enumerate() {
        let text = std::str::from_utf8(digits).ok()?;
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        words[slot.at + n] = u32::from_str_radix(text, 16).ok()?;
    }
    let spare = slot.port.words() * 32 - slot.port.width();
    let top = words[slot.at + slot.port.words() - 1];
    (spare == 0 || top >> (32 - spare) == 0).then_some(())
}
