//! How fast the streaming multiprocessor is: cycles that are simulated, skipped ones not counted, and
//! thread instructions, on one core; beside the executor, which has no time, on the same launch. The
//! launches are the large ones, which fill the SM with as many CTAs as it holds. Each register file
//! beside SRAM's, in turns.

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, measurement::WallTime};
use regforge::config::Config;
use regforge::config::Options;
use regforge::ptx::exec::{Geometry, Schedule, Unwatched as Unseen};
use regforge::run::{Case, Simulation, System};
use regforge::sm::{Outcome, Unwatched};
use regforge::systems::sram::Sram;
use regforge::systems::{self, SYSTEMS};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn case(kernel: &str) -> Case {
    let path = format!("kernels/{kernel}/large.toml");
    Case::on_allocated_registers(Path::new(&path)).expect("a launch")
}

fn run(case: &Arc<Case>, config: &Config, system: &dyn System) -> Outcome {
    let compiled = system.compile(case, config, &Options::default()).expect("a case");
    let simulation = Simulation::new(system, &*compiled, config).expect("registers");
    simulation.run(&mut Unwatched).expect("a run")
}

fn executor(group: &mut BenchmarkGroup<WallTime>, case: &Case) {
    group.bench_function("reference: the executor", |bench| {
        bench.iter(|| black_box(case.run(Schedule::default(), &mut Unseen, || {}).is_ok()));
    });
}

/// Cycles that are simulated in a second, without compiling, the best of some rounds. The systems
/// take turns, so that what else the machine does slows all of them.
fn beside_sram(case: &Arc<Case>, config: &Config) {
    const ROUNDS: usize = 3;
    let mut best = vec![0.0f64; SYSTEMS.len()];
    let compiled: Vec<_> = SYSTEMS
        .iter()
        .map(|system| system.compile(case, config, &Options::default()).expect("a case"))
        .collect();
    for _ in 0..ROUNDS {
        for ((best, &system), compiled) in best.iter_mut().zip(SYSTEMS.iter()).zip(&compiled) {
            let simulation = Simulation::new(system, &**compiled, config).expect("registers");
            let start = Instant::now();
            let statistics = simulation.run(&mut Unwatched).expect("a run").statistics;
            let cycles = statistics.cycles - statistics.skipped_cycles;
            *best = best.max(cycles as f64 / start.elapsed().as_secs_f64());
        }
    }
    let sram = SYSTEMS.iter().position(|system| system.name() == Sram.name()).expect("SRAM");
    println!("SM cycles per second, tiled, best of {ROUNDS} rounds in turns; reference: sram");
    for (best_of_system, &system) in best.iter().zip(SYSTEMS.iter()) {
        let share = best_of_system / best[sram];
        println!("  {:<22} {best_of_system:>10.0} {share:>6.3}", system.name());
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(20))
        .configure_from_args();
    let config = systems::config("fermi").expect("the default configuration");

    let mut tiled = case("matrix_multiply_tiled");
    // A sixteenth of the product: what all the other CTAs do is the same.
    tiled.launch.grid = [8, 8, 1];
    tiled.geometry = Geometry::new(&tiled.launch, &tiled.kernel);
    let tiled = Arc::new(tiled);
    beside_sram(&tiled, &config);
    for &system in SYSTEMS.iter() {
        let statistics = run(&tiled, &config, system).statistics;
        let mut group = criterion.benchmark_group(format!("{} cycles, tiled", system.name()));
        group.throughput(Throughput::Elements(statistics.cycles - statistics.skipped_cycles));
        group.sampling_mode(SamplingMode::Flat);
        group.bench_function("sm", |bench| bench.iter(|| black_box(run(&tiled, &config, system))));
        group.finish();
    }

    let stencil = Arc::new(case("stencil_3d"));
    let instructions = run(&stencil, &config, &Sram).statistics.thread_instructions;
    let mut group = criterion.benchmark_group("thread instructions, stencil");
    group.throughput(Throughput::Elements(instructions));
    group.sampling_mode(SamplingMode::Flat);
    for &system in SYSTEMS.iter() {
        group.bench_function(format!("sm, {}", system.name()), |bench| {
            bench.iter(|| black_box(run(&stencil, &config, system)));
        });
    }
    executor(&mut group, &stencil);
    group.finish();
    criterion.final_summary();
}
