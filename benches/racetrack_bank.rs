//! How many requests a second does the bank's model alone serve? Hotspot's requests of bank 0, over
//! and over, one after the other as fast as the bank takes them, with registers where their numbers
//! say and where the best map puts them. The reference in the same run is a bare loop over the same
//! requests that only moves a head.

use criterion::{Criterion, Throughput};
use regforge::config::Config;
use regforge::stream::Stream;
use regforge::systems;
use regforge::systems::racetrack::compiler::mapping::{self, Map, MoveMatrix};
use regforge::systems::racetrack::units::PortRegions;
use regforge::systems::racetrack::units::racetrack_bank::{In, Model, RacetrackBank};
use regforge::units::{Model as _, Unit};
use std::hint::black_box;
use std::path::Path;

/// Serves so many requests, whatever their number in constant memory: the cycles.
fn serve(bank: &mut Model, requests: &[In], count: u64) -> u64 {
    let mut cycles = 0;
    for request in requests.iter().cycle().take(count as usize) {
        loop {
            let reads = request.shared.read_valid;
            let taken = if reads { bank.read_ready() } else { bank.write_ready() };
            bank.tick(request);
            cycles += 1;
            if taken {
                break;
            }
        }
    }
    cycles
}

/// The reference: where the head would go.
fn move_head(map: &Map, requests: &[In], count: u64) -> u64 {
    let mut head = 0u8;
    let mut shifts = 0u64;
    for request in requests.iter().cycle().take(count as usize) {
        let front = &request.shared;
        let entry = if front.read_valid { front.read_entry } else { front.write_entry };
        let (_, offset) = map.place[usize::from(entry)];
        shifts += u64::from(black_box(head).abs_diff(offset));
        head = offset;
    }
    shifts
}

fn main() {
    let config = systems::config(Config::DEFAULT).expect("a configuration");
    let path = Path::new("tests/streams/hotspot.csv.xz");
    let stream = Stream::open(path, config.gpu()).expect("a stream");
    let geometry = PortRegions::from(&config);
    let regs = stream.regs_per_thread();
    let placed = stream.place(config.gpu(), regs, geometry.positions()).expect("places");
    let matrices = MoveMatrix::of_stream(&stream, config.gpu(), regs, geometry.positions());
    let best = mapping::best(&matrices.expect("matrices")[0], geometry);
    let params = RacetrackBank::params(&config);

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("bank_model");
    group.throughput(Throughput::Elements(1));
    for (name, map) in [("direct", Map::direct(geometry)), ("best", best)] {
        let requests: Vec<In> = placed.requests(Some(0)).iter().map(mapping::offer).collect();
        let mut bank = mapping::mapped_bank(&params, &map);
        let count = 100_000;
        let cycles = serve(&mut bank, &requests, count) as f64 / count as f64;
        eprintln!("{name}: {cycles:.2} cycles a request");
        group.bench_function(format!("requests, {name} map"), |b| {
            b.iter_custom(|count| {
                let start = std::time::Instant::now();
                black_box(serve(&mut bank, &requests, count));
                start.elapsed()
            });
        });
        group.bench_function(format!("reference: head only, {name} map"), |b| {
            b.iter_custom(|count| {
                let start = std::time::Instant::now();
                black_box(move_head(&map, &requests, count));
                start.elapsed()
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
