//! Do model and RTL agree on every cycle?

use crate::support::evidence::{assert_recorded, checks};
use crate::support::{builder, fermi, notes, outcome};
use regforge::config::Config;
use regforge::cosim::{Check, Passed, Source};
use regforge::evidence::Kind;
use regforge::parallel;
use regforge::systems;
use regforge::systems::compressed::units::compressed_register_file::CompressedRegisterFile;
use regforge::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use regforge::systems::racetrack::units::racetrack_register_file::RacetrackRegisterFile;
use regforge::systems::sram::units::sram_bank::SramStorage;
use regforge::systems::sram::units::sram_register_file::SramRegisterFile;
use regforge::units::{AnyUnit, InOf, Model, OutOf, RandomStimulus, Stimulus, Unit};

fn run(unit: &dyn AnyUnit, config: &Config, cycles: u64) -> Passed {
    let builder = builder().for_cycles(cycles);
    let check = Check::new(&builder, unit, config).unwrap();
    let source = Source::Random { seed: 1, cycles };
    check.run(&source, &notes(), |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_unit_agrees_and_reaches_every_scenario() {
    let config = fermi();
    parallel::for_each(systems::units(), |unit| {
        let cycles = match unit.name() {
            // Its cells fall as seldom as those of a chip.
            "stt_array" => 400_000,
            // Its limit of active warps is seldom one.
            "expanded_register_file" => 200_000,
            _ => 100_000,
        };
        let passed = run(unit, &config, cycles);
        assert_eq!(passed.compared, cycles, "{}", unit.name());
        assert!(passed.missed().is_empty(), "{}: {:?}", unit.name(), passed.missed());
    });
}

/// Variants, smallest and largest legal points, and every configuration that ships.
#[test]
fn every_unit_agrees_in_other_configurations() {
    let agreements = checks(Kind::Lockstep);
    assert_eq!(agreements.len(), 193);
    assert_recorded(agreements);
}

/// Two of the recorded checks run each time.
#[test]
fn what_the_record_says_of_lockstep_is_so_when_it_runs() {
    let subjects = ["shift_controller (smallest)", "sram_bank (fermi sram.bank_ports=1r1w)"];
    for subject in subjects {
        let mut agreements = checks(Kind::Lockstep).iter();
        let check = agreements.find(|check| check.subject == subject).unwrap();
        assert_eq!(check.run().unwrap().verdict, "agrees");
    }
}

/// Compares a model that is stepped by cycles with one that is stepped by outputs and clock edges.
fn steps_agree<U: Unit>() {
    let params = U::params(&fermi());
    let mut stimulus = U::Random::new(&params, 5);
    let (mut whole, mut halves) = (U::Model::new(&params), U::Model::new(&params));
    let (mut inputs, mut outputs) = (InOf::<U>::default(), OutOf::<U>::default());
    let mut stepped = OutOf::<U>::default();
    for cycle in 0..20_000 {
        inputs = stimulus.next(&inputs, &outputs);
        outputs = halves.outputs(&inputs);
        halves.tick(&inputs);
        whole.step(&inputs, &mut stepped);
        assert!(stepped == outputs, "{}, cycle {cycle}", U::NAME);
    }
}

#[test]
fn a_step_is_the_outputs_and_the_clock_edge() {
    steps_agree::<RacetrackRegisterFile>();
    steps_agree::<SramRegisterFile>();
    steps_agree::<CompressedRegisterFile<SramStorage>>();
    steps_agree::<CompressedRegisterFile<RacetrackStorage>>();
}

/// An idle channel names a register that does not fit, of a bank that is not full; the bank of the same
/// register modulo the entries is full.
#[test]
fn an_idle_channel_may_name_a_register_that_does_not_fit() {
    let (code, stdout, stderr) =
        outcome(&["cosim", "stt_register_file", "--replay", "tests/replays/idle_channel.json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("57 cycles agree"), "{stdout}");
}
