//! How fast the streaming multiprocessor is: cycles that are simulated, skipped ones not counted, and
//! thread instructions, on one core; beside the executor, which has no time, on the same launch. The
//! launches are the large ones, which fill the SM with as many CTAs as it holds.

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, measurement::WallTime};
use regforge::compiler::case::Case;
use regforge::config::Config;
use regforge::cosim::Simulation;
use regforge::ptx::exec::{Geometry, Schedule, Unwatched as Unseen};
use regforge::sm::register_file::Kind;
use regforge::sm::{Outcome, Unwatched};
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

fn case(kernel: &str) -> Case {
    let path = format!("kernels/{kernel}/large.toml");
    Case::on_allocated_registers(Path::new(&path)).expect("a launch")
}

fn run(case: &Case, config: &Config, kind: Kind) -> Outcome {
    let simulation = Simulation::new(case, config, kind).expect("registers");
    simulation.run(&mut Unwatched).expect("a run")
}

fn executor(group: &mut BenchmarkGroup<WallTime>, case: &Case) {
    group.bench_function("reference: the executor", |bench| {
        bench.iter(|| black_box(case.run(Schedule::default(), &mut Unseen, || {}).is_ok()));
    });
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(20))
        .configure_from_args();
    let config = Config::load("fermi", &[]).expect("the default configuration");

    let mut tiled = case("matrix_multiply_tiled");
    // A sixteenth of the product: what all the other CTAs do is the same.
    tiled.launch.grid = [8, 8, 1];
    tiled.geometry = Geometry::new(&tiled.launch, &tiled.kernel);
    for kind in Kind::ALL {
        let statistics = run(&tiled, &config, kind).statistics;
        let mut group = criterion.benchmark_group(format!("{} cycles, tiled", kind.name()));
        group.throughput(Throughput::Elements(statistics.cycles - statistics.skipped_cycles));
        group.sampling_mode(SamplingMode::Flat);
        group.bench_function("sm", |bench| bench.iter(|| black_box(run(&tiled, &config, kind))));
        group.finish();
    }

    let stencil = case("stencil_3d");
    let instructions = run(&stencil, &config, Kind::Sram).statistics.thread_instructions;
    let mut group = criterion.benchmark_group("thread instructions, stencil");
    group.throughput(Throughput::Elements(instructions));
    group.sampling_mode(SamplingMode::Flat);
    for kind in Kind::ALL {
        group.bench_function(format!("sm, {}", kind.name()), |bench| {
            bench.iter(|| black_box(run(&stencil, &config, kind)));
        });
    }
    executor(&mut group, &stencil);
    group.finish();
    criterion.final_summary();
}
