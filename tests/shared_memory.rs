//! Does a register file that has shared memory in its storage get every word that a kernel stores, and
//! is a word found that is not as it was stored?

use crate::support::fermi;
use crate::support::kernels::KERNELS;
use regforge::bits::LANES;
use regforge::config::Options;
use regforge::error::Result;
use regforge::run::{Backend, Case, Simulation, System};
use regforge::sm::register_file::{Counts, Offer, RegisterFile, Reply};
use regforge::sm::{Outcome, Unwatched};
use regforge::systems::expanded::units::scratchpad::{In, Model, Scratchpad};
use regforge::systems::sram::Sram;
use regforge::units::{Model as _, Unit};
use std::path::Path;
use std::sync::Arc;

/// A register file of SRAM beside the model of a scratchpad, whose port a register wants, too.
struct Beside {
    file: Box<dyn RegisterFile>,
    scratchpad: Model,
    inputs: In,
    answers: bool,
}

impl Beside {
    /// Whether a register wants the port in every cycle. With `writes` it is written, over row 0.
    fn new(file: Box<dyn RegisterFile>, register_valid: bool, writes: bool) -> Beside {
        let scratchpad = Model::new(&Scratchpad::params(&fermi()));
        let inputs = In {
            rst_n: true,
            register_valid,
            register_writes: writes,
            register_lanes: u32::MAX,
            register_data: [0x5a5a_5a5a; LANES],
            ..In::default()
        };
        Beside { file, scratchpad, inputs, answers: false }
    }
}

impl RegisterFile for Beside {
    fn begin(&mut self, regs_per_thread: usize, warps: usize) {
        self.file.begin(regs_per_thread, warps);
    }

    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        self.file.cycle(offer, reply);
        let inputs = &mut self.inputs;
        inputs.pass_valid = offer.pass.is_some();
        if let Some(pass) = &offer.pass {
            inputs.pass_stores = pass.stores;
            inputs.pass_row = pass.rows.map(|row| row as u16);
            inputs.pass_enable =
                std::array::from_fn(|bank| (pass.enables >> (4 * bank)) as u8 & 0xf);
            inputs.pass_data = pass.words;
        }
        assert!(self.scratchpad.accepts(inputs), "{inputs:?}");
        let outputs = self.scratchpad.outputs(inputs);
        reply.pass_ready = outputs.pass_ready;
        (reply.answered, reply.words) = (outputs.answered, outputs.words);
        self.answers = inputs.pass_valid && outputs.pass_ready;
        self.scratchpad.tick(inputs);
    }

    fn is_idle(&self) -> bool {
        self.file.is_idle() && !self.answers
    }

    fn keeps_order(&self) -> bool {
        self.file.keeps_order()
    }

    fn has_shared_memory(&self) -> bool {
        true
    }

    fn counts(&self) -> &Counts {
        self.file.counts()
    }
}

/// A launch on SRAM, and beside a scratchpad whose port a register wants as said.
fn run(case: &Arc<Case>, beside: Option<(bool, bool)>) -> Result<Outcome> {
    let config = fermi();
    let compiled = Sram.compile(case, &config, &Options::default()).unwrap();
    let simulation = Simulation::new(&Sram, &*compiled, &config).unwrap();
    let file = compiled.build(&config, Backend::Model, 1).unwrap();
    let file = match beside {
        Some((wants, writes)) => Box::new(Beside::new(file, wants, writes)),
        None => file,
    };
    simulation.run_on(file, &mut Unwatched)
}

/// The launches that ship with arrays in shared memory.
fn cases() -> Vec<Arc<Case>> {
    KERNELS.iter().filter(|case| case.geometry.shared() > 0).cloned().collect()
}

#[test]
fn every_word_of_shared_memory_is_found_as_it_was_stored() {
    let (mut same, mut later) = (0, 0);
    let cases = cases();
    assert!(cases.len() > 15, "{}", cases.len());
    for case in &cases {
        let name = &case.launch.name;
        let sram = run(case, None).unwrap().statistics;
        for wants in [false, true] {
            let beside = run(case, Some((wants, false))).unwrap();
            assert!(case.is_right(&beside.memory) != Some(false), "{name}");
            same += u64::from(beside.statistics.cycles == sram.cycles);
            later += u64::from(wants && beside.statistics.cycles > sram.cycles);
        }
        // Of shared memory only atomic operations take longer.
        if sram.atomics == 0 {
            assert_eq!(
                run(case, Some((false, false))).unwrap().statistics.cycles,
                sram.cycles,
                "{name}"
            );
        }
    }
    assert!(same >= cases.len() as u64 && later > 0, "{same} {later}");
}

#[test]
fn a_register_on_an_array_is_found() {
    let path = Path::new("kernels/matrix_multiply_tiled/case.toml");
    let case = Arc::new(Case::on_allocated_registers(path).unwrap());
    let found = run(&case, Some((true, true))).err().unwrap().to_string();
    let parts =
        ["cycle ", "shared memory, row 0 of bank", "returns 0x5a5a5a5a, but the kernel stored"];
    assert!(parts.iter().all(|part| found.contains(part)), "{found}");
}
