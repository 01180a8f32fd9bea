//! How long does a cycle of a register file's model take? Hotspot's first cycles, as the replay
//! offered them, in a row: `step`, which the SM calls once a cycle, and beside it, in the same run,
//! outputs and clock edge by themselves, which place and arbitrate twice.

use criterion::{Criterion, Throughput};
use regforge::config::{Config, Options};
use regforge::stream::{Stream, StreamReplay};
use regforge::systems;
use regforge::systems::racetrack::units::racetrack_register_file::RacetrackRegisterFile;
use regforge::systems::sram::units::sram_register_file::SramRegisterFile;
use regforge::units::{InOf, Model, OutOf, ParamsOf, Unit};
use std::hint::black_box;
use std::path::Path;

const CYCLES: usize = 20_000;

/// The inputs of the first cycles of a replay.
fn recorded<U: Unit>(params: &ParamsOf<U>, replay: &StreamReplay) -> Vec<InOf<U>> {
    let mut stimulus =
        U::stream(params, replay).expect("a stream").expect("a register file takes streams");
    let mut model = U::Model::new(params);
    let (mut inputs, mut outputs) = (InOf::<U>::default(), OutOf::<U>::default());
    let mut all = Vec::with_capacity(CYCLES);
    for _ in 0..CYCLES {
        inputs = stimulus.next(&inputs, &outputs);
        model.step(&inputs, &mut outputs);
        all.push(inputs.clone());
    }
    all
}

fn measure<U: Unit>(criterion: &mut Criterion, config: &Config, replay: &StreamReplay) {
    let params = U::params(config);
    let inputs = recorded::<U>(&params, replay);
    let mut group = criterion.benchmark_group(U::NAME);
    group.throughput(Throughput::Elements(CYCLES as u64)).sample_size(10);
    group.bench_function("step", |b| {
        let mut model = U::Model::new(&params);
        let mut outputs = OutOf::<U>::default();
        b.iter(|| {
            for inputs in &inputs {
                model.step(inputs, &mut outputs);
                black_box(&outputs);
            }
        });
    });
    group.bench_function("outputs, then tick", |b| {
        let mut model = U::Model::new(&params);
        b.iter(|| {
            inputs.iter().for_each(|i| {
                black_box(model.outputs(i));
                model.tick(i);
            });
        });
    });
    group.finish();
}

fn main() {
    let config = systems::config(Config::DEFAULT).expect("a configuration");
    let path = Path::new("tests/streams/hotspot.csv.xz");
    let stream = Stream::open(path, config.gpu()).expect("a stream");
    let regs_per_thread = stream.regs_per_thread();
    let entries = config.gpu().bank_entries();
    let placed = stream.place(config.gpu(), regs_per_thread, entries).expect("places");
    let replay = StreamReplay {
        requests: placed.requests(None),
        regs_per_thread,
        banks: config.gpu().banks,
        options: Options::default(),
    };
    let mut criterion = Criterion::default().configure_from_args();
    measure::<RacetrackRegisterFile>(&mut criterion, &config, &replay);
    measure::<SramRegisterFile>(&mut criterion, &config, &replay);
    criterion.final_summary();
}
