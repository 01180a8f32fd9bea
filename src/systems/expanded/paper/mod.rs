//! Yu et al. 2018: registers that do not fit into the register file are stored in the scratchpad.
//!
//! All utilisations and numbers of CTAs follow from table 3 (claims `exp-t3-*`, taken as printed)
//! and the capacities of a Fermi SM:
//!
//! - *baseline*: as many complete CTAs as fit;
//! - *Warpman*: one more CTA, with as many of its warps as the remaining registers hold;
//! - *EXPARS*: as many CTAs as fit into register file and scratchpad together; a mix CTA keeps the
//!   registers below `Start_Reg` of every thread in the register file.
//!
//! Equations are those of section 3.3.1. Registers are counted in words, the scratchpad in bytes.

mod assumptions;
mod protocol;
mod simulated;

use super::compiler::split::{Bounds, best_split};
use super::units::register_allocation_table::REGISTER_BYTES;
use crate::bits::{LANES, bits_for};
use crate::compiler::occupancy::{KernelNeeds, Limit, Resources};
use crate::papers::computed::{Computed, Given, Shown, ShownErratum, Value};
use crate::papers::taken::Missing;
use crate::papers::{Application, ApplicationTable, Footprint, List, Paper};
use protocol::{Bundle, Rules, Step, ends};

/// The paper's claims, errata and gaps.
pub static LIST: List = List::new(include_str!("claims.toml"));

pub const PAPER: Paper = Paper {
    prefix: "exp",
    list: &LIST,
    computed: COMPUTED,
    given: GIVEN,
    errata: ERRATA,
    taken: &[],
    missing: MISSING,
    simulations: &[&simulated::Applications, &simulated::Shapes, &simulated::Suites],
    open: Some(&assumptions::OPEN),
    structures: None,
    applications: Some(&APPLICATIONS),
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

const SM: Resources = Resources::FERMI;
const WORD: usize = size_of::<u32>();
const KILO: usize = 1 << 10;

const APPLICATIONS: ApplicationTable = ApplicationTable {
    place: "table 3",
    configuration: "expars_paper",
    launch: "yu-2018.toml",
    footprint: |list, id| {
        let threads = LANES as f64 * list.part(id, 1);
        Footprint {
            threads,
            registers: list.part(id, 3) / threads,
            shared_bytes: Some(list.part(id, 2)),
            ctas: Some(list.part(id, 0)),
        }
    },
    rows: &[
        Application::new("LBM", "exp-t3-lbm", "papers/lbm_d3q19"),
        Application::new("ST", "exp-t3-st", "stencil_3d"),
        Application::new("MQ", "exp-t3-mq", "papers/mri_q_2"),
        Application::new("SGE", "exp-t3-sge", "papers/sgemm_nt"),
        Application::new("BT", "exp-t3-bt", "papers/btree_range"),
        Application::new("HS", "exp-t3-hs", "papers/hotspot_pyramid"),
        Application::new("LEUK", "exp-t3-leuk", "papers/gicov_192"),
        Application::new("MC", "exp-t3-mc", "papers/monte_carlo_256"),
        Application::new("CONV", "exp-t3-conv", "papers/convolution_rows"),
        Application::new("EST", "exp-t3-est", "papers/generator_init"),
        Application::new("MERG", "exp-t3-merg", "papers/merge_sort_1024"),
        Application::new("QUA", "exp-t3-qua", "papers/quasi_random_384"),
        Application::new("SING1", "exp-t3-sing1", "papers/generator_init"),
        Application::new("SING2", "exp-t3-sing2", "papers/asian_paths"),
    ],
};

/// Resources of a CTA.
#[derive(Clone, Copy)]
struct Kernel {
    name: &'static str,
    warps: usize,
    shared_bytes: usize,
    registers: usize,
}

impl Kernel {
    fn new(warps: usize, regs_per_thread: usize, shared_bytes: usize) -> Kernel {
        Kernel { name: "", warps, shared_bytes, registers: warps * LANES * regs_per_thread }
    }

    fn threads(&self) -> usize {
        self.warps * LANES
    }

    /// Resources as occupancy needs them. ST's registers as printed are not an integer per thread;
    /// rounding up costs it no CTA.
    fn needs(&self) -> KernelNeeds {
        KernelNeeds {
            threads_per_cta: self.threads(),
            regs_per_thread: self.registers.div_ceil(self.threads()),
            shared_bytes: self.shared_bytes,
        }
    }

    /// Resident CTAs of the baseline.
    fn lower(&self) -> usize {
        SM.residency(&self.needs()).tlp
    }

    /// CTAs that threads, slots and shared memory allow, without the limit by registers.
    fn without_registers(&self) -> usize {
        SM.residency(&KernelNeeds { regs_per_thread: 0, ..self.needs() }).tlp
    }

    /// Right side of eq. 4: CTAs that register file and scratchpad hold together.
    fn by_capacity(&self) -> usize {
        let memory = SM.registers * WORD + SM.shared_bytes;
        memory / (self.registers * WORD + self.shared_bytes)
    }

    /// `CTA_Upper` with the scratchpad's own limit, which eq. 4 omits.
    fn upper(&self) -> usize {
        self.by_capacity().min(self.without_registers())
    }

    /// `CTA_Upper` as printed: eq. 4, threads and slots.
    fn upper_as_printed(&self) -> usize {
        let needs = KernelNeeds { regs_per_thread: 0, shared_bytes: 0, ..self.needs() };
        self.by_capacity().min(SM.residency(&needs).tlp)
    }
}

fn table_3() -> Vec<Kernel> {
    let row = |row: &Application| Kernel {
        name: row.name,
        warps: part(row.claim, 1) as usize,
        shared_bytes: part(row.claim, 2) as usize,
        registers: part(row.claim, 3) as usize,
    };
    APPLICATIONS.rows.iter().map(row).collect()
}

/// Combinations of warps per CTA, registers per thread and shared memory for which at least one CTA
/// fits.
fn grid() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for warps in [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32] {
        for regs_per_thread in (8..64).step_by(4) {
            for shared in [0, 1, 2, 4, 6, 8, 12, 16, 24, 48] {
                kernels.push(Kernel::new(warps, regs_per_thread, shared * KILO));
            }
        }
    }
    kernels.retain(|kernel| kernel.lower() > 0);
    kernels
}

/// Maximum share of a CTA's registers that may be in the scratchpad, as a fraction.
#[derive(Clone, Copy)]
struct Tau {
    numerator: usize,
    denominator: usize,
}

/// The paper's tau (`exp-tau`).
fn tau() -> Tau {
    Tau { numerator: (number("exp-tau") * 10.0).round() as usize, denominator: 10 }
}

/// Result of eqs. 7, 8 and 9 as printed. `rf` is `CTA_RF` times tau's denominator, because eq. 8
/// gives fractions.
struct Printed {
    case: usize,
    rf: i64,
    mix: i64,
}

fn printed_split(kernel: &Kernel, tau: Tau) -> Printed {
    let (num, den) = (tau.numerator as i64, tau.denominator as i64);
    let (file, cta) = (SM.registers as i64, kernel.registers as i64);
    let (lower, upper) = (file / cta, kernel.upper_as_printed() as i64);
    let alone = file * den / (cta * (den - num));
    if lower >= upper {
        Printed { case: 7, rf: lower * den, mix: 0 }
    } else if alone <= upper {
        Printed { case: 8, rf: lower * den - alone * (den - num), mix: alone }
    } else {
        let (all, held) = (upper * den / num, file * den / (cta * num));
        Printed { case: 9, rf: (held + upper - all) * den, mix: all - held }
    }
}

/// Whether a split as printed satisfies eq. 1.
fn keeps_eq_1(kernel: &Kernel, split: &Printed, tau: Tau) -> bool {
    let stays = (tau.denominator - tau.numerator) as i64;
    let registers = (split.rf + split.mix * stays) * kernel.registers as i64;
    registers <= (SM.registers * tau.denominator) as i64
}

/// CTAs with all registers in the register file (`rf`), and with a part in the scratchpad (`mix`).
#[derive(Clone, Copy, PartialEq)]
struct Split {
    rf: usize,
    mix: usize,
}

/// The split by the corrected eq. 9: `CTA_Mix = ceil((U - R / R_CTA) / tau)`.
fn split(kernel: &Kernel) -> Split {
    let tau = tau();
    let upper = kernel.upper();
    let too_many = (upper * kernel.registers).saturating_sub(SM.registers);
    let mix = (too_many * tau.denominator).div_ceil(kernel.registers * tau.numerator);
    Split { rf: upper - mix, mix }
}

/// The same split, but for HS that of the published runs (see `exp-e03`).
fn published_split(kernel: &Kernel) -> Split {
    if kernel.name == "HS" { Split { rf: 2, mix: 2 } } else { split(kernel) }
}

/// Registers of a mix CTA that stay in the register file: eq. 10, rounded down to an integer per
/// thread.
fn kept(kernel: &Kernel, split: Split) -> usize {
    let left = SM.registers - split.rf * kernel.registers;
    let start_reg = left.checked_div(split.mix * kernel.threads()).unwrap_or(0);
    start_reg * kernel.threads()
}

/// CTAs that fit with an integer number of registers per thread and one `Start_Reg` for all mix
/// CTAs.
fn exact(kernel: &Kernel) -> usize {
    let Tau { numerator, denominator } = tau();
    let bounds = Bounds { tau_percent: 100 * numerator / denominator, spill_from: 0 };
    best_split(&kernel.needs(), &SM, bounds, usize::MAX).ctas()
}

/// Resources that all CTAs of an SM use.
struct Used {
    ctas: usize,
    warps: usize,
    registers: f64,
    shared_bytes: f64,
}

impl Used {
    /// Percent of [register file, scratchpad, both].
    fn utilisation(&self) -> [f64; 3] {
        let (file, shared) = ((SM.registers * WORD) as f64, SM.shared_bytes as f64);
        let registers = self.registers * WORD as f64;
        [
            registers / file,
            self.shared_bytes / shared,
            (registers + self.shared_bytes) / (file + shared),
        ]
        .map(|part| 100.0 * part)
    }
}

fn whole(kernel: &Kernel, ctas: usize) -> Used {
    Used {
        ctas,
        warps: ctas * kernel.warps,
        registers: (ctas * kernel.registers) as f64,
        shared_bytes: (ctas * kernel.shared_bytes) as f64,
    }
}

fn baseline(kernel: &Kernel) -> Used {
    whole(kernel, kernel.lower())
}

fn warpman(kernel: &Kernel) -> Used {
    let base = baseline(kernel);
    let left = SM.registers - base.ctas * kernel.registers;
    let warps = (left * kernel.warps / kernel.registers).min(SM.warps - base.warps);
    if warps == 0 || base.ctas == kernel.without_registers() {
        return base;
    }
    Used {
        ctas: base.ctas + 1,
        warps: base.warps + warps,
        registers: base.registers + (warps * kernel.registers) as f64 / kernel.warps as f64,
        shared_bytes: base.shared_bytes + kernel.shared_bytes as f64,
    }
}

fn expars(kernel: &Kernel) -> Used {
    let split = split(kernel);
    let (kept, all) = (split.mix * kept(kernel, split), split.mix * kernel.registers);
    let used = whole(kernel, split.rf + split.mix);
    let moved = (all - kept) as f64;
    Used {
        registers: used.registers - moved,
        shared_bytes: used.shared_bytes + moved * WORD as f64,
        ..used
    }
}

/// The paper's oracle: registers may be split anywhere; memory and threads limit the CTAs.
fn oracle(kernel: &Kernel) -> Used {
    let ctas = kernel.by_capacity().min(SM.threads / kernel.threads());
    whole(kernel, ctas)
}

type Approach = fn(&Kernel) -> Used;

fn mean(of: impl Fn(&Kernel) -> f64, kernels: &[Kernel]) -> f64 {
    kernels.iter().map(of).sum::<f64>() / kernels.len() as f64
}

fn utilisation_of(approach: Approach, kernels: &[Kernel]) -> [f64; 3] {
    [0, 1, 2].map(|n| mean(|kernel| approach(kernel).utilisation()[n], kernels))
}

fn utilisation(approach: Approach) -> Value {
    Value::Numbers(utilisation_of(approach, &table_3()).to_vec())
}

fn gain(n: usize) -> f64 {
    let kernels = table_3();
    utilisation_of(expars, &kernels)[n] - utilisation_of(baseline, &kernels)[n]
}

fn means(of: fn(&Used) -> usize) -> Value {
    let mean = |approach: Approach| mean(|kernel| of(&approach(kernel)) as f64, &table_3());
    Value::Numbers(vec![mean(baseline), mean(warpman), mean(expars)])
}

fn sum_of_ctas(approach: Approach) -> f64 {
    table_3().iter().map(|kernel| approach(kernel).ctas as f64).sum()
}

/// Percent of a mix CTA's registers that stay in the register file.
fn ratio(split: fn(&Kernel) -> Split, kernels: &[Kernel]) -> f64 {
    let of = |kernel: &Kernel| kept(kernel, split(kernel)) as f64 / kernel.registers as f64;
    100.0 * mean(of, kernels)
}

fn oracle_gain() -> f64 {
    100.0 * (sum_of_ctas(oracle) / sum_of_ctas(baseline) - 1.0)
}

/// The maximum number of warps among ST, MQ and SING2.
fn most_warps(approach: Approach) -> f64 {
    let kernels = table_3();
    let named = kernels.iter().filter(|kernel| ["ST", "MQ", "SING2"].contains(&kernel.name));
    named.map(|kernel| approach(kernel).warps).max().unwrap_or(0) as f64
}

/// Idle resources of an example: [baseline CTAs, idle K registers, idle scratchpad KB].
fn example(kernel: &Kernel) -> [f64; 3] {
    let ctas = kernel.lower();
    let kilo = |left: usize| left as f64 / KILO as f64;
    [
        ctas as f64,
        kilo(SM.registers - ctas * kernel.registers),
        kilo(SM.shared_bytes - ctas * kernel.shared_bytes),
    ]
}

/// The introduction's example: 5K registers and 2 KB of scratchpad, here 4 warps of 40 registers.
fn introduction() -> Kernel {
    Kernel::new(4, 40, 2 * KILO)
}

/// Figure 5: 10 warps, 10K registers and 4 KB of scratchpad.
fn figure_5() -> Kernel {
    Kernel::new(10, 32, 4 * KILO)
}

/// Bits of a number below `count`.
fn bits(count: usize) -> f64 {
    bits_for(count) as f64
}

fn max_regs() -> usize {
    number("exp-max-regs") as usize
}

fn oc_sets() -> f64 {
    part("exp-oc", 1)
}

fn oc_banks() -> f64 {
    part("exp-oc", 2)
}

fn oc_lines() -> f64 {
    oc_sets() * oc_banks()
}

/// Bits of a register's index in the operand cache: [tag, set, bank].
fn oc_index() -> [f64; 3] {
    let (set, bank) = (bits(oc_sets() as usize), bits(oc_banks() as usize));
    [bits(max_regs()) - set - bank, set, bank]
}

fn oc_tag() -> [f64; 4] {
    let (valid, dirty) = (1.0, 1.0);
    [bits(SM.warps), oc_index()[0], valid, dirty]
}

fn bytes(bits: f64) -> f64 {
    bits / 8.0
}

/// Entries of the table of base registers (SBR), and bits of an entry.
fn sbr() -> [f64; 2] {
    [SM.ctas as f64, bits(SM.shared_bytes)]
}

pub const COMPUTED: &[Computed] = &[
    Computed::new("exp-ctas-ratio", "sum of CTAs of table 3: EXPARS / baseline", || {
        Value::Number(sum_of_ctas(expars) / sum_of_ctas(baseline))
    }),
    Computed::new("exp-rf-util-gain", "exp-util-expars minus exp-util-base", || {
        Value::Number(gain(0))
    }),
    Computed::new("exp-spm-util-gain", "exp-util-expars minus exp-util-base", || {
        Value::Number(gain(1))
    }),
    Computed::new(
        "exp-intro-example",
        "32K / 5K CTAs; with EXPARS (128 KB + 48 KB) / (20 KB + 2 KB) CTAs",
        || {
            let [ctas, registers, shared] = example(&introduction());
            let with = introduction().by_capacity() as f64;
            Value::Numbers(vec![ctas, registers, shared, with])
        },
    ),
    Computed::new("exp-util-base", "complete CTAs of table 3, mean of the utilisations", || {
        utilisation(baseline)
    }),
    Computed::new(
        "exp-oracle",
        "CTAs of table 3 limited by capacity and threads, not by the 8 CTA slots",
        || {
            let kernels = table_3();
            let [before, after] = [baseline as Approach, oracle]
                .map(|approach| utilisation_of(approach, &kernels)[2]);
            Value::Numbers(vec![oracle_gain(), before, after])
        },
    ),
    Computed::new("exp-spm-rate", "32 banks x 32 bit / (32 lanes x 32 bit per line)", || {
        let width = part("exp-spm-banks", 0) * part("exp-spm-banks", 1);
        Value::Number(width / (8 * REGISTER_BYTES) as f64)
    }),
    Computed::new("exp-bitvector", "one bit for each register of exp-max-regs", || {
        Value::Numbers(numbers("exp-max-regs"))
    }),
    Computed::new(
        "exp-fig5",
        "10 warps x 32 registers; best of all splits in units of one register",
        || {
            let [ctas, registers, shared] = example(&figure_5());
            Value::Numbers(vec![ctas, registers, shared, exact(&figure_5()) as f64])
        },
    ),
    Computed::new("exp-rat-bits", "bits for 8 CTAs, 63 registers (twice), 48 warps", || {
        Value::Numbers([SM.ctas, max_regs(), max_regs(), SM.warps].map(bits).to_vec())
    }),
    Computed::new("exp-sbr", "one entry for each of 8 CTAs; address bits of 48 KB", || {
        Value::Numbers(sbr().to_vec())
    }),
    Computed::new("exp-line-bytes", "32 lanes of 4 bytes each", || {
        Value::Number(REGISTER_BYTES as f64)
    }),
    Computed::new("exp-t2-regs-fermi", "128 KB / 4 B", || {
        Value::Number((128 * KILO / WORD) as f64)
    }),
    Computed::new("exp-t2-regs-maxwell", "256 KB / 4 B", || {
        Value::Number((256 * KILO / WORD) as f64)
    }),
    Computed::new("exp-oc", "4 sets x 4 banks x 32 lanes x 32 bit", || {
        let line_bits = (8 * REGISTER_BYTES) as f64;
        Value::Numbers(vec![bytes(oc_lines() * line_bits), oc_sets(), oc_banks(), line_bits])
    }),
    Computed::new(
        "exp-oc-tag",
        "bits for 48 warps; of the 6 bits for 63 registers, those that select neither set nor \
         bank; valid; dirty",
        || Value::Numbers(oc_tag().to_vec()),
    ),
    Computed::new("exp-oc-index", "6 bits for 63 registers; bits of 4 sets, of 4 banks", || {
        Value::Numbers(oc_index().to_vec())
    }),
    Computed::new("exp-oc-tags-bytes", "4 sets x 4 banks x 10 bit", || {
        Value::Number(bytes(oc_lines() * oc_tag().iter().sum::<f64>()))
    }),
    Computed::new("exp-rp-bytes", "48 warps x 63 bit", || {
        Value::Number(bytes((SM.warps * max_regs()) as f64))
    }),
    Computed::new("exp-sbr-bytes", "8 CTAs x 16 bit", || {
        Value::Number(bytes(sbr().iter().product()))
    }),
    Computed::new("exp-util-warpman", "as exp-util-base, plus full warps of one more CTA", || {
        utilisation(warpman)
    }),
    Computed::new(
        "exp-util-expars",
        "table 3, eq. 9 as corrected, an integer number of registers per thread in the register \
         file",
        || utilisation(expars),
    ),
    Computed::new("exp-util-min", "smallest of the 14 utilisations of exp-util-expars", || {
        let overall = table_3().iter().map(|k| expars(k).utilisation()[2]).fold(100.0, f64::min);
        Value::Number(overall)
    }),
    Computed::new("exp-mix-rf-ratio", "table 3, eq. 9 as corrected: Start_Reg / registers", || {
        Value::Number(ratio(split, &table_3()))
    }),
    Computed::new("exp-ctas-mean", "CTAs of table 3 / 14", || means(|used| used.ctas)),
    Computed::new("exp-warps-mean", "warps of table 3 / 14", || means(|used| used.warps)),
    Computed::new("exp-full-slots", "kernels of table 3 with 48 warps of 32 threads", || {
        let full = |kernel: &&Kernel| expars(kernel).warps * LANES == SM.threads;
        Value::Number(table_3().iter().filter(full).count() as f64)
    }),
    Computed::new("exp-warps-st-mq-sing2", "maximum warps of the three kernels of table 3", || {
        Value::Numbers(vec![most_warps(expars), most_warps(baseline), most_warps(warpman)])
    }),
    Computed::new("exp-rf-minus-one", "table 3, eq. 9 as corrected: CTA_RF = baseline - 1", || {
        let one_less = |kernel: &Kernel| split(kernel).rf + 1 == kernel.lower();
        let kernels = table_3().into_iter().filter(one_less);
        Value::Texts(kernels.map(|kernel| kernel.name.to_owned()).collect())
    }),
];

pub const GIVEN: &[Given] = &[
    Given::new("exp-tau", "a parameter of the evaluation; input of exp-util-expars"),
    Given::new("exp-spm-banks", "a parameter of the SM; input of exp-spm-rate"),
    Given::new("exp-t2-sms", "a parameter of the simulation"),
    Given::new("exp-t2-clock", "a parameter of the simulation"),
    Given::new("exp-t2-fermi", "a parameter of the simulation; input of all CTA counts"),
    Given::new("exp-t2-maxwell", "a parameter of the simulation"),
    Given::new("exp-t2-schedulers", "a parameter of the simulation"),
    Given::new("exp-t2-spm", "a parameter of the simulation; input of exp-sbr"),
    Given::new("exp-t2-caches", "a parameter of the simulation; input of sdc-t2-l2"),
    Given::new("exp-t2-gddr", "a parameter of the simulation"),
    Given::new("exp-t2-dram", "a parameter of the simulation"),
    Given::new("exp-ltlws-counters", "4 B per counter are a choice; 48 warps need 6 bits"),
    Given::new("exp-sec34", "the sizes of an example; exp-e10 checks it"),
    Given::new("exp-max-regs", "a parameter of the GPUs; input of exp-bitvector, exp-rp-bytes"),
];

const ENERGY: &str = "GPUWattch's energies per access of register file, operand cache and \
                      scratchpad, which the paper does not print; regforge sim --rf expanded \
                      --json counts the accesses";

pub const MISSING: &[Missing] = &[
    Missing {
        id: "exp-area",
        input: "CACTI 7.0 at 40 nm, and the list of structures in this figure; exp-oc and the \
                other claims in bytes give the storage of an SM, regforge area \
                expanded_register_file gives the logic",
    },
    Missing {
        id: "exp-rf-plus-2kb",
        input: "a model of Warpman, another paper's design, which launches partial CTAs",
    },
    Missing { id: "exp-energy-mq", input: ENERGY },
    Missing { id: "exp-energy-others", input: ENERGY },
];

pub const ERRATA: &[ShownErratum] = &[
    ShownErratum::new("exp-e01", "eq. 7 against all limits of an SM, on a grid of kernels", e01),
    ShownErratum::new("exp-e02", "eq. 8 at tau 0.2 and 0.8, on a grid of kernels", e02),
    ShownErratum::new("exp-e03", "eq. 9 on table 3, checked against eq. 1 and fig. 11", e03),
    ShownErratum::new("exp-e04", "eq. 10 for fig. 5, checked against its 6 bits", e04),
    ShownErratum::new("exp-e05", "32678 x 4 B", e05),
    ShownErratum::new("exp-e06", "14436 / 512 threads; means of table 3 with both numbers", e06),
    ShownErratum::new("exp-e07", "fig. 5 in units of one register: needs of a fourth CTA", e07),
    ShownErratum::new("exp-e08", "three shapes of the introduction's CTA; a grid of kernels", e08),
    ShownErratum::new("exp-e09", "cache lines of one register, all pairs of 48 warps", e09),
    ShownErratum::new("exp-e10", "limits on the CTAs of 512 and of 256 threads", e10),
    ShownErratum::new("exp-e11", "the rule of 3.3.5 against that of 3.3.3, all registers", e11),
    ShownErratum::new("exp-e12", "eq. 11 for MQ of table 3 in words and in bytes", e12),
    ShownErratum::new("exp-e14", "eq. 14 for warps of 10, 100 and 100 instructions", e14),
    ShownErratum::new("exp-e15", "CTAs of table 3, oracle / baseline; ratio of rounded means", e15),
    ShownErratum::new("exp-e16", "the stated gains, in points and relative to the baseline", e16),
    ShownErratum::new("exp-e17", "a cycle model of the queue: two warps, a line, a barrier", e17),
    ShownErratum::new("exp-e18", "a cycle model of the queue: two warps spin on a third", e18),
];

fn e01() -> Shown {
    let kernels = grid();
    let case = |kernel: &&Kernel| printed_split(kernel, tau()).case == 7;
    let broken = |kernel: &&Kernel| SM.registers / kernel.registers > kernel.lower();
    let (all, wrong) =
        (kernels.iter().filter(case).count(), kernels.iter().filter(case).filter(broken).count());
    let unbound = kernels.iter().filter(|k| k.upper_as_printed() > k.without_registers()).count();
    Shown {
        stated: "CTA_RF = floor(R / R_CTA) whenever CTA_Lower >= CTA_Upper".into(),
        ours: format!(
            "CTA_RF exceeds what the SM holds in {wrong} of {all} cases of eq. 7; CTA_Upper \
             exceeds the scratchpad for {unbound} of {} kernels",
            kernels.len()
        ),
        confirmed: wrong > 0 && unbound > 0,
    }
}

fn e02() -> Shown {
    let kernels = grid();
    let case_8 = |tau: Tau| {
        let splits = kernels.iter().map(move |kernel| (kernel, printed_split(kernel, tau)));
        splits.filter(|(_, split)| split.case == 8).collect::<Vec<_>>()
    };
    let low = Tau { numerator: 2, denominator: 10 };
    let entered = case_8(low);
    let den = low.denominator as i64;
    let fractional = entered.iter().filter(|(_, split)| split.rf % den != 0).count();
    let negative = entered.iter().filter(|(_, split)| split.rf < 0).count();
    let sums = |(kernel, split): &&(&Kernel, Printed)| {
        split.rf + split.mix * den == kernel.upper_as_printed() as i64 * den
    };
    let right = entered.iter().filter(sums).count();
    let at_0_8 = case_8(tau()).len();
    Shown {
        stated: "eq. 8 gives CTA_RF and CTA_Mix if floor(R / (R_CTA (1 - tau))) <= CTA_Upper"
            .into(),
        ours: format!(
            "tau 0.2: of {} cases, CTA_RF is fractional in {fractional} and negative in \
             {negative}, and CTA_RF + CTA_Mix is CTA_Upper in {right}; tau 0.8: eq. 8 applies in \
             {at_0_8} cases",
            entered.len()
        ),
        confirmed: fractional > 0 && negative > 0 && right < entered.len() && at_0_8 == 0,
    }
}

fn e03() -> Shown {
    let kernels = table_3();
    let den = tau().denominator as i64;
    let as_printed = |s: Split| Printed { case: 9, rf: s.rf as i64 * den, mix: s.mix as i64 };
    let breaks = |k: &&Kernel| !keeps_eq_1(k, &printed_split(k, tau()), tau());
    let corrected = kernels.iter().all(|k| keeps_eq_1(k, &as_printed(split(k)), tau()));
    let names: Vec<_> = kernels.iter().filter(breaks).map(|kernel| kernel.name).collect();
    let hs = kernels.iter().find(|kernel| kernel.name == "HS").map(split);
    let (by_equation, published) = (ratio(split, &kernels), ratio(published_split, &kernels));
    Shown {
        stated: "eq. 9; 47.39% of a mix CTA in the register file; HS has CTA_RF = baseline - 1"
            .into(),
        ours: format!(
            "eq. 9 breaks eq. 1 for {}, with ceil for none; the share is {by_equation:.2}%, and \
             {published:.2}% only if HS is split 2 + 2 instead of 3 + 1",
            names.join(", ")
        ),
        confirmed: names == ["SGE", "BT", "MERG", "QUA"]
            && corrected
            && hs == Some(Split { rf: 3, mix: 1 })
            && rounds_to(published, number("exp-mix-rf-ratio"))
            && !rounds_to(by_equation, number("exp-mix-rf-ratio")),
    }
}

/// Whether `value` rounds to the printed figure at two decimals.
fn rounds_to(value: f64, printed: f64) -> bool {
    (value - printed).abs() <= 0.005
}

fn e04() -> Shown {
    let (kernel, split) = (figure_5(), Split { rf: 3, mix: 1 });
    let printed = (SM.registers - split.rf * kernel.registers) / split.mix;
    let index = printed / kernel.threads();
    let fits = |index: usize| index <= max_regs();
    Shown {
        stated: format!("Start_Reg = {printed} in 6 bits (fig. 5)"),
        ours: format!("{index}, if also divided by 32 threads x 10 warps"),
        confirmed: !fits(printed) && fits(index),
    }
}

fn e05() -> Shown {
    let printed = number("exp-t2-regs-fermi") as usize;
    let size = 128 * KILO;
    Shown {
        stated: format!("{printed} registers x 4 B = 128 KB"),
        ours: format!("{} B; 128 KB are {} registers", printed * WORD, size / WORD),
        confirmed: printed * WORD != size && SM.registers * WORD == size,
    }
}

fn e06() -> Shown {
    let printed = table_3();
    let mut corrected = printed.clone();
    let st = corrected.iter_mut().find(|kernel| kernel.name == "ST");
    let Some(st) = st else { return missing() };
    let (stated, threads) = (st.registers, st.threads());
    st.registers = threads * (stated / threads);
    let right = st.registers;
    let means = |kernels: &[Kernel]| {
        let [file, shared, both] = utilisation_of(expars, kernels);
        let [base_file, _, base_both] = utilisation_of(baseline, kernels);
        [base_file, base_both, file, shared, both, ratio(published_split, kernels)]
    };
    let published = [
        part("exp-util-base", 0),
        part("exp-util-base", 2),
        part("exp-util-expars", 0),
        part("exp-util-expars", 1),
        part("exp-util-expars", 2),
        number("exp-mix-rf-ratio"),
    ];
    let hits = |kernels: &[Kernel]| {
        means(kernels).into_iter().zip(published).filter(|&(a, b)| rounds_to(a, b)).count()
    };
    let (with_printed, with_right) = (hits(&printed), hits(&corrected));
    Shown {
        stated: format!("{stated} registers for the {threads} threads of ST"),
        ours: format!(
            "{right} = {threads} x {}; of six published means, {with_printed} are reproduced with \
             the printed number, {with_right} with ours",
            right / threads
        ),
        confirmed: stated % threads != 0 && with_printed == published.len() && with_right == 0,
    }
}

fn missing() -> Shown {
    Shown { stated: String::new(), ours: "a claim is missing".into(), confirmed: false }
}

fn e07() -> Shown {
    let kernel = figure_5();
    let ctas = 4;
    let left = SM.registers - (ctas - 1) * kernel.registers;
    let regs = kernel.registers / kernel.threads();
    let start_reg = left / kernel.threads();
    let needed = (regs - start_reg) * kernel.warps * REGISTER_BYTES;
    let free = SM.shared_bytes - ctas * kernel.shared_bytes;
    Shown {
        stated: "a fourth CTA keeps 2K registers in the register file and moves 8K to 32 KB of \
                 scratchpad"
            .into(),
        ours: format!(
            "{start_reg} registers per thread stay in the register file; {needed} B of scratchpad \
             are needed, {free} B are free; {} CTAs fit",
            exact(&kernel)
        ),
        confirmed: needed > free && exact(&kernel) == kernel.lower(),
    }
}

fn e08() -> Shown {
    let shapes = [(4, 40), (5, 32), (8, 20)];
    let ctas = shapes.map(|(warps, regs)| exact(&Kernel::new(warps, regs, 2 * KILO)));
    let kernels = grid();
    let more: Vec<_> = kernels.iter().filter(|kernel| kernel.upper() > kernel.lower()).collect();
    let lost = more.iter().filter(|kernel| exact(kernel) < kernel.upper()).count();
    let stated = part("exp-intro-example", 3) as usize;
    Shown {
        stated: format!("{stated} CTAs of 5K registers and 2 KB"),
        ours: format!(
            "{} CTAs of 4 warps x 40 registers, {} of 5 x 32, {} of 8 x 20; on the grid, {lost} of \
             {} kernels get fewer CTAs than CTA_Upper",
            ctas[0],
            ctas[1],
            ctas[2],
            more.len()
        ),
        confirmed: ctas[0] == stated && ctas[1] < stated && ctas[2] < stated && lost > 0,
    }
}

fn e09() -> Shown {
    let lines = oc_lines() as usize;
    let pairs = || (0..SM.warps).flat_map(|a| (0..a).map(move |b| (a, b)));
    let collide = |line: fn(usize, usize) -> usize| {
        let same = |&(a, b): &(usize, usize)| {
            (0..max_regs()).any(|reg| line(reg, a) % lines == line(reg, b) % lines)
        };
        pairs().filter(same).count()
    };
    let (printed, swizzled) = (collide(|reg, _| reg), collide(|reg, warp| reg + warp));
    let all = pairs().count();
    Shown {
        stated: "bank = reg[1:0], set = reg[3:2], four ways of a set in four banks".into(),
        ours: format!(
            "all warps map a register to one line: {printed} of {all} pairs of warps collide at \
             the same bundle, {swizzled} with line (reg + warp) mod {lines}"
        ),
        confirmed: printed == all && swizzled < all / 10,
    }
}

fn e10() -> Shown {
    let [large, small] = [part("exp-sec34", 0), part("exp-sec34", 1)].map(|threads| {
        let needs = KernelNeeds {
            threads_per_cta: threads as usize,
            regs_per_thread: 20,
            shared_bytes: 10 * KILO,
        };
        SM.residency(&needs)
    });
    Shown {
        stated: "512 threads: limited by registers; 256: by scratchpad".into(),
        ours: format!(
            "512 threads: {} CTAs, limits {:?}; 256 threads: {} CTAs, limits {:?}",
            large.tlp, large.limits, small.tlp, small.limits
        ),
        confirmed: large.limits.contains(&Limit::Registers)
            && large.limits.contains(&Limit::Threads)
            && small.limits == [Limit::SharedMemory],
    }
}

fn e11() -> Shown {
    let (start_cta, start_reg) = (3, 6);
    let all = || (0..SM.ctas).flat_map(|cta| (0..max_regs()).map(move |reg| (cta, reg)));
    // Section 3.3.3: CTAs from Start_CTA on have the registers from Start_Reg on in scratchpad.
    let in_scratchpad = |&(cta, reg): &(usize, usize)| start_cta <= cta && start_reg <= reg;
    let sent_to_oc = |&(cta, reg): &(usize, usize)| start_cta <= cta && reg < start_reg;
    let wrong = all().filter(|at| in_scratchpad(at) != sent_to_oc(at)).count();
    let mixed = all().filter(|&(cta, _)| start_cta <= cta).count();
    Shown {
        stated: "Start_CTA <= CTA_ID and Reg not less than Start_Reg: to the register file".into(),
        ours: format!(
            "{wrong} of {mixed} registers of mix CTAs are accessed where section 3.3.3 does not \
             place them (Start_CTA {start_cta}, Start_Reg {start_reg})"
        ),
        confirmed: wrong == mixed,
    }
}

fn e12() -> Shown {
    let kernels = table_3();
    let Some(kernel) = kernels.iter().find(|kernel| kernel.name == "MQ") else { return missing() };
    let split = split(kernel);
    let lines = (kernel.registers - kept(kernel, split)) / LANES;
    let sbr =
        |capacity: usize, cta: usize| capacity as i64 - ((cta + 1) * lines * REGISTER_BYTES) as i64;
    let last = |capacity| sbr(capacity, split.mix - 1);
    let (words, bytes) = (SM.shared_bytes / WORD, SM.shared_bytes);
    Shown {
        stated: format!("S in words: {words}"),
        ours: format!(
            "SBR of MQ's last mix CTA is {} with words, {} with bytes; words suffice for {} lines \
             only",
            last(words),
            last(bytes),
            words / REGISTER_BYTES
        ),
        confirmed: last(words) < 0 && last(bytes) >= 0,
    }
}

fn e14() -> Shown {
    let instructions = [10, 100, 100];
    let first = instructions[0];
    let optimum = instructions.iter().sum::<usize>() / first;
    Shown {
        stated: "W_Opt = floor(sum of Inst_i / Inst_Max)".into(),
        ours: format!("W_Opt = {optimum} with {} warps", instructions.len()),
        confirmed: optimum > instructions.len(),
    }
}

fn e15() -> Shown {
    let stated = number("exp-oracle");
    let kernels = APPLICATIONS.rows.len() as f64;
    let [after, before] = [sum_of_ctas(oracle), sum_of_ctas(baseline)];
    let two_decimals = |sum: f64| (100.0 * sum / kernels).round() / 100.0;
    let rounded = 100.0 * (two_decimals(after) / two_decimals(before) - 1.0);
    Shown {
        stated: format!("{stated}% more CTAs"),
        ours: format!(
            "{after} / {before}: {:.2}%; from rounded means {rounded:.2}%",
            oracle_gain()
        ),
        confirmed: rounds_to(rounded, stated) && !rounds_to(oracle_gain(), stated),
    }
}

fn e16() -> Shown {
    let kernels = table_3();
    let base = utilisation_of(baseline, &kernels);
    let relative = [0, 1].map(|n| 100.0 * gain(n) / base[n]);
    let more = sum_of_ctas(expars) / sum_of_ctas(baseline) - 1.0;
    let [file, shared] = ["exp-rf-util-gain", "exp-spm-util-gain"].map(number);
    Shown {
        stated: format!("utilisation improved by {file}% and {shared}%, CTAs increased by 1.28x"),
        ours: format!(
            "these are percentage points; relative gains {:.1}% and {:.0}%; CTAs increased by \
             {more:.2}x",
            relative[0], relative[1]
        ),
        confirmed: rounds_to(gain(0), file)
            && rounds_to(gain(1), shared)
            && !rounds_to(relative[0], file)
            && !rounds_to(more, number("exp-ctas-ratio")),
    }
}

/// Cycles after which a warp in the model of the queue is assumed to wait for ever.
const FOR_EVER: usize = 100_000;

fn told(end: Option<usize>) -> String {
    end.map_or(format!("hang for {FOR_EVER} cycles"), |cycle| format!("end after {cycle} cycles"))
}

fn e17() -> Shown {
    const INSIDE: &[Bundle] = &[&[Step::Work, Step::Barrier, Step::Work]];
    const LAST: &[Bundle] = &[&[Step::Work, Step::Barrier], &[Step::Work]];
    let rules = Rules { most_passed: None, lines: 1 };
    let [inside, last] = [INSIDE, LAST].map(|warp| ends(&[warp, warp], rules, FOR_EVER));
    Shown {
        stated: "a bundle may continue after a barrier".into(),
        ours: format!(
            "two warps that share a line {}; with the barrier as the last instruction of its \
             bundle, they {}",
            told(inside),
            told(last)
        ),
        confirmed: inside.is_none() && last.is_some(),
    }
}

fn e18() -> Shown {
    const SPINS: &[Bundle] = &[&[Step::Spin]];
    const SETS: &[Bundle] = &[&[Step::Set]];
    let limit = 48;
    let [stated, limited] = [None, Some(limit)]
        .map(|most_passed| ends(&[SPINS, SPINS, SETS], Rules { most_passed, lines: 1 }, FOR_EVER));
    Shown {
        stated: "a warp whose bundle completes moves to the front of the queue".into(),
        ours: format!(
            "two warps that spin on a third {}; with at most {limit} insertions past a waiting \
             warp, they {}",
            told(stated),
            told(limited)
        ),
        confirmed: stated.is_none() && limited.is_some(),
    }
}
