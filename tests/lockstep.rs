//! Do model and RTL agree on every cycle?

use crate::support::{builder, fermi, notes};
use rayon::prelude::*;
use regforge::config::{Config, extremes};
use regforge::cosim::{Check, Passed, Source};
use regforge::systems;
use regforge::systems::UNITS;
use regforge::systems::compressed::units::compressed_register_file::CompressedRegisterFile;
use regforge::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use regforge::systems::racetrack::units::racetrack_register_file::RacetrackRegisterFile;
use regforge::systems::sram::units::sram_bank::SramStorage;
use regforge::systems::sram::units::sram_register_file::SramRegisterFile;
use regforge::units::{AnyUnit, Model, Unit};
use std::collections::BTreeSet;

fn run(unit: &dyn AnyUnit, config: &Config, cycles: u64) -> Passed {
    let builder = builder().for_cycles(cycles);
    let check = Check::new(&builder, unit, config).unwrap();
    let source = Source::Random { seed: 1, cycles };
    check.run(&source, &notes(), |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_unit_agrees_for_a_million_cycles_and_reaches_every_scenario() {
    let config = fermi();
    UNITS.par_iter().for_each(|unit| {
        let passed = run(*unit, &config, 1_000_000);
        assert_eq!(passed.compared, 1_000_000, "{}", unit.name());
        assert!(passed.missed().is_empty(), "{}: {:?}", unit.name(), passed.missed());
    });
}

#[test]
fn every_unit_agrees_at_its_smallest_and_largest_legal_point() {
    let config = fermi();
    UNITS.par_iter().for_each(|unit| {
        let points = extremes(&config, &unit.keys(&fermi()));
        assert_eq!(points.len(), 2, "{}", unit.name());
        for point in points {
            assert_eq!(run(*unit, &point, 20_000).compared, 20_000);
        }
    });
}

/// One port or two, all banks at once or few.
#[test]
fn sram_register_files_of_every_kind_agree() {
    let kinds = ["1rw", "1r1w"].into_iter().flat_map(|ports| [(ports, 4), (ports, 16)]);
    kinds.collect::<Vec<_>>().par_iter().for_each(|(ports, max_banks)| {
        let keys = [format!("sram.bank_ports={ports}"), format!("sram.max_banks={max_banks}")];
        let config = systems::config("fermi", &keys).unwrap();
        for unit in ["sram_bank", "sram_register_file"] {
            let passed = run(systems::unit(unit).unwrap(), &config, 50_000);
            assert_eq!(passed.compared, 50_000, "{unit} {keys:?}");
            assert!(passed.missed().is_empty(), "{unit} {keys:?}: {:?}", passed.missed());
        }
    });
}

/// Every register file with a request stage; those without banks of a lower layer for a million cycles.
#[test]
fn register_files_with_a_request_stage_agree() {
    let staged = |more: &[&str]| {
        let keys = [&["gpu.request_stage=true"], more].concat();
        systems::config("fermi", &keys.into_iter().map(String::from).collect::<Vec<_>>()).unwrap()
    };
    let all: [(&str, &[&str], u64); 7] = [
        ("sram_register_file", &[], 1_000_000),
        ("racetrack_register_file", &[], 1_000_000),
        ("stt_register_file", &[], 1_000_000),
        ("sram_register_file", &["sram.bank_ports=1r1w", "sram.max_banks=4"], 100_000),
        ("stt_register_file", &["stt.read_cycles=3", "gpu.placement=linear"], 100_000),
        ("sharing_register_file", &[], 100_000),
        ("expanded_register_file", &[], 100_000),
    ];
    all.par_iter().for_each(|(unit, more, cycles)| {
        let passed = run(systems::unit(unit).unwrap(), &staged(more), *cycles);
        assert_eq!(passed.compared, *cycles, "{unit} {more:?}");
        assert_eq!(passed.missed(), [""; 0], "{unit} {more:?}");
    });
}

/// Banks with two ports, few collector units, one converter.
#[test]
fn a_compressed_register_file_of_another_shape_agrees() {
    let keys = ["sram.bank_ports=1r1w", "gpu.collector_units=5", "compression.converters=1"];
    let config = systems::config("sdc_paper", &keys.map(String::from)).unwrap();
    let passed = run(systems::unit("compressed_register_file").unwrap(), &config, 50_000);
    assert!(passed.missed().is_empty(), "{:?}", passed.missed());
}

/// Fewer grants than banks: SRAM banks wait for one. Racetrack banks of long writes, mapped or not.
#[test]
fn compressed_register_files_whose_banks_wait_agree() {
    let shapes = [
        ("compressed_register_file", ["sram.max_banks=3", "gpu.collector_units=5"]),
        ("compressed_racetrack_register_file", ["racetrack.write_cycles=3", "racetrack.ports=4"]),
        ("packed_racetrack_bank", ["racetrack.write_cycles=3", "racetrack.ports=4"]),
    ];
    for (unit, keys) in shapes {
        let config = systems::config("fermi", &keys.map(String::from)).unwrap();
        let passed = run(systems::unit(unit).unwrap(), &config, 60_000);
        assert!(passed.missed().is_empty(), "{unit}: {:?}", passed.missed());
    }
}

/// Runs a model by whole cycles beside another by outputs and clock edges.
fn steps_agree<U: Unit>() {
    let params = U::params(&fermi());
    let mut stimulus = U::stimulus(&params, 5);
    let (mut whole, mut halves) = (U::Model::new(&params), U::Model::new(&params));
    let (mut inputs, mut outputs) = (U::In::default(), U::Out::default());
    let mut stepped = U::Out::default();
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

/// Every unit whose Verilog is not that of the default configuration.
#[test]
fn every_preset_agrees() {
    let mut seen = BTreeSet::new();
    let mut is_new = |unit: &&'static dyn AnyUnit, config: &Config| {
        seen.insert(unit.design(config).unwrap().content_hash())
    };
    assert!(UNITS.iter().all(|unit| is_new(unit, &fermi())));
    let presets = ["racetrack-128kb", "racetrack-96x8", "racetrack-fair", "expars_paper"];
    let configs = presets.map(|preset| systems::config(preset, &[]).unwrap());
    let changed: Vec<_> = configs
        .iter()
        .flat_map(|config| UNITS.iter().map(move |unit| (*unit, config)))
        .filter(|(unit, config)| is_new(unit, config))
        .collect();
    assert!(changed.len() > 10, "{}", changed.len());
    changed.par_iter().for_each(|(unit, config)| {
        assert_eq!(run(*unit, config, 20_000).compared, 20_000);
    });
}
