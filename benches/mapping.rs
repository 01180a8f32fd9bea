//! How long does `best` take for a full bank of 128 registers and 100,000 accesses, beside counting
//! the moves, and beside the direct map's cost?

use criterion::{Criterion, Throughput};
use regforge::bits::splitmix64;
use regforge::systems::racetrack::compiler::mapping::{Map, MoveMatrix, best};
use regforge::systems::racetrack::units::PortRegions;
use std::hint::black_box;
use std::time::Duration;

const GEOMETRY: PortRegions = PortRegions { ports: 8, offsets: 16 };
const ACCESSES: u64 = 100_000;

/// Eight warps take turns; each uses registers near the one that it used last.
fn accesses() -> Vec<usize> {
    let mut last = [0; 8];
    let access = |n: u64| {
        let random = splitmix64(n);
        let warp = (random % 8) as usize;
        last[warp] = (last[warp] + (random >> 32) as usize % 7 + 13) % 16;
        warp * 16 + last[warp]
    };
    (0..ACCESSES).map(access).collect()
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(5))
        .configure_from_args();
    let accesses = accesses();
    let count = || MoveMatrix::of(GEOMETRY.positions(), accesses.iter().copied());
    let matrix = count();
    assert_eq!(matrix.used().len(), GEOMETRY.positions());
    let mut group = criterion.benchmark_group("mapping");
    group.throughput(Throughput::Elements(ACCESSES));
    group.bench_function("count moves", |b| b.iter(|| black_box(count())));
    group.bench_function("direct", |b| {
        b.iter(|| Map::direct(GEOMETRY).shifts(black_box(&matrix)));
    });
    group.bench_function("best", |b| {
        b.iter(|| best(black_box(&count()), GEOMETRY).shifts(&matrix));
    });
    group.finish();
    criterion.final_summary();
}
