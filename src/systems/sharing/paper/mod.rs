//! Jeon et al. 2019: warps that load the same data share a physical register.
//!
//! The paper's examples are recomputed on the data that they name. The size of an entry of the
//! address mapping table is the sum of its fields. To show a design hole, a few lines of code model
//! the registers of warps as arrays of lanes.

mod assumptions;
mod simulated;

use crate::bits::{LANES, WarpRegister, bits_for, merge_lanes, splitmix64};
use crate::compiler::occupancy::Resources;
use crate::papers::computed::{Computed, Given, Shown, ShownErratum, Value};
use crate::papers::{List, Paper};
use crate::systems;
use crate::systems::sharing::units::sharing_register_file::{
    In, Model, Out, OwnIn, SharingRegisterFile,
};
use crate::units::{Model as _, Unit};
use std::collections::BTreeSet;

/// The paper's claims, errata and gaps.
pub static LIST: List = List::new(include_str!("claims.toml"));

pub const PAPER: Paper = Paper {
    prefix: "loc",
    list: &LIST,
    computed: COMPUTED,
    given: GIVEN,
    errata: ERRATA,
    taken: &[],
    missing: &[],
    simulations: &[&simulated::Applications],
    open: Some(&assumptions::OPEN),
    structures: None,
    applications: None,
};

fn number(id: &str) -> f64 {
    LIST.number(id)
}

fn numbers(id: &str) -> Vec<f64> {
    LIST.numbers(id)
}

fn part(id: &str, n: usize) -> f64 {
    LIST.part(id, n)
}

const KILO: f64 = 1024.0;

type Window = BTreeSet<(usize, usize)>;

/// The 5 x 5 inputs of the neuron at a row and a column.
fn window(row: usize, column: usize) -> Window {
    (row..row + 5).flat_map(|row| (column..column + 5).map(move |column| (row, column))).collect()
}

/// The windows of fig. 1: blue, yellow one column after it, and green one row below it.
fn windows() -> [Window; 3] {
    [window(0, 0), window(0, 1), window(1, 0)]
}

fn shared(windows: &[Window]) -> f64 {
    let Some((first, others)) = windows.split_first() else { return 0.0 };
    let in_all = |at: &&(usize, usize)| others.iter().all(|window| window.contains(at));
    first.iter().filter(in_all).count() as f64
}

/// Bits of an entry as the paper counts them.
fn printed_entry_bits() -> f64 {
    numbers("loc-entry-bits").iter().sum()
}

/// Bits of an entry with the physical register and a valid bit.
fn entry_bits() -> f64 {
    let registers = Resources::FERMI.registers / LANES;
    printed_entry_bits() + bits_for(registers) as f64 + 1.0
}

fn bytes(entries: f64, bits: f64) -> f64 {
    entries * bits / 8.0
}

fn entries_of_a_kilobyte() -> f64 {
    (number("loc-amt-size") * KILO * 8.0 / entry_bits()).floor()
}

pub const COMPUTED: &[Computed] = &[
    Computed::new("loc-fig1", "elements of three 5 x 5 windows, one row or column apart", || {
        let [blue, yellow, green] = windows();
        let neighbours = [&yellow, &green].map(|other| shared(&[blue.clone(), other.clone()]));
        let three = shared(&[blue.clone(), yellow, green]);
        let pair = neighbours.into_iter().fold(f64::INFINITY, f64::min);
        Value::Numbers(vec![blue.len() as f64, pair, three])
    }),
    Computed::new("loc-copies", "one copy per neuron (three), one in shared memory", || {
        Value::Number(windows().len() as f64 + 1.0)
    }),
    Computed::new("loc-matmul-sharers", "128 columns / 32 lanes", || {
        Value::Number(128.0 / LANES as f64)
    }),
    Computed::new("loc-partial-fraction", "words 1 to 5, then words 2 to 6", || {
        let load = |first: usize| (first..first + 5).collect::<BTreeSet<_>>();
        let kept = load(1).intersection(&load(2)).count();
        Value::Numbers(vec![kept as f64, load(1).len() as f64])
    }),
    Computed::new("loc-amt-size", "200 entries x (38 + 10 + 1) bit", || {
        Value::Number(bytes(number("loc-mappings"), entry_bits()) / KILO)
    }),
];

pub const GIVEN: &[Given] = &[
    Given::new("loc-partial-entries", "a parameter of the design"),
    Given::new("loc-entry-bits", "a parameter of the design; input of loc-amt-size"),
    Given::new("loc-mappings", "a parameter of the evaluation; input of loc-amt-size"),
    Given::new("loc-rename-size", "a parameter of the baseline, cited"),
    Given::new("loc-rf", "a parameter of the simulation"),
    Given::new("loc-scheduler", "a parameter of the simulation"),
    Given::new("loc-oc-slots", "a parameter of the baseline"),
    Given::new("loc-stride-groups", "a parameter of the design"),
];

pub const ERRATA: &[ShownErratum] = &[
    ShownErratum::new("loc-e01", "KB saved / share saved = KB in use, against 128 KB", e01),
    ShownErratum::new("loc-e02", "bits of an entry with physical register and valid bit", e02),
    ShownErratum::new("loc-e03", "counts of 1 to 32 lanes in 5 bits; addresses 2^24 apart", e03),
    ShownErratum::new("loc-e04", "product of the stated gains of matrixMul", e04),
    ShownErratum::new("loc-e05", "random pairs of entries, shifted and merged", e05),
    ShownErratum::new("loc-e06", "a masked write and a masked load to a shared register", e06),
    ShownErratum::new("loc-e07", "full stores at all addresses around a recorded load", e07),
    ShownErratum::new("loc-e08", "KB saved / share saved = KB in use, against 128 KB", e08),
    ShownErratum::new("loc-e09", "bits of an entry for overlap checks and releases", e09),
    ShownErratum::new(
        "loc-e10",
        "a load without a match, run on our model of the register file",
        e10,
    ),
];

fn e01() -> Shown {
    let file = number("loc-rf");
    let used = |n: usize| 100.0 * part("loc-reg-saving-kb", n) / part("loc-reg-saving", n);
    let [cifar, alex] = [0, 1].map(used);
    let most = file * part("loc-reg-saving", 1) / 100.0;
    Shown {
        stated: format!(
            "{}% saved are {} KB (AlexNet)",
            part("loc-reg-saving", 1),
            part("loc-reg-saving-kb", 1)
        ),
        ours: format!(
            "{alex:.0} KB would be in use, but the register file has {file} KB; at most {most:.1} \
             KB can be saved; CifarNet's {cifar:.0} KB in use are possible"
        ),
        confirmed: alex > file && cifar <= file,
    }
}

fn e02() -> Shown {
    let entries = number("loc-mappings");
    Shown {
        stated: format!("{} bits per entry, {entries} entries in 1 KB", printed_entry_bits()),
        ours: format!(
            "{} bits per entry, {entries} entries take {} B, {} entries fit in 1 KB",
            entry_bits(),
            bytes(entries, entry_bits()),
            entries_of_a_kilobyte()
        ),
        confirmed: bytes(entries, entry_bits()) > number("loc-amt-size") * KILO
            && bytes(entries, printed_entry_bits()) <= number("loc-amt-size") * KILO,
    }
}

fn e03() -> Shown {
    let [base, _, count] = [0, 1, 2].map(|n| part("loc-entry-bits", n) as u32);
    let field = |value: usize| value & ((1 << count) - 1);
    let lost = |code: fn(usize) -> usize| {
        (1..=LANES).filter(|&lanes| field(code(lanes)) != code(lanes)).count()
    };
    let recorded = |address: u32| address & ((1 << base) - 1);
    let span = 1u32 << base;
    let alias = recorded(0x100) == recorded(0x100 + span);
    Shown {
        stated: format!("count in {count} bits, base in {base} bits"),
        ours: format!(
            "{} of the counts 1 to 32 do not fit, {} if count - 1 is stored; addresses {} MiB \
             apart look the same",
            lost(|lanes| lanes),
            lost(|lanes| lanes - 1),
            span >> 20
        ),
        confirmed: lost(|lanes| lanes) > 0 && lost(|lanes| lanes - 1) == 0 && alias,
    }
}

fn e04() -> Shown {
    let gains = ["loc-matmul-naive", "loc-matmul-sw", "loc-matmul-cta"].map(number);
    let all: f64 = gains.iter().map(|gain| 1.0 + gain / 100.0).product();
    let without_cta: f64 = gains[..2].iter().map(|gain| 1.0 + gain / 100.0).product();
    let whole = 1.0 + number("loc-cnn-e2e-speedup") / 100.0;
    let stated = number("loc-speedup-abstract");
    Shown {
        stated: format!("a speed-up of over {stated}x"),
        ours: format!(
            "complete networks at most {whole:.2}x; matrixMul {:.2}x, {without_cta:.2}x with \
             blocking, {all:.2}x with more CTAs as well",
            1.0 + gains[0] / 100.0
        ),
        confirmed: whole < stated && without_cta < stated && all > stated,
    }
}

/// A register after a warp's load of consecutive words: `count` lanes hold the words from `base`
/// on. Higher lanes hold other data.
struct Entry {
    base: i32,
    count: i32,
    lanes: WarpRegister,
}

/// Word of memory at an address.
fn memory(address: i32) -> u32 {
    splitmix64(u64::from(address as u32)) as u32
}

impl Entry {
    fn load(base: i32, count: i32) -> Entry {
        let other = |lane: i32| splitmix64(1 << 40 | u64::from((base * 64 + lane) as u32)) as u32;
        let lane = |lane: i32| if lane < count { memory(base + lane) } else { other(lane) };
        Entry { base, count, lanes: std::array::from_fn(|n| lane(n as i32)) }
    }

    /// Whether the register holds the word of lane `lane` of a load from `base`.
    fn covers(&self, base: i32, lane: i32) -> bool {
        (0..self.count).contains(&(base + lane - self.base))
    }

    /// Lane `lane` after a shift that fills with zeros, for a load from `base`.
    fn shifted(&self, base: i32, lane: i32) -> u32 {
        let from = usize::try_from(base + lane - self.base).ok();
        from.and_then(|from| self.lanes.get(from)).copied().unwrap_or(0)
    }
}

/// A lane of the merge by shift and OR, with or without masking each entry to the lanes it covers.
/// A lane that both cover holds the same word in both, so OR does not change it.
fn merged(entries: &[Entry; 2], base: i32, lane: i32, masked: bool) -> u32 {
    let of = |entry: &Entry| {
        if masked && !entry.covers(base, lane) { 0 } else { entry.shifted(base, lane) }
    };
    entries.iter().map(of).fold(0, |word, lane| word | lane)
}

/// Two entries and the base of a load that they cover together.
type Pair = ([Entry; 2], i32);

/// Random pairs that cover every lane of a load.
fn covered_pairs(entry: fn([u64; 4]) -> [Entry; 2]) -> Vec<Pair> {
    let lanes = LANES as i32;
    let case = |n: u64| (entry([0, 1, 2, 3].map(|k| splitmix64(n * 4 + k))), lanes / 2);
    let covered = |(entries, base): &Pair| {
        (0..lanes).all(|lane| entries.iter().any(|entry| entry.covers(*base, lane)))
    };
    (0..).map(case).filter(covered).take(20_000).collect()
}

fn wrong_pairs(pairs: &[Pair], masked: bool) -> usize {
    let lanes = LANES as i32;
    let wrong = |(entries, base): &&Pair| {
        (0..lanes).any(|lane| merged(entries, *base, lane, masked) != memory(base + lane))
    };
    pairs.iter().filter(wrong).count()
}

/// Figure 2 by the paper's expression: `__shfl_down` does not change a lane without a source.
fn shuffled_and_merged() -> [u32; 5] {
    let (first, next) = ([1, 2, 3, 4, 5], 6);
    let shuffled: [u32; 5] =
        std::array::from_fn(|lane| *first.get(lane + 1).unwrap_or(&first[lane]));
    std::array::from_fn(|lane| shuffled[lane] | if lane == 4 { next } else { 0 })
}

fn e05() -> Shown {
    let partly = covered_pairs(|[a, b, c, d]| {
        let lanes = LANES as u64;
        let below = |random: u64, count: u64| (random % count) as i32;
        [
            Entry::load(below(a, lanes), 1 + below(b, lanes)),
            Entry::load(below(c, 2 * lanes), 1 + below(d, lanes)),
        ]
    });
    let full = covered_pairs(|[a, ..]| {
        let lanes = LANES as i32;
        let base = (a % LANES as u64) as i32 - lanes / 2;
        [Entry::load(base, lanes), Entry::load(base + lanes, lanes)]
    });
    let [plain, masked] = [false, true].map(|masked| wrong_pairs(&partly, masked));
    let adjacent = wrong_pairs(&full, false);
    let lanes = shuffled_and_merged();
    Shown {
        stated: "shift and OR build the merged register; P2 = __shfl_down(P1, 1, 5)".into(),
        ours: format!(
            "wrong for {plain} of {} pairs with partly filled entries, for {masked} if each entry \
             is masked to its covered lanes, for {adjacent} of full adjacent pairs; __shfl_down \
             and OR give {lanes:?} in figure 2",
            partly.len()
        ),
        confirmed: plain > 0 && masked == 0 && adjacent == 0 && lanes != [2, 3, 4, 5, 6],
    }
}

fn e06() -> Shown {
    let loaded: WarpRegister = std::array::from_fn(|lane| lane as u32);
    let written: WarpRegister = [1000; LANES];
    let mask = 0x0000_ffff;
    let lost = |register: &WarpRegister, wanted: &WarpRegister, lanes: u32| {
        let lanes = (0..LANES).filter(|lane| lanes >> lane & 1 == 1);
        lanes.filter(|&lane| register[lane] != wanted[lane]).count()
    };
    // Warps A and B are mapped to one register; A writes some lanes of it.
    let mut physical = loaded;
    merge_lanes(&mut physical, &written, mask);
    let overwritten = lost(&physical, &loaded, u32::MAX);
    // A maps its load of some lanes to the register, and loses its old value in the other lanes.
    let old: WarpRegister = [7; LANES];
    let dropped = lost(&loaded, &old, !mask);
    // If A gets its own register and copies the old lanes first, B's register does not change.
    let mut own = loaded;
    merge_lanes(&mut own, &written, mask);
    let renamed = lost(&loaded, &loaded, u32::MAX) + lost(&own, &written, mask);
    Shown {
        stated: "mapping a physical register twice needs no change of the mapping mechanism".into(),
        ours: format!(
            "a write of 16 lanes by warp A changes {overwritten} lanes of warp B; a load of 16 \
             lanes loses {dropped} other lanes; {renamed} lanes are wrong if a write gets a new \
             register"
        ),
        confirmed: overwritten > 0 && dropped > 0 && renamed == 0,
    }
}

/// Words of a recorded load that are stale after a store of `count` words, if the entry stays.
fn stale_words(load: &std::ops::Range<i32>, store: i32, count: i32) -> usize {
    load.clone().filter(|word| (store..store + count).contains(word)).count()
}

fn e07() -> Shown {
    let lanes = LANES as i32;
    let load = 0..lanes;
    let stores = || (1 - lanes..lanes).map(|store| (store, stale_words(&load, store, lanes)));
    let stale = |stays: fn(i32) -> bool| {
        stores().filter(|(store, words)| stays(*store) && *words > 0).count()
    };
    // The paper deletes the entry with the address of the store; the sound rule deletes all entries
    // that overlap.
    let exact = stale(|store| store != 0);
    let overlap = stale(|store| store + LANES as i32 <= 0 || store >= LANES as i32);
    Shown {
        stated: "a store deletes the entry with its address".into(),
        ours: format!(
            "stores at {exact} of {} addresses that overlap the load leave its entry with stale \
             words; {overlap} if every overlapping entry is deleted",
            stores().filter(|(_, words)| *words > 0).count()
        ),
        confirmed: exact > 0 && overlap == 0,
    }
}

fn e08() -> Shown {
    let file = number("loc-rf");
    let in_use = |n: usize| 100.0 * part("loc-matmul-saving-kb", n) / number("loc-matmul-saving");
    let [naive, optimised] = [0, 1].map(in_use);
    Shown {
        stated: format!(
            "{} and {} KB saved, almost {}%, let more CTAs run",
            part("loc-matmul-saving-kb", 0),
            part("loc-matmul-saving-kb", 1),
            number("loc-matmul-saving")
        ),
        ours: format!("{naive:.1} and {optimised:.1} KB of {file} KB are in use: no shortage"),
        confirmed: naive < file / 2.0 && optimised < file / 2.0,
    }
}

/// Bits of an entry with, in addition, the end of the span and the bits ready and used.
fn entry_bits_that_suffice() -> f64 {
    let [base, ready, used] = [part("loc-entry-bits", 0), 1.0, 1.0];
    entry_bits() + base + ready + used
}

fn e09() -> Shown {
    let entries = number("loc-mappings");
    let suffices = bytes(entries, entry_bits_that_suffice());
    Shown {
        stated: format!("{} bits per entry, {entries} entries in 1 KB", printed_entry_bits()),
        ours: format!(
            "{} bits per entry with end, register, valid, ready and replacement bit: {suffices} B \
             in total",
            entry_bits_that_suffice()
        ),
        confirmed: suffices > number("loc-amt-size") * KILO,
    }
}

/// Cycles from the acceptance of a load that misses to its verdict; none if there is no verdict
/// within 100 cycles.
fn cycles_to_verdict() -> Option<usize> {
    let config = systems::config("jeon-2019").ok()?;
    let mut model = Model::new(&SharingRegisterFile::params(&config));
    let (mut i, mut o) = (In::default(), Out::default());
    model.step(&i, &mut o);
    i.shared.rst_n = true;
    i.shared.regs_per_thread = 32;
    model.step(&i, &mut o);
    i.own = OwnIn {
        access_valid: true,
        access_whole: true,
        access_bytes: 2,
        access_lanes: u32::MAX,
        access_inside: u32::MAX,
        access_address: std::array::from_fn(|lane| 4 * lane as u32),
        ..OwnIn::default()
    };
    let mut until = |i: &In, is: fn(&Out) -> bool| {
        (1..100).find(|_| {
            model.step(i, &mut o);
            is(&o)
        })
    };
    until(&i, |o| o.own.access_ready)?;
    i.own = OwnIn::default();
    until(&i, |o| o.own.verdict_valid)
}

fn e10() -> Shown {
    let cycles = cycles_to_verdict();
    Shown {
        stated: "sharing adds no performance overhead".into(),
        ours: format!(
            "a load without a match goes to L1 {} cycles after the table accepted it",
            cycles.map_or("100 or more".into(), |cycles| cycles.to_string())
        ),
        confirmed: cycles.is_some_and(|cycles| cycles > 0),
    }
}
