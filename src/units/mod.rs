//! The framework of hardware units, and the units that several systems share.
//!
//! A unit's folder holds its contract, parameters and ports (`mod.rs`), its behavioural model
//! (`model.rs`), its RTL (`rtl.rs`), its stimulus (`stim.rs`) and the faults that its checks must
//! find (`faults.rs`). [`Unit`] ties them together. Each system lists its units
//! ([`crate::systems::units`]); every command, test and document walks that list. To add a unit,
//! add its folder and a line in a system's list.
//!
//! A shared unit does not know a system's configuration. The system implements [`Parameters`] to
//! take the unit's parameters from it.

#![deny(missing_docs)]

mod bench;
mod channel_pending;
mod channel_replay;
mod channel_traffic;
pub(crate) mod checker;
pub(crate) mod dice;
mod fault;
mod ports;
mod position;
pub(crate) mod ring;
#[cfg(test)]
pub(crate) mod source;
mod variant;

pub mod bank;
pub mod bank_file;
pub mod channels;
pub mod memory;
pub mod placement;
pub mod read_queue;
pub mod request_arbiter;
pub mod request_stage;
pub mod write_buffer;

pub use bench::{Bench, Bins, TypedBench};
pub use fault::{Fault, Keys};
pub use ports::{Joined, Ports};
pub use position::Position;
pub use variant::Variant;

use crate::config::{Config, Key, Opt};
use crate::emit::{Design, Owner, Package, Port, Proof};
use crate::error::Result;
use crate::stream::StreamReplay;

/// A cycle-accurate behavioural model: combinational outputs, then the clock edge.
pub trait Model: Send + 'static {
    /// Parameters: sizes and modes from the configuration.
    type Params;
    /// Input ports of a cycle, sampled at the clock edge.
    type In: Ports<Params = Self::Params>;
    /// Output ports of a cycle, combinational from state and inputs.
    type Out: Ports<Params = Self::Params>;

    /// The state after reset. Storage is zero here; the contract leaves it undefined.
    fn new(params: &Self::Params) -> Self;

    /// Outputs while these inputs are applied. Changes no state.
    fn outputs(&self, inputs: &Self::In) -> Self::Out;

    /// The clock edge with these inputs applied.
    fn tick(&mut self, inputs: &Self::In);

    /// One cycle: the outputs, then the clock edge. Models override it to share work between the
    /// two. Benches call it, so that lockstep checks the code that the SM runs.
    #[inline]
    fn step(&mut self, inputs: &Self::In, outputs: &mut Self::Out) {
        *outputs = self.outputs(inputs);
        self.tick(inputs);
    }

    /// Whether the unit's contract allows these inputs in this state.
    fn accepts(&self, _inputs: &Self::In) -> bool {
        true
    }
}

/// A source of inputs for a model, which sees the model's outputs: random, directed, or a recorded
/// stream.
pub trait Stimulus<M: Model>: Send {
    /// The next inputs, given the inputs and outputs of the last cycle.
    fn next(&mut self, inputs: &M::In, outputs: &M::Out) -> M::In;

    /// Whether the stimulus has ended.
    fn finished(&self) -> bool {
        false
    }

    /// Activity of the unit under a stream; none for other stimulus.
    fn activity(&self) -> Option<Activity> {
        None
    }
}

/// Constrained-random and directed stimulus, with the scenarios that it must reach.
pub trait RandomStimulus<M: Model>: Stimulus<M> + Sized + 'static {
    /// Named scenario bins, one bit each.
    type Scenarios: Bins;

    /// The stimulus for a seed, the same on every machine.
    fn new(params: &M::Params, seed: u64) -> Self;

    /// The scenarios that a cycle belongs to.
    fn scenarios(inputs: &M::In, outputs: &M::Out) -> Self::Scenarios;

    /// The scenarios that the parameters allow.
    fn reachable(_params: &M::Params) -> Self::Scenarios {
        Self::Scenarios::every()
    }
}

/// A scenario that stimulus should reach.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Name of its bin, in the unit's scenario flags.
    pub name: &'static str,
    /// False if the parameters rule it out; one-cycle writes, for example, never hold a bank.
    pub reachable: bool,
    /// Cycles that belonged to the scenario.
    pub hits: u64,
}

/// Activity of a unit under a stream, for tables and plots.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// Name and count, in the order in which a table prints them.
    pub counters: Vec<(&'static str, u64)>,
    /// For a bank whose storage moves: cycle and new head position of each change.
    pub positions: Vec<(u64, u64)>,
    /// For such a bank: the number of accesses at each distance from the access before.
    pub distances: Vec<u64>,
    /// Reads whose answer was not the value of the last write before them. Must be 0.
    pub wrong_answers: u64,
    /// Hash of each bank's answers, in order.
    pub answers: Vec<String>,
}

impl Activity {
    /// The counter of that name; 0 if there is none.
    pub fn count(&self, name: &str) -> u64 {
        self.counters.iter().filter(|(counter, _)| *counter == name).map(|(_, count)| count).sum()
    }
}

/// A hardware unit, typed. Implemented by an empty struct in the unit's folder.
pub trait Unit: Sized + Sync + 'static {
    /// Folder, command-line name, and `rf_` module name.
    const NAME: &'static str;
    /// Purpose, in one line.
    const SUMMARY: &'static str;
    /// The contract in prose: the module documentation and the comment above the Verilog module.
    const CONTRACT: &'static str;
    /// Paths of the keys that shape the unit.
    const KEYS: &'static [&'static str];
    /// Name and keys, for the headers of the unit's modules.
    const OWNER: Owner = Owner { unit: Self::NAME, keys: Self::KEYS };

    /// Cycle-accurate model that the RTL is compared with.
    type Model: Model;
    /// Random stimulus of model and RTL.
    type Random: RandomStimulus<Self::Model>;

    /// The unit's parameters in a configuration.
    fn params(config: &Config) -> ParamsOf<Self>;

    /// The Verilog: every module that the unit needs, its own last.
    fn design(params: &ParamsOf<Self>) -> Result<Design>;

    /// The unit's unbounded proofs.
    fn proofs(_params: &ParamsOf<Self>) -> Result<Vec<Proof>> {
        Ok(Vec::new())
    }

    /// Faults that the unit's checks must find.
    const FAULTS: &'static [Fault] = &[];

    /// Part of a recorded stream that the unit replays; none if it replays no stream.
    const STREAM: Option<StreamScope> = None;

    /// Options of a replay.
    const STREAM_OPTIONS: &'static [Opt] = &[];

    /// Entries of a bank, which limit the registers of a stream.
    fn entries(_params: &ParamsOf<Self>) -> usize {
        usize::MAX
    }

    /// Stimulus from recorded requests; none unless [`Unit::STREAM`] is set.
    ///
    /// # Errors
    /// Errors of reading a file that an option names.
    fn stream(
        _params: &ParamsOf<Self>,
        _replay: &StreamReplay,
    ) -> Result<Option<Box<dyn Stimulus<Self::Model>>>> {
        Ok(None)
    }
}

/// Parameters of a unit.
pub type ParamsOf<U> = <<U as Unit>::Model as Model>::Params;
/// Inputs of a unit in a cycle.
pub type InOf<U> = <<U as Unit>::Model as Model>::In;
/// Outputs of a unit in a cycle.
pub type OutOf<U> = <<U as Unit>::Model as Model>::Out;

/// Part of a recorded stream that a unit replays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamScope {
    /// The requests of one bank.
    Bank,
    /// The requests of all banks.
    Whole,
}

/// A hardware unit behind one interface, for the registry.
pub trait AnyUnit: Sync {
    /// Folder, command-line name, and `rf_` module name: [`Unit::NAME`].
    fn name(&self) -> &'static str;
    /// Purpose, in one line: [`Unit::SUMMARY`].
    fn summary(&self) -> &'static str;
    /// The contract in prose: [`Unit::CONTRACT`].
    fn contract(&self) -> &'static str;
    /// The keys that shape the unit, from the configuration's schema.
    fn keys(&self, config: &Config) -> Vec<&'static Key>;
    /// The unit's ports, inputs first.
    fn ports(&self, config: &Config) -> Vec<Port>;
    /// The Verilog: every module that the unit needs, its own last.
    fn design(&self, config: &Config) -> Result<Design>;
    /// The unit's unbounded proofs.
    fn proofs(&self, config: &Config) -> Result<Vec<Proof>>;
    /// Faults that the unit's checks must find.
    fn faults(&self) -> &'static [Fault];
    /// The unit's files and its entry in the manifest.
    fn package(&self, config: &Config) -> Result<Package>;
    /// The model with random and directed stimulus.
    fn bench(&self, config: &Config, seed: u64) -> Box<dyn Bench>;
    /// Part of a recorded stream that the unit replays; none if it replays no stream.
    fn stream_scope(&self) -> Option<StreamScope>;
    /// Options of a replay.
    fn stream_options(&self) -> &'static [Opt];
    /// Entries of a bank, which limit the registers of a stream: [`Unit::entries`]. No limit for a
    /// unit that replays no stream.
    fn stream_entries(&self, config: &Config) -> usize;
    /// The model with recorded requests as stimulus; none if the unit replays no stream.
    fn stream_bench(
        &self,
        config: &Config,
        replay: &StreamReplay,
    ) -> Result<Option<Box<dyn Bench>>>;
}

impl<U: Unit> AnyUnit for U {
    fn name(&self) -> &'static str {
        U::NAME
    }

    fn summary(&self) -> &'static str {
        U::SUMMARY
    }

    fn contract(&self) -> &'static str {
        U::CONTRACT
    }

    fn keys(&self, config: &Config) -> Vec<&'static Key> {
        let known = |path: &&str| config.schema().key(path).expect("units name known keys");
        U::KEYS.iter().map(known).collect()
    }

    fn ports(&self, config: &Config) -> Vec<Port> {
        unit_ports::<U>(&U::params(config))
    }

    fn design(&self, config: &Config) -> Result<Design> {
        unit_design::<U>(config)
    }

    fn proofs(&self, config: &Config) -> Result<Vec<Proof>> {
        U::proofs(&U::params(config))
    }

    fn faults(&self) -> &'static [Fault] {
        U::FAULTS
    }

    fn package(&self, config: &Config) -> Result<Package> {
        let design = self.design(config)?;
        let clock_mhz = config.gpu().clock_mhz;
        let ports = self.ports(config);
        Ok(Package::new(U::NAME, U::SUMMARY, U::CONTRACT, &design, ports, clock_mhz))
    }

    fn bench(&self, config: &Config, seed: u64) -> Box<dyn Bench> {
        let params = U::params(config);
        Box::new(TypedBench::<U>::new(&params, Box::new(U::Random::new(&params, seed))))
    }

    fn stream_scope(&self) -> Option<StreamScope> {
        U::STREAM
    }

    fn stream_options(&self) -> &'static [Opt] {
        U::STREAM_OPTIONS
    }

    fn stream_entries(&self, config: &Config) -> usize {
        U::entries(&U::params(config))
    }

    fn stream_bench(
        &self,
        config: &Config,
        replay: &StreamReplay,
    ) -> Result<Option<Box<dyn Bench>>> {
        let params = U::params(config);
        let stimulus = U::stream(&params, replay)?;
        Ok(stimulus.map(|stimulus| -> Box<dyn Bench> {
            Box::new(TypedBench::<U>::new(&params, stimulus))
        }))
    }
}

/// Takes a shared unit's parameters from a system's configuration. Implemented by a marker type of
/// the system for each parameter type `P` that it uses.
pub trait Parameters<P>: Send + Sync + 'static {
    /// Paths of the keys that the parameters come from.
    const KEYS: &'static [&'static str];

    /// The shared unit's parameters in a configuration.
    fn of(config: &Config) -> P;
}

/// The unit's ports, inputs first.
pub fn unit_ports<U: Unit>(params: &ParamsOf<U>) -> Vec<Port> {
    ports_of::<InOf<U>, OutOf<U>>(params)
}

/// The ports of these types of inputs and outputs, inputs first.
pub fn ports_of<I: Ports, O: Ports<Params = I::Params>>(params: &I::Params) -> Vec<Port> {
    [I::ports(params), O::ports(params)].concat()
}

/// A unit's Verilog, with the configuration and the parameters of each module.
///
/// # Errors
/// Errors of [`Unit::design`].
pub fn unit_design<U: Unit>(config: &Config) -> Result<Design> {
    let mut design = U::design(&U::params(config))?;
    design.modules.iter_mut().for_each(|module| module.configure(config));
    Ok(design)
}
