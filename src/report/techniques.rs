//! The racetrack paper's three techniques, each a switch: how many CTAs run at once, where each
//! register lies, and whether idle banks shift ahead.
//!
//! The number of CTAs is chosen from three profiles ([`crate::compiler::tlp`]), each the IPC at every
//! TLP that the racetrack register file allows. Those without shifts run on SRAM of the same
//! capacity that serves as many banks a cycle: the paper gives a racetrack bank as many ports as
//! domains, and what remains is that. Registers are mapped by the accesses that a run on the
//! racetrack register file makes, in the order in which it accepts them.
//!
//! Source: Liang and Wang 2016, sections 4.2 to 4.4.

use super::Account;
use crate::compiler::case::Case;
use crate::compiler::mapping::{self, Map, MoveMatrix, Score};
use crate::compiler::tlp::{Choice, Profiles, choose};
use crate::config::Config;
use crate::cosim::Simulation;
use crate::error::{Error, Place, Result};
use crate::sm::register_file::{Kind, Read, Write, racetrack};
use crate::sm::{Outcome, Unwatched, Watch};
use crate::stream::Placer;
use crate::units::Geometry;
use rayon::prelude::*;
use serde::Serialize;

/// Which techniques are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Techniques {
    /// TLP by the three profiles instead of as many CTAs as fit.
    pub tlp: bool,
    /// Registers mapped by the paper's algorithms instead of one after the other.
    pub mapping: bool,
    pub preshift: bool,
    /// Not the paper's: only aligned banks compete for grants, the others shift for nothing.
    pub aligned_only: bool,
}

impl Techniques {
    pub const NONE: Techniques =
        Techniques { tlp: false, mapping: false, preshift: false, aligned_only: false };
    /// The paper's.
    pub const ALL: Techniques =
        Techniques { tlp: true, mapping: true, preshift: true, aligned_only: false };
    /// As many CTAs as fit, whatever the profiles say.
    pub const FULL: Techniques = Techniques { tlp: false, ..Techniques::ALL };
    pub const ALIGNED: Techniques = Techniques { aligned_only: true, ..Techniques::FULL };
}

/// What a launch came to.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// CTAs at once.
    pub tlp: usize,
    /// Resident threads in percent of those the SM can hold.
    pub occupancy: f64,
    pub cycles: u64,
    pub ipc: f64,
    pub reads: u64,
    pub writes: u64,
    /// Shifts of banks that were granted one, and ahead.
    pub demand_shifts: u64,
    pub preshifts: u64,
    /// Cycles times banks in which a request waited.
    pub waits: u64,
    /// By table 3, in pJ.
    pub energy_pj: f64,
}

impl Run {
    pub fn shifts(&self) -> u64 {
        self.demand_shifts + self.preshifts
    }
}

/// A launch before and after.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    pub launch: String,
    /// The baseline.
    pub sram: Run,
    /// On racetrack memory: every combination of the paper's three, and [`Techniques::ALIGNED`].
    pub racetrack: Vec<(Techniques, Run)>,
    /// IPC at every TLP, the first at 1, and the TLP that follows.
    pub cache_profile: Vec<f64>,
    pub ideal_profile: Vec<f64>,
    pub racetrack_profile: Vec<f64>,
    pub predicted: Vec<f64>,
    pub chosen_tlp: usize,
}

impl Evaluation {
    /// The run with these techniques.
    pub fn with(&self, techniques: Techniques) -> &Run {
        let run = self.racetrack.iter().find(|(other, _)| *other == techniques);
        &run.expect("all combinations are run").1
    }
}

/// A launch on both register files, for every combination of techniques.
///
/// # Errors
/// Those of [`Simulation::run`], and [`Error::Disagreement`] if a run leaves other memory than the
/// executor.
pub fn evaluate(case: &Case, config: &Config) -> Result<Evaluation> {
    let bench = Bench { case, config };
    let sram = bench.run(Kind::Sram, config, None, racetrack::Mode::default())?;
    let (profiles, choice) = bench.choose_tlp()?;
    let most = profiles.cache.len();
    // A map for every TLP that is run: the profile is of the run that it serves.
    let maps = |tlp| Ok((tlp, bench.profiled_maps(tlp)?));
    let mut tlps = vec![most, choice.tlp];
    tlps.dedup();
    let maps = tlps.into_par_iter().map(maps).collect::<Result<Vec<_>>>()?;
    let combinations = (0..8).map(|n| Techniques {
        tlp: n & 1 != 0,
        mapping: n & 2 != 0,
        preshift: n & 4 != 0,
        aligned_only: false,
    });
    let combinations: Vec<Techniques> = combinations.chain([Techniques::ALIGNED]).collect();
    let run = |techniques: Techniques| {
        let tlp = if techniques.tlp { choice.tlp } else { most };
        let mapped = maps.iter().find(|(of, _)| *of == tlp).filter(|_| techniques.mapping);
        let mode = racetrack::Mode {
            preshift: techniques.preshift,
            aligned_only: techniques.aligned_only,
            maps: mapped.map_or_else(Vec::new, |(_, maps)| places(maps)),
        };
        Ok((techniques, bench.run(Kind::Racetrack, config, Some(tlp), mode)?))
    };
    Ok(Evaluation {
        launch: case.launch.name.clone(),
        sram,
        racetrack: combinations.into_par_iter().map(run).collect::<Result<Vec<_>>>()?,
        cache_profile: profiles.cache,
        ideal_profile: profiles.ideal,
        racetrack_profile: profiles.racetrack,
        predicted: choice.predicted,
        chosen_tlp: choice.tlp,
    })
}

/// IPC at every TLP with the real L1 and without shifts, up to as many CTAs as the racetrack register
/// file holds.
///
/// # Errors
/// Those of [`Simulation::run`].
pub fn cache_profile(case: &Case, config: &Config) -> Result<Vec<f64>> {
    let bench = Bench { case, config };
    bench.profile(Kind::Sram, &bench.without_shifts(false)?)
}

/// As the register file takes them.
fn places(maps: &[Map]) -> Vec<Vec<(u8, u8)>> {
    maps.iter().map(|map| map.place.clone()).collect()
}

/// A launch and a configuration.
struct Bench<'a> {
    case: &'a Case,
    config: &'a Config,
}

impl Bench<'_> {
    fn run(
        &self,
        kind: Kind,
        config: &Config,
        tlp: Option<usize>,
        mode: racetrack::Mode,
    ) -> Result<Run> {
        let (resident, outcome) = self.simulate(kind, config, tlp, mode, &mut Unwatched)?;
        self.check(&outcome)?;
        let counts = outcome.register_file.total();
        let threads = (resident * self.case.geometry.threads()) as f64;
        let all = kind.resources(config).threads as f64;
        let energy = Account::of_run(kind, &outcome, config);
        Ok(Run {
            tlp: resident,
            occupancy: 100.0 * threads / all,
            cycles: outcome.statistics.cycles,
            ipc: outcome.statistics.ipc(),
            reads: counts.reads,
            writes: counts.writes,
            demand_shifts: counts.events.get("demand_shifts"),
            preshifts: counts.events.get("preshifts"),
            waits: counts.waits,
            energy_pj: energy.map_or(0.0, |energy| energy.ours.total_pj()),
        })
    }

    fn simulate(
        &self,
        kind: Kind,
        config: &Config,
        tlp: Option<usize>,
        mode: racetrack::Mode,
        watch: &mut impl Watch,
    ) -> Result<(usize, Outcome)> {
        let mut simulation = Simulation::new(self.case, config, kind)?;
        simulation.resident = tlp;
        simulation.racetrack = mode;
        Ok((simulation.residents()?, simulation.run(watch)?))
    }

    /// Refuses a run whose memory is not as expected.
    fn check(&self, outcome: &Outcome) -> Result<()> {
        match self.case.compare(&outcome.memory).iter().all(|comparison| comparison.agrees()) {
            true => Ok(()),
            false => {
                let what = format!("{}: memory is not as expected", self.case.launch.name);
                Err(Error::Disagreement(what))
            }
        }
    }

    /// SRAM as large as the racetrack register file, which serves as many banks; perhaps with an L1
    /// that always hits.
    fn without_shifts(&self, always_hits: bool) -> Result<Config> {
        let changes = [
            ("gpu.registers", Kind::Racetrack.resources(self.config).registers as u64),
            ("sram.max_banks", self.config.racetrack.max_banks as u64),
            ("l1.always_hits", u64::from(always_hits)),
        ];
        self.config.with(&format!("{}, no shifts", self.config.name), &changes)
    }

    /// IPC at every TLP.
    fn profile(&self, kind: Kind, config: &Config) -> Result<Vec<f64>> {
        let simulation = Simulation::new(self.case, self.config, Kind::Racetrack)?;
        let tlps: Vec<usize> = (1..=simulation.residents()?).collect();
        let ipc =
            |&tlp: &usize| Ok(self.run(kind, config, Some(tlp), racetrack::Mode::default())?.ipc);
        tlps.par_iter().map(ipc).collect()
    }

    fn choose_tlp(&self) -> Result<(Profiles, Choice)> {
        let ideal = self.without_shifts(true)?;
        let always_hits = self.config.with(&self.config.name, &[("l1.always_hits", 1)])?;
        let profiles = Profiles {
            cache: self.profile(Kind::Sram, &self.without_shifts(false)?)?,
            ideal: self.profile(Kind::Sram, &ideal)?,
            racetrack: self.profile(Kind::Racetrack, &always_hits)?,
        };
        let choice = choose(&profiles).map_err(|error| {
            let place = Place::whole(&self.case.launch.name);
            Error::input(place, error.to_string(), "IPCs at every TLP")
        })?;
        Ok((profiles, choice))
    }

    /// The paper's map of every bank, by the accesses of a run at this TLP.
    fn profiled_maps(&self, tlp: usize) -> Result<Vec<Map>> {
        let geometry = Geometry::from(&self.config.racetrack);
        let gpu = &self.config.gpu;
        let regs = Simulation::new(self.case, self.config, Kind::Racetrack)?.regs_per_thread();
        let mut accesses = Accesses {
            placer: Placer::new(gpu, regs),
            banks: vec![MoveMatrix::new(geometry.positions()); gpu.banks],
        };
        let mode = racetrack::Mode::default();
        self.simulate(Kind::Racetrack, self.config, Some(tlp), mode, &mut accesses)?;
        let map = |matrix: &MoveMatrix| mapping::paper(matrix, geometry, Score::Total);
        Ok(accesses.banks.par_iter().map(map).collect())
    }
}

/// Counts which register of a bank is accessed after which.
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
