//! Do kernels and random programs end right if some of their registers are in the scratchpad?

use crate::support::kernels::{KERNELS, SHORT};
use crate::support::outcome;
use crate::support::random_loads::{Program, case};
use regforge::config::{Config, Options};
use regforge::error::Result;
use regforge::parallel;
use regforge::ptx::exec::Memory;
use regforge::run::{Backend, Case, Compiled, Simulation, System};
use regforge::sm::register_file::{Counts, Offer, RegisterFile, Reply};
use regforge::sm::{Bundles, Outcome, Statistics, Unwatched};
use regforge::systems::expanded::compiler::bundles::{bundles, steps};
use regforge::systems::expanded::system::Expanded;
use regforge::systems::sram::Sram;
use regforge::{ptx::cfg::Cfg, systems};
use std::path::Path;
use std::sync::Arc;

fn config(keys: &[&str]) -> Config {
    systems::config_with("fermi", keys).unwrap()
}

fn compiled(case: &Arc<Case>, config: &Config) -> Box<dyn Compiled> {
    Expanded.compile(case, config, &Options::default()).unwrap()
}

/// A run, and how many mix CTAs it has; none if not even one CTA fits.
fn run(case: &Arc<Case>, config: &Config, backend: Backend) -> Option<(Outcome, usize)> {
    let compiled = compiled(case, config);
    let simulation = Simulation::new(&Expanded, &*compiled, config).unwrap();
    let resident = simulation.residents().ok()?;
    let outcome = Simulation { backend, ..simulation }.run(&mut Unwatched);
    let outcome = outcome.unwrap_or_else(|error| panic!("{}: {error}", case.launch.name));
    let (_, summary) = compiled.summary(resident, &outcome).unwrap();
    Some((outcome, summary["ctas_mix"].as_u64().unwrap() as usize))
}

/// The scratchpad's port does passes, fetches, and writes of both kinds, and nothing else.
fn assert_counts_add_up(name: &str, outcome: &Outcome) {
    let count = |event: &str| outcome.register_file.events.get(event);
    let register_writes = count("write_backs") + count("direct_writes");
    let moved = count("fetches") + register_writes;
    assert_eq!(count("port_cycles"), count("passes") + moved, "{name}");
    let banks = outcome.register_file.total();
    let statistics = &outcome.statistics;
    assert_eq!(statistics.reads_accepted, banks.reads + count("cache_reads"), "{name}");
    let elsewhere = count("cache_writes") + count("direct_writes");
    assert_eq!(statistics.writes_accepted, banks.writes + elsewhere, "{name}");
}

/// Configurations with register files from that of the paper to one that holds a few warps, and how
/// many of the short kernels have mix CTAs with each.
const CONFIGURATIONS: [(&[&str], usize); 7] = [
    (&[], 5),
    (&["gpu.registers=8192"], 27),
    (&["gpu.registers=4096", "expars.queue=back", "expars.pref_slots=0"], 35),
    (&["gpu.registers=8192", "expars.cache_index=register", "sm.scheduler=gto"], 27),
    (
        &[
            "gpu.registers=4096",
            "expars.cache_lines=64",
            "expars.cache_banks=8",
            "expars.bundles=launch",
        ],
        35,
    ),
    (&["gpu.registers=2048", "expars.write_queue_depth=1", "expars.max_shared_run=1"], 39),
    (
        &[
            "gpu.registers=8192",
            "sm.scheduler=ltlws_gto",
            "expars.max_passed=1",
            "expars.loop_weight=10",
        ],
        27,
    ),
];

#[test]
fn kernels_end_right_with_registers_in_the_scratchpad() {
    let mixed_with = |keys: &[&str]| {
        let config = config(keys);
        let mixed = parallel::map(SHORT.iter(), |case| {
            let name = format!("{} with {keys:?}", case.launch.name);
            let Some((outcome, ctas_mix)) = run(case, &config, Backend::Model) else {
                println!("{name}: no CTA fits");
                return false;
            };
            assert_eq!(case.is_right(&outcome.memory), Some(true), "{name}");
            assert_counts_add_up(&name, &outcome);
            ctas_mix > 0
        });
        mixed.into_iter().filter(|mixed| *mixed).count()
    };
    assert_eq!(CONFIGURATIONS.map(|(keys, _)| (keys, mixed_with(keys))), CONFIGURATIONS);
}

/// Its banks then do all, and nothing waits for the scratchpad but atomics, which take two passes.
#[test]
fn without_mix_ctas_cycles_are_those_of_sram() {
    let config = config(&[]);
    let different = parallel::map(KERNELS.iter(), |case| {
        let plain = Sram.compile(case, &config, &Options::default()).unwrap();
        let plain = Simulation::new(&Sram, &*plain, &config).unwrap();
        let plain = plain.run(&mut Unwatched).unwrap().statistics;
        let (outcome, ctas_mix) = run(case, &config, Backend::Model).unwrap();
        assert_eq!(case.is_right(&outcome.memory), Some(true), "{}", case.launch.name);
        // It counts instructions, so that it is idle less often.
        let skipped_cycles = plain.skipped_cycles;
        let counted = Statistics { skipped_cycles, ..outcome.statistics };
        let same = ctas_mix > 0 || counted == plain;
        (!same).then(|| case.launch.name.clone())
    });
    let different: Vec<_> = different.into_iter().flatten().collect();
    assert_eq!(different, ["histogram", "sort_hybrid"], "those with atomics of shared memory");
}

/// What is in memory afterwards.
fn areas(memory: &Memory) -> [Vec<u8>; 3] {
    ["data", "own", "out"].map(|area| memory.area(area).unwrap().bytes.clone())
}

const PROGRAMS: [&[&str]; 6] = [
    &["gpu.registers=1024"],
    &["gpu.registers=2048", "expars.tau_percent=99"],
    &["gpu.registers=2048", "expars.cache_lines=4", "expars.cache_banks=1"],
    &["gpu.registers=4096", "expars.cache_index=register", "expars.queue=back"],
    &["gpu.registers=4096", "sm.scheduler=two_level", "expars.bundles=launch"],
    &["gpu.registers=2048", "sm.scheduler=ltlws_lrr", "expars.write_queue_depth=1"],
];

/// Random programs with divergence, guards, loops, barriers, pairs and vectors, with each of these
/// configurations: how many runs have mix CTAs.
fn programs_end_right(seeds: std::ops::Range<u64>, backend: Backend, each: &[&[&str]]) -> usize {
    let mixed = parallel::map(seeds, |seed| {
        let program = Program::new(seed);
        let case = case(&program);
        let plain = config(&[]);
        let expected = Sram.compile(&case, &plain, &Options::default()).unwrap();
        let expected = Simulation::new(&Sram, &*expected, &plain).unwrap();
        let expected = areas(&expected.run(&mut Unwatched).unwrap().memory);
        let is_mixed = |keys: &&&[&str]| {
            let Some((outcome, ctas_mix)) = run(&case, &config(keys), backend) else {
                return false;
            };
            let name = format!("program {seed} with {keys:?}");
            assert!(areas(&outcome.memory) == expected, "{name}:\n{}", program.text());
            assert_counts_add_up(&name, &outcome);
            ctas_mix > 0
        };
        each.iter().filter(is_mixed).count()
    });
    mixed.into_iter().sum()
}

#[test]
fn random_programs_end_as_with_sram() {
    let mixed = programs_end_right(0..60, Backend::Model, &PROGRAMS);
    println!("{mixed} of 360 runs have mix CTAs");
    assert!(mixed > 300, "{mixed}");
}

#[test]
fn random_programs_end_right_in_lockstep() {
    let mixed = programs_end_right(100..120, Backend::Lockstep, &[&["gpu.registers=2048"]]);
    println!("{mixed} of 20 runs have mix CTAs");
    assert!(mixed > 10, "{mixed}");
}

/// A case as another one compiled it, with other bundles.
struct WithBundles {
    compiled: Box<dyn Compiled>,
    bundles: Bundles,
}

impl Compiled for WithBundles {
    fn case(&self) -> &Case {
        self.compiled.case()
    }

    fn build(
        &self,
        config: &Config,
        backend: Backend,
        resident: usize,
    ) -> Result<Box<dyn RegisterFile>> {
        self.compiled.build(config, backend, resident)
    }

    fn most_resident(&self) -> Option<usize> {
        self.compiled.most_resident()
    }

    fn bundles(&self, _: usize) -> Option<Bundles> {
        Some(self.bundles.clone())
    }
}

/// Guard 7: a warp that waits at a barrier within its bundle keeps lines from those for which it waits.
#[test]
fn a_barrier_within_a_bundle_is_a_deadlock_that_is_told() {
    let keys = ["gpu.registers=2048", "expars.cache_lines=4"];
    let (config, lines) = (config(&keys), 4);
    let path = Path::new("kernels/reduction/case.toml");
    let case = Arc::new(Case::on_allocated_registers(path).unwrap());
    let compiled = compiled(&case, &config);
    let kernel = &compiled.case().kernel;
    let mut steps = steps(kernel, &Cfg::new(kernel), &compiled.case().homes);
    let first = steps.iter().position(|step| step.barrier).unwrap();
    steps[first..].iter_mut().for_each(|step| step.barrier = false);
    let bound = compiled.case().registers() / 5;
    let all = bundles(&steps, bound, lines);
    let sets = all.iter().map(|bundle| {
        let set = bundle.vector.iter().fold([0; 4], |mut set: [u64; 4], reg| {
            set[reg / 64] |= 1 << (reg % 64);
            set
        });
        (bundle.code.clone(), set)
    });
    let bundles = Bundles::new(steps.len(), sets, true);
    let unguarded = WithBundles { compiled, bundles };
    let simulation = Simulation::new(&Expanded, &unguarded, &config).unwrap();
    let error = simulation.run(&mut Unwatched).err().unwrap().to_string();
    println!("{error}");
    assert!(
        error.contains("deadlock: warp slot") && error.contains("a cache line for register"),
        "{error}"
    );
}

/// A register file to which bundles are released while the read of an instruction is refused.
struct ReleasedEarly {
    inner: Box<dyn RegisterFile>,
    /// Warp slots that hold their bundle and had a read that was refused in the cycle before.
    refused: u64,
    /// Warp slots whose bundle was released, and that have yet to release it.
    early: u64,
}

impl RegisterFile for ReleasedEarly {
    fn begin(&mut self, regs_per_thread: usize, warps: usize) {
        self.inner.begin(regs_per_thread, warps);
    }

    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        let mut offer = offer.clone();
        let now = self.refused & !self.early & !offer.released;
        (offer.released, self.early) =
            (offer.released & !self.early | now, self.early & !offer.released | now);
        self.inner.cycle(&offer, reply);
        let reads = offer.reads.iter().enumerate();
        let refused = reads.filter(|(channel, _)| reply.read_ready >> channel & 1 == 0);
        self.refused = reply.holds & refused.fold(0, |all, (_, read)| all | 1 << read.warp);
    }

    fn is_idle(&self) -> bool {
        self.inner.is_idle()
    }

    fn is_stuck(&self) -> bool {
        self.inner.is_stuck()
    }

    fn waits_for(&self) -> String {
        self.inner.waits_for()
    }

    fn keeps_order(&self) -> bool {
        self.inner.keeps_order()
    }

    fn has_shared_memory(&self) -> bool {
        self.inner.has_shared_memory()
    }

    fn counts(&self) -> &Counts {
        self.inner.counts()
    }
}

/// A case as another one compiled it, on such a register file.
struct WithEarlyRelease(Box<dyn Compiled>);

impl Compiled for WithEarlyRelease {
    fn case(&self) -> &Case {
        self.0.case()
    }

    fn build(
        &self,
        config: &Config,
        backend: Backend,
        resident: usize,
    ) -> Result<Box<dyn RegisterFile>> {
        let inner = self.0.build(config, backend, resident)?;
        Ok(Box::new(ReleasedEarly { inner, refused: 0, early: 0 }))
    }

    fn most_resident(&self) -> Option<usize> {
        self.0.most_resident()
    }

    fn bundles(&self, resident: usize) -> Option<Bundles> {
        self.0.bundles(resident)
    }
}

/// Guard 6: a bundle that is released before its reads are accepted loses the lines of these reads. An
/// address is then what another register holds.
#[test]
fn a_bundle_that_is_released_before_its_reads_reads_other_registers() {
    let config = config(&["gpu.registers=8192"]);
    let path = Path::new("kernels/reduction/case.toml");
    let case = Arc::new(Case::on_allocated_registers(path).unwrap());
    let unguarded = WithEarlyRelease(compiled(&case, &config));
    let simulation = Simulation::new(&Expanded, &unguarded, &config).unwrap();
    // The model checks what it is asked.
    let simulation = Simulation { backend: Backend::Rtl, ..simulation };
    let error = simulation.run(&mut Unwatched).err().unwrap().to_string();
    println!("{error}");
    assert!(error.contains("out of bounds"), "{error}");
}

#[test]
fn what_it_does_not_support_is_refused() {
    let case = "kernels/matrix_multiply_naive/case.toml";
    let refused = |more: &[&str], what: &[&str]| {
        let (code, _, error) = outcome(&[&["sim", case, "--rf", "expanded"], more].concat());
        assert_eq!(code, 2, "{more:?}: {error}");
        assert!(what.iter().all(|what| error.contains(what)), "{more:?}: {error}");
    };
    refused(&["-p", "gpu.placement=gpgpusim"], &["gpgpusim", "swizzled or linear"]);
    refused(&["-p", "gpu.shared_bytes=1000"], &["gpu.shared_bytes = 1000", "multiple of 128"]);
    refused(&["-p", "expars.tau_percent=100"], &["expars.tau_percent", "100", "1 to 99"]);
    refused(&["-p", "expars.tau_percent=0"], &["expars.tau_percent", "0", "1 to 99"]);
    refused(&["-p", "expars.cache_lines=24"], &["expars.cache_lines", "power of two"]);
    refused(&["-p", "expars.cache_lines=128"], &["expars.cache_lines = 128", "4 to 64"]);
    refused(&["-p", "expars.cache_banks=9"], &["expars.cache_banks = 9", "1 to 8"]);
    refused(&["-p", "expars.write_queue_depth=0"], &["expars.write_queue_depth", "1 to 16"]);
    refused(&["-p", "expars.write_queue_depth=17"], &["expars.write_queue_depth = 17", "1 to 16"]);
    refused(&["-p", "expars.max_registers=16"], &["22 registers per thread", "at most 16"]);
    refused(&["-p", "shared.banks=16"], &["shared.banks = 16", "32 banks, as in the scratchpad"]);
    refused(&["--resident", "7"], &["--resident", "7", "1 to 6"]);
    refused(&["--profile", "any"], &["--profile"]);
    // Neither a CTA that is too large nor an instruction that no split holds.
    let wide = "kernels/matrix_multiply_tiled_32/case.toml";
    let refused = |more: &[&str], reason: &str| {
        let args = [&["sim", wide, "--rf", "expanded"], more].concat();
        let (code, _, error) = outcome(&args);
        assert!(code == 2 && error.contains(reason), "{more:?}: {error}");
        assert!(
            error.contains("expected a CTA that fits on an SM with the expanded register file"),
            "{error}"
        );
    };
    refused(
        &["-p", "gpu.registers=4096"],
        "6 of which stay in the register file because expars.tau_percent = 80",
    );
    let few_lines = ["-p", "gpu.registers=8192", "-p", "expars.cache_lines=4"];
    refused(&few_lines, "because an instruction needs two registers of the same cache line (of 4)");
}
