//! Does a kernel run on the Verilated register file as it does on the model: the same cycles, the same
//! counts, the memory that the CPU computed? And does the SM need of a register file only what its
//! trait says?

use crate::support::fermi;
use crate::support::kernels::{KERNELS, case};
use regforge::config::{Config, Options, Placement, Value};
use regforge::parallel;
use regforge::ptx::exec::{Memory, Schedule};
use regforge::run::{Backend, Case, Compiled, Simulation, System};
use regforge::sm::register_file::{
    Access, AccessKind, Answer, Counts, Offer, Read, RegisterFile, Reply, Verdict, Write,
};
use regforge::sm::{Outcome, Unwatched};
use regforge::systems::compressed::Compressed;
use regforge::systems::compressed::compiler::tuning::{self, Rounded, Target};
use regforge::systems::expanded::system::Expanded;
use regforge::systems::racetrack::Racetrack;
use regforge::systems::racetrack::compiler::mapping::Map;
use regforge::systems::racetrack::register_file::Mode;
use regforge::systems::racetrack::units::PortRegions;
use regforge::systems::sram::Sram;
use regforge::systems::stt::Stt;
use regforge::systems::stt::compiler::Dead;
use regforge::systems::stt::scheme::Scheme;
use regforge::systems::{self, SYSTEMS};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Barriers and shared memory, divergence, local memory, atomics, textures, exchange between lanes, a
/// run that is bound by memory. All have values of 64 bits: addresses.
const KINDS: [&str; 8] = [
    "matrix_multiply_tiled",
    "queens",
    "histogram",
    "gicov_texture",
    "reduction",
    "half_axpy",
    "bfs",
    "sort_hybrid",
];

/// With integers packed, and floats in the formats that ship, if there are some.
fn packed(kernel: &str, config: &Config, quality: Option<Target>) -> Box<dyn Compiled> {
    let options = quality.map_or(Options::default(), |quality| {
        Options::default().with("quality", Value::Word(quality.name().into()))
    });
    Compressed.compile(&case(kernel), config, &options).unwrap()
}

/// A case on SRAM, for register files of the test's own.
fn plain(case: &Arc<Case>, config: &Config) -> Box<dyn Compiled> {
    Sram.compile(case, config, &Options::default()).unwrap()
}

fn run(simulation: &Simulation) -> Outcome {
    let case = simulation.compiled.case();
    let name = &case.launch.name;
    let outcome = simulation.run(&mut Unwatched).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_right(case, &outcome);
    outcome
}

fn assert_right(case: &Case, outcome: &Outcome) {
    let comparisons = case.compare(&outcome.memory);
    assert!(!comparisons.is_empty(), "{} expects nothing", case.launch.name);
    assert!(comparisons.iter().all(|c| c.agrees()), "{}: wrong memory", case.launch.name);
}

/// The model alone, and both side by side, which ends a run at the first output that differs.
fn assert_the_same(system: &dyn System, compiled: &dyn Compiled, config: &Config) {
    assert_as_the_model(Backend::Lockstep, system, compiled, config);
}

/// A run with this backend has the cycles and counts of one on the model.
fn assert_as_the_model(
    other: Backend,
    system: &dyn System,
    compiled: &dyn Compiled,
    config: &Config,
) {
    let kernel = &compiled.case().launch.name;
    let backend = |backend| {
        let simulation = Simulation::new(system, compiled, config).unwrap();
        let outcome = run(&Simulation { backend, ..simulation });
        (outcome.statistics, outcome.hierarchy, outcome.register_file)
    };
    let (model, rtl) = (backend(Backend::Model), backend(other));
    assert_eq!(model.0.cycles, rtl.0.cycles, "{kernel} on {}", system.name());
    assert!(model == rtl, "{kernel} on {}: counts differ", system.name());
}

/// The same with these options.
fn runs_alike(kernel: &str, system: &dyn System, config: &Config, options: &Options) {
    let compiled = system.compile(&case(kernel), config, options).unwrap();
    assert_the_same(system, &*compiled, config);
}

#[test]
fn kernels_run_alike_on_model_and_rtl() {
    let config = fermi();
    let systems: [(&dyn System, Options); 4] = [
        (&Sram, Options::default()),
        (&Racetrack, Options::flags(&["preshift"])),
        (&Compressed, Options::default()),
        (&Stt, Options::default()),
    ];
    let all = KINDS.iter().flat_map(|kernel| systems.iter().map(move |system| (kernel, system)));
    parallel::for_each(all, |(kernel, (system, options))| {
        runs_alike(kernel, *system, &config, options);
    });
}

/// The RTL alone decides what the SM does.
#[test]
fn a_kernel_runs_alike_on_the_rtl_alone() {
    let config = fermi();
    parallel::for_each(SYSTEMS.iter(), |system| {
        let compiled = system.compile(&case("reduction"), &config, &Options::default()).unwrap();
        assert_as_the_model(Backend::Rtl, *system, &*compiled, &config);
    });
}

/// As configured where mix CTAs run, and in a register file so small that most kernels have them:
/// atomics of shared memory, barriers, divergence, pairs of words, every kind of scheduler.
#[test]
fn kernels_with_registers_in_the_scratchpad_run_alike() {
    const SMALL: &str = "gpu.registers=8192";
    let as_configured: &[&str] = &["hotspot", "gicov", "matrix_multiply_tiled"];
    let small: &[&str] = &["histogram", "poly_f64", "reduction", "bfs", "conv_layer"];
    let limited: &[&str] = &["hotspot", "scan"];
    let all: [(&[&str], &[&str]); 3] =
        [(as_configured, &[]), (small, &[SMALL]), (limited, &[SMALL, "sm.scheduler=ltlws_gto"])];
    let all = all.iter().flat_map(|(kernels, keys)| kernels.iter().map(move |one| (one, *keys)));
    parallel::for_each(all, |(kernel, keys)| {
        let config = systems::config_with("fermi", keys).unwrap();
        let compiled = Expanded.compile(&case(kernel), &config, &Options::default()).unwrap();
        let resident = compiled.most_resident().unwrap();
        assert!(compiled.bundles(resident).is_some(), "{kernel} has no mix CTA with {keys:?}");
        assert_the_same(&Expanded, &*compiled, &config);
    });
}

/// Loaded maps, aligned banks only, no preshift.
#[test]
fn every_mode_of_the_racetrack_runs_alike() {
    let config = fermi();
    let map = Map::interleaved(PortRegions::from(&config)).place;
    let maps = vec![map; config.gpu().banks];
    let modes = [
        Mode::default(),
        Mode { aligned_only: true, ..Mode::default() },
        Mode { preshift: true, aligned_only: true, maps },
    ];
    parallel::for_each(modes, |mode| {
        let compiled = Racetrack.mapped(&case("reduction"), mode);
        assert_the_same(&Racetrack, &compiled, &config);
    });
}

/// Every scheme that loses nothing, with every one of an entry falling when it is read.
#[test]
fn every_scheme_runs_alike_though_every_one_falls() {
    let config = systems::config_with("zhang-2016", &["stt.disturb=all"]).unwrap();
    let schemes = [Scheme::RD, Scheme::CO, Scheme::CORB, Scheme::CORBAR, Scheme::OURS];
    let all = ["reduction", "bfs"].iter().flat_map(|kernel| schemes.map(|scheme| (kernel, scheme)));
    parallel::for_each(all, |(kernel, scheme)| {
        let compiled = Stt.under(&case(kernel), &config, scheme, Dead::Both);
        assert_the_same(&Stt, &compiled, &config);
    });
}

/// Configurations of which lockstep builds the RTL anyway.
#[test]
fn other_configurations_run_alike() {
    let keys = ["sram.bank_ports=1r1w", "sram.max_banks=4", "sm.scheduler=two_level"];
    let wide = systems::config_with("fermi", &keys).unwrap();
    runs_alike("sort_hybrid", &Sram, &wide, &Options::default());
    let slow_writes = systems::config("racetrack-96x8").unwrap();
    runs_alike("sort_hybrid", &Racetrack, &slow_writes, &Options::default());
    let keys = ["stt.disturb=all", "stt.read_cycles=3", "stt.max_banks=4"];
    let slow_reads = systems::config_with("fermi", &keys).unwrap();
    runs_alike("sort_hybrid", &Stt, &slow_reads, &Options::default());
    // With latches, a slot for each operand, and instruction and constant caches.
    let latches = systems::config("gpgpusim-4.2").unwrap();
    runs_alike("sort_hybrid", &Sram, &latches, &Options::default());
}

/// On every register file with a request stage, which changes cycles and no result.
#[test]
fn kernels_run_alike_with_a_request_stage() {
    let configs = ["false", "true"].map(|stage| {
        systems::config_with("fermi", &[format!("gpu.request_stage={stage}")]).unwrap()
    });
    let all =
        SYSTEMS.iter().flat_map(|system| ["reduction", "histogram"].map(|one| (*system, one)));
    parallel::for_each(all, |(system, kernel)| {
        let [without, with] = configs.each_ref().map(|config| {
            let compiled = system.compile(&case(kernel), config, &Options::default()).unwrap();
            run(&Simulation::new(system, &*compiled, config).unwrap()).statistics.cycles
        });
        assert_ne!(without, with, "{kernel} on {}", system.name());
        runs_alike(kernel, system, &configs[1], &Options::default());
    });
}

/// Every scheduler and preset, on the model.
#[test]
fn kernels_compute_the_same_under_every_scheduler_and_preset() {
    let mut configs: Vec<Config> =
        ["fermi", "liang-2016", "maxwell", "gpgpusim-3.2.2", "gpgpusim-4.2"]
            .iter()
            .map(|name| systems::config(name).unwrap())
            .collect();
    for scheduler in ["two_level", "ltlws_lrr", "ltlws_gto"] {
        let key = format!("sm.scheduler={scheduler}");
        configs.push(systems::config_with("fermi", &[key]).unwrap());
    }
    configs.push(
        systems::config_with("fermi", &["sm.instruction_buffer=1", "sm.schedulers=1"]).unwrap(),
    );
    configs.push(
        systems::config_with("fermi", &["gpu.operand_slots=2", "l1.mshr_entries=1"]).unwrap(),
    );
    let all = KINDS.iter().flat_map(|k| configs.iter().map(move |c| (k, c)));
    parallel::for_each(all, |(kernel, config)| {
        let case = case(kernel);
        for &system in SYSTEMS.iter() {
            let compiled = system.compile(&case, config, &Options::default());
            if system.name() == "expanded" && config.gpu().placement == Placement::Gpgpusim {
                let refused = compiled.err().expect("expanded supports no such placement");
                assert!(refused.to_string().contains("gpu.placement"), "{refused}");
                continue;
            }
            let compiled = compiled.unwrap();
            let outcome = run(&Simulation::new(system, &*compiled, config).unwrap());
            let statistics = outcome.statistics;
            assert_eq!(statistics.issued, statistics.retired, "{kernel} ({})", config.name());
        }
    });
}

/// Results that are written later make a kernel slower, not wrong.
#[test]
fn a_write_back_delay_costs_cycles_alone() {
    let case = case("half_axpy");
    let cycles = [0, 2, 4, 8].map(|delay| {
        let config =
            systems::config_with("fermi", &[format!("sm.write_back_delay={delay}")]).unwrap();
        let compiled = plain(&case, &config);
        let outcome = run(&Simulation::new(&Sram, &*compiled, &config).unwrap());
        assert_right(&case, &outcome);
        outcome.statistics.cycles
    });
    assert!(cycles.is_sorted_by(|fewer, more| fewer < more), "{cycles:?}");
}

/// Rounded in the register file's formats, a kernel leaves what the executor leaves that rounds every
/// value as it is written, to the bit; and that is as good as was asked for.
#[test]
fn floats_in_slices_are_the_rounded_ones() {
    let config = fermi();
    let kernels = ["imgvf", "gicov", "hotspot", "nbody", "cfd_flux", "srad"];
    let all = kernels.iter().flat_map(|kernel| Target::ALL.map(|quality| (kernel, quality)));
    parallel::for_each(all, |(kernel, quality)| {
        let whole = case(kernel);
        let formats = tuning::formats(&whole, quality, &config).unwrap();
        let narrow = formats.iter().map(|format| (format.bits() < 32).then_some(*format));
        let mut rounded = Rounded::new(narrow.collect(), true);
        let expected = whole.run(Schedule::default(), &mut rounded, || {}).unwrap();
        let compiled = packed(kernel, &config, Some(quality));
        let case = compiled.case();
        let simulation = Simulation::new(&Compressed, &*compiled, &config).unwrap();
        let outcome = simulation.run(&mut Unwatched).unwrap();
        assert!(outcome.register_file.event("conversions") > 0, "{kernel}: nothing is narrow");
        for buffer in &case.launch.buffers {
            let bytes = |memory: &Memory| memory.area(&buffer.name).unwrap().bytes.clone();
            let same = bytes(&outcome.memory) == bytes(&expected.memory);
            assert!(same, "{kernel}, {}: {}", quality.name(), buffer.name);
        }
        assert_eq!(compiled.is_right(&outcome.memory).unwrap(), Some(true), "{kernel}");
    });
}

/// All kernels, on the model.
#[test]
fn every_kernel_runs_in_slices() {
    let configs = ["fermi", "sdc_paper"].map(|name| systems::config(name).unwrap());
    parallel::for_each(KERNELS.iter(), |case| {
        for config in &configs {
            let compiled = packed(&case.launch.name, config, None);
            run(&Simulation::new(&Compressed, &*compiled, config).unwrap());
        }
    });
}

/// A register file that does not say what shares storage.
struct Silent(Box<dyn RegisterFile>);

impl RegisterFile for Silent {
    fn begin(&mut self, regs_per_thread: usize, warps: usize) {
        self.0.begin(regs_per_thread, warps);
    }

    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        self.0.cycle(offer, reply);
    }

    fn is_idle(&self) -> bool {
        self.0.is_idle()
    }

    fn keeps_order(&self) -> bool {
        self.0.keeps_order()
    }

    fn counts(&self) -> &Counts {
        self.0.counts()
    }
}

/// Values that are never needed at the same time share slices, so their accesses must not overtake
/// each other: without that, kernels come to wrong results.
#[test]
fn registers_that_share_slices_count_as_one() {
    let config = fermi();
    let wrong = |silent: bool| {
        let wrong = KINDS.iter().filter(|kernel| {
            let compiled = packed(kernel, &config, None);
            let case = compiled.case();
            let simulation = Simulation::new(&Compressed, &*compiled, &config).unwrap();
            let file = compiled.build(&config, Backend::Model, 1).unwrap();
            let file = if silent { Box::new(Silent(file)) } else { file };
            let outcome = simulation.run_on(file, &mut Unwatched);
            outcome.map_or(true, |outcome| {
                case.compare(&outcome.memory).iter().any(|comparison| !comparison.agrees())
            })
        });
        wrong.count()
    };
    assert_eq!(wrong(false), 0);
    assert_ne!(wrong(true), 0);
}

/// A register file without banks: an answer comes a number of cycles after its read. One that keeps
/// order reads and writes at once; one that does not reads when it answers, and writes as late.
#[derive(Default)]
struct Plain {
    latency: u64,
    disorder: bool,
    cycle: u64,
    values: HashMap<(u8, u8), [u32; 32]>,
    reads: VecDeque<(u64, Read, [u32; 32])>,
    /// By channel.
    writes: [VecDeque<(u64, Write)>; 3],
    counts: Counts,
    /// Of the next read, flips a bit.
    fault: bool,
}

impl Plain {
    fn value(&self, read: &Read) -> [u32; 32] {
        self.values.get(&(read.warp, read.reg)).copied().unwrap_or([0; 32])
    }

    fn write(&mut self, write: &Write) {
        let entry = self.values.entry((write.warp, write.reg)).or_insert([0; 32]);
        for lane in (0..32).filter(|lane| write.lane_mask >> lane & 1 != 0) {
            entry[lane] = write.data[lane];
        }
    }

    fn answer(&mut self, reply: &mut Reply) {
        reply.answers.clear();
        while self.reads.front().is_some_and(|(cycle, ..)| *cycle <= self.cycle) {
            let Some((_, read, data)) = self.reads.pop_front() else { break };
            let data = if self.disorder { self.value(&read) } else { data };
            reply.answers.push(Answer { cu: read.cu, slot: read.slot, data });
        }
    }

    /// One write of each channel a cycle.
    fn tell(&mut self, reply: &mut Reply) {
        reply.written = 0;
        for channel in 0..self.writes.len() {
            if self.writes[channel].front().is_some_and(|(cycle, _)| *cycle <= self.cycle)
                && let Some((_, write)) = self.writes[channel].pop_front()
            {
                self.write(&write);
                reply.written |= 1 << channel;
            }
        }
    }
}

impl RegisterFile for Plain {
    fn begin(&mut self, _: usize, _: usize) {}

    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        self.answer(reply);
        // Every other channel, so that what is refused is offered again.
        let ready = if self.cycle.is_multiple_of(2) { 0x55 } else { 0xff };
        (reply.read_ready, reply.write_ready) = (ready, ready);
        for (n, read) in offer.reads.iter().enumerate().filter(|(n, _)| ready >> n & 1 != 0) {
            let mut data = self.value(read);
            if std::mem::take(&mut self.fault) {
                data[n] ^= 1 << 20;
            }
            self.reads.push_back((self.cycle + self.latency, *read, data));
        }
        let late = if self.disorder { self.latency } else { 0 };
        for (n, write) in offer.writes.iter().enumerate().filter(|(n, _)| ready >> n & 1 != 0) {
            self.writes[n].push_back((self.cycle + late, *write));
        }
        self.tell(reply);
        self.cycle += 1;
    }

    fn is_idle(&self) -> bool {
        self.reads.is_empty() && self.writes.iter().all(VecDeque::is_empty)
    }

    fn keeps_order(&self) -> bool {
        !self.disorder
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }
}

#[test]
fn the_sm_asks_of_a_register_file_only_what_the_trait_says() {
    let config = fermi();
    for (latency, disorder) in [(1, false), (7, false), (40, false), (1, true), (13, true)] {
        for kernel in KINDS {
            let case = case(kernel);
            let compiled = plain(&case, &config);
            let simulation = Simulation::new(&Sram, &*compiled, &config).unwrap();
            let file = Plain { latency, disorder, ..Plain::default() };
            let outcome = simulation.run_on(Box::new(file), &mut Unwatched);
            assert_right(&case, &outcome.unwrap_or_else(|error| panic!("{kernel}: {error}")));
        }
    }
}

/// What the register file answers is what is computed with.
#[test]
fn a_wrong_answer_ends_in_a_wrong_result() {
    let (config, case) = (fermi(), case("half_axpy"));
    let compiled = plain(&case, &config);
    let simulation = Simulation::new(&Sram, &*compiled, &config).unwrap();
    let file = Plain { latency: 1, fault: true, ..Plain::default() };
    match simulation.run_on(Box::new(file), &mut Unwatched) {
        Err(_) => {}
        Ok(outcome) => assert!(case.compare(&outcome.memory).iter().any(|c| !c.agrees())),
    }
}

/// Knows what a load brings if the last one into its register was from the same addresses and
/// nothing else has written it. Says so in the second cycle after the load was accepted.
#[derive(Default)]
struct Knowing {
    file: Plain,
    brought: HashMap<(u8, u8), Brought>,
    verdicts: VecDeque<Option<Verdict>>,
    held: usize,
}

struct Brought {
    addresses: [u32; 32],
    /// Whether its write has come.
    written: bool,
}

impl Knowing {
    fn verdict(&mut self, access: &Access) -> Option<Verdict> {
        let Access { kind, warp, reg, addresses, .. } = access;
        if *kind != AccessKind::Load {
            return None;
        }
        let brought = self.brought.get(&(*warp, *reg));
        if brought.is_some_and(|brought| brought.written && brought.addresses == *addresses) {
            self.held += 1;
            return Some(Verdict::Held);
        }
        let brought = Brought { addresses: *addresses, written: false };
        self.brought.insert((*warp, *reg), brought);
        Some(Verdict::Recorded)
    }
}

impl RegisterFile for Knowing {
    fn begin(&mut self, regs_per_thread: usize, warps: usize) {
        self.file.begin(regs_per_thread, warps);
    }

    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        self.file.cycle(offer, reply);
        let accepted = offer.writes.iter().enumerate();
        for (_, write) in accepted.filter(|(n, _)| reply.write_ready >> n & 1 != 0) {
            match (write.fill, self.brought.get_mut(&(write.warp, write.reg))) {
                (true, Some(brought)) => brought.written = true,
                _ => drop(self.brought.remove(&(write.warp, write.reg))),
            }
        }
        let verdict = offer.access.as_ref().and_then(|access| self.verdict(access));
        self.verdicts.push_back(verdict);
        let due = (self.verdicts.len() > 2).then(|| self.verdicts.pop_front().flatten());
        (reply.access_ready, reply.verdict, reply.left) = (true, due.flatten(), u64::MAX);
    }

    fn is_idle(&self) -> bool {
        self.file.is_idle() && self.verdicts.iter().all(Option::is_none)
    }

    fn keeps_order(&self) -> bool {
        self.file.keeps_order()
    }

    fn looks_up(&self) -> bool {
        true
    }

    fn counts(&self) -> &Counts {
        self.file.counts()
    }
}

/// Loads the same words three times, each after the use of the last.
const THRICE: &str = ".version 6.0
.target sm_35
.address_size 64
.visible .entry thrice(.param .u64 out, .param .u64 in)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd2, %rd3;
    add.s64 %rd5, %rd1, %rd3;
    ld.global.u32 %r2, [%rd4];
    st.global.u32 [%rd5], %r2;
    ld.global.u32 %r2, [%rd4];
    st.global.u32 [%rd5+128], %r2;
    ld.global.u32 %r2, [%rd4];
    st.global.u32 [%rd5+256], %r2;
    ret;
}
";

const THRICE_CASE: &str = r#"name = "thrice"
suite = "test"
ptx = "thrice.ptx"
entry = "thrice"
grid = [1, 1, 1]
block = [32, 1, 1]
dynamic_smem = 0
param = [
    { index = 0, kind = "ptr", buffer = "out", offset = 0 },
    { index = 1, kind = "ptr", buffer = "in", offset = 0 },
]
buffer = [
    { name = "out", dtype = "u32", count = 96, fill = 0 },
    { name = "in", dtype = "u32", count = 32, generate = "iota" },
]
"#;

#[test]
fn a_load_that_the_register_file_knows_needs_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thrice.ptx"), THRICE).unwrap();
    let path = folder.path().join("case.toml");
    std::fs::write(&path, THRICE_CASE).unwrap();
    let (config, case) = (fermi(), Arc::new(Case::on_allocated_registers(&path).unwrap()));
    let compiled = plain(&case, &config);
    let simulation = Simulation::new(&Sram, &*compiled, &config).unwrap();
    let plain = simulation
        .run_on(Box::new(Plain { latency: 3, ..Plain::default() }), &mut Unwatched)
        .unwrap();
    let knowing = Knowing { file: Plain { latency: 3, ..Plain::default() }, ..Knowing::default() };
    let knowing = simulation.run_on(Box::new(knowing), &mut Unwatched).unwrap();
    let expected: Vec<u8> = (0..96u32).flat_map(|n| (n % 32).to_le_bytes()).collect();
    for outcome in [&plain, &knowing] {
        assert_eq!(outcome.memory.area("out").unwrap().bytes, expected);
    }
    let lines = |outcome: &Outcome| outcome.hierarchy.loads.accesses;
    assert_eq!(lines(&plain), lines(&knowing) + knowing.statistics.lines_saved);
    let (plain, knowing) = (plain.statistics, knowing.statistics);
    // Which loads fill the same registers is up to the allocator.
    assert!(plain.loads_held == 0 && knowing.loads_held > 0);
    assert_eq!(knowing.retired, plain.retired);
    assert_eq!(plain.writes_accepted - knowing.writes_accepted, knowing.loads_held);
}

/// Lanes 16 to 31 do not execute the shuffle from which lanes 13 to 15 read.
const SHUFFLED: &str = ".version 6.0
.target sm_70
.address_size 64
.visible .entry shuffled(.param .u64 out)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    add.u32 %r2, %r1, 1000;
    mov.u32 %r3, 7;
    setp.lt.u32 %p1, %r1, 16;
    @%p1 shfl.sync.down.b32 %r3, %r2, 3, 31, -1;
    st.global.u32 [%rd3], %r3;
    ret;
}
";

const SHUFFLED_CASE: &str = r#"name = "shuffled"
suite = "test"
ptx = "shuffled.ptx"
entry = "shuffled"
grid = [1, 1, 1]
block = [32, 1, 1]
dynamic_smem = 0
param = [{ index = 0, kind = "ptr", buffer = "out", offset = 0 }]
buffer = [{ name = "out", dtype = "u32", count = 32, fill = 0 }]
"#;

#[test]
fn a_shuffle_from_an_inactive_lane_gives_0_on_the_sm_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("shuffled.ptx"), SHUFFLED).unwrap();
    let path = folder.path().join("case.toml");
    std::fs::write(&path, SHUFFLED_CASE).unwrap();
    let (config, case) = (fermi(), Arc::new(Case::on_allocated_registers(&path).unwrap()));
    let compiled = plain(&case, &config);
    let simulation = Simulation::new(&Sram, &*compiled, &config).unwrap();
    let outcome = simulation.run(&mut Unwatched).unwrap();
    let expected = |lane: u32| match lane {
        0..13 => 1003 + lane,
        13..16 => 0,
        _ => 7,
    };
    let expected: Vec<u8> = (0..32).flat_map(|lane| expected(lane).to_le_bytes()).collect();
    assert_eq!(outcome.memory.area("out").unwrap().bytes, expected);
}
