//! Applications of table 4 on the conventional and on the compressed register file, each with as
//! many resident CTAs as its registers allow.
//!
//! A gain has two parts: the effect of the longer operand path, with unpacked registers on the
//! compressed register file, and the effect of packing, which admits more CTAs. Floats are kept in
//! the formats that were tuned for the same launch (`regforge ptx tune`); an exact run shows
//! whether their quality suffices. A loss is reported in the same way as a gain.

use super::{APPLICATIONS, number};
use crate::config::{Config, Options};
use crate::error::{Error, Result};
use crate::papers::simulated::{self, Experiment, Setting, Simulated, SimulatedClaim, gain};
use crate::papers::{Application, Value};
use crate::ptx::exec::{Schedule, Unwatched as Unseen};
use crate::ptx::launch::Launch;
use crate::run::backend::{Backend, register_file};
use crate::run::{Case, Compiled, Simulation as Launched, System};
use crate::sm::Unwatched;
use crate::sm::memory::Accesses;
use crate::sm::register_file::{Channels, Offer, Reply, Write};
use crate::systems;
use crate::systems::compressed::Compressed;
use crate::systems::compressed::compiler::tuning::{self, Target};
use crate::systems::compressed::compiler::{pack_case, table};
use crate::systems::compressed::indirection::Indirection;
use crate::systems::compressed::register_file::PackedMode;
use crate::systems::compressed::system::Packed;
use crate::systems::compressed::units::compressed_register_file::CompressedRegisterFile;
use crate::systems::sram::Sram;
use crate::systems::sram::units::sram_bank::SramStorage;
use crate::systems::sram::units::sram_register_file::SramRegisterFile;
use std::path::Path;
use std::sync::Arc;

// Rows of table 4.
const DEFERRED: usize = 0;
const SSAO: usize = 1;
const ELEVATED: usize = 2;
const PATH_TRACER: usize = 3;
const CFD: usize = 4;
const DWT2D: usize = 5;
const HOTSPOT: usize = 6;
const HOTSPOT3D: usize = 7;
const IMGVF: usize = 8;
const GICOV: usize = 9;
const HYBRIDSORT: usize = 10;
const ALL: &[usize] = &[
    DEFERRED,
    SSAO,
    ELEVATED,
    PATH_TRACER,
    CFD,
    DWT2D,
    HOTSPOT,
    HOTSPOT3D,
    IMGVF,
    GICOV,
    HYBRIDSORT,
];

/// Applications for which the paper names a substantial gain.
const GAINING: &[usize] = &[CFD, DWT2D, HOTSPOT3D, IMGVF, DEFERRED, PATH_TRACER];

/// Flag: packed registers run on a conventional register file that holds as many CTAs. Tables,
/// extraction, conversion and second accesses then take no time.
pub const NO_STAGES: &str = "no_stages";

const INPUTS: &str = "our own kernels with the resources of table 4, on generated inputs and one \
                      SM with its share of L2 and DRAM";

/// Register file and packing with which an application is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// On the conventional register file.
    Original,
    /// On a larger conventional register file, with as many CTAs as [`Way::Perfect`].
    Artificial,
    /// On the compressed register file, without packing.
    Whole,
    Integers,
    Floats,
    /// Integers and floats packed.
    Perfect,
    High,
    /// [`Way::Perfect`] with every result delayed by this number of cycles.
    Later(u64),
}

use Way::{Artificial, Floats, High, Integers, Later, Original, Perfect, Whole};

/// Delays of results in cycles (sdc-wb-sweep); 0 is [`Way::Perfect`].
const DELAYS: [u64; 4] = [0, 2, 4, 8];

/// Results of an application.
pub struct ApplicationRun {
    registers: usize,
    warps_per_cta: usize,
    /// Group of table 4: 1 images, 2 floats, 3 results that must be equal.
    group: usize,
    ctas: usize,
    /// Resident threads in percent of the maximum of the SM.
    occupancy: f64,
    ipc: f64,
    textures: Accesses,
    /// Whether the results have the required quality.
    good: bool,
}

/// The experiment: each application in the ways that the claims need.
pub struct Applications;

impl Experiment for Applications {
    /// Row of table 4, and way.
    type Run = (usize, Way);
    type Outcome = ApplicationRun;

    fn claims() -> Vec<SimulatedClaim<Applications>> {
        let claim = |id, applications: &[usize], ways: &[Way], ours: fn(&Runs) -> Simulated| {
            let of = |n: &usize| ways.iter().map(move |way| (*n, *way)).collect::<Vec<_>>();
            SimulatedClaim::new(id, applications.iter().flat_map(of), ours)
        };
        let row_of_table_4 = |(n, row): (usize, &Application)| {
            SimulatedClaim::new(row.claim, [(n, Original)], move |runs| runs.row_of_table_4(n))
        };
        let table_4 = APPLICATIONS.rows.iter().enumerate().map(row_of_table_4);
        let others = [
            claim("sdc-ipc-max", ALL, &[Original, Whole, High], |runs| {
                let most = runs.gains(ALL, High).into_iter().fold(f64::MIN, f64::max);
                runs.ipc_claim(Value::Number(most), ALL, &[High])
            }),
            claim("sdc-ipc-avg-high", ALL, &[Original, Whole, High], |runs| {
                runs.ipc_claim(Value::Number(runs.mean_gain(High, Original)), ALL, &[High])
            }),
            claim("sdc-ipc-avg-perfect", ALL, &[Original, Whole, Perfect], |runs| {
                runs.ipc_claim(Value::Number(runs.mean_gain(Perfect, Original)), ALL, &[Perfect])
            }),
            claim("sdc-ipc-range", GAINING, &[Original, Whole, Perfect, High], |runs| {
                let ways = [Perfect, High];
                let gains: Vec<f64> =
                    ways.iter().flat_map(|way| runs.gains(GAINING, *way)).collect();
                let least = gains.iter().copied().fold(f64::MAX, f64::min);
                let most = gains.iter().copied().fold(f64::MIN, f64::max);
                runs.ipc_claim(Value::Numbers(vec![least, most]), GAINING, &ways)
            }),
            claim("sdc-t1-original", &[IMGVF], &[Original], |runs| runs.row_of_table_1(Original)),
            claim("sdc-t1-int", &[IMGVF], &[Integers], |runs| runs.registers_of_table_1(Integers)),
            claim("sdc-t1-float", &[IMGVF], &[Floats], |runs| runs.registers_of_table_1(Floats)),
            claim("sdc-t1-both", &[IMGVF], &[Perfect], |runs| runs.row_of_table_1(Perfect)),
            claim("sdc-t1-artificial", &[IMGVF], &[Artificial], |runs| {
                runs.row_of_table_1(Artificial)
            }),
            claim("sdc-imgvf-high", &[IMGVF], &[Original, Perfect, High], |runs| {
                let registers = [Perfect, High].map(|way| runs[(IMGVF, way)].registers as f64);
                let original =
                    format!("{} registers originally", runs[(IMGVF, Original)].registers);
                let quality = runs.quality(&[IMGVF], &[Perfect, High]);
                simulated(Value::Numbers(registers.to_vec()), &[&original, &quality])
            }),
            claim("sdc-tex-miss-gicov", &[GICOV], &[Original, Perfect], |runs| {
                runs.texture_misses(GICOV)
            }),
            claim("sdc-tex-miss-ssao", &[SSAO], &[Original, Perfect], |runs| {
                runs.texture_misses(SSAO)
            }),
            claim("sdc-wb-sweep", ALL, &[Perfect, Later(2), Later(4), Later(8)], |runs| {
                let costs = DELAYS[1..].iter().map(|delay| runs.cost_of_delay(*delay));
                let notes: Vec<String> = costs.collect();
                let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
                simulated(Value::Numbers(DELAYS.map(|delay| delay as f64).to_vec()), &notes)
            }),
        ];
        others.into_iter().chain(table_4).collect()
    }

    /// Fails if a run without rounding leaves memory that differs from that of the executor.
    fn run((application, way): (usize, Way), setting: &Setting) -> Result<ApplicationRun> {
        let config = systems::config_with(APPLICATIONS.configuration, &setting.keys)?;
        let path = &APPLICATIONS.path(&APPLICATIONS.rows[application], setting)?;
        let is_sort = application == HYBRIDSORT;
        let no_stages = setting.options.flag(NO_STAGES);
        Bench { is_sort, path, config: &config, no_stages }.run(way)
    }
}

type Runs = simulated::Runs<Applications>;

impl Runs {
    fn gain(&self, application: usize, way: Way, over: Way) -> f64 {
        gain(self[(application, way)].ipc, self[(application, over)].ipc)
    }

    /// IPC gains over the original.
    fn gains(&self, of: &[usize], way: Way) -> Vec<f64> {
        of.iter().map(|application| self.gain(*application, way, Original)).collect()
    }

    /// Gain of the geometric mean over all applications, in percent.
    fn mean_gain(&self, way: Way, over: Way) -> f64 {
        let ratio = |n: &usize| self[(*n, way)].ipc / self[(*n, over)].ipc;
        let logarithms: f64 = ALL.iter().map(|n| ratio(n).ln()).sum();
        100.0 * ((logarithms / ALL.len() as f64).exp() - 1.0)
    }

    fn ctas(&self, application: usize, way: Way) -> String {
        let [before, after] = [Original, way].map(|way| self[(application, way)].ctas);
        format!("{before} -> {after} CTAs")
    }

    fn ipc_claim(&self, ours: Value, of: &[usize], ways: &[Way]) -> Simulated {
        let list = |way: &Way| {
            let each = of.iter().map(|n| self.gain_in_parts(*n, *way));
            format!("{}: {}", way.name(), each.collect::<Vec<_>>().join(", "))
        };
        let lists: Vec<String> = ways.iter().map(list).collect();
        let parts = "operand path: effect of the compressed register file with unpacked registers; \
                     packing: further effect of more CTAs and shared entries";
        let quality = self.quality(of, ways);
        simulated(ours, &[&lists.join("; "), parts, &quality])
    }

    /// Text for a gain: `CFD +0.6 % (2 -> 2 CTAs, operand path +0.6 %, packing +0.0 %)`.
    fn gain_in_parts(&self, application: usize, way: Way) -> String {
        format!(
            "{} {:+.1} % ({}, operand path {:+.1} %, packing {:+.1} %)",
            APPLICATIONS.rows[application].name,
            self.gain(application, way, Original),
            self.ctas(application, way),
            self.gain(application, Whole, Original),
            self.gain(application, way, Whole),
        )
    }

    /// Text on whether the formats give the required quality.
    fn quality(&self, of: &[usize], ways: &[Way]) -> String {
        let worse = ways.iter().flat_map(|way| of.iter().map(move |n| (*n, *way)));
        let worse = worse.filter(|(n, way)| !self[(*n, *way)].good);
        let name =
            |(n, way): (usize, Way)| format!("{} ({})", APPLICATIONS.rows[n].name, way.name());
        let worse: Vec<String> = worse.map(name).collect();
        let formats = "float formats were tuned on these launches";
        match worse.is_empty() {
            true => format!("{formats} and meet the quality target"),
            false => format!("{formats} but miss the quality target for {}", worse.join(", ")),
        }
    }

    /// Registers, occupancy, IPC.
    fn row_of_table_1(&self, way: Way) -> Simulated {
        let run = &self[(IMGVF, way)];
        let ipc = run.ipc * number("sdc-t2-sms");
        let ours = vec![run.registers as f64, run.occupancy, ipc];
        let of_chip = "IPC of one SM times the paper's number of SMs, because the paper's IPC \
                       exceeds the issue rate of one SM";
        simulated(Value::Numbers(ours), &[&run.residency(), of_chip])
    }

    fn registers_of_table_1(&self, way: Way) -> Simulated {
        let run = &self[(IMGVF, way)];
        let rest = format!("occupancy {:.1} %, IPC of one SM {:.2}", run.occupancy, run.ipc);
        simulated(Value::Number(run.registers as f64), &[&run.residency(), &rest])
    }

    /// Registers, warps of a CTA, group of the quality metric.
    fn row_of_table_4(&self, application: usize) -> Simulated {
        let run = &self[(application, Original)];
        let ours = [run.registers, run.warps_per_cta, run.group].map(|number| number as f64);
        let kernel = format!("kernel {}", APPLICATIONS.rows[application].kernel);
        let rest = format!("occupancy {:.1} %", run.occupancy);
        simulated(Value::Numbers(ours.to_vec()), &[&kernel, &run.residency(), &rest])
    }

    /// Texture misses in percent of accesses, before and after.
    fn texture_misses(&self, application: usize) -> Simulated {
        let rate = |way| {
            let Accesses { accesses, misses, .. } = self[(application, way)].textures;
            100.0 * misses as f64 / accesses.max(1) as f64
        };
        let ctas = self.ctas(application, Perfect);
        let pending = "accesses to a line in flight are not counted as misses";
        simulated(Value::Numbers([Original, Perfect].map(rate).to_vec()), &[&ctas, pending])
    }

    fn cost_of_delay(&self, delay: u64) -> String {
        let way = Later(delay);
        let each = ALL.iter().map(|n| {
            format!("{} {:+.1} %", APPLICATIONS.rows[*n].name, self.gain(*n, way, Perfect))
        });
        let each: Vec<String> = each.collect();
        let mean = self.mean_gain(way, Perfect);
        format!("delay of {delay} cycles: {mean:+.1} % IPC ({})", each.join(", "))
    }
}

impl ApplicationRun {
    fn residency(&self) -> String {
        format!("{} CTAs of {} warps", self.ctas, self.warps_per_cta)
    }
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Original => "original",
            Artificial => "artificial",
            Whole => "nothing packed",
            Integers => "integers",
            Floats => "floats",
            Perfect | Later(_) => "perfect quality",
            High => "high quality",
        }
    }

    /// Quality target of the float formats.
    fn target(self) -> Option<Target> {
        match self {
            Floats | Perfect | Later(_) => Some(Target::Perfect),
            High => Some(Target::High),
            Original | Artificial | Whole | Integers => None,
        }
    }

    fn system(self) -> &'static dyn System {
        match self {
            Original | Artificial => &Sram,
            _ => &Compressed,
        }
    }

    fn config(self, config: &Config) -> Result<Config> {
        match self {
            Artificial => {
                // Room for any number of CTAs; the number that runs is set separately.
                let registers = 4 * config.gpu().registers as u64;
                config.with("a larger register file", &[("gpu.registers", registers)])
            }
            Later(delay) => config.with("later results", &[("sm.write_back_delay", delay)]),
            _ => Ok(config.clone()),
        }
    }
}

fn simulated(ours: Value, notes: &[&str]) -> Simulated {
    Simulated::new(ours, notes, INPUTS)
}

/// A launch of a kernel, with a configuration.
struct Bench<'a> {
    /// Whether the application is a sort, whose results must be exact (table 4).
    is_sort: bool,
    path: &'a Path,
    config: &'a Config,
    no_stages: bool,
}

impl Bench<'_> {
    fn run(&self, asked: Way) -> Result<ApplicationRun> {
        let (way, like) = match asked {
            Perfect | High if self.no_stages => (Artificial, asked),
            Whole if self.no_stages => (Original, asked),
            _ => (asked, Perfect),
        };
        let compiled = self.compile(way)?;
        let config = way.config(self.config)?;
        let mut simulation = Launched::new(way.system(), &*compiled, &config)?;
        if way == Artificial {
            let packed = self.compile(like)?;
            simulation.resident =
                Some(Launched::new(&Compressed, &*packed, self.config)?.residents()?);
        }
        let case = compiled.case();
        let ctas = simulation.residents()?;
        let outcome = simulation.run(&mut Unwatched)?;
        let judged = tuning::judged(case)?;
        let exact = case.run(Schedule::default(), &mut Unseen, || {})?.memory;
        let target = self.target(way);
        let good = target.unwrap_or(Target::Perfect).is_met(&judged, &outcome.memory, &exact);
        if target.is_none() && !good {
            let what = format!("{}: results differ from the executor's", case.launch.name);
            return Err(Error::Disagreement(what));
        }
        Ok(ApplicationRun {
            registers: simulation.regs_per_thread(),
            warps_per_cta: case.geometry.warps(),
            group: if self.is_sort { 3 } else { group(&judged) },
            ctas,
            occupancy: simulation.occupancy()?,
            ipc: outcome.statistics.ipc(),
            textures: outcome.hierarchy.textures,
            good,
        })
    }

    /// Required quality of results. The results of a sort must always be perfect.
    fn target(&self, way: Way) -> Option<Target> {
        way.target().map(|target| if self.is_sort { Target::Perfect } else { target })
    }

    /// The kernel with its registers packed as `way` says.
    fn compile(&self, way: Way) -> Result<Box<dyn Compiled>> {
        let case = Case::on_allocated_registers(self.path)?;
        let formats = |target| tuning::formats(&case, target, self.config);
        let formats = self.target(way).map(formats).transpose()?;
        Ok(match way {
            Original | Artificial => {
                Sram.compile(&Arc::new(case), self.config, &Options::default())?
            }
            Whole => {
                let table = table(&case)?;
                Box::new(Packed::with_table(case, table))
            }
            _ => {
                let (case, packing) = pack_case(&case, way != Floats, formats.as_deref(), true)?;
                Box::new(Packed::with_table(case, packing.table))
            }
        })
    }
}

/// Group of table 4, by the type of the results of a launch.
fn group(launch: &Launch) -> usize {
    let results = || launch.buffers.iter().filter(|buffer| buffer.expect.is_some());
    if results().any(|buffer| buffer.pixels.is_some()) {
        1
    } else if results().any(|buffer| buffer.dtype.is_float()) {
        2
    } else {
        3
    }
}

/// Cycles of a single write from acceptance to its bank, in the conventional and in the compressed
/// register file.
pub struct WriteDelay;

impl Experiment for WriteDelay {
    type Run = ();
    type Outcome = [usize; 2];

    fn claims() -> Vec<SimulatedClaim<WriteDelay>> {
        vec![SimulatedClaim::new("sdc-wb-model", [()], |runs| write_delay(runs[()]))]
    }

    fn run((): (), setting: &Setting) -> Result<[usize; 2]> {
        let config = systems::config_with(APPLICATIONS.configuration, &setting.keys)?;
        let unpacked = PackedMode { table: vec![Indirection::whole(0)], storage: () };
        Ok([
            lone_write::<SramRegisterFile>((), &config)?,
            lone_write::<CompressedRegisterFile<SramStorage>>(unpacked, &config)?,
        ])
    }
}

fn lone_write<U: Channels>(mode: U::Mode, config: &Config) -> Result<usize> {
    let mut file = register_file::<U>(mode, config, Backend::Model)?;
    file.begin(1, 1);
    let (mut offer, mut reply) = (Offer::default(), Reply::default());
    offer.writes.push(Write { lane_mask: u32::MAX, ..Write::default() });
    let mut cycles = 0;
    while file.counts().total().writes == 0 {
        file.cycle(&offer, &mut reply);
        // Nothing else is in flight, so the write is accepted in the first cycle.
        offer.writes.clear();
        cycles += 1;
    }
    Ok(cycles - 1)
}

fn write_delay([conventional, compressed]: [usize; 2]) -> Simulated {
    let later = compressed - conventional;
    let cycles = format!(
        "cycles of a single write from acceptance to its bank: {conventional} through the \
         conventional bank's buffer, {compressed} through table and truncator; a value in two \
         registers takes one more"
    );
    let none = "no constant is added for conflicts, because the model simulates those of table and \
                banks";
    Simulated { ours: Value::Number(later as f64), note: format!("{cycles}; {none}") }
}
