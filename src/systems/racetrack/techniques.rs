//! The three techniques of the racetrack paper, each with a switch: choice of the TLP, register
//! mapping, and preshifting.
//!
//! The TLP, the number of resident CTAs, is chosen from three profiles ([`super::compiler::tlp`]).
//! Each gives the IPC at every TLP that the racetrack register file allows. The profiles without
//! shifts run on SRAM of the same capacity that serves the same number of banks in a cycle. The
//! paper sets the number of ports to the number of domains instead, which is equivalent. The
//! register mapping uses the accesses of a run on the racetrack register file, in the order of
//! acceptance.
//!
//! Source: Liang and Wang 2016, sections 4.2 to 4.4.

use super::Racetrack;
use super::compiler::mapping::{self, Map, MoveMatrix, Score};
use super::compiler::tlp::{Choice, Profiles, choose};
use super::config::Racetrack as Settings;
use super::register_file::Mode;
use super::units::PortRegions;
use crate::config::{Config, Options};
use crate::error::{Error, Place, Result};
use crate::parallel;
use crate::run::case::Required;
use crate::run::{Case, Compiled, Simulation, System};
use crate::sm::register_file::{Read, Write};
use crate::sm::{Outcome, Unwatched, Watch};
use crate::stream::Placer;
use crate::systems::sram::Sram;
use serde::Serialize;
use std::sync::Arc;

/// Switches of the techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Techniques {
    /// Chooses the TLP by the three profiles, instead of as many CTAs as fit.
    pub tlp: bool,
    /// Maps registers by the paper's algorithms, instead of the identity mapping.
    pub mapping: bool,
    /// Lets banks without a grant shift towards their next request.
    pub preshift: bool,
    /// Not in the paper: only aligned banks compete for grants, and the others shift without a
    /// grant.
    pub aligned_only: bool,
}

impl Techniques {
    pub const NONE: Techniques =
        Techniques { tlp: false, mapping: false, preshift: false, aligned_only: false };
    /// The three techniques of the paper.
    pub const ALL: Techniques =
        Techniques { tlp: true, mapping: true, preshift: true, aligned_only: false };
    /// The paper's techniques with as many CTAs as fit, instead of the chosen TLP.
    pub const FULL: Techniques = Techniques { tlp: false, ..Techniques::ALL };
    pub const ALIGNED: Techniques = Techniques { aligned_only: true, ..Techniques::FULL };

    /// Every combination of the paper's three techniques, and [`Techniques::ALIGNED`].
    pub fn shown() -> Vec<Techniques> {
        let paper = (0..8).map(|n| Techniques {
            tlp: n & 1 != 0,
            mapping: n & 2 != 0,
            preshift: n & 4 != 0,
            aligned_only: false,
        });
        paper.chain([Techniques::ALIGNED]).collect()
    }
}

/// Results of one run of a launch.
#[derive(Clone, Debug, Serialize)]
pub struct TechniqueRun {
    /// Maximum number of resident CTAs.
    #[serde(rename = "resident")]
    pub tlp: usize,
    /// Resident threads, in percent of those that the SM can hold.
    pub occupancy: f64,
    pub cycles: u64,
    pub ipc: f64,
    pub reads: u64,
    pub writes: u64,
    /// Shifts with a grant.
    pub demand_shifts: u64,
    /// Shifts without a grant.
    pub preshifts: u64,
    /// Sum over cycles of the banks in which a request waited.
    pub waits: u64,
    /// Energy by table 3, in pJ.
    pub energy_pj: f64,
}

impl TechniqueRun {
    pub fn shifts(&self) -> u64 {
        self.demand_shifts + self.preshifts
    }
}

/// Results of a launch on the baseline and on racetrack memory.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    pub launch: String,
    /// Run on the SRAM register file, the baseline.
    pub sram: TechniqueRun,
    /// Runs on the racetrack register file, one per combination of techniques.
    pub racetrack: Vec<(Techniques, TechniqueRun)>,
    /// IPC at every TLP, starting at TLP 1, with the real L1 and without shifts.
    pub cache_profile: Vec<f64>,
    /// IPC at every TLP with an L1 that always hits and without shifts.
    pub ideal_profile: Vec<f64>,
    /// IPC at every TLP with an L1 that always hits and with shifts.
    pub racetrack_profile: Vec<f64>,
    /// Predicted IPC at every TLP.
    pub predicted: Vec<f64>,
    /// TLP with the best predicted IPC.
    pub chosen_tlp: usize,
}

impl Evaluation {
    /// The run with these techniques, which must be one of those evaluated.
    pub fn with(&self, techniques: Techniques) -> &TechniqueRun {
        let run = self.racetrack.iter().find(|(other, _)| *other == techniques);
        &run.expect("each that is read is run").1
    }
}

/// Evaluates a launch on both register files, with each of these combinations of techniques.
///
/// # Errors
/// Those of [`Simulation::run`], and [`Error::Disagreement`] if the memory after a run differs from
/// that of the executor.
pub fn evaluate(
    case: &Arc<Case>,
    config: &Config,
    combinations: &[Techniques],
) -> Result<Evaluation> {
    let bench = Bench { case, config, required: case.required()? };
    let sram = bench.sram(config, None)?;
    let (profiles, choice) = bench.choose_tlp()?;
    let most = profiles.cache.len();
    // One set of maps for each TLP, from the accesses of a run at this TLP.
    let maps = |tlp| Ok((tlp, bench.profiled_maps(tlp)?));
    let mut tlps = vec![most, choice.tlp];
    tlps.dedup();
    let maps = parallel::try_map(tlps, maps)?;
    let run = |techniques: &Techniques| {
        let techniques = *techniques;
        let tlp = if techniques.tlp { choice.tlp } else { most };
        let mapped = maps.iter().find(|(of, _)| *of == tlp).filter(|_| techniques.mapping);
        let mode = Mode {
            preshift: techniques.preshift,
            aligned_only: techniques.aligned_only,
            maps: mapped.map_or_else(Vec::new, |(_, maps)| places(maps)),
        };
        Ok((techniques, bench.racetrack(config, Some(tlp), mode)?))
    };
    Ok(Evaluation {
        launch: case.launch.name.clone(),
        sram,
        racetrack: parallel::try_map(combinations, run)?,
        cache_profile: profiles.cache,
        ideal_profile: profiles.ideal,
        racetrack_profile: profiles.racetrack,
        predicted: choice.predicted,
        chosen_tlp: choice.tlp,
    })
}

/// IPC at every TLP that the racetrack register file allows, with the real L1 and without shifts.
///
/// # Errors
/// Those of [`Simulation::run`].
pub fn cache_profile(case: &Arc<Case>, config: &Config) -> Result<Vec<f64>> {
    Bench { case, config, required: case.required()? }.sram_profile(false)
}

/// Port and offset of each entry, by bank.
fn places(maps: &[Map]) -> Vec<Vec<(u8, u8)>> {
    maps.iter().map(|map| map.place.clone()).collect()
}

/// A launch and a configuration.
struct Bench<'a> {
    case: &'a Arc<Case>,
    config: &'a Config,
    required: Required<'a>,
}

impl Bench<'_> {
    /// Runs the launch on the SRAM register file.
    fn sram(&self, config: &Config, tlp: Option<usize>) -> Result<TechniqueRun> {
        let compiled = Sram.compile(self.case, config, &Options::default())?;
        self.run(&Sram, &*compiled, config, tlp)
    }

    fn racetrack(&self, config: &Config, tlp: Option<usize>, mode: Mode) -> Result<TechniqueRun> {
        self.run(&Racetrack, &Racetrack.mapped(self.case, mode), config, tlp)
    }

    fn run(
        &self,
        system: &dyn System,
        compiled: &dyn Compiled,
        config: &Config,
        tlp: Option<usize>,
    ) -> Result<TechniqueRun> {
        let mut simulation = Simulation::new(system, compiled, config)?;
        simulation.resident = tlp;
        let outcome = simulation.run(&mut Unwatched)?;
        self.check(&outcome)?;
        let counts = outcome.register_file.total();
        let energy = system.energy(&outcome.register_file, outcome.sm_cycles(), config);
        Ok(TechniqueRun {
            tlp: simulation.residents()?,
            occupancy: simulation.occupancy()?,
            cycles: outcome.statistics.cycles,
            ipc: outcome.statistics.ipc(),
            reads: counts.reads,
            writes: counts.writes,
            demand_shifts: counts.events.get("demand_shifts"),
            preshifts: counts.events.get("preshifts"),
            waits: counts.waits,
            energy_pj: energy.map_or(0.0, |energy| energy.total_pj()),
        })
    }

    /// Fails if the memory after a run is not as expected.
    fn check(&self, outcome: &Outcome) -> Result<()> {
        match self.required.is_left(&outcome.memory) {
            true => Ok(()),
            false => {
                let what = format!("{}: unexpected output", self.case.launch.name);
                Err(Error::Disagreement(what))
            }
        }
    }

    /// Configuration of an SRAM register file with the capacity and the banks per cycle of the
    /// racetrack register file, optionally with an L1 that always hits.
    fn without_shifts(&self, always_hits: bool) -> Result<Config> {
        let changes = [
            ("gpu.registers", Racetrack.resources(self.config).registers as u64),
            ("sram.max_banks", Settings::from(self.config).max_banks as u64),
            ("l1.always_hits", u64::from(always_hits)),
        ];
        self.config.with(&format!("{}, no shifts", self.config.name()), &changes)
    }

    /// All TLPs that the racetrack register file allows.
    fn tlps(&self) -> Result<Vec<usize>> {
        let registers = self.case.registers_given(None)?;
        Ok((1..=Racetrack.most_resident(self.case, registers, self.config)).collect())
    }

    /// IPC of `run` at every TLP.
    fn profile(&self, run: impl Fn(usize) -> Result<TechniqueRun> + Sync) -> Result<Vec<f64>> {
        parallel::try_map(self.tlps()?, |tlp| Ok(run(tlp)?.ipc))
    }

    /// IPC at every TLP on SRAM, without shifts.
    fn sram_profile(&self, always_hits: bool) -> Result<Vec<f64>> {
        let config = self.without_shifts(always_hits)?;
        self.profile(|tlp| self.sram(&config, Some(tlp)))
    }

    fn choose_tlp(&self) -> Result<(Profiles, Choice)> {
        let always_hits = self.config.with(self.config.name(), &[("l1.always_hits", 1)])?;
        let profiles = Profiles {
            cache: self.sram_profile(false)?,
            ideal: self.sram_profile(true)?,
            racetrack: self
                .profile(|tlp| self.racetrack(&always_hits, Some(tlp), Mode::default()))?,
        };
        let choice = choose(&profiles).map_err(|error| {
            let place = Place::whole(&self.case.launch.name);
            Error::input(place, error.to_string(), "IPCs at every TLP")
        })?;
        Ok((profiles, choice))
    }

    /// The map of every bank by the paper's algorithms, from the accesses of a run at this TLP.
    fn profiled_maps(&self, tlp: usize) -> Result<Vec<Map>> {
        let geometry = PortRegions::from(self.config);
        let gpu = self.config.gpu();
        let compiled = Racetrack.mapped(self.case, Mode::default());
        let mut simulation = Simulation::new(&Racetrack, &compiled, self.config)?;
        simulation.resident = Some(tlp);
        let mut accesses = Accesses {
            placer: Placer::new(gpu, simulation.regs_per_thread()),
            banks: vec![MoveMatrix::new(geometry.positions()); gpu.banks],
        };
        simulation.run(&mut accesses)?;
        let map = |matrix: &MoveMatrix| mapping::paper(matrix, geometry, Score::Total);
        Ok(parallel::map(&accesses.banks, map))
    }
}

/// Counts the moves between the registers of each bank during a run.
struct Accesses {
    placer: Placer,
    banks: Vec<MoveMatrix>,
}

impl Accesses {
    fn access(&mut self, warp: u8, reg: u8) {
        let (bank, entry) = self.placer.place(warp, reg);
        self.banks[bank].access(entry);
    }
}

impl Watch for Accesses {
    fn read(&mut self, _: u64, read: &Read, _: u32) {
        self.access(read.warp, read.reg);
    }

    fn write(&mut self, _: u64, write: &Write) {
        self.access(write.warp, write.reg);
    }
}
