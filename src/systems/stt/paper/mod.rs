//! Claims (`stt-*`) and errata of Zhang et al. 2016, Red-Shield: read disturbance in an STT-RAM
//! register file.
//!
//! The error rates of table II are binomial. A read disturbs each of the `n` cells of a line with
//! the bit error rate. The line is wrong with at least one disturbed cell, and with SEC-DED with at
//! least two. Energies, areas and latencies follow from table I.

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
        input: "kernels for LAV, LPS, MUM, NEU, NN, PVC, SAD and SSC; we have the other ten",
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

/// Number of check bits of a SEC-DED code: those of a Hamming code and one parity bit.
fn check_bits(data: u32) -> u32 {
    let hamming = (1..data).find(|&bits| 1u64 << bits > u64::from(data + bits));
    hamming.unwrap_or(data) + 1
}

/// Number of cells of an entry with its check bits.
fn line_bits() -> u32 {
    let data = number("stt-base-width") as u32;
    data + check_bits(data)
}

/// Probability that at least one of `n` bits is wrong. The functions of `libm` avoid the
/// cancellation in 1 - (1 - p)^n.
fn any_error(bit: f64, n: u32) -> f64 {
    -libm::expm1(f64::from(n) * libm::log1p(-bit))
}

/// Probability that at least two of `n` bits are wrong. It adds the terms of the binomial
/// distribution, because subtracting the other terms from 1 would lose all digits.
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

/// Interval of the values that round to `printed` with `digits` significant digits.
fn rounded_from(printed: f64, digits: i32) -> (f64, f64) {
    let last = printed.log10().floor() as i32 - (digits - 1);
    let half = 10f64.powi(last) / 2.0;
    (printed - half, printed + half)
}

/// Number of the ten rates of table II that fit a line of `n` bits, with rounded bit error rates.
/// All are printed with three digits, except the last bit error rate, which has two.
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

/// A row of table I: SRAM, STT-RAM.
fn of_table_1(id: &str) -> [f64; 2] {
    [part(id, 0), part(id, 1)]
}

/// Area of the cells alone of a 128 KB register file, in square millimetres.
fn cells_mm2(factor: f64) -> f64 {
    let feature_mm = 32e-6;
    factor * feature_mm * feature_mm * number("stt-base-rf") * KILO * 8.0
}

/// Area of the STT-RAM register file, in percent of the SRAM register file.
fn area_share() -> f64 {
    let [sram, stt] = of_table_1("stt-t1-area");
    100.0 * stt / sram
}

/// Area of both buffers, in percent of the SRAM register file.
fn buffers() -> f64 {
    number("stt-area-wb") + number("stt-area-rb")
}

/// Tag bits of a buffered register: valid, 6 bits of the entry, and for a write the lane mask.
const READ_TAG: f64 = 7.0;
const WRITE_TAG: f64 = READ_TAG + LANES as f64;

/// Bits of a buffer and its tags, in percent of the bits of the register file. As in the paper, the
/// periphery and the latch and mask of a restore are omitted; `regforge area stt_bank` includes
/// them.
fn share_of_bits(size: &str, tag: f64) -> f64 {
    let width = number("stt-base-width");
    let registers = number(size) * KILO * 8.0 / width;
    100.0 * registers * (width + tag) / (number("stt-base-rf") * KILO * 8.0)
}

/// The snippet of backprop: the register that each line writes and those that it reads.
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
/// Number of registers of the snippet.
const REGISTERS: u8 = 7;

/// Lines of figure 6 that read a register, numbered from 1.
fn reads_of(register: u8) -> Vec<usize> {
    let reads = FIGURE_6.iter().enumerate().filter(|(_, (_, sources))| sources.contains(&register));
    reads.map(|(n, _)| n + 1).collect()
}

/// Whether a read in a line is the last of its value, if nothing is read after the snippet.
fn is_dead(line: usize, register: u8) -> bool {
    let (written, _) = FIGURE_6[line];
    let mut later = FIGURE_6[line + 1..].iter();
    let next = later.find(|(to, sources)| *to == register || sources.contains(&register));
    written == register || !next.is_some_and(|(_, sources)| sources.contains(&register))
}

/// Result of Algorithm 2 as printed.
struct Counted {
    /// Number of reads of the front of an empty queue.
    empty: usize,
    /// Resulting counts with their registers.
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
    Computed::new("stt-base-sms", "480 CUDA cores of a GTX 480 / 32 cores per SM", || {
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
    Computed::new("stt-t2-ler", "1 - (1 - BER)^1036: cells of a line with check bits", || {
        rates(any_error)
    }),
    Computed::new("stt-t2-ler-secded", "binomial: two or more of 1036 cells", || rates(two_errors)),
    Computed::new("stt-line-bits", "1024 data bits + 11 Hamming check bits + 1 parity bit", || {
        Value::Number(line_bits().into())
    }),
    Computed::new("stt-fig6-r2", "lines of figure 6 that read r2", || {
        Value::Numbers(reads_of(2).into_iter().map(|line| line as f64).collect())
    }),
    Computed::new("stt-t3-sms", "480 CUDA cores of a GTX 480 / 32 cores per SM", || {
        Value::Number(GTX_480_CORES / number("stt-base-cores"))
    }),
    Computed::new("stt-t3-rf", "16 banks x 8 KB", || {
        Value::Number(number("stt-base-banks") * bank_kb())
    }),
    Computed::new("stt-t3-warps", "1536 threads / 32 threads per warp", || {
        Value::Number(number("stt-t3-threads") / number("stt-base-warp"))
    }),
    Computed::new("stt-area-rf", "0.038 mm2 / 0.194 mm2", || Value::Number(area_share())),
    Computed::new("stt-area-total", "19.5% + 5.6% + 3.2%", || {
        Value::Number(number("stt-area-rf") + buffers())
    }),
];

/// Parameters of the paper that our units implement, with their places in regforge.
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
        at: "src/systems/stt/units/stt_write_buffer/mod.rs, bits of all banks in percent of 128 \
             KB",
        ours: |_| Some(Value::Number(share_of_bits("stt-wb-size", WRITE_TAG))),
    },
    Taken {
        id: "stt-area-rb",
        at: "src/systems/stt/units/read_buffer/mod.rs, bits of all banks in percent of 128 KB",
        ours: |_| Some(Value::Number(share_of_bits("stt-rb-size", READ_TAG))),
    },
];

const BASELINE: &str = "a parameter of the baseline";
const SIMULATION: &str = "a parameter of the simulation";
const NVSIM: &str = "a result of NVSim, used as an input";

pub const GIVEN: &[Given] = &[
    Given::new("stt-power-share", "a figure that the paper cites"),
    Given::new("stt-base-pipeline", BASELINE),
    Given::new("stt-base-cores", "a parameter of the baseline; input of stt-base-sms"),
    Given::new("stt-base-block", BASELINE),
    Given::new("stt-base-warp", "a parameter of the baseline; input of stt-t3-warps"),
    Given::new("stt-base-banks", "a parameter of the baseline; input of stt-base-regs"),
    Given::new("stt-base-entries", "a parameter of the baseline; input of stt-base-bank-size"),
    Given::new("stt-endurance", "a figure that the paper cites"),
    Given::new("stt-t1-cell", NVSIM),
    Given::new("stt-t1-area", "a result of NVSim; input of stt-area-rf; impossible, see stt-e06"),
    Given::new("stt-t1-read-latency", NVSIM),
    Given::new("stt-t1-write-latency", NVSIM),
    Given::new("stt-t1-read-energy", NVSIM),
    Given::new("stt-t1-write-energy", NVSIM),
    Given::new("stt-t1-leakage", NVSIM),
    Given::new("stt-sense-current", "a figure that the paper cites"),
    Given::new("stt-t2-nodes", "the nodes of table II"),
    Given::new("stt-t2-ber", "a cited model without its parameters; input of stt-t2-ler"),
    Given::new("stt-acceptable-error", "a figure that the paper cites"),
    Given::new("stt-dead-bits", "one per source operand of a PTX instruction"),
    Given::new("stt-promotion-threshold", "a parameter of the design"),
    Given::new("stt-sr-ops", "the definition of the restore; see stt-e12"),
    Given::new("stt-dr-ops", "the definition of the restore; see stt-e12"),
    Given::new("stt-t3-clocks", SIMULATION),
    Given::new("stt-t3-threads", "a parameter of the simulation; input of stt-t3-warps"),
    Given::new("stt-t3-blocks", SIMULATION),
    Given::new("stt-t3-max-regs", SIMULATION),
    Given::new("stt-t3-block-threads", SIMULATION),
    Given::new("stt-t3-l1-shared", SIMULATION),
    Given::new("stt-t3-scheduler", SIMULATION),
    Given::new("stt-wb-size", "a parameter of the design"),
    Given::new("stt-rb-size", "a parameter of the design"),
    Given::new("stt-eq1", "a cited model without its fitted parameters"),
    Given::new("stt-eq2", "a cited model, misprinted in the paper: see stt-e01"),
];

pub const ERRATA: &[ShownErratum] = &[
    ShownErratum::new("stt-e01", "eq. 2 and thermal activation, for read pulses of t and 2t", e01),
    ShownErratum::new("stt-e02", "algorithm 2 as printed, run on the code of fig. 6", e02),
    ShownErratum::new("stt-e03", "line lengths n that reproduce the rates of table II", e03),
    ShownErratum::new("stt-e04", "100% minus the throughput of RD in section 5.2", e04),
    ShownErratum::new("stt-e05", "energies of table I for an entry of 1024 bits", e05),
    ShownErratum::new("stt-e06", "area of the bare cells of 128 KB at 32 nm", e06),
    ShownErratum::new("stt-e07", "lanes of one entry, read in the two arms of a branch", e07),
    ShownErratum::new("stt-e08", "480 cores / 32; SMs of the same chip in three papers", e08),
    ShownErratum::new("stt-e09", "sum of the four shares", e09),
    ShownErratum::new("stt-e12", "cycles of both restores; reads that disturb no cell", e12),
    ShownErratum::new("stt-e13", "values of two branch arms in one register word", dead_bits::e13),
    ShownErratum::new("stt-e14", "a store of four values, then a dead read", dead_bits::e14),
    ShownErratum::new("stt-e15", "words that a store of four values reads", dead_bits::e15),
];

fn e01() -> Shown {
    // Delta (1 - I / I_c0); the result is the same for every value above 0.
    let barrier = 24.0;
    let printed = |pulse: f64| -libm::expm1(-libm::exp(-pulse * barrier));
    let right = |pulse: f64| -libm::expm1(-pulse * libm::exp(-barrier));
    Shown {
        stated: format!("probability for t: {:.1e}, for 2t: {:.1e}", printed(1.0), printed(2.0)),
        ours: format!("probability for t: {:.1e}, for 2t: {:.1e}", right(1.0), right(2.0)),
        confirmed: printed(2.0) < printed(1.0) && right(2.0) > right(1.0),
    }
}

fn e02() -> Shown {
    let counted = algorithm_2();
    let of_r2 = counted.counts.iter().find(|(register, _)| *register == 2);
    let reads = reads_of(2).len();
    let count = of_r2.map_or(0, |(_, count)| *count);
    Shown {
        stated: "the first read of a value gets the value's number of reads".into(),
        ours: format!(
            "r2 is read {reads} times, but its count is {count}; front() of an empty queue is read \
             {} times",
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
            "{} of the 10 rates fit n = {stated}, all 10 fit n = {} to {}; {stated} data bits with \
             SEC-DED check bits are {}",
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
        stated: format!("{loss}% of throughput lost (section 1), {left}% left (section 5.2)"),
        ours: format!(
            "{ours:.1}% lost; a loss of {loss}% needs a baseline at {:.1}% of SRAM",
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
        stated: "selective restore (SR) is preferred for its energy".into(),
        ours: format!(
            "SR's second read takes {second_read:.1} pJ, a direct restore of half ones \
             {half_ones:.1} pJ; SR saves energy only above {:.1}% ones",
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
        stated: format!(
            "SRAM {sram} mm2, STT-RAM {stt} mm2, {}% of SRAM with the buffers",
            number("stt-area-total")
        ),
        ours: format!(
            "the cells alone take {:.3} and {:.4} mm2; by cell size STT-RAM is {share:.1}% of \
             SRAM, {:.1}% with the buffers",
            cells_mm2(sram_cell),
            cells_mm2(stt_cell),
            share + buffers()
        ),
        confirmed: stt < cells_mm2(stt_cell) && sram > cells_mm2(sram_cell),
    }
}

/// Whether one register is live after each node, by algorithm 1, in a branch with two arms: node 0
/// writes the register and branches, nodes 1 and 2 are the arms and read it, node 3 is the end.
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
        stated: "a read that is the last by liveness analysis needs no restore".into(),
        ours: format!(
            "the reads of both arms are dead by liveness; the second arm loses {stated} lanes, \
             {ours} if a read by only some lanes still restores"
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
        ours: format!("{ours} = 480 / 32; the papers RM, SDC and EXPARS state {others:?}"),
        confirmed: stated != ours && others.iter().all(|&sms| sms == ours),
    }
}

fn e09() -> Shown {
    let shares = numbers("stt-reads-per-value");
    let sum: f64 = shares.iter().sum();
    Shown {
        stated: "11.2% of total references".into(),
        ours: format!(
            "the sum with the other three shares, which are shares of values, is {sum:.1}%"
        ),
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
        stated: "selective restore (SR) takes longer than direct restore".into(),
        ours: format!(
            "SR {selective} against {direct} cycles if it writes; {nothing_disturbed} if no cell \
             is disturbed, as in {:.3}% of the reads at 32 nm",
            100.0 * share
        ),
        confirmed: selective > direct && nothing_disturbed < direct && share > 0.5,
    }
}
