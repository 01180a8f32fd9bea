//! Is a further system one folder and one line? This one is the SRAM register file with one more
//! counter and one more option. This folder has all of it; [`SYSTEMS`] is its line.

mod system;
mod unit;

use regforge::config::{Options, Schema};
use regforge::error::Result;
use regforge::run::sweep::{Sweep, csv};
use regforge::run::{Backend, Case, Registry, Simulation, System};
use regforge::sm::{Outcome, Unwatched};
use regforge::systems::sram::Sram;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use system::{Extra, SECTION};

static SYSTEMS: [&dyn System; 2] = [&Sram, &Extra];

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::new(regforge::systems::SECTIONS.iter().copied().chain([&SECTION])));

fn run(system: &dyn System, options: &Options, backend: Backend) -> (usize, Outcome) {
    let config = regforge::config::Config::load::<&str>(&SCHEMA, "fermi", &[]).unwrap();
    let case = Case::on_allocated_registers(Path::new("kernels/reduction/case.toml")).unwrap();
    let compiled = system.compile(&Arc::new(case), &config, options).unwrap();
    let simulation = Simulation::new(system, &*compiled, &config).unwrap();
    let simulation = Simulation { backend, ..simulation };
    let outcome = simulation.run(&mut Unwatched).unwrap();
    assert_eq!(compiled.is_right(&outcome.memory).unwrap(), Some(true));
    (simulation.residents().unwrap(), outcome)
}

/// Reads a sweep file that may name both systems.
fn read(file: &Path) -> Result<Sweep> {
    let named = |name: &str| SYSTEMS.into_iter().find(|system| system.name() == name);
    let find = |name: &str| Ok(named(name).expect("a system"));
    Sweep::read(file, &Registry { systems: &SYSTEMS, find: &find, schema: &SCHEMA })
}

/// It runs on the SM as model and with its Verilog, and its counter is reported by name.
#[test]
fn it_runs_in_lockstep_and_counts_its_own_event() {
    let (_, plain) = run(&Sram, &Options::default(), Backend::Model);
    let (_, extra) = run(&Extra, &Options::default(), Backend::Lockstep);
    assert_eq!(plain.statistics, extra.statistics);
    assert_eq!(plain.register_file.banks, extra.register_file.banks);
    assert_eq!(plain.register_file.event("pairs_read"), 0);
    let pairs = extra.register_file.event("pairs_read");
    assert!(pairs > 0);
    let json = serde_json::to_value(&extra.register_file).unwrap();
    assert_eq!(json["pairs_read"], pairs);
}

#[test]
fn its_option_is_read_from_sweep_files() {
    let own = tempfile::tempdir().unwrap();
    let file = own.path().join("sweep.toml");
    let folder = env!("CARGO_MANIFEST_DIR");
    let text = format!(
        "cases = [\"{folder}/kernels/reduction/case.toml\"]\n\
                [[run]]\nname = \"all\"\nregister_file = \"extra\"\n\
                [[run]]\nname = \"one\"\nregister_file = \"extra\"\none_cta = true\n"
    );
    std::fs::write(&file, text).unwrap();
    let sweep = read(&file).unwrap();
    let rows: Vec<_> = sweep.points().iter().map(|point| point.run()).collect();
    let cells = |column: &str| -> Vec<&str> { rows.iter().map(|row| row.cell(column)).collect() };
    assert_eq!(cells("agrees"), ["true", "true"]);
    assert_eq!(cells("register_file"), ["extra", "extra"]);
    assert_eq!(cells("resident"), ["8", "1"]);
    assert!(rows.iter().all(|row| row.cell("pairs_read").parse::<u64>().unwrap() > 0));
    let table = String::from_utf8(csv(&rows).unwrap()).unwrap();
    assert!(table.lines().next().unwrap().contains(",pairs_read,error,key"), "{table}");
}

#[test]
fn its_option_is_refused_for_another_system() {
    let own = tempfile::tempdir().unwrap();
    let file = own.path().join("sweep.toml");
    let folder = env!("CARGO_MANIFEST_DIR");
    let text = format!(
        "cases = [\"{folder}/kernels/reduction/case.toml\"]\n\
                [[run]]\nname = \"all\"\nregister_file = \"sram\"\none_cta = true\n"
    );
    std::fs::write(&file, text).unwrap();
    let error = read(&file).map(drop).unwrap_err().to_string();
    assert!(error.contains("sweep.toml:5") && error.contains("extra"), "{error}");
}
