//! A unit's model and stimulus behind packed words: the interface that lockstep uses.

use super::{
    Activity, InOf, Joined, Model, OutOf, ParamsOf, Ports, RandomStimulus, Scenario, Stimulus, Unit,
};
use crate::bits::Shape;
use crate::emit::Port;
use bitflags::Flags;

/// Runs stimulus and model cycle by cycle, and packs the inputs and the expected outputs.
pub trait Bench: Send {
    /// The next cycle of stimulus: its inputs, and the outputs of the model.
    fn cycle(&mut self, inputs: &mut [u32], expected: &mut [u32]);

    /// The next inputs of the stimulus without the model: `answers` are the outputs of the last
    /// cycle. Measurements use it as their reference.
    fn stimulate(&mut self, answers: &[u32], inputs: &mut [u32]);

    /// One cycle of the model with given inputs. False if the unit's contract forbids them in this
    /// state.
    fn replay(&mut self, inputs: &[u32], expected: &mut [u32]) -> bool;

    /// Runs the model alone until the stimulus ends; random stimulus never does.
    fn finish(&mut self);

    /// Whether the stimulus has ended; random stimulus never does.
    fn finished(&self) -> bool;

    /// Scenarios reached so far.
    fn scenarios(&self) -> Vec<Scenario>;

    /// Activity of the unit under a replayed stream; none for random stimulus.
    fn activity(&self) -> Option<Activity>;
}

/// Named scenario bins, one bit each.
pub trait Bins: Copy + Send {
    /// All bins.
    fn every() -> Self;
    /// The bits that are set.
    fn mask(self) -> u32;
    /// Name and bit of each bin.
    fn names() -> Vec<(&'static str, u32)>;
}

impl<F: Flags<Bits = u32> + Copy + Send> Bins for F {
    fn every() -> Self {
        F::all()
    }

    fn mask(self) -> u32 {
        self.bits()
    }

    fn names() -> Vec<(&'static str, u32)> {
        F::FLAGS.iter().map(|flag| (flag.name(), flag.value().bits())).collect()
    }
}

/// The bins of both parts, which use different bits.
impl<A: Bins, B: Bins> Bins for Joined<A, B> {
    fn every() -> Self {
        Joined { shared: A::every(), own: B::every() }
    }

    fn mask(self) -> u32 {
        self.shared.mask() | self.own.mask()
    }

    fn names() -> Vec<(&'static str, u32)> {
        [A::names(), B::names()].concat()
    }
}

/// The bench of a typed unit.
pub struct TypedBench<U: Unit> {
    model: U::Model,
    stimulus: Box<dyn Stimulus<U::Model>>,
    inputs: InOf<U>,
    outputs: OutOf<U>,
    input_shapes: Vec<Shape>,
    output_shapes: Vec<Shape>,
    reachable: u32,
    hits: [u64; 32],
}

impl<U: Unit> TypedBench<U> {
    /// A bench of a model after reset, with this stimulus.
    pub fn new(params: &ParamsOf<U>, stimulus: Box<dyn Stimulus<U::Model>>) -> Self {
        let shapes = |ports: Vec<Port>| ports.iter().map(|port| port.shape).collect();
        TypedBench {
            model: U::Model::new(params),
            stimulus,
            inputs: InOf::<U>::default(),
            outputs: OutOf::<U>::default(),
            input_shapes: shapes(InOf::<U>::ports(params)),
            output_shapes: shapes(OutOf::<U>::ports(params)),
            reachable: U::Random::reachable(params).mask(),
            hits: [0; 32],
        }
    }

    fn count(&mut self) {
        let mut bits = U::Random::scenarios(&self.inputs, &self.outputs).mask();
        while bits != 0 {
            self.hits[bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
    }
}

impl<U: Unit> Bench for TypedBench<U> {
    fn cycle(&mut self, inputs: &mut [u32], expected: &mut [u32]) {
        self.inputs = self.stimulus.next(&self.inputs, &self.outputs);
        debug_assert!(self.model.accepts(&self.inputs), "the stimulus broke the unit's contract");
        self.inputs.store(&self.input_shapes, inputs);
        self.model.step(&self.inputs, &mut self.outputs);
        self.outputs.store(&self.output_shapes, expected);
        self.count();
    }

    fn stimulate(&mut self, answers: &[u32], inputs: &mut [u32]) {
        self.outputs = OutOf::<U>::load(&self.output_shapes, answers);
        self.inputs = self.stimulus.next(&self.inputs, &self.outputs);
        self.inputs.store(&self.input_shapes, inputs);
    }

    fn replay(&mut self, inputs: &[u32], expected: &mut [u32]) -> bool {
        self.inputs = InOf::<U>::load(&self.input_shapes, inputs);
        if !self.model.accepts(&self.inputs) {
            return false;
        }
        self.model.step(&self.inputs, &mut self.outputs);
        self.outputs.store(&self.output_shapes, expected);
        true
    }

    fn finish(&mut self) {
        while !self.stimulus.finished() {
            self.inputs = self.stimulus.next(&self.inputs, &self.outputs);
            self.model.step(&self.inputs, &mut self.outputs);
        }
    }

    fn finished(&self) -> bool {
        self.stimulus.finished()
    }

    fn scenarios(&self) -> Vec<Scenario> {
        let scenario = <U::Random as RandomStimulus<U::Model>>::Scenarios::names().into_iter().map(
            |(name, bit)| Scenario {
                name,
                reachable: self.reachable & bit != 0,
                hits: self.hits[bit.trailing_zeros() as usize],
            },
        );
        scenario.collect()
    }

    fn activity(&self) -> Option<Activity> {
        self.stimulus.activity()
    }
}
