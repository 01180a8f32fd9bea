//! Is a fault found, shrunk to something short, and replayable?
//!
//! The faults are in the units' folders, and [`regforge::evidence`] has a record of each. The tests
//! below run a few of them each time.

use crate::support::evidence::{assert_recorded, checks};
use crate::support::{builder, fermi, notes};
use regforge::cosim::{Check, FaultInLockstep, Instance, prove, refute, run, with_fault};
use regforge::evidence::Kind;
use regforge::systems;
use regforge::units::{Activity, Bench, Fault, Scenario};

const CYCLES: u64 = 20_000;

#[test]
fn every_planted_fault_is_found() {
    let faults = checks(Kind::Fault);
    let in_lockstep = faults.iter().filter(|check| check.subject.contains(", lockstep: "));
    assert_eq!((in_lockstep.count(), faults.len()), (188, 430));
    assert_recorded(faults);
}

#[test]
fn every_unit_has_faults() {
    let without = systems::units()
        .into_iter()
        .filter(|unit| unit.faults().is_empty())
        .map(|unit| unit.name());
    assert_eq!(without.collect::<Vec<_>>(), [""; 0]);
}

/// The diagnosis of the unit's fault of that text.
fn found(unit: &str, from: &str) -> String {
    let unit = systems::unit(unit).unwrap();
    let fault = unit.faults().iter().find(|fault| fault.from == from).unwrap();
    assert_eq!(fault.lockstep, Some(&[][..]));
    let notes = notes().join(unit.name());
    let diagnosis = FaultInLockstep::new(unit, fermi(), fault).unwrap().find(&notes).unwrap();
    assert!(notes.join(format!("{}.vcd", unit.name())).exists());
    diagnosis
}

#[test]
fn shifting_the_wrong_way_is_found() {
    let found = found("shift_controller", "head_q < write_offset_i");
    assert!(found.contains("op_o: model"), "{found}");
}

#[test]
fn a_write_that_overtakes_an_older_read_is_found() {
    let found = found("racetrack_bank", "front_valid_o && !waits[front_q]");
    assert!(found.contains("replay: regforge cosim racetrack_bank --replay"), "{found}");
}

/// A change that changes nothing.
const HARMLESS: Fault =
    Fault::new("rf_shift_controller", "head_q < read_offset_i", "read_offset_i > head_q");

#[test]
fn what_is_no_fault_is_not_found() {
    let unit = systems::unit("shift_controller").unwrap();
    let planted = FaultInLockstep::new(unit, fermi(), &HARMLESS).unwrap();
    let error = planted.find(&notes().join("harmless")).unwrap_err();
    assert!(error.to_string().contains("the fault is not found"), "{error}");
    let proof = unit.proofs(&fermi()).unwrap().remove(0);
    let error = refute(&with_fault(proof, &HARMLESS).unwrap()).unwrap_err();
    assert!(error.to_string().contains("the fault is not found"), "{error}");
}

#[test]
fn a_fault_whose_place_is_gone_is_refused() {
    let unit = systems::unit("shift_controller").unwrap();
    let gone = Fault { from: "no such text", ..HARMLESS };
    let error = FaultInLockstep::new(unit, fermi(), &gone).err().unwrap();
    assert!(error.to_string().contains("the place of a planted fault is gone"), "{error}");
}

/// A model that is wrong in one bit, once.
struct OneBitWrong {
    bench: Box<dyn Bench>,
    left: u32,
}

impl Bench for OneBitWrong {
    fn cycle(&mut self, inputs: &mut [u32], expected: &mut [u32]) {
        self.bench.cycle(inputs, expected);
        self.left = self.left.wrapping_sub(1);
        if self.left == 0 {
            expected[1] ^= 1;
        }
    }
    fn stimulate(&mut self, answers: &[u32], inputs: &mut [u32]) {
        self.bench.stimulate(answers, inputs);
    }
    fn replay(&mut self, inputs: &[u32], expected: &mut [u32]) -> bool {
        self.bench.replay(inputs, expected)
    }
    fn finish(&mut self) {
        self.bench.finish();
    }
    fn finished(&self) -> bool {
        self.bench.finished()
    }
    fn scenarios(&self) -> Vec<Scenario> {
        self.bench.scenarios()
    }
    fn activity(&self) -> Option<Activity> {
        self.bench.activity()
    }
}

#[test]
fn one_wrong_bit_of_the_model_is_found_in_its_cycle() {
    let (builder, config) = (builder().for_cycles(CYCLES), fermi());
    let unit = systems::unit("shift_controller").unwrap();
    let check = Check::new(&builder, unit, &config).unwrap();
    let library = check.library();
    let mut bench = OneBitWrong { bench: unit.bench(&config, 1), left: 777 };
    let mut instance = Instance::new(library, 1);
    let outcome = run(&mut bench, &mut instance, library.layout(), CYCLES, |_| {});
    let mismatch = outcome.mismatch.expect("a planted fault");
    assert_eq!((mismatch.cycle, mismatch.port.as_str()), (776, "head_o"));
}

/// With writes of 2, 3 and 8 cycles, faults that no proof with shorter writes finds.
#[test]
fn faults_of_the_hold_counter_are_refuted_with_long_writes() {
    let unit = systems::unit("shift_controller").unwrap();
    let proofs = unit.proofs(&fermi()).unwrap();
    let long = unit.faults().iter().filter_map(|fault| match fault.proof {
        Some((number, [])) => Some((number, fault)),
        _ => None,
    });
    for (number, fault) in long {
        for shorter in &proofs[..number] {
            prove(&with_fault(shorter.clone(), fault).unwrap()).unwrap();
        }
        refute(&with_fault(proofs[number].clone(), fault).unwrap()).unwrap();
    }
}
