//! Claims (`rm-*`) of "Performance-Centric Optimization for Racetrack Memory Based Register File on
//! GPUs": claims checked by arithmetic or simulation, claims used as our inputs, and errata.

pub mod algorithms;
pub mod arithmetic;
mod assumptions;
mod errata;
mod simulated;
mod taken;

pub use errata::ERRATA;
pub use taken::TAKEN;

use crate::compiler::occupancy::Resources;
use crate::papers::computed::{Computed, Value};
use crate::papers::taken::Missing;
use crate::papers::{Application, ApplicationTable, Footprint, List, Paper};
use crate::systems::racetrack::energy as racetrack;
use crate::systems::sram::energy as sram;
use arithmetic::*;

/// The paper's claims, errata and gaps.
static LIST: List = List::new(include_str!("claims.toml"));

pub const PAPER: Paper = Paper {
    prefix: "rm",
    list: &LIST,
    computed: COMPUTED,
    given: &[],
    errata: ERRATA,
    taken: TAKEN,
    missing: MISSING,
    simulations: &[&simulated::Applications, &simulated::SplitSort],
    open: Some(&assumptions::OPEN),
    structures: None,
    applications: Some(&APPLICATIONS),
};

/// The applications of table 1. The paper does not print their shared memory.
const APPLICATIONS: ApplicationTable = ApplicationTable {
    place: "table 1",
    configuration: "liang-2016",
    launch: "liang-2016.toml",
    footprint: |list, id| Footprint {
        threads: list.part(id, 0),
        registers: list.part(id, 1),
        shared_bytes: None,
        ctas: Some(list.part(id, 2)),
    },
    rows: &[
        Application::new("hotspot", "rm-t1-hotspot", "papers/hotspot_column"),
        Application::new("b+tree", "rm-t1-btree", "papers/btree_256"),
        Application::new("histo_final", "rm-t1-histo-final", "papers/histo_final"),
        Application::new("histo_main", "rm-t1-histo-main", "papers/histo_main"),
        Application::new("mri-gridding", "rm-t1-mri-gridding", "papers/gridding_6"),
    ],
};

const KB: f64 = 1_024.0;

pub const COMPUTED: &[Computed] = &[
    computed("rm-energy-reduction-text", "Table 3: 218.88 / 117.12 and 57.28 / 173.22", || {
        numbers(energy_reductions())
    }),
    computed("rm-t1-hotspot", TABLE_1_HOW, || table_1(0)),
    computed("rm-t1-btree", TABLE_1_HOW, || table_1(1)),
    computed("rm-t1-histo-final", TABLE_1_HOW, || table_1(2)),
    computed("rm-t1-histo-main", TABLE_1_HOW, || table_1(3)),
    computed("rm-t1-mri-gridding", TABLE_1_HOW, || table_1(4)),
    computed("rm-hotspot-regs-per-block", "256 threads x 60 registers", || {
        Value::Number((TABLE_1[0].0 * TABLE_1[0].1) as f64)
    }),
    computed("rm-shift-latency-text", "eq. 4 over 16 offsets, one 0.61 ns shift per cycle", || {
        Value::Text(format!("up to {} cycles", longest_wait(LARGE_BYTES, PORTS)))
    }),
    computed("rm-mri-tlp-doubling", "CTAs of 256 threads x 40 registers in 128 and 256 KB", || {
        numbers([SMALL_BYTES, LARGE_BYTES].map(|bytes| residencies(bytes)[4].tlp as f64))
    }),
    computed("rm-fig6-shift-range", "eq. 4: longest distance, 4 and 8 registers per port", || {
        numbers([4, 8].map(|registers| longest_way(registers) as f64))
    }),
    computed("rm-profiling-runs", "8 TLP values x 3 profiles: cache, ideal, racetrack", || {
        Value::Number((Resources::FERMI.ctas * PROFILES.len()) as f64)
    }),
    computed("rm-fig7", "trace R4 R1 R3 R0 R3 R2, replayed at one port with each map", || {
        numbers(fig_7().map(|number| number as f64))
    }),
    computed("rm-regs-per-bank", "256 KB / 16 banks / 128 bytes", || {
        Value::Number(registers_per_bank(LARGE_BYTES) as f64)
    }),
    computed("rm-search-space", "256 KB / 16 banks / 128 bytes; that / 8 ports", || {
        let orders = [registers_per_bank(LARGE_BYTES), groups(LARGE_BYTES)];
        Value::Texts(orders.map(|n| format!("{n}!")).to_vec())
    }),
    computed("rm-fig8", "12 registers / 4 ports = 3 groups, 3! orders", || {
        let (registers, ports) = (12usize, 4);
        let groups = registers.div_ceil(ports);
        numbers([registers, ports, groups, factorial(groups) as usize].map(|n| n as f64))
    }),
    computed("rm-busy-banks-fig9", "4 busy banks (rm-ops-per-cycle), numbered from 0", || {
        Value::Text(format!("bank 0~bank {}", BUSY_BANKS - 1))
    }),
    computed("rm-t3-wb-capacity", WRITE_BUFFER_HOW, || write_buffer_kb(2)),
    computed("rm-wb-size", WRITE_BUFFER_HOW, || write_buffer_kb(2)),
    computed(
        "rm-energy-breakdown",
        "technology: 66 as stated; framework: 11 + 8 + 15 of rm-energy-breakdown-opts",
        || numbers([TECHNOLOGY_SHARE, FRAMEWORK_SHARES.iter().sum()].map(f64::from)),
    ),
];

const TABLE_1_HOW: &str = "resident CTAs with 32,768 registers, 1,536 threads and 8 CTA slots; the \
                           shares that they occupy";
const WRITE_BUFFER_HOW: &str = "2 entries x 16 banks x 128 bytes";

/// Profiles for the choice of the TLP (equations 1 and 2).
const PROFILES: [&str; 3] = ["cache", "ideal", "racetrack"];

/// The technology's share of the energy reduction, in percent (`rm-energy-breakdown`).
const TECHNOLOGY_SHARE: i32 = 66;

/// Shares of preshifting, TLP and mapping, in percent (`rm-energy-breakdown-opts`).
const FRAMEWORK_SHARES: [i32; 3] = [11, 8, 15];

const fn computed(id: &'static str, how: &'static str, ours: fn() -> Value) -> Computed {
    Computed { id, how, ours }
}

fn numbers<const N: usize>(numbers: [f64; N]) -> Value {
    Value::Numbers(numbers.to_vec())
}

/// A row of Table 1: threads per CTA, registers per thread, and the numbers that follow from them.
fn table_1(row: usize) -> Value {
    let (threads, registers, _) = TABLE_1[row];
    let [threads, registers] = [threads, registers].map(|n| n as f64);
    let got = &residencies(SMALL_BYTES)[row];
    numbers([threads, registers, got.tlp as f64, got.occupancy, got.register_utilisation])
}

/// Energy of an SRAM read and of an SRAM write, relative to racetrack memory.
fn energy_reductions() -> [f64; 2] {
    let (rm, baseline) = (racetrack::LIANG_2016.array, sram::LIANG_2016);
    [baseline.read_pj / rm.read_pj, baseline.write_pj / rm.write_pj]
}

fn write_buffer_kb(entries: usize) -> Value {
    let file = racetrack::LIANG_2016.with_write_buffer(entries, BANKS as usize);
    Value::Number(file.write_buffer.capacity_bytes as f64 / KB)
}

pub const MISSING: &[Missing] = &[
    Missing {
        id: "rm-density-vs-sram",
        input: "a circuit-level area model of racetrack and SRAM cells",
    },
    Missing {
        id: "rm-area",
        input: "a circuit-level area model of racetrack and SRAM arrays with ports and periphery",
    },
];
