//! RTL in the loop: a Verilated unit that an SM clocks in place of a model.

use super::build::Builder;
use super::layout::Layout;
use super::library::{Instance, Library};
use crate::config::Config;
use crate::emit::Port;
use crate::error::Result;
use crate::sm::register_file::Clocked;
use crate::units::{InOf, Model, OutOf, Ports, Unit, unit_design, unit_ports};
use std::marker::PhantomData;

/// A unit's Verilated RTL.
pub struct Rtl<U: Unit> {
    instance: Instance,
    layout: Layout,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    input_shapes: Vec<crate::bits::Shape>,
    output_shapes: Vec<crate::bits::Shape>,
    unit: PhantomData<fn() -> U>,
}

impl<U: Unit> Rtl<U> {
    /// Generates the unit, builds it or takes it from the cache, and loads it. Storage starts at
    /// random values.
    ///
    /// # Errors
    /// Errors of emission, tools and building.
    pub fn new(builder: &Builder, config: &Config) -> Result<Rtl<U>> {
        let params = U::params(config);
        let ports = unit_ports::<U>(&params);
        let library = Library::load(builder, &unit_design::<U>(config)?, &ports, None)?;
        let layout = library.layout().clone();
        let shapes = |ports: Vec<Port>| ports.iter().map(|port| port.shape).collect();
        Ok(Rtl {
            instance: Instance::new(&library, 1),
            inputs: vec![0; layout.input_words],
            outputs: vec![0; layout.output_words],
            layout,
            input_shapes: shapes(InOf::<U>::ports(&params)),
            output_shapes: shapes(OutOf::<U>::ports(&params)),
            unit: PhantomData,
        })
    }

    /// One cycle, with the outputs as words.
    fn cycle(&mut self, inputs: &InOf<U>) {
        inputs.store(&self.input_shapes, &mut self.inputs);
        self.instance.step(&self.inputs, &mut self.outputs);
    }
}

impl<U: Unit> Clocked<U> for Rtl<U> {
    fn step(&mut self, inputs: &InOf<U>, outputs: &mut OutOf<U>) {
        self.cycle(inputs);
        *outputs = OutOf::<U>::load(&self.output_shapes, &self.outputs);
    }
}

/// A unit's model and its RTL in lockstep. The SM gets the model's outputs.
pub struct SideBySide<U: Unit> {
    model: U::Model,
    rtl: Rtl<U>,
    expected: Vec<u32>,
    /// Number of the cycle. Cycle 0 is the first and is a reset.
    cycle: u64,
    disagreement: Option<String>,
}

impl<U: Unit> SideBySide<U> {
    /// # Errors
    /// Errors of [`Rtl::new`].
    pub fn new(builder: &Builder, config: &Config) -> Result<SideBySide<U>> {
        let rtl = Rtl::new(builder, config)?;
        Ok(SideBySide {
            model: U::Model::new(&U::params(config)),
            expected: vec![0; rtl.layout.output_words],
            rtl,
            cycle: 0,
            disagreement: None,
        })
    }

    /// Compares every output, except in the first cycle, which is before the reset edge.
    fn compare(&mut self) {
        if self.cycle == 0 || self.disagreement.is_some() {
            return;
        }
        let Rtl { layout, outputs, .. } = &self.rtl;
        if let Some(slot) = layout.difference(&self.expected, outputs) {
            let (model, rtl) = (slot.hex(&self.expected), slot.hex(outputs));
            self.disagreement = Some(format!(
                "{}: cycle {} of the register file, {}: model {model}, RTL {rtl}",
                U::NAME,
                self.cycle,
                slot.port.verilog()
            ));
        }
    }
}

impl<U: Unit> Clocked<U> for SideBySide<U> {
    fn step(&mut self, inputs: &InOf<U>, outputs: &mut OutOf<U>) {
        self.model.step(inputs, outputs);
        outputs.store(&self.rtl.output_shapes, &mut self.expected);
        self.rtl.cycle(inputs);
        self.compare();
        self.cycle += 1;
    }

    fn disagreement(&self) -> Option<&str> {
        self.disagreement.as_deref()
    }
}
