//! The hardware units: one folder each, one registry of them all.
//!
//! A unit's folder holds its contract, parameters and ports (`mod.rs`), its behavioural model
//! (`model.rs`), its RTL (`rtl.rs`) and its stimulus (`stim.rs`). [`Unit`] ties them together;
//! [`REGISTRY`] lists them, and every command, test and document walks it. Adding a unit is adding
//! a folder and its line in the registry.

mod bench;
mod channel_replay;
mod channel_traffic;
mod checker;
mod dice;
mod geometry;
mod ports;
mod ring;
#[cfg(test)]
mod source;

pub mod channels;
pub mod collector_unit;
pub mod compressed_operand_path;
pub mod domain_array;
pub mod domain_array_physical;
pub mod indirection_table;
pub mod map_table;
pub mod placement;
pub mod preshift_arbiter;
pub mod racetrack_bank;
pub mod racetrack_register_file;
pub mod read_queue;
pub mod request_arbiter;
pub mod shift_controller;
pub mod slice_array;
pub mod sram_array;
pub mod sram_bank;
pub mod sram_register_file;
pub mod value_converter;
pub mod value_extractor;
pub mod value_truncator;
pub mod write_buffer;

pub use bench::Bench;
pub use geometry::Geometry;
pub use ports::Ports;

use crate::config::{Config, Key, key};
use crate::emit::{Design, Package, Parameter, Port, Proof};
use crate::error::Result;
use crate::stream::StreamReplay;
use bench::TypedBench;
use bitflags::Flags;

/// Every unit, leaves first.
pub static REGISTRY: &[&dyn AnyUnit] = &[
    &shift_controller::ShiftController,
    &read_queue::ReadQueue,
    &write_buffer::WriteBuffer,
    &domain_array::DomainArray,
    &domain_array_physical::DomainArrayPhysical,
    &racetrack_bank::RacetrackBank,
    &sram_array::SramArray,
    &sram_bank::SramBank,
    &placement::Placement,
    &map_table::MapTable,
    &request_arbiter::RequestArbiter,
    &preshift_arbiter::PreshiftArbiter,
    &value_extractor::ValueExtractor,
    &value_converter::ValueConverter,
    &value_truncator::ValueTruncator,
    &sram_register_file::SramRegisterFile,
    &racetrack_register_file::RacetrackRegisterFile,
    &slice_array::SliceArray,
    &indirection_table::IndirectionTable,
    &collector_unit::CollectorUnit,
    &compressed_operand_path::CompressedOperandPath,
];

/// The unit of that name.
pub fn find(name: &str) -> Option<&'static dyn AnyUnit> {
    REGISTRY.iter().copied().find(|unit| unit.name() == name)
}

/// A cycle-accurate behavioural model: combinational outputs, then the clock edge.
pub trait Model: Send + 'static {
    type Params;
    type In;
    type Out;

    /// The state after reset; storage is zero, though the contract gives it no value.
    fn new(params: &Self::Params) -> Self;

    /// What the outputs are while these inputs are applied. Pure.
    fn outputs(&self, inputs: &Self::In) -> Self::Out;

    /// The clock edge with these inputs applied.
    fn tick(&mut self, inputs: &Self::In);

    /// A whole cycle: the outputs, then the clock edge. Models that are called often and share work
    /// between the two override it; benches use it, so that lockstep checks what is used.
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

/// A source of inputs that sees what was answered: random, directed, or a recorded stream.
pub trait Stimulus<U: Unit>: Send {
    /// The next inputs, given those of the last cycle and what they were answered.
    fn next(&mut self, inputs: &U::In, outputs: &U::Out) -> U::In;

    /// Whether nothing more will come.
    fn finished(&self) -> bool {
        false
    }

    /// What a stream did to the unit.
    fn activity(&self) -> Option<Activity> {
        None
    }
}

/// A scenario that stimulus should reach.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    pub name: &'static str,
    /// False where the parameters rule it out: one-cycle writes never hold a bank.
    pub reachable: bool,
    /// Cycles in which it happened.
    pub hits: u64,
}

/// What a stream did to a unit, for tables and plots.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// Name and count, in the order in which a table prints them.
    pub counters: Vec<(&'static str, u64)>,
    /// Cycle and value whenever the value changed: of a racetrack bank, the head's offset.
    pub positions: Vec<(u64, u64)>,
    /// How often each distance occurred: of a racetrack bank, shifts from one access to the next.
    pub distances: Vec<u64>,
    /// Reads whose answer was not the value of the last write before them; must be none.
    pub wrong_answers: u64,
    /// Of each bank a hash of its answers in order.
    pub answers: Vec<String>,
}

impl Activity {
    /// The count of that name; 0 if there is none.
    pub fn count(&self, name: &str) -> u64 {
        self.counters.iter().filter(|(counter, _)| *counter == name).map(|(_, count)| count).sum()
    }
}

/// A hardware unit, typed. Implemented by an empty struct in the unit's folder.
pub trait Unit: Sync + 'static {
    /// Folder, command-line name, and `rf_` module name.
    const NAME: &'static str;
    /// What it is for, one line.
    const SUMMARY: &'static str;
    /// The contract in prose: the module documentation and the comment above the Verilog module.
    const CONTRACT: &'static str;
    /// Paths of the keys that shape it.
    const KEYS: &'static [&'static str];

    type Params;
    type In: Ports<Params = Self::Params>;
    type Out: Ports<Params = Self::Params>;
    type Model: Model<Params = Self::Params, In = Self::In, Out = Self::Out>;
    /// Named scenario bins, one bit each.
    type Scenarios: Flags<Bits = u32> + Copy + Send;

    fn params(config: &Config) -> Self::Params;

    /// The Verilog: every module that the unit needs, its own last.
    fn design(params: &Self::Params) -> Result<Design>;

    /// What is proved of it without a bound.
    fn proofs(_params: &Self::Params) -> Result<Vec<Proof>> {
        Ok(Vec::new())
    }

    /// Constrained-random and directed stimulus, the same for the same seed on every machine.
    fn stimulus(params: &Self::Params, seed: u64) -> Box<dyn Stimulus<Self>>
    where
        Self: Sized;

    /// Which scenarios this cycle is one of.
    fn scenarios(inputs: &Self::In, outputs: &Self::Out) -> Self::Scenarios;

    /// Which scenarios the parameters allow.
    fn reachable(_params: &Self::Params) -> Self::Scenarios {
        Self::Scenarios::all()
    }

    /// What of a recorded stream it takes.
    const STREAM: Option<StreamScope> = None;

    /// Entries of a bank, in which a stream's registers have to find room.
    fn entries(_params: &Self::Params) -> usize {
        usize::MAX
    }

    /// Stimulus from recorded requests; nothing unless [`Unit::STREAM`] says what.
    fn stream(_params: &Self::Params, _replay: &StreamReplay) -> Option<Box<dyn Stimulus<Self>>>
    where
        Self: Sized,
    {
        None
    }
}

/// What of a recorded stream a unit takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamScope {
    /// The requests of one bank.
    Bank,
    /// All of it.
    Whole,
}

/// A hardware unit behind one interface, for the registry.
pub trait AnyUnit: Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> &'static str;
    fn contract(&self) -> &'static str;
    fn keys(&self) -> Vec<&'static Key>;
    /// Inputs, then outputs.
    fn ports(&self, config: &Config) -> Vec<Port>;
    fn design(&self, config: &Config) -> Result<Design>;
    fn proofs(&self, config: &Config) -> Result<Vec<Proof>>;
    /// Its files and all that the manifest says of it.
    fn package(&self, config: &Config) -> Result<Package>;
    /// Model with random and directed stimulus.
    fn bench(&self, config: &Config, seed: u64) -> Box<dyn Bench>;
    /// What of a recorded stream it takes.
    fn stream_scope(&self) -> Option<StreamScope>;
    /// Entries of a bank, in which a stream's registers have to find room; no bound for a unit that
    /// takes no stream.
    fn stream_entries(&self, config: &Config) -> usize;
    /// Model with recorded requests as stimulus.
    fn stream_bench(&self, config: &Config, replay: &StreamReplay) -> Option<Box<dyn Bench>>;
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

    fn keys(&self) -> Vec<&'static Key> {
        U::KEYS.iter().map(|path| key(path).expect("units name known keys")).collect()
    }

    fn ports(&self, config: &Config) -> Vec<Port> {
        unit_ports::<U>(&U::params(config))
    }

    fn design(&self, config: &Config) -> Result<Design> {
        let mut design = U::design(&U::params(config))?;
        for module in &mut design.modules {
            let unit = find(module.unit).expect("modules name registered units");
            module.configuration = config.name.clone();
            module.parameters = parameters(unit, config);
        }
        Ok(design)
    }

    fn proofs(&self, config: &Config) -> Result<Vec<Proof>> {
        U::proofs(&U::params(config))
    }

    fn package(&self, config: &Config) -> Result<Package> {
        let design = self.design(config)?;
        let clock_mhz = config.gpu.clock_mhz;
        let ports = self.ports(config);
        Ok(Package::new(U::NAME, U::SUMMARY, U::CONTRACT, &design, ports, clock_mhz))
    }

    fn bench(&self, config: &Config, seed: u64) -> Box<dyn Bench> {
        let params = U::params(config);
        Box::new(TypedBench::<U>::new(&params, U::stimulus(&params, seed)))
    }

    fn stream_scope(&self) -> Option<StreamScope> {
        U::STREAM
    }

    fn stream_entries(&self, config: &Config) -> usize {
        U::entries(&U::params(config))
    }

    fn stream_bench(&self, config: &Config, replay: &StreamReplay) -> Option<Box<dyn Bench>> {
        let params = U::params(config);
        let stimulus = U::stream(&params, replay)?;
        Some(Box::new(TypedBench::<U>::new(&params, stimulus)))
    }
}

/// The unit's ports, inputs first.
pub fn unit_ports<U: Unit>(params: &U::Params) -> Vec<Port> {
    [U::In::ports(params), U::Out::ports(params)].concat()
}

/// The keys that shape a unit, with their values.
pub fn parameters(unit: &dyn AnyUnit, config: &Config) -> Vec<Parameter> {
    let keys = unit.keys().into_iter();
    keys.map(|key| Parameter { key, value: config.value(key.path).clone() }).collect()
}
