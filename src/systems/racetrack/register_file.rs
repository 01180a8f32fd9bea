//! The racetrack register file in the SM model: its options, maps and events.

use super::compiler::mapping::read_maps;
use super::units::PortRegions;
use super::units::racetrack_bank::RacetrackStorage;
use super::units::racetrack_register_file::{FileIn, FileParams, In, Out};
use crate::config::{Config, Opt, OptKind, Options};
use crate::error::Result;
use crate::sm::register_file::{Operation, StorageOnSm, events};

/// Run-time settings of the racetrack register file.
#[derive(Clone, Debug, Default)]
pub struct Mode {
    /// Whether banks without a grant shift towards their next request.
    pub preshift: bool,
    /// Whether only aligned banks compete for grants.
    pub aligned_only: bool,
    /// Port and offset of each entry, by bank. Empty for the identity mapping.
    pub maps: Vec<Vec<(u8, u8)>>,
}

const PRESHIFT: Opt =
    Opt::new("preshift", OptKind::Flag, "idle banks shift ahead to their next request");
const ALIGNED_ONLY: Opt =
    Opt::new("aligned_only", OptKind::Flag, "only banks whose head is aligned compete for grants");
const MAP: Opt = Opt::new(
    "map",
    OptKind::File,
    "reads the register positions from this file, which `regforge map -o` writes",
);
const NO_PRESHIFT: Opt = Opt::new("no_preshift", OptKind::Flag, "idle banks do not shift ahead");

impl Mode {
    /// Options of a run.
    pub const OPTIONS: &'static [Opt] = &[PRESHIFT, ALIGNED_ONLY, MAP];

    /// Options of a replayed stream. Preshifting is on by default.
    pub const STREAM_OPTIONS: &'static [Opt] = &[NO_PRESHIFT, ALIGNED_ONLY, MAP];

    /// The mode of a run.
    ///
    /// # Errors
    /// Those of [`read_maps`].
    pub fn new(options: &Options, config: &Config) -> Result<Mode> {
        let preshift = options.flag(PRESHIFT.name);
        Mode::read(options, preshift, config.gpu().banks, PortRegions::from(config))
    }

    /// The mode of a replayed stream.
    ///
    /// # Errors
    /// Those of [`read_maps`].
    pub fn of_stream(options: &Options, banks: usize, geometry: PortRegions) -> Result<Mode> {
        Mode::read(options, !options.flag(NO_PRESHIFT.name), banks, geometry)
    }

    fn read(
        options: &Options,
        preshift: bool,
        banks: usize,
        geometry: PortRegions,
    ) -> Result<Mode> {
        let maps = match options.file(MAP.name) {
            Some(file) => read_maps(file, banks, geometry)?,
            None => Vec::new(),
        };
        let maps = maps.into_iter().map(|map| map.place).collect();
        Ok(Mode { preshift, aligned_only: options.flag(ALIGNED_ONLY.name), maps })
    }

    /// Names of the counted events: shifts with a grant, and shifts without one.
    pub const EVENTS: &'static [&'static str] = &["demand_shifts", "preshifts"];

    /// Inputs beside the request channels.
    pub fn inputs(&self) -> FileIn {
        FileIn { aligned_only: self.aligned_only, preshift_en: self.preshift, ..FileIn::default() }
    }

    /// Inputs of the cycles that load the maps, one entry per cycle.
    pub fn loads(&self) -> Vec<FileIn> {
        let mut loads = Vec::new();
        for (bank, map) in self.maps.iter().enumerate() {
            for (entry, &(port, offset)) in map.iter().enumerate() {
                loads.push(FileIn {
                    map_valid: true,
                    map_bank: bank as u8,
                    map_entry: entry as u16,
                    map_port: port,
                    map_offset: offset,
                    ..self.inputs()
                });
            }
        }
        loads
    }
}

impl StorageOnSm for RacetrackStorage {
    type Mode = Mode;
    type Memory = ();

    fn quiet(mode: &Mode) -> FileIn {
        mode.inputs()
    }

    fn setup(mode: &Mode) -> Vec<FileIn> {
        mode.loads()
    }

    const BANK_EVENTS: &'static [&'static str] = Mode::EVENTS;

    #[inline]
    fn observe(_: &mut (), _: &In, outputs: &Out, operation: &mut Operation) {
        operation.bank_events = events(outputs.own.shifts(outputs.shared.bank_grant));
    }

    fn settles_in(params: &FileParams) -> u32 {
        params.storage.settles_in()
    }
}
