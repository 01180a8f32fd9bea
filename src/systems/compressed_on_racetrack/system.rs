use crate::compiler::occupancy::Resources;
use crate::config::{Config, Opt, Options};
use crate::error::Result;
use crate::ptx::exec::Memory;
use crate::run::backend::Backend;
use crate::run::{Case, Compiled, System};
use crate::sm::register_file::{Counts, RegisterFile};
use crate::systems::compressed::{Compressed, Packed};
use crate::systems::racetrack::Racetrack;
use crate::systems::racetrack::energy;
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use crate::tech::Account;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The register file of packed registers on racetracks.
pub struct CompressedOnRacetrack;

/// Options of the layer, then of the storage.
static OPTIONS: LazyLock<Vec<Opt>> =
    LazyLock::new(|| [Compressed.options(), Racetrack.options()].concat());

impl System for CompressedOnRacetrack {
    fn name(&self) -> &'static str {
        "compressed+racetrack"
    }

    fn summary(&self) -> &'static str {
        "racetrack-memory banks of packed registers"
    }

    fn options(&self) -> &'static [Opt] {
        &OPTIONS
    }

    fn resources(&self, config: &Config) -> Resources {
        Racetrack.resources(config)
    }

    fn takes_profiles(&self) -> bool {
        Compressed.takes_profiles()
    }

    fn compile(
        &self,
        case: &Arc<Case>,
        config: &Config,
        options: &Options,
    ) -> Result<Box<dyn Compiled>> {
        let packed = Packed::compile(case, config, options)?;
        Ok(Box::new(OnRacetracks { packed, mode: Mode::new(options, config)? }))
    }

    fn files_beside(&self, launch: &Path) -> Vec<PathBuf> {
        Compressed.files_beside(launch)
    }

    /// Energy of the accesses and shifts of the storage. There is no write buffer.
    fn energy(&self, counts: &Counts, cycles: u64, config: &Config) -> Option<Account> {
        let account = energy::account_of(&energy::Work::of(counts, cycles), 0, config)?;
        let packed = "accesses to some slices are charged as accesses to entire registers; table, \
                      extractors, converters and truncators are not counted";
        let beyond = account.beyond.iter().map(String::as_str).chain([packed]);
        Some(Account { beyond: Some(beyond.collect::<Vec<_>>().join("; ")), ..account })
    }
}

/// A case with packed registers, and the operating mode of the racetracks.
struct OnRacetracks {
    packed: Packed,
    mode: Mode,
}

impl Compiled for OnRacetracks {
    fn case(&self) -> &Case {
        self.packed.case()
    }

    fn build(&self, config: &Config, backend: Backend, _: usize) -> Result<Box<dyn RegisterFile>> {
        self.packed.on::<RacetrackStorage>(self.mode.clone(), config, backend)
    }

    fn is_right(&self, memory: &Memory) -> Result<Option<bool>> {
        self.packed.is_right(memory)
    }

    fn is_exact(&self) -> bool {
        self.packed.is_exact()
    }
}
