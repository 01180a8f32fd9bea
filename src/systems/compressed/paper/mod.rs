//! Angerd et al. 2020: narrow values share registers; an indirection table locates them.
//!
//! The transistors of section 6.4 are counted from its structures: six for each bit of memory, each
//! gate and each AND-OR cell of a multiplexer. Residency is computed from the registers, warps and
//! shared memory of a block.

mod assumptions;
mod simulated;
mod structures;

use crate::bits::{LANES, splitmix64};
use crate::compiler::occupancy::{KernelNeeds, Limit, Residency, Resources};
use crate::papers::computed::{Computed, Given, Shown, ShownErratum, Value};
use crate::papers::taken::{Missing, Taken};
use crate::papers::{Application, ApplicationTable, Footprint, List, Paper};
use crate::systems::compressed::compiler::tuning::Target;
use crate::systems::compressed::indirection::Indirection;
use crate::systems::stated;

/// The paper's claims, errata and gaps.
pub static LIST: List = List::new(include_str!("claims.toml"));

pub const PAPER: Paper = Paper {
    prefix: "sdc",
    list: &LIST,
    computed: COMPUTED,
    given: GIVEN,
    errata: ERRATA,
    taken: TAKEN,
    missing: MISSING,
    simulations: &[&simulated::Applications, &simulated::WriteDelay],
    open: Some(&assumptions::OPEN),
    structures: Some(&structures::STRUCTURES),
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

const WORD_BITS: f64 = u32::BITS as f64;
const WARP: f64 = LANES as f64;
const KILO: f64 = 1024.0;

/// Source operands of an instruction.
const SOURCES: f64 = 3.0;
/// Registers of an SM of Turing and Volta, in KiB.
const LARGE_FILE_KIB: f64 = 256.0;
/// SMs of Turing. The paper states only totals over all SMs.
const TURING_SMS: f64 = 72.0;
/// SMs on the Volta chip.
const VOLTA_SMS: f64 = 84.0;
/// SMs of the chip that a V100 uses.
const V100_SMS: f64 = 80.0;
const VOLTA_BLOCKS_PER_SM: f64 = 4.0;
const VOLTA_THREADS: f64 = 2048.0;
const VOLTA_MILLION_TRANSISTORS: f64 = 21_000.0;

const IMGVF: &str = "sdc-t4-imgvf";

/// The applications of table 4. Shared memory and CTAs are printed only for IMGVF.
const APPLICATIONS: ApplicationTable = ApplicationTable {
    place: "table 4",
    configuration: "sdc_paper",
    launch: "angerd-2020.toml",
    footprint: |list, id| Footprint {
        threads: WARP * list.part(id, 1),
        registers: list.part(id, 0),
        shared_bytes: (id == IMGVF).then(|| list.number("sdc-imgvf-shared")),
        ctas: (id == IMGVF).then(|| list.part("sdc-imgvf-blocks", 0)),
    },
    rows: &[
        Application::new("Deferred", "sdc-t4-deferred", "papers/deferred"),
        Application::new("SSAO", "sdc-t4-ssao", "papers/ssao"),
        Application::new("Elevated", "sdc-t4-elevated", "papers/elevated"),
        Application::new("Pathtracer", "sdc-t4-pathtracer", "papers/path_tracer"),
        Application::new("CFD", "sdc-t4-cfd", "cfd_flux"),
        Application::new("DWT2D", "sdc-t4-dwt2d", "papers/dwt2d"),
        Application::new("Hotspot", "sdc-t4-hotspot", "papers/hotspot_steps"),
        Application::new("Hotspot3D", "sdc-t4-hotspot3d", "papers/hotspot_3d"),
        Application::new("IMGVF", "sdc-t4-imgvf", "papers/imgvf_320"),
        Application::new("GICOV", "sdc-t4-gicov", "papers/gicov_192"),
        Application::new("Hybridsort", "sdc-t4-hybridsort", "papers/merge_pass"),
    ],
};

/// Resident blocks of a kernel of table 4 in an SM.
fn residency(id: &str, regs_per_thread: f64, shared_bytes: f64) -> Residency {
    let needs = KernelNeeds {
        threads_per_cta: LANES * part(id, 1) as usize,
        regs_per_thread: regs_per_thread as usize,
        shared_bytes: shared_bytes as usize,
    };
    Resources::FERMI.residency(&needs)
}

/// Registers of a block of IMGVF.
fn imgvf_registers(regs_per_thread: f64) -> f64 {
    regs_per_thread * WARP * part("sdc-t4-imgvf", 1)
}

fn imgvf_blocks(registers_of: &str) -> f64 {
    residency("sdc-t4-imgvf", number(registers_of), number("sdc-imgvf-shared")).tlp as f64
}

/// Gain in instructions per cycle of a row of table 1 over the original, in percent.
fn imgvf_gain(row: &str) -> f64 {
    100.0 * (part(row, 2) / part("sdc-t1-original", 2) - 1.0)
}

/// Formats of table 3, with their total bits.
const TABLE_3: [(&str, u32); 7] = [
    ("sdc-t3-f32", 32),
    ("sdc-t3-f28", 28),
    ("sdc-t3-f24", 24),
    ("sdc-t3-f20", 20),
    ("sdc-t3-f16", 16),
    ("sdc-t3-f12", 12),
    ("sdc-t3-f8", 8),
];

/// `[sign, exponent, mantissa]` in bits. The mantissa has the bits that the others leave.
fn format(id: &str, bits: u32) -> Value {
    let (sign, exponent) = (1.0, part(id, 1));
    Value::Numbers(vec![sign, exponent, f64::from(bits) - sign - exponent])
}

fn slice_bits() -> u32 {
    fn divisor(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { divisor(b, a % b) }
    }
    TABLE_3.iter().fold(0, |common, &(_, bits)| divisor(common, bits))
}

fn slices() -> u32 {
    u32::BITS / slice_bits()
}

/// Mask of a set of slices.
fn mask(slices: &[u32]) -> f64 {
    f64::from(slices.iter().map(|slice| 1u32 << slice).sum::<u32>())
}

/// Transistors of an SRAM bit, a gate or an AND-OR cell.
const CELL: f64 = 6.0;
/// AND-OR cells of a 9:1 multiplexer, per bit.
const CELLS_OF_9_TO_1: f64 = 8.0;
/// Flags of an operand in a collector unit: signed, convert, location.
const FLAGS: f64 = 3.0;

/// Transistors of the multiplexers in a thread value extractor, each `width` bits wide.
fn multiplexers(width: f64) -> f64 {
    f64::from(slices()) * width * CELLS_OF_9_TO_1 * CELL
}

fn pad() -> f64 {
    f64::from(slice_bits()) * CELL
}

fn extractor_of_thread() -> f64 {
    multiplexers(slice_bits().into()) + pad()
}

fn extractor() -> f64 {
    extractor_of_thread() * WARP
}

fn extractors() -> f64 {
    extractor() * number("sdc-base-banks")
}

/// Rounded to thousands, as in section 6.4 ("about 50K").
fn thousands(transistors: f64) -> f64 {
    1000.0 * (transistors / 1000.0).round()
}

fn converters() -> f64 {
    number("sdc-area-tvc") * WARP * part("sdc-vc", 0)
}

fn table() -> f64 {
    part("sdc-indirection", 0) * part("sdc-indirection", 1) * CELL
}

fn tables() -> f64 {
    part("sdc-indirection", 3) * table()
}

/// Transistors of a thread value truncator: a converter, and an extractor for each part of a split
/// value.
fn truncator_of_thread(extractor: f64) -> f64 {
    number("sdc-area-tvc") + part("sdc-wvt", 2) * extractor
}

fn truncators(of_thread: f64) -> f64 {
    of_thread * WARP * part("sdc-wvt", 0)
}

fn collector_unit() -> f64 {
    let operand = part("sdc-cu-fields", 3) + FLAGS;
    (number("sdc-cu-or") + operand * SOURCES) * CELL
}

fn collector_units() -> f64 {
    collector_unit() * number("sdc-t2-cus")
}

/// Transistors of all structures of an SM, if its truncators have `truncators`.
fn total(truncators: f64) -> f64 {
    extractors() + converters() + tables() + truncators + collector_units()
}

fn corrected_total() -> f64 {
    total(truncators(truncator_of_thread(extractor_of_thread())))
}

/// Millions of transistors of a processing block, an SM and the chip, then the share of the chip in
/// percent. Computed from the rounded figures of the paper.
fn volta() -> Vec<f64> {
    let block = (number("sdc-area-total") - number("sdc-volta-extractors")) / 1e6;
    let sm = block * VOLTA_BLOCKS_PER_SM;
    let chip = sm * VOLTA_SMS;
    vec![block, sm, chip, 100.0 * chip / VOLTA_MILLION_TRANSISTORS]
}

fn product(ids: &[&str]) -> f64 {
    ids.iter().map(|id| number(id)).product()
}

/// Size of the register file in decimal kilobytes.
fn file_kb() -> f64 {
    number("sdc-t2-regs") * WORD_BITS / 8.0 / 1000.0
}

pub const COMPUTED: &[Computed] = &[
    Computed::new("sdc-fermi-rf", "32768 registers x 4 B / 1000", || Value::Number(file_kb())),
    Computed::new("sdc-fermi-rf-total", "15 SMs x 131 kB, the rounded size", || {
        Value::Number(number("sdc-base-sms") * file_kb().round())
    }),
    Computed::new("sdc-turing-rf-total", "72 SMs x 256 KiB", || {
        Value::Number(TURING_SMS * LARGE_FILE_KIB / KILO)
    }),
    Computed::new("sdc-imgvf-regs", "52 registers x 32 lanes x 10 warps", || {
        Value::Number(imgvf_registers(number("sdc-t4-imgvf")))
    }),
    Computed::new("sdc-imgvf-blocks", "resident blocks with 52 and 29 registers", || {
        Value::Numbers(vec![imgvf_blocks("sdc-t1-original"), imgvf_blocks("sdc-t1-both")])
    }),
    Computed::new("sdc-imgvf-ipc-artificial", "IPC of table 1: 377 / 196", || {
        Value::Number(imgvf_gain("sdc-t1-artificial"))
    }),
    Computed::new("sdc-base-width", "32 lanes x 32 bit", || Value::Number(WARP * WORD_BITS)),
    Computed::new("sdc-slices", "greatest common divisor of table 3's widths; 32 / 4", || {
        Value::Numbers(vec![slices().into(), slice_bits().into()])
    }),
    Computed::new("sdc-indirection-entry", "two masks of 8 slices; half of the rest each", || {
        let mask = f64::from(slices());
        let register = (part("sdc-indirection", 1) - 2.0 * mask) / 2.0;
        Value::Numbers(vec![register, register, mask, mask])
    }),
    Computed::new("sdc-fig3", "slice 7 in r0; slices 2, 3 and 6 in r1", || {
        Value::Numbers(vec![mask(&[7]), mask(&[2, 3, 6])])
    }),
    Computed::new("sdc-cu-or", "32 lanes x 32 bit", || Value::Number(WARP * WORD_BITS)),
    Computed::new("sdc-vc", "2 schedulers x 3 operands; one converter per lane", || {
        Value::Numbers(vec![number("sdc-base-schedulers") * SOURCES, WARP])
    }),
    Computed::new("sdc-table-throughput", "16 banks x 1 read port", || {
        Value::Number(part("sdc-indirection", 2) * number("sdc-base-ports"))
    }),
    Computed::new("sdc-clock", "1 / 1400 MHz", || Value::Number(1e3 / number("sdc-t2-clock"))),
    Computed::new("sdc-wb-min", "one cycle of look-up, one of conversion", || {
        let (look_up, convert) = (1.0, 1.0);
        Value::Numbers(vec![look_up + convert, look_up])
    }),
    Computed::new("sdc-buffer-share", "one entry of 16 banks x 64 entries", || {
        Value::Number(100.0 / product(&["sdc-base-banks", "sdc-base-entries"]))
    }),
    Computed::new("sdc-t2-l2", "768 KiB in decimal kilobytes", || {
        Value::Number(stated("exp-t2-caches", 1) * KILO / 1000.0)
    }),
    Computed::new("sdc-t2-regs", "16 banks x 64 entries x 32 lanes", || {
        Value::Number(product(&["sdc-base-banks", "sdc-base-entries", "sdc-base-lanes"]))
    }),
    Computed::new("sdc-t2-width", "32 lanes x 32 bit", || Value::Number(WARP * WORD_BITS)),
    Computed::new("sdc-t3-f32", "1 + 8 + mantissa = 32", || format("sdc-t3-f32", 32)),
    Computed::new("sdc-t3-f28", "1 + 7 + mantissa = 28", || format("sdc-t3-f28", 28)),
    Computed::new("sdc-t3-f24", "1 + 6 + mantissa = 24", || format("sdc-t3-f24", 24)),
    Computed::new("sdc-t3-f20", "1 + 5 + mantissa = 20", || format("sdc-t3-f20", 20)),
    Computed::new("sdc-t3-f16", "1 + 5 + mantissa = 16", || format("sdc-t3-f16", 16)),
    Computed::new("sdc-t3-f12", "1 + 4 + mantissa = 12", || format("sdc-t3-f12", 12)),
    Computed::new("sdc-t3-f8", "1 + 3 + mantissa = 8", || format("sdc-t3-f8", 8)),
    Computed::new("sdc-imgvf-high-regs", "4 x 24 registers x 32 lanes x 10 warps", || {
        Value::Number(4.0 * imgvf_registers(part("sdc-imgvf-high", 1)))
    }),
    Computed::new("sdc-area-tve", "8 multiplexers x 4 bits x 8 cells x 6", || {
        Value::Number(multiplexers(slice_bits().into()))
    }),
    Computed::new("sdc-area-tve-pad", "4 bits x 6", || Value::Number(pad())),
    Computed::new("sdc-area-extractor", "32 x (1536 + 24) = 49920, about 50 thousand", || {
        Value::Number(thousands(extractor()))
    }),
    Computed::new("sdc-area-extractors", "16 x about 50 thousand", || {
        Value::Number(number("sdc-base-banks") * thousands(extractor()))
    }),
    Computed::new("sdc-area-vc", "6 x 32 x 1300", || Value::Number(converters())),
    Computed::new("sdc-area-table", "256 entries x 32 bit x 6; two tables", || {
        Value::Numbers(vec![table(), tables()])
    }),
    Computed::new("sdc-area-tvt", "1300 + 2 x (1536 + 24)", || {
        Value::Number(truncator_of_thread(extractor_of_thread()))
    }),
    Computed::new("sdc-area-wvt", "3 x 32 x (1300 + 2 x (1536 + 24))", || {
        Value::Number(truncators(truncator_of_thread(extractor_of_thread())))
    }),
    Computed::new("sdc-area-cu", "(1024 + 35 bits x 3 operands) x 6; 16 of them", || {
        Value::Numbers(vec![collector_unit(), collector_units()])
    }),
    Computed::new("sdc-area-total", "sum of the structures of section 6.4", || {
        Value::Number(corrected_total())
    }),
    Computed::new("sdc-area-gpu", "15 SMs x 1.8 million, the rounded total", || {
        Value::Number(product(&["sdc-base-sms", "sdc-area-total"]))
    }),
    Computed::new("sdc-volta-extractors", "half of 800000", || {
        Value::Number(number("sdc-area-extractors") / 2.0)
    }),
    Computed::new("sdc-volta-overhead", "1.8 M - 0.4 M; x 4 blocks; x 84 SMs; / 21e9", || {
        Value::Numbers(volta())
    }),
    Computed::new("sdc-volta-rf", "80 SMs x 256 KiB", || Value::Number(V100_SMS * LARGE_FILE_KIB)),
    Computed::new("sdc-volta-regs-per-thread", "256 KiB / 4 B / 2048 threads", || {
        Value::Number(LARGE_FILE_KIB * KILO / 4.0 / VOLTA_THREADS)
    }),
];

pub const TAKEN: &[Taken] = &[Taken {
    id: "sdc-quality-high",
    at: "Target::High of src/systems/compressed/compiler/tuning.rs",
    ours: |_| {
        let target = Target::High;
        Some(Value::Numbers(vec![target.similarity(), 100.0 * target.deviation()]))
    },
}];

pub const MISSING: &[Missing] = &[Missing {
    id: "sdc-vc-technology",
    input: "the NanGate 45 nm library, which does not ship with the tools; for another library run \
            regforge area value_converter --config sdc_paper --liberty FILE",
}];

const BASELINE: &str = "a parameter of the baseline";
const SIMULATION: &str = "a parameter of the simulation";

pub const GIVEN: &[Given] = &[
    Given::new("sdc-fermi-rf-power", "a figure that the paper cites"),
    Given::new("sdc-base-sms", "a parameter of the baseline; input of sdc-fermi-rf-total"),
    Given::new("sdc-base-schedulers", "a parameter of the baseline; input of sdc-vc"),
    Given::new("sdc-base-spu", BASELINE),
    Given::new("sdc-base-banks", "a parameter of the baseline; input of sdc-t2-regs"),
    Given::new("sdc-base-entries", "a parameter of the baseline; input of sdc-t2-regs"),
    Given::new("sdc-base-ports", "a parameter of the baseline; input of sdc-table-throughput"),
    Given::new("sdc-base-operand-rate", BASELINE),
    Given::new("sdc-base-lanes", "a parameter of the baseline; input of sdc-t2-regs"),
    Given::new("sdc-indirection", "a parameter of the design; input of sdc-area-table"),
    Given::new("sdc-tve", "the structure of the design; see sdc-e02"),
    Given::new("sdc-cu-fields", "a parameter of the design; input of sdc-area-cu"),
    Given::new("sdc-wvt", "a parameter of the design; input of sdc-area-wvt"),
    Given::new("sdc-t2-clock", "a parameter of the simulation; input of sdc-clock"),
    Given::new("sdc-t2-sms", SIMULATION),
    Given::new("sdc-t2-policy", SIMULATION),
    Given::new("sdc-t2-schedulers", SIMULATION),
    Given::new("sdc-t2-warps", SIMULATION),
    Given::new("sdc-t2-banks", SIMULATION),
    Given::new("sdc-t2-entries", SIMULATION),
    Given::new("sdc-t2-cus", "a parameter of the simulation; input of sdc-area-cu"),
    Given::new("sdc-t2-l1", SIMULATION),
    Given::new("sdc-t2-shared", SIMULATION),
    Given::new("sdc-imgvf-shared", "a property of the kernel; input of sdc-imgvf-blocks"),
];

pub const ERRATA: &[ShownErratum] = &[
    ShownErratum::new("sdc-e01", "377 / 196, and the range that rounding of both allows", e01),
    ShownErratum::new("sdc-e02", "random operands stored in slices, extracted and merged", e02),
    ShownErratum::new("sdc-e03", "8 multiplexers x width x 8 cells x 6 transistors", e03),
    ShownErratum::new("sdc-e04", "1300 + 2 x 2048 and 1300 + 2 x 1560, and both totals", e04),
    ShownErratum::new("sdc-e05", "bits in the formula for a collector unit", e05),
    ShownErratum::new("sdc-e06", "sum of the cycles in section 3.2.8", e06),
    ShownErratum::new("sdc-e07", "80 and 84 SMs x 256 KiB; 16 banks of a Fermi SM", e07),
    ShownErratum::new("sdc-e08", "256 KiB / 4 B / 2048 threads, and with decimal kilobytes", e08),
    ShownErratum::new("sdc-e09", "occupancy of table 4's kernels, from registers and warps", e09),
    ShownErratum::new("sdc-e10", "all assignments of 3 registers to 16 banks, counted", e10),
];

fn e01() -> Shown {
    let stated = number("sdc-imgvf-ipc-artificial");
    let [after, before] = ["sdc-t1-artificial", "sdc-t1-original"].map(|row| part(row, 2));
    let gain = |after: f64, before: f64| 100.0 * (after / before - 1.0);
    let (least, most) = (gain(after - 0.5, before + 0.5), gain(after + 0.5, before - 0.5));
    Shown {
        stated: format!("IPC {stated}% higher, from {before} to {after}"),
        ours: format!("{:.1}%; with rounding {least:.1}% to {most:.1}%", gain(after, before)),
        confirmed: least > stated + 0.5,
    }
}

/// A narrow integer in one register, or split over two.
struct Operand {
    placed: Indirection,
    value: u32,
}

impl Operand {
    fn random(n: u64) -> Operand {
        let random = splitmix64(n);
        let masks = [random as u8, (random >> 8) as u8];
        let signed = random >> 16 & 1 == 1;
        let placed = Indirection { registers: [0, 1], masks, signed, float: false };
        Operand { placed, value: (random >> 32) as u32 }
    }

    /// The expected result: the slices of the value, extended.
    fn expected(&self) -> u32 {
        let spare = u32::BITS - slice_bits() * self.placed.slices() as u32;
        match self.placed.signed {
            true => ((self.value << spare) as i32 >> spare) as u32,
            false => self.value << spare >> spare,
        }
    }

    /// Both parts, extracted and merged by OR. If not `gated`, the last part also pads the slices
    /// below its data.
    fn merged(&self, gated: bool) -> u32 {
        let Operand { placed, value } = self;
        let parts = [0, 1].map(|part| placed.extract(part, &placed.scatter(part, &[*value]))[0]);
        let below = slice_bits() * placed.masks[0].count_ones();
        let pads = !gated && placed.is_split() && placed.signed && self.expected() >> 31 == 1;
        let pad = if pads { (1 << below) - 1 } else { 0 };
        parts[0] | parts[1] | pad
    }
}

fn e02() -> Shown {
    let operands: Vec<Operand> =
        (0..).map(Operand::random).filter(|o| o.placed.is_legal()).take(60_000).collect();
    let wrong = |gated| {
        operands.iter().filter(|operand| operand.merged(gated) != operand.expected()).count()
    };
    let (printed, gated) = (wrong(false), wrong(true));
    Shown {
        stated: "one pad nibble for all unused slices, parts merged by OR".into(),
        ours: format!(
            "{printed} of {} operands are wrong, {gated} with a gate per output slice",
            operands.len()
        ),
        confirmed: printed > 0 && gated == 0,
    }
}

fn e03() -> Shown {
    let stated = number("sdc-area-tve");
    let (wide, narrow) = (multiplexers(WORD_BITS), multiplexers(slice_bits().into()));
    Shown {
        stated: format!("eight 9:1 multiplexers of 32 bits have {stated} transistors"),
        ours: format!("{wide} with 32 bits each, {narrow} with {}", slice_bits()),
        confirmed: narrow == stated && wide != stated,
    }
}

fn e04() -> Shown {
    let (stated_one, stated_all) = (number("sdc-area-tvt"), number("sdc-area-wvt"));
    let printed_extractor = (stated_one - number("sdc-area-tvc")) / part("sdc-wvt", 2);
    let one = truncator_of_thread(extractor_of_thread());
    Shown {
        stated: format!(
            "{stated_one} per thread truncator, {stated_all} for all truncators, {} for all \
             structures",
            total(stated_all)
        ),
        ours: format!(
            "a thread extractor has {} transistors, not {printed_extractor}: {one} per thread \
             truncator, {} for all truncators, {} for all structures",
            extractor_of_thread(),
            truncators(one),
            corrected_total()
        ),
        confirmed: printed_extractor != extractor_of_thread() && truncators(one) != stated_all,
    }
}

fn e05() -> Shown {
    let stated = 35.0;
    let unit = number("sdc-area-cu");
    let stored = unit / CELL - number("sdc-cu-or");
    Shown {
        stated: format!("{stated} bits for a collector unit of {unit} transistors"),
        ours: format!("{stored} bits, {} per operand for {SOURCES} operands", stored / SOURCES),
        confirmed: stored == stated * SOURCES,
    }
}

fn e06() -> Shown {
    let (look_up, convert, conflicts, access) = (1.0, 1.0, 1.0, 1.0);
    let stated = number("sdc-wb-model");
    let ours = look_up + convert + conflicts;
    Shown {
        stated: format!("section 6.3: {stated} cycles for conversion, register file and conflicts"),
        ours: format!(
            "section 3.2.8: {ours} cycles for table, conversion and conflicts; with the register \
             file {}",
            ours + access
        ),
        confirmed: ours == stated && look_up + convert == number("sdc-wb-min"),
    }
}

fn e07() -> Shown {
    let stated = number("sdc-volta-rf");
    let [used, chip] = [V100_SMS, VOLTA_SMS].map(|sms| sms * LARGE_FILE_KIB);
    let fermi = product(&["sdc-base-banks", "sdc-base-entries", "sdc-base-width"]) / 8.0 / KILO;
    Shown {
        stated: format!("{stated} KB in Volta with 84 SMs; 256 KB in a Fermi SM"),
        ours: format!(
            "{used} KiB are {V100_SMS} SMs, {VOLTA_SMS} SMs have {chip} KiB; a Fermi SM has \
             {fermi} KiB"
        ),
        confirmed: used == stated && chip != stated && fermi != LARGE_FILE_KIB,
    }
}

fn e08() -> Shown {
    let stated = number("sdc-volta-regs-per-thread");
    let registers = |kilo: f64| LARGE_FILE_KIB * kilo / 4.0 / VOLTA_THREADS;
    Shown {
        stated: format!("{stated} registers per thread"),
        ours: format!(
            "{} registers per thread; {} with decimal kilobytes",
            registers(KILO),
            registers(1000.0)
        ),
        confirmed: registers(KILO) != stated && registers(1000.0).floor() == stated,
    }
}

fn e09() -> Shown {
    let row = |row: &Application| {
        let id = row.claim;
        (residency(id, number(id), 0.0), numbers(id))
    };
    let rows: Vec<_> = APPLICATIONS.rows.iter().map(row).collect();
    let occupancies = || rows.iter().map(|(residency, _)| residency.occupancy);
    let least = occupancies().fold(f64::INFINITY, f64::min);
    let most = occupancies().fold(0.0, f64::max);
    let bound = rows.iter().filter(|(residency, _)| residency.limits == [Limit::Registers]).count();
    let printed = rows.iter().any(|(residency, row)| row.contains(&residency.occupancy.round()));
    Shown {
        stated: "table 4 summarises the kernels' original occupancy".into(),
        ours: format!(
            "no column shows it; from registers and warps it is {least:.1}% to {most:.1}%, and \
             registers limit {bound} of {} kernels",
            rows.len()
        ),
        confirmed: !printed && bound == rows.len(),
    }
}

fn e10() -> Shown {
    let banks = part("sdc-indirection", 2) as u32;
    let choices = || (0..banks.pow(3)).map(|n| [n / banks / banks, n / banks % banks, n % banks]);
    let conflicts = choices().filter(|[a, b, c]| a == b || b == c || a == c).count();
    let share = 100.0 * conflicts as f64 / choices().count() as f64;
    Shown {
        stated: "the probability of a bank conflict in the destination table is small".into(),
        ours: format!("{share:.1}% for three random registers in {banks} banks"),
        confirmed: share > 10.0,
    }
}
