//! Zhang et al. 2016, Red-Shield: reads that disturb an STT-RAM register file.
//!
//! The error rates of table II are binomial: a line of `n` cells, each disturbed by a read with the
//! bit error rate, is wrong with one disturbed cell, and after SEC-DED with two. Energies, areas
//! and latencies follow from table I.

mod assumptions;
mod dead_bits;
mod simulated;

use crate::bits::LANES;
use crate::papers::computed::{Computed, Given, Shown, ShownErratum, Value};
use crate::papers::{List, Missing, Paper, Taken};

/// The paper's claims, errata and gaps.
pub static LIST: List = List::new(include_str!("claims.toml"));

pub const PAPER: Paper = Paper {
    prefix: "stt",
    list: &LIST,
    computed: COMPUTED,
    given: GIVEN,
    errata: ERRATA,
    taken: TAKEN,
    missing: &[Missing {
        id: "stt-t4-benchmarks",
        input: "LAV, LPS, MUM, NEU, NN, PVC, SAD and SSC; we have kernels for the other ten",
    }],
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
/// CUDA cores of a GTX 480; a full Fermi chip has 512.
const GTX_480_CORES: f64 = 480.0;

/// Check bits of a SEC-DED code: a Hamming code's, and one parity bit.
fn check_bits(data: u32) -> u32 {
    let hamming = (1..data).find(|&bits| 1u64 << bits > u64::from(data + bits));
    hamming.unwrap_or(data) + 1
}

/// Cells of a register's entry with its check bits.
fn line_bits() -> u32 {
    let data = number("stt-base-width") as u32;
    data + check_bits(data)
}

/// Probability that of `n` bits at least one is wrong. `libm` keeps the digits that 1 - (1 - p)^n
/// would lose.
fn any_error(bit: f64, n: u32) -> f64 {
    -libm::expm1(f64::from(n) * libm::log1p(-bit))
}

/// Probability that of `n` bits at least two are wrong: the terms of the binomial distribution
/// added up, as their sum's difference to one has no digits left.
fn two_errors(bit: f64, n: u32) -> f64 {
    let odds = bit / (1.0 - bit);
    let mut term = libm::exp(f64::from(n) * libm::log1p(-bit));
    let mut sum = 0.0;
    for errors in 1..=n {
        term *= odds * f64::from(n + 1 - errors) / f64::from(errors);
        if errors >= 2 {
            sum += term;
        }
    }
    sum
}

type Rate = fn(f64, u32) -> f64;

fn rates(rate: Rate) -> Value {
    let bits = numbers("stt-t2-ber").into_iter();
    Value::Numbers(bits.map(|bit| rate(bit, line_bits())).collect())
}

/// Interval of values that round to a number with `digits` significant digits.
fn rounded_from(printed: f64, digits: i32) -> (f64, f64) {
    let last = printed.log10().floor() as i32 - (digits - 1);
    let half = 10f64.powi(last) / 2.0;
    (printed - half, printed + half)
}

/// How many of the ten rates of table II a line of `n` bits gives from a bit error rate that is
/// rounded as well. All are printed with three digits, the last bit error rate with two.
fn rates_that_fit(n: u32) -> usize {
    let (bits, lines, corrected) =
        (numbers("stt-t2-ber"), numbers("stt-t2-ler"), numbers("stt-t2-ler-secded"));
    let fits = |bit: f64, digits: i32, printed: f64, rate: Rate| {
        let (low, high) = rounded_from(printed, 3);
        let (least, most) = rounded_from(bit, digits);
        rate(least, n) <= high && low <= rate(most, n)
    };
    let last = bits.len().saturating_sub(1);
    bits.iter()
        .zip(lines.iter().zip(&corrected))
        .enumerate()
        .map(|(node, (&bit, (&line, &corrected)))| {
            let digits = if node == last { 2 } else { 3 };
            usize::from(fits(bit, digits, line, any_error))
                + usize::from(fits(bit, digits, corrected, two_errors))
        })
        .sum()
}

/// [SRAM, STT-RAM]
fn of_table_1(id: &str) -> [f64; 2] {
    [part(id, 0), part(id, 1)]
}

/// Square millimetres of the bare cells of a 128 KB register file.
fn cells_mm2(factor: f64) -> f64 {
    let feature_mm = 32e-6;
    factor * feature_mm * feature_mm * number("stt-base-rf") * KILO * 8.0
}

/// STT-RAM's share of the SRAM register file's area in percent.
fn area_share() -> f64 {
    let [sram, stt] = of_table_1("stt-t1-area");
    100.0 * stt / sram
}

/// Percent of the SRAM register file that both buffers take.
fn buffers() -> f64 {
    number("stt-area-wb") + number("stt-area-rb")
}

/// Bits beside a buffered register: whether it is there, its entry, and of a write its lanes.
const READ_TAG: f64 = 7.0;
const WRITE_TAG: f64 = READ_TAG + LANES as f64;

/// Bits of a buffer and its tags, in percent of the register file's. Periphery, the
/// latch and the mask of a restore are left out, as in the paper; `regforge area stt_bank` has them.
fn share_of_bits(size: &str, tag: f64) -> f64 {
    let width = number("stt-base-width");
    let registers = number(size) * KILO * 8.0 / width;
    100.0 * registers * (width + tag) / (number("stt-base-rf") * KILO * 8.0)
}

/// The snippet of backprop: what each line writes and what it reads.
const FIGURE_6: [(u8, &[u8]); 8] = [
    (2, &[0]),
    (5, &[3, 2]),
    (6, &[4, 1]),
    (5, &[3, 2, 5]),
    (6, &[4, 1, 6]),
    (5, &[5]),
    (6, &[6]),
    (3, &[3, 2, 5]),
];
/// Registers of the snippet.
const REGISTERS: u8 = 7;

/// Lines of figure 6, from 1, that read a register.
fn reads_of(register: u8) -> Vec<usize> {
    let reads = FIGURE_6.iter().enumerate().filter(|(_, (_, sources))| sources.contains(&register));
    reads.map(|(n, _)| n + 1).collect()
}

/// Is a read in a line the last of its value? The snippet is taken alone: nothing reads after it.
fn is_dead(line: usize, register: u8) -> bool {
    let (written, _) = FIGURE_6[line];
    let mut later = FIGURE_6[line + 1..].iter();
    let next = later.find(|(to, sources)| *to == register || sources.contains(&register));
    written == register || !next.is_some_and(|(_, sources)| sources.contains(&register))
}

/// Algorithm 2 as printed.
struct Counted {
    /// Times that the front of an empty queue is read.
    empty: usize,
    /// Counts that come out, with their registers.
    counts: Vec<(u8, usize)>,
}

fn algorithm_2() -> Counted {
    let mut queues = vec![0; usize::from(REGISTERS)];
    let mut counted = Counted { empty: 0, counts: Vec::new() };
    for (line, (_, sources)) in FIGURE_6.iter().enumerate() {
        for &register in *sources {
            let queue = &mut queues[usize::from(register)];
            if !is_dead(line, register) {
                *queue += 1;
                continue;
            }
            counted.empty += usize::from(*queue == 0);
            counted.counts.push((register, *queue));
            *queue = 0;
        }
    }
    counted
}

fn entry_bytes() -> f64 {
    number("stt-base-width") / 8.0
}

fn bank_kb() -> f64 {
    number("stt-base-entries") * entry_bytes() / KILO
}

pub const COMPUTED: &[Computed] = &[
    Computed::new("stt-base-sms", "480 CUDA cores of a GTX 480 / 32 of an SM", || {
        Value::Number(GTX_480_CORES / number("stt-base-cores"))
    }),
    Computed::new("stt-base-regs", "16 banks x 64 entries x 1024 bit / 32 bit", || {
        let bits = number("stt-base-width") * number("stt-base-entries");
        Value::Number(number("stt-base-banks") * bits / f64::from(u32::BITS))
    }),
    Computed::new("stt-base-rf", "32768 registers x 4 B", || {
        Value::Number(number("stt-base-regs") * 4.0 / KILO)
    }),
    Computed::new("stt-base-bank-size", "64 entries x 1024 bit", || Value::Number(bank_kb())),
    Computed::new("stt-base-width", "32 lanes x 32 bit", || {
        Value::Number((LANES as u32 * u32::BITS).into())
    }),
    Computed::new("stt-t2-ler", "1 - (1 - BER)^1036, cells of a line with check bits", || {
        rates(any_error)
    }),
    Computed::new("stt-t2-ler-secded", "binomial: two or more of 1036 cells", || rates(two_errors)),
    Computed::new("stt-line-bits", "1024 bits, 11 of a Hamming code, 1 of parity", || {
        Value::Number(line_bits().into())
    }),
    Computed::new("stt-fig6-r2", "lines of figure 6 with r2 as a source", || {
        Value::Numbers(reads_of(2).into_iter().map(|line| line as f64).collect())
    }),
    Computed::new("stt-t3-sms", "480 CUDA cores of a GTX 480 / 32 of an SM", || {
        Value::Number(GTX_480_CORES / number("stt-base-cores"))
    }),
    Computed::new("stt-t3-rf", "16 banks x 8 KB", || {
        Value::Number(number("stt-base-banks") * bank_kb())
    }),
    Computed::new("stt-t3-warps", "1536 threads / 32 of a warp", || {
        Value::Number(number("stt-t3-threads") / number("stt-base-warp"))
    }),
    Computed::new("stt-area-rf", "0.038 mm2 / 0.194 mm2", || Value::Number(area_share())),
    Computed::new("stt-area-total", "19.5% + 5.6% + 3.2%", || {
        Value::Number(number("stt-area-rf") + buffers())
    }),
];

/// Storage of our units.
const TAKEN: &[Taken] = &[
    Taken {
        id: "stt-restore-rule",
        at: "src/systems/stt/units/restore_selector/rtl.rs, with restore_mode Adaptive, proved (STT-I5)",
        ours: |_| {
            let rule = "DR when there is a bank conflict, else SR; none for a dead read";
            Some(Value::Text(rule.into()))
        },
    },
    Taken {
        id: "stt-area-wb",
        at: "src/systems/stt/units/stt_write_buffer/mod.rs, bits of all banks over those of 128 KB",
        ours: |_| Some(Value::Number(share_of_bits("stt-wb-size", WRITE_TAG))),
    },
    Taken {
        id: "stt-area-rb",
        at: "src/systems/stt/units/read_buffer/mod.rs, bits of all banks over those of 128 KB",
        ours: |_| Some(Value::Number(share_of_bits("stt-rb-size", READ_TAG))),
    },
];

const BASELINE: &str = "a parameter of the baseline";
const SIMULATION: &str = "a parameter of the simulation";
const NVSIM: &str = "a result of NVSim, an input here";

pub const GIVEN: &[Given] = &[
    Given::new("stt-power-share", "cited"),
    Given::new("stt-base-pipeline", BASELINE),
    Given::new("stt-base-cores", "a parameter of the baseline; input of stt-base-sms"),
    Given::new("stt-base-block", BASELINE),
    Given::new("stt-base-warp", "a parameter of the baseline; input of stt-t3-warps"),
    Given::new("stt-base-banks", "a parameter of the baseline; input of stt-base-regs"),
    Given::new("stt-base-entries", "a parameter of the baseline; input of stt-base-bank-size"),
    Given::new("stt-endurance", "cited"),
    Given::new("stt-t1-cell", NVSIM),
    Given::new("stt-t1-area", "a result of NVSim, input of stt-area-rf; not possible, see stt-e06"),
    Given::new("stt-t1-read-latency", NVSIM),
    Given::new("stt-t1-write-latency", NVSIM),
    Given::new("stt-t1-read-energy", NVSIM),
    Given::new("stt-t1-write-energy", NVSIM),
    Given::new("stt-t1-leakage", NVSIM),
    Given::new("stt-sense-current", "cited"),
    Given::new("stt-t2-nodes", "the nodes of table II"),
    Given::new("stt-t2-ber", "a cited model with parameters not given; input of stt-t2-ler"),
    Given::new("stt-acceptable-error", "cited"),
    Given::new("stt-dead-bits", "one for each source operand of a PTX instruction"),
    Given::new("stt-promotion-threshold", "a parameter of the design"),
    Given::new("stt-sr-ops", "how the restore is defined; see stt-e12"),
    Given::new("stt-dr-ops", "how the restore is defined; see stt-e12"),
    Given::new("stt-t3-clocks", SIMULATION),
    Given::new("stt-t3-threads", "a parameter of the simulation; input of stt-t3-warps"),
    Given::new("stt-t3-blocks", SIMULATION),
    Given::new("stt-t3-max-regs", SIMULATION),
    Given::new("stt-t3-block-threads", SIMULATION),
    Given::new("stt-t3-l1-shared", SIMULATION),
    Given::new("stt-t3-scheduler", SIMULATION),
    Given::new("stt-wb-size", "a parameter of the design"),
    Given::new("stt-rb-size", "a parameter of the design"),
    Given::new("stt-eq1", "a cited model with fitted parameters not given"),
    Given::new("stt-eq2", "a cited model, here misprinted: see stt-e01"),
];

pub const ERRATA: &[ShownErratum] = &[
    ShownErratum::new("stt-e01", "eq. 2 and thermal activation for pulses of t and 2t", e01),
    ShownErratum::new("stt-e02", "algorithm 2 as printed on the snippet of fig. 6", e02),
    ShownErratum::new("stt-e03", "lengths of a line from which table II comes out", e03),
    ShownErratum::new("stt-e04", "100% less the throughput of 5.2", e04),
    ShownErratum::new("stt-e05", "energies of table I for an entry of 1024 bit", e05),
    ShownErratum::new("stt-e06", "bare cells of 128 KB at 32 nm", e06),
    ShownErratum::new("stt-e07", "lanes that two arms of a branch read from one entry", e07),
    ShownErratum::new("stt-e08", "480 cores / 32; SMs of the same chip in three papers", e08),
    ShownErratum::new("stt-e09", "the four shares added up", e09),
    ShownErratum::new("stt-e12", "cycles of both restores, and reads that disturb nothing", e12),
    ShownErratum::new("stt-e13", "two values of different arms in one word", dead_bits::e13),
    ShownErratum::new("stt-e14", "a store of four values and the next instruction", dead_bits::e14),
    ShownErratum::new("stt-e15", "words that a store of four values collects", dead_bits::e15),
];

fn e01() -> Shown {
    // Delta (1 - I / I_c0); any value above 0 shows the same.
    let barrier = 24.0;
    let printed = |pulse: f64| -libm::expm1(-libm::exp(-pulse * barrier));
    let right = |pulse: f64| -libm::expm1(-pulse * libm::exp(-barrier));
    Shown {
        stated: format!("t: {:.1e}, 2t: {:.1e}", printed(1.0), printed(2.0)),
        ours: format!("t: {:.1e}, 2t: {:.1e}", right(1.0), right(2.0)),
        confirmed: printed(2.0) < printed(1.0) && right(2.0) > right(1.0),
    }
}

fn e02() -> Shown {
    let counted = algorithm_2();
    let of_r2 = counted.counts.iter().find(|(register, _)| *register == 2);
    let reads = reads_of(2).len();
    let count = of_r2.map_or(0, |(_, count)| *count);
    Shown {
        stated: "the count of reads goes to the first of them".into(),
        ours: format!(
            "r2 is read {reads} times and counted {count} times; \
             the front of an empty queue is read {} times",
            counted.empty
        ),
        confirmed: count + 1 == reads && counted.empty > 0,
    }
}

fn e03() -> Shown {
    let stated = number("stt-line-bits") as u32;
    let fitting: Vec<u32> = (1000..1100).filter(|&n| rates_that_fit(n) == 10).collect();
    let (first, last) = (fitting.first().copied(), fitting.last().copied());
    Shown {
        stated: format!("n = {stated}"),
        ours: format!(
            "{} of the 10 rates fit n = {stated}, all fit n = {} to {}; \
             {stated} with SEC-DED's check bits are {}",
            rates_that_fit(stated),
            first.unwrap_or(0),
            last.unwrap_or(0),
            line_bits()
        ),
        confirmed: !fitting.contains(&stated) && fitting.contains(&line_bits()),
    }
}

fn e04() -> Shown {
    let (loss, left) = (number("stt-rd-loss-intro"), number("stt-perf-rd"));
    let ours = 100.0 - left;
    Shown {
        stated: format!("{loss}% lost, {left}% left"),
        ours: format!(
            "{ours:.1}% lost; {loss}% would be of a baseline at {:.1}% of SRAM",
            100.0 * left / (100.0 - loss)
        ),
        confirmed: (ours - loss).abs() > 0.05,
    }
}

fn e05() -> Shown {
    let [_, read] = of_table_1("stt-t1-read-energy");
    let [_, write] = of_table_1("stt-t1-write-energy");
    let bits = number("stt-base-width");
    let (second_read, half_ones) = (read * bits, write * bits / 2.0);
    Shown {
        stated: "selective restore is chosen for its energy".into(),
        ours: format!(
            "its second read takes {second_read:.1} pJ, writing half the bits as 1 takes \
             {half_ones:.1} pJ; it saves energy with more than {:.1}% of 1",
            100.0 * read / write
        ),
        confirmed: half_ones < second_read,
    }
}

fn e06() -> Shown {
    let [sram_cell, stt_cell] = of_table_1("stt-t1-cell");
    let [sram, stt] = of_table_1("stt-t1-area");
    let share = 100.0 * stt_cell / sram_cell;
    Shown {
        stated: format!("SRAM {sram} mm2, STT-RAM {stt} mm2, {}% in all", number("stt-area-total")),
        ours: format!(
            "the cells alone take {:.3} and {:.4} mm2; by cells STT-RAM is {share:.1}% of SRAM, \
             {:.1}% in all",
            cells_mm2(sram_cell),
            cells_mm2(stt_cell),
            share + buffers()
        ),
        confirmed: stt < cells_mm2(stt_cell) && sram > cells_mm2(sram_cell),
    }
}

/// Liveness as in algorithm 1 of one register in a branch with two arms: nodes 0 (writes it and
/// branches), 1 and 2 (the arms, both read it) and 3 (the end). True: live after the node.
fn live_after() -> [bool; 4] {
    let (reads, writes) = ([false, true, true, false], [true, false, false, false]);
    let successors: [&[usize]; 4] = [&[1, 2], &[3], &[3], &[]];
    let (mut before, mut after) = ([false; 4], [false; 4]);
    for _ in 0..after.len() {
        for node in 0..after.len() {
            before[node] = reads[node] || after[node] && !writes[node];
            after[node] = successors[node].iter().any(|&next| before[next]);
        }
    }
    after
}

fn e07() -> Shown {
    let arms = [(1, 0x0000_ffff_u32), (2, 0xffff_0000)];
    let live = live_after();
    // A read without a restore disturbs the whole entry; one with a restore disturbs nothing.
    let lost = |restores: fn(bool, u32) -> bool| {
        let mut intact = u32::MAX;
        let mut lost = 0;
        for (node, mask) in arms {
            lost |= mask & !intact;
            if !restores(!live[node], mask) {
                intact = 0;
            }
        }
        lost.count_ones()
    };
    let stated = lost(|dead, _| !dead);
    let ours = lost(|dead, mask| !dead || mask != u32::MAX);
    Shown {
        stated: "a read that is dead by liveness needs no restore".into(),
        ours: format!(
            "both arms' reads are dead; the second arm loses {stated} of its lanes, \
             {ours} if a read of a part of the lanes restores"
        ),
        confirmed: !live[1] && !live[2] && stated > 0 && ours == 0,
    }
}

fn e08() -> Shown {
    let stated = number("stt-t3-sms");
    let others = ["rm-t2-sms", "sdc-t2-sms", "exp-t2-sms"].map(|id| crate::systems::stated(id, 0));
    let ours = GTX_480_CORES / number("stt-base-cores");
    Shown {
        stated: format!("{stated} SMs"),
        ours: format!("{ours} = 480 / 32; RM, SDC and EXPARS: {others:?}"),
        confirmed: stated != ours && others.iter().all(|&sms| sms == ours),
    }
}

fn e09() -> Shown {
    let shares = numbers("stt-reads-per-value");
    let sum: f64 = shares.iter().sum();
    Shown {
        stated: "11.2% of total references".into(),
        ours: format!("with the other shares, of values, it adds up to {sum:.1}%"),
        confirmed: (sum - 100.0).abs() < 0.05,
    }
}

fn e12() -> Shown {
    let [_, read] = of_table_1("stt-t1-read-latency");
    let [_, write] = of_table_1("stt-t1-write-latency");
    let cycles = |id: &str, writes: f64| part(id, 0) * read + writes * write;
    let (selective, direct) =
        (cycles("stt-sr-ops", part("stt-sr-ops", 1)), cycles("stt-dr-ops", part("stt-dr-ops", 1)));
    let nothing_disturbed = cycles("stt-sr-ops", 0.0);
    let share = 1.0 - any_error(part("stt-t2-ber", 1), line_bits());
    Shown {
        stated: "selective restore takes longer than direct restore".into(),
        ours: format!(
            "{selective} against {direct} cycles with a write; {nothing_disturbed} without, \
             which is {:.3}% of the reads at 32 nm",
            100.0 * share
        ),
        confirmed: selective > direct && nothing_disturbed < direct && share > 0.5,
    }
}
