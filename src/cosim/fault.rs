//! Planted faults, which lockstep or a proof must find. They show that the checks detect faults.

use super::build::Builder;
use super::check::{Check, Source};
use super::layout::Layout;
use super::library::Instance;
use super::lockstep::{Replay, answers_hash, replay};
use super::prove::prove;
use super::record::Recording;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::{Error, Result};
use crate::units::{AnyUnit, Fault};
use std::path::Path;

/// Seed of the stimulus that must find a fault.
const SEED: u64 = 3;
const CYCLES: u64 = 20_000;

/// Maximum length of a shrunk replay, cycles. The longest are those of units that load tables first
/// and whose banks then move.
const SHORT: usize = 80;

/// A unit with a fault that lockstep must find.
pub struct FaultInLockstep {
    unit: &'static dyn AnyUnit,
    config: Box<Config>,
    faulty: Design,
}

impl FaultInLockstep {
    /// # Errors
    /// Errors of emission; the fault's text is not in the module.
    pub fn new(unit: &'static dyn AnyUnit, config: Config, fault: &Fault) -> Result<Self> {
        let mut faulty = unit.design(&config)?;
        fault.plant(&mut faulty.modules)?;
        Ok(FaultInLockstep { unit, config: Box::new(config), faulty })
    }

    /// Hash of the unit's inputs and its model's answers in all cycles that search for a fault.
    pub fn stimulus_hash(unit: &dyn AnyUnit, config: &Config) -> String {
        let layout = Layout::new(&unit.ports(config));
        answers_hash(&mut *unit.bench(config, SEED), &layout, CYCLES)
    }

    /// Content that decides the verdict, without the stimulus: limits and the Verilog's hash.
    pub fn content(&self) -> [String; 2] {
        [format!("{SEED} {CYCLES} {SHORT}"), self.faulty.content_hash()]
    }

    /// Checks that lockstep finds the fault, and that the shrunk recording is short, differs with
    /// the fault and agrees without it. Leaves recording and waves in `notes`. Returns the
    /// diagnosis.
    ///
    /// # Errors
    /// [`Error::Disagreement`] if one of these conditions fails; errors of tools.
    pub fn find(&self, notes: &Path) -> Result<String> {
        let FaultInLockstep { unit, config, faulty } = self;
        let builder = Builder::new()?.for_cycles(CYCLES);
        let check = Check::of_design(&builder, *unit, config, faulty.clone())?;
        let source = Source::Random { seed: SEED, cycles: CYCLES };
        let diagnosis = match check.run(&source, notes, |_| {}) {
            Ok(_) => return Err(Error::Disagreement("the fault is not found".into())),
            Err(Error::Disagreement(diagnosis)) => diagnosis,
            Err(error) => return Err(error),
        };
        let recording = Recording::read(&notes.join(format!("{}.json", unit.name())))?;
        let length = recording.cycles.len();
        if length > SHORT {
            return Err(Error::Disagreement(format!("a replay of {length} cycles is not short")));
        }
        let inputs = recording.inputs(check.library().layout(), notes)?;
        let replayed = |check: &Check| {
            let library = check.library();
            let mut instance = Instance::new(library, 0);
            replay(&mut *unit.bench(config, 0), &mut instance, library.layout(), &inputs)
        };
        let right = Check::new(&builder, *unit, config)?;
        match (replayed(&check), replayed(&right)) {
            (Replay::Differs(_), Replay::Agrees) => Ok(diagnosis),
            (with, without) => {
                let message = format!("replayed with the fault: {with:?}, without: {without:?}");
                Err(Error::Disagreement(message))
            }
        }
    }
}

/// A proof with a fault in one of its modules.
///
/// # Errors
/// The fault's text is not in the module.
pub fn with_fault(mut proof: Proof, fault: &Fault) -> Result<Proof> {
    fault.plant(&mut proof.modules)?;
    Ok(proof)
}

/// Checks that a proof that must fail has a counterexample, and returns it.
///
/// # Errors
/// [`Error::Disagreement`] if the claim is proved or undecided; errors of tools.
pub fn refute(proof: &Proof) -> Result<String> {
    match prove(proof) {
        Ok(()) => Err(Error::Disagreement("the fault is not found".into())),
        Err(Error::Disagreement(text)) if text.contains("asserted in frame") => Ok(text),
        Err(error) => Err(error),
    }
}
