//! How fast is lockstep (stimulus, model, RTL, full compare) beside a bare C++ loop over the same
//! Verilated unit with the same inputs? The stimulus is timed in both.

use criterion::{Criterion, Throughput};
use regforge::config::Config;
use regforge::cosim::{Builder, Check, Instance, run};
use regforge::systems;
use regforge::table::terminal;
use regforge::units::AnyUnit;
use std::path::Path;
use std::time::{Duration, Instant};

const UNITS: [&str; 2] = ["shift_controller", "racetrack_bank"];

/// Cycles that are recorded before the bare loop runs over them: few enough to stay in cache.
const CHUNK: usize = 1024;

fn lockstep(unit: &dyn AnyUnit, config: &Config, check: &Check, cycles: u64) -> Duration {
    let mut bench = unit.bench(config, 1);
    let mut instance = Instance::new(check.library(), 1);
    let start = Instant::now();
    let outcome = run(&mut *bench, &mut instance, check.library().layout(), cycles, |_| {});
    let time = start.elapsed();
    assert!(outcome.mismatch.is_none());
    time
}

/// Stimulus, answered by what the model was recorded to answer, then the C++ loop.
fn bare(unit: &dyn AnyUnit, config: &Config, check: &Check, cycles: u64) -> Duration {
    let layout = check.library().layout();
    let mut recorder = unit.bench(config, 1);
    let mut stimulus = unit.bench(config, 1);
    let mut instance = Instance::new(check.library(), 1);
    let mut inputs = vec![0; CHUNK * layout.input_words];
    let mut recorded = vec![0; layout.input_words];
    // The answers to the last cycle of the chunk before, then those of this chunk.
    let mut answers = vec![0; (CHUNK + 1) * layout.output_words];
    let mut time = Duration::ZERO;
    let mut left = cycles as usize;
    while left > 0 {
        let count = left.min(CHUNK);
        for answer in answers.chunks_exact_mut(layout.output_words).skip(1).take(count) {
            recorder.cycle(&mut recorded, answer);
        }
        let start = Instant::now();
        let cycles = inputs.chunks_exact_mut(layout.input_words).take(count);
        for (input, answer) in cycles.zip(answers.chunks_exact(layout.output_words)) {
            stimulus.stimulate(answer, input);
        }
        instance.run(&inputs[..count * layout.input_words]);
        time += start.elapsed();
        assert_eq!(inputs[(count - 1) * layout.input_words..count * layout.input_words], recorded);
        answers.copy_within(count * layout.output_words..(count + 1) * layout.output_words, 0);
        left -= count;
    }
    time
}

/// The median time of a benchmark in ns, as criterion has just written it.
fn median(unit: &str, what: &str) -> Option<f64> {
    let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or("target".into());
    let path =
        Path::new(&folder).join("criterion").join(unit).join(what).join("new/estimates.json");
    let text = std::fs::read_to_string(path).ok()?;
    serde_json::from_str::<serde_json::Value>(&text).ok()?["median"]["point_estimate"].as_f64()
}

fn main() {
    let config = systems::config(Config::DEFAULT).expect("the default configuration is legal");
    let builder = Builder::new().expect("verilator and g++ are installed");
    let mut criterion = Criterion::default()
        .sample_size(20)
        .measurement_time(Duration::from_secs(4))
        .configure_from_args();
    for name in UNITS {
        let unit = systems::unit(name).expect("a registered unit");
        let check = Check::new(&builder, unit, &config).expect("it builds");
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(1));
        group.bench_function("bare", |b| {
            b.iter_custom(|cycles| bare(unit, &config, &check, cycles));
        });
        group.bench_function("lockstep", |b| {
            b.iter_custom(|cycles| lockstep(unit, &config, &check, cycles));
        });
        group.finish();
    }
    criterion.final_summary();

    let rows: Vec<Vec<String>> = UNITS
        .iter()
        .filter_map(|name| {
            let (bare, lockstep) = (median(name, "bare")?, median(name, "lockstep")?);
            let rate = |ns: f64| format!("{:.2}", 1000.0 / ns);
            let ratio = format!("{:.2}", lockstep / bare);
            Some(vec![name.to_string(), rate(lockstep), rate(bare), ratio])
        })
        .collect();
    let header = ["unit", "lockstep, M cycles/s", "bare C++ loop, M cycles/s", "time ratio"];
    print!("\n{}", terminal(&header, &rows));
}
