//! Do kernels compute what they should, on virtual and on allocated registers?

use crate::support::{self, programs};
use proptest::prelude::*;
use regforge::compiler::allocate::allocate;
use regforge::compiler::liveness::Liveness;
use regforge::compiler::values::split_webs;
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{
    Area, Code, Event, Execution, Geometry, Memory, Schedule, Start, Unwatched, Watch, run,
};
use regforge::ptx::isa::Operand;
use regforge::ptx::kernel::{Home, Kernel, window};
use regforge::ptx::launch::Launch;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A kernel whose registers are webs, and the registers of a thread that they share.
fn allocated(kernel: &Kernel) -> (Kernel, Vec<Home>) {
    let webs = split_webs(kernel);
    let cfg = Cfg::new(&webs);
    let homes = allocate(&webs, &cfg, &Liveness::new(&webs, &cfg)).homes;
    (webs, homes)
}

/// Sees to it that no register is read after another one was written in its place.
struct Owners<'a> {
    homes: &'a [Home],
    /// By warp of a CTA, predicates or words, number and lane: whose value it is.
    owners: HashMap<(u64, usize, bool, usize), [u32; 32]>,
    reads: u64,
}

impl Watch for Owners<'_> {
    fn executed(&mut self, event: &Event) {
        let each = |lanes: u32| (0..32).filter(move |lane| lanes >> lane & 1 != 0);
        let places = |reg: regforge::ptx::isa::Reg| {
            let home = self.homes[reg.index()];
            home.numbers().map(move |n| (event.cta, event.warp, home.is_predicate(), n))
        };
        let guard = event.instruction.guard.map(|guard| (guard.reg, event.active));
        let reads = event.instruction.src.iter().filter_map(|operand| match operand {
            Operand::Reg(reg) => Some((*reg, event.lanes)),
            _ => None,
        });
        for (reg, lanes) in reads.chain(guard) {
            for place in places(reg) {
                let owners = self.owners.entry(place).or_insert([reg.0; 32]);
                for lane in each(lanes) {
                    assert_eq!(owners[lane], reg.0, "instruction {} lane {lane}", event.pc);
                    self.reads += 1;
                }
            }
        }
        for reg in event.instruction.writes() {
            for place in places(reg) {
                let owners = self.owners.entry(place).or_insert([u32::MAX; 32]);
                each(event.lanes).for_each(|lane| owners[lane] = reg.0);
            }
        }
    }
}

const THREADS: u32 = 80;

/// Runs a generated program in one CTA: what each thread stored.
fn simt(kernel: &Kernel, homes: &[Home], watch: &mut impl Watch, turn: usize) -> Vec<u64> {
    let bytes = 8 * THREADS as usize;
    let results = Area::known("results", window::BUFFERS, vec![0; bytes]);
    let start = Start { memory: Memory::new(vec![results]), ..Start::default() };
    let geometry =
        Geometry { grid: [1; 3], block: [THREADS, 1, 1], dynamic_shared: 0, static_shared: 0 };
    let code = Code::new(kernel, homes);
    let schedule = Schedule { turn, ..Schedule::default() };
    let outcome = run(&code, &geometry, start, schedule, watch, || {});
    let outcome = outcome.unwrap_or_else(|fault| panic!("{fault}"));
    assert!(outcome.doubtful.is_empty(), "{:?}", outcome.doubtful);
    let area = outcome.memory.area("results").expect("the buffer");
    area.bytes.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

/// What each thread stores when it runs by itself.
fn one_by_one(kernel: &Kernel) -> Vec<u64> {
    let thread = |tid| {
        let stores = programs::run_thread(kernel, tid);
        let address = window::BUFFERS + 8 * u64::from(tid);
        stores.into_iter().rfind(|store| store.0 == address).map_or(0, |store| store.1)
    };
    (0..THREADS).map(thread).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Divergence and reconvergence at post-dominators change nothing of what a thread computes,
    /// neither does the allocation of registers, and none is read while another's value is in it.
    #[test]
    fn warps_compute_what_threads_compute(seed: u64, size in 5usize..200, turn in 1usize..100) {
        let kernel = programs::program(seed, size);
        let expected = one_by_one(&kernel);
        prop_assert_eq!(&simt(&kernel, &kernel.virtual_homes(), &mut Unwatched, turn), &expected);
        let (webs, homes) = allocated(&kernel);
        let mut owners = Owners { homes: &homes, owners: HashMap::new(), reads: 0 };
        prop_assert_eq!(&simt(&webs, &homes, &mut owners, turn), &expected);
        prop_assert!(owners.reads > 0);
    }
}

fn outcome(launch: &Launch, allocate_registers: bool) -> Execution {
    let loaded = launch.load().unwrap();
    let kernel = launch.kernel(&loaded.program).unwrap();
    let image = launch.image(&loaded.program, kernel, loaded.addresses).unwrap();
    let geometry = Geometry::new(launch, kernel);
    let start = Start::new(&loaded.program, kernel, &image);
    let done = match allocate_registers {
        true => {
            let (webs, homes) = allocated(kernel);
            let mut owners = Owners { homes: &homes, owners: HashMap::new(), reads: 0 };
            let code = Code::new(&webs, &homes);
            run(&code, &geometry, start, Schedule::default(), &mut owners, || {})
        }
        false => {
            let code = Code::new(kernel, &kernel.virtual_homes());
            let schedule = Schedule { races: true, ..Schedule::default() };
            run(&code, &geometry, start, schedule, &mut Unwatched, || {})
        }
    };
    done.unwrap_or_else(|fault| panic!("{}: {fault}", launch.name))
}

/// Every launch leaves what is expected, the same to the bit on allocated registers.
fn check(path: &Path) {
    let launch = Launch::read(path).unwrap();
    let [on_virtual, on_allocated] = [false, true].map(|allocate| outcome(&launch, allocate));
    assert_eq!(on_virtual.counts, on_allocated.counts, "{}", launch.name);
    assert_eq!(on_virtual.doubtful, [], "{}", launch.name);
    let mut compared = 0;
    for buffer in &launch.buffers {
        let area = |outcome: &Execution| outcome.memory.area(&buffer.name).unwrap().bytes.clone();
        let bytes = area(&on_virtual);
        assert_eq!(bytes, area(&on_allocated), "{}: {}", launch.name, buffer.name);
        if let Some(comparison) = buffer.compare(&bytes) {
            assert!(comparison.agrees(), "{}: {comparison}", launch.name);
            compared += comparison.compared;
        }
    }
    assert!(compared > 0, "{}: nothing is compared", launch.name);
}

fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let cases = entries.map(|entry| entry.unwrap().path().join("case.toml"));
    let mut cases: Vec<PathBuf> = cases.filter(|case| case.exists()).collect();
    cases.sort();
    cases
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn real_kernels_compute_what_is_expected() {
    let cases = cases(&support::data("kernels"));
    assert_eq!(cases.len(), 12);
    cases.iter().for_each(|case| check(case));
}

#[test]
fn kernels_that_ship_compute_what_is_expected() {
    let cases = cases(Path::new("kernels"));
    assert_eq!(cases.len(), 49);
    cases.iter().for_each(|case| check(case));
}

/// Whether threads of a warp see each other but through memory.
fn exchanges(kernel: &Kernel) -> bool {
    use regforge::ptx::isa::{Op, Order};
    let op = |op: &Op| {
        matches!(op, Op::Shuffle(_) | Op::Vote { .. } | Op::Match { .. } | Op::ActiveMask)
    };
    let volatile = |op: &Op| matches!(op, Op::Load(access) if access.order == Order::Volatile);
    kernel.code.iter().any(|instruction| op(&instruction.op) || volatile(&instruction.op))
}

/// Kernels compute the same when every thread runs by itself, with no divergence to come back from.
#[test]
fn kernels_compute_what_their_threads_compute_alone() {
    assert_eq!(run_alone(Path::new("kernels")), 46);
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn real_kernels_compute_what_their_threads_compute_alone() {
    assert_eq!(run_alone(&support::data("kernels")), 11);
}

/// Runs the launches of a folder whose warps do not exchange values: how many these are.
fn run_alone(folder: &Path) -> usize {
    let mut alone = 0;
    for case in cases(folder) {
        let launch = Launch::read(&case).unwrap();
        let loaded = launch.load().unwrap();
        let kernel = launch.kernel(&loaded.program).unwrap();
        if exchanges(kernel) {
            continue;
        }
        let image = launch.image(&loaded.program, kernel, loaded.addresses).unwrap();
        let geometry = Geometry::new(&launch, kernel);
        let code = Code::new(kernel, &kernel.virtual_homes());
        let start = Start::new(&loaded.program, kernel, &image);
        let schedule = Schedule { alone: true, ..Schedule::default() };
        let done = run(&code, &geometry, start, schedule, &mut Unwatched, || {});
        let done = done.unwrap_or_else(|fault| panic!("{}: {fault}", launch.name));
        for buffer in &launch.buffers {
            let bytes = &done.memory.area(&buffer.name).unwrap().bytes;
            if let Some(comparison) = buffer.compare(bytes) {
                assert!(comparison.agrees(), "{}: {comparison}", launch.name);
            }
        }
        alone += 1;
    }
    alone
}

/// Registers are allocated within 5 % of what is live at once, on average over the kernels that ship.
#[test]
fn kernels_take_few_registers_more_than_are_live() {
    let ratio = |case: PathBuf| {
        let launch = Launch::read(&case).unwrap();
        let loaded = launch.load().unwrap();
        let (webs, homes) = allocated(launch.kernel(&loaded.program).unwrap());
        let cfg = Cfg::new(&webs);
        let live = Liveness::new(&webs, &cfg).maximum(&webs, &cfg).words;
        let taken = homes.iter().map(|home| home.words().end).max().unwrap();
        assert!(taken >= live, "{}: {taken} registers for {live} live words", launch.name);
        taken as f64 / live as f64
    };
    let ratios: Vec<f64> = cases(Path::new("kernels")).into_iter().map(ratio).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(mean <= 1.05, "{mean}");
}
