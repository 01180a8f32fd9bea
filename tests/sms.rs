//! Do several SMs run a launch as one does: the same work, the same results, whatever register file?

use crate::support::kernels::{KERNELS, SHORT, SHORT_CYCLES, case, is_short};
use crate::support::{assert_refused, assert_shown, fermi, outcome, regforge};
use regforge::config::{Config, Options};
use regforge::parallel;
use regforge::run::{Backend, Case, Simulation, System};
use regforge::sm::register_file::{Counts, Offer, RegisterFile, Reply};
use regforge::sm::{Outcome, Unwatched, Watch};
use regforge::systems::{self, SYSTEMS};
use std::sync::Arc;

const PAGE: &str = "docs/sms.md";

/// Kernels of which some part depends on when others do theirs.
const DEPENDS_ON_TIME: [&str; 1] = ["kmeans"];

fn with_sms(simulated: u64) -> Config {
    fermi().with("test", &[("gpu.sms_simulated", simulated)]).unwrap()
}

/// With a backend on one SM, models on the others.
fn run(system: &dyn System, case: &Arc<Case>, config: &Config, rtl: Option<usize>) -> Outcome {
    let name = &case.launch.name;
    let compiled = system.compile(case, config, &Options::default()).unwrap();
    let simulation = Simulation::new(system, &*compiled, config).unwrap();
    let backend = if rtl.is_some() { Backend::Lockstep } else { Backend::Model };
    let simulation = Simulation { backend, backend_sm: rtl, ..simulation };
    let outcome = simulation.run(&mut Unwatched);
    let outcome = outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(compiled.is_right(&outcome.memory).unwrap(), Some(true), "{name}");
    outcome
}

fn sram() -> &'static dyn System {
    systems::system(systems::BASELINE).unwrap()
}

/// Cycles of one SM before there could be several.
#[test]
fn one_sm_takes_the_cycles_that_it_took() {
    let expected = [
        ("reduction", 5_752),
        ("histogram", 3_759),
        ("hotspot", 7_965),
        ("scan", 8_348),
        ("spmv", 4_041),
        ("local_array", 51_783),
        ("gicov_texture", 38_507),
    ];
    for (kernel, cycles) in expected {
        let outcome = run(sram(), &case(kernel), &fermi(), None);
        assert_eq!(outcome.statistics.cycles, cycles, "{kernel}");
        assert_eq!(outcome.sms.len(), 1);
        assert_eq!(outcome.sms[0].cycles, cycles, "{kernel}");
    }
}

/// Instructions, lines and CTAs of all SMs, and the cycles of every scheduler.
#[test]
fn several_sms_do_the_work_of_one() {
    let (one, config) = (with_sms(1), fermi());
    parallel::for_each(KERNELS.iter(), |case| {
        let kernel = &case.launch.name;
        let alone = run(sram(), case, &one, None);
        let cycles = alone.statistics.cycles;
        assert_eq!(is_short(case), cycles <= SHORT_CYCLES, "{kernel}: {cycles} cycles");
        for simulated in [4, 15] {
            let several = run(sram(), case, &with_sms(simulated), None);
            let what = format!("{kernel} on {simulated} SMs");
            let statistics = &several.statistics;
            assert_eq!(several.sms.len() as u64, simulated, "{what}");
            assert_eq!(statistics.ctas, case.geometry.ctas(), "{what}");
            assert_eq!(several.sms.iter().map(|sm| sm.ctas).sum::<u64>(), statistics.ctas);
            assert_eq!(several.sms.iter().map(|sm| sm.issued).sum::<u64>(), statistics.issued);
            let threads: u64 = several.sms.iter().map(|sm| sm.thread_instructions).sum();
            assert_eq!(threads, statistics.thread_instructions, "{what}");
            let last = several.sms.iter().map(|sm| sm.cycles).max();
            assert_eq!(last, Some(statistics.cycles), "{what}");
            let slots = config.sm().schedulers as u64 * statistics.cycles * simulated;
            let without = statistics.idle + statistics.scoreboard + statistics.stalled;
            assert_eq!(without + statistics.issued, slots, "{what}");
            assert_eq!(statistics.issued, statistics.retired, "{what}");
            assert_eq!(several.register_file.total().reads, statistics.reads_accepted, "{what}");
            let sent = &several.hierarchy;
            let accesses = |outcome: &Outcome| {
                let memory = &outcome.hierarchy;
                let all = [memory.loads, memory.stores, memory.atomics, memory.textures];
                all.map(|kind| kind.accesses)
            };
            assert_eq!(
                sent.dram.reads + sent.dram.writes,
                sent.dram.row_hits + sent.dram.row_misses
            );
            if !DEPENDS_ON_TIME.contains(&kernel.as_str()) {
                assert_eq!(statistics.issued, alone.statistics.issued, "{what}");
                let threads = alone.statistics.thread_instructions;
                assert_eq!(statistics.thread_instructions, threads, "{what}");
                assert_eq!(accesses(&several), accesses(&alone), "{what}");
            }
        }
    });
}

/// Every register file has an SM of its own, and what it holds of memory may be out of date.
#[test]
fn kernels_end_right_on_all_sms_and_every_register_file() {
    let config = with_sms(15);
    let all = SHORT.iter().flat_map(|case| SYSTEMS.iter().map(move |system| (case, *system)));
    parallel::for_each(all, |(case, system)| {
        run(system, case, &config, None);
    });
}

/// CTAs that the first SM launches.
#[derive(Default)]
struct Launches(Vec<(u64, u64)>);

impl Watch for Launches {
    fn began(&mut self, cycle: u64, _slot: usize, cta: u64) {
        if self.0.last() != Some(&(cycle, cta)) {
            self.0.push((cycle, cta));
        }
    }
}

/// CTAs of 64 threads of a kernel with this body and two buffers, `a` and `b`, of `words` words.
fn of_body(body: &str, grid: usize, words: usize) -> Arc<Case> {
    let folder = tempfile::tempdir().unwrap();
    let ptx = format!(
        ".version 4.0\n.target sm_20\n.address_size 64\n\
         .visible .entry k(.param .u64 a, .param .u64 b)\n{{\n.reg .pred %p<4>;\n\
         .reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n{body}\nret;\n}}\n"
    );
    std::fs::write(folder.path().join("k.ptx"), ptx).unwrap();
    let parameter = |(n, name): (usize, &str)| {
        format!(
            "[[param]]\nindex = {n}\nkind = \"ptr\"\nbuffer = \"{name}\"\noffset = 0\n[[buffer]]\n\
             name = \"{name}\"\ndtype = \"u32\"\ncount = {words}\nfill = 0\n"
        )
    };
    let parameters: String = ["a", "b"].into_iter().enumerate().map(parameter).collect();
    let launch = format!(
        "name = \"k\"\nsuite = \"test\"\nptx = \"k.ptx\"\nentry = \"k\"\ngrid = [{grid}, 1, 1]\n\
         block = [64, 1, 1]\ndynamic_smem = 0\n{parameters}"
    );
    let path = folder.path().join("case.toml");
    std::fs::write(&path, launch).unwrap();
    Arc::new(Case::on_allocated_registers(&path).unwrap())
}

/// CTAs that the first SM launches, given the places of each SM.
fn launches(case: &Arc<Case>, sms: u64, places: Option<usize>) -> (Vec<(u64, u64)>, Outcome) {
    let config = with_sms(sms);
    let compiled = sram().compile(case, &config, &Options::default()).unwrap();
    let simulation = Simulation::new(sram(), &*compiled, &config).unwrap();
    let mut launches = Launches::default();
    let simulation = Simulation { resident: places, ..simulation };
    let outcome = simulation.run(&mut launches).unwrap();
    (launches.0, outcome)
}

/// CTA 1 loops two and a half times as long as the others.
const ONE_LONG: &str = "\
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, 100;
setp.eq.u32 %p1, %r1, 1;
@%p1 mov.u32 %r2, 250;
L: sub.u32 %r2, %r2, 1;
setp.gt.s32 %p2, %r2, 0;
@%p2 bra L;";

/// `gpgpu_sim::issue_block2core`: one CTA for each SM in a cycle, from the one behind the last on.
#[test]
fn ctas_are_assigned_in_turns() {
    let (first, outcome) = launches(&case("hotspot"), 5, None);
    assert_eq!(first, [(0, 0), (1, 5), (2, 10)]);
    assert_eq!(outcome.sms.iter().map(|sm| sm.ctas).collect::<Vec<_>>(), [3, 3, 2, 2, 2]);
    // SMs 0 and 2 are done in the same cycles. From CTA 7 on, SM 1 gets one between them, so that it is
    // SM 2's turn before SM 0's.
    let (first, outcome) = launches(&of_body(ONE_LONG, 13, 1), 3, Some(1));
    assert_eq!(first.iter().map(|(_, cta)| *cta).collect::<Vec<_>>(), [0, 3, 5, 9, 12]);
    assert_eq!(outcome.statistics.ctas, 13);
}

/// Each thread adds 1 to a counter and stores what it found there, and its SM.
const COUNTS: &str = "\
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.s32 %r3, %r2, 64, %r1;
mul.wide.u32 %rd3, %r3, 4;
add.s64 %rd4, %rd1, %rd3;
add.s64 %rd5, %rd2, %rd3;
atom.global.add.u32 %r4, [%rd1], 1;
st.global.u32 [%rd4+4], %r4;
mov.u32 %r5, %smid;
mov.u32 %r6, %nsmid;
mad.lo.s32 %r7, %r6, 100, %r5;
st.global.u32 [%rd5], %r7;";

#[test]
fn atomics_of_all_sms_count_each_thread_once() {
    const THREADS: usize = 64 * 40;
    let case = of_body(COUNTS, 40, THREADS + 1);
    for simulated in [1, 15] {
        let (_, outcome) = launches(&case, simulated, None);
        let words = |area: &str| -> Vec<u32> {
            let bytes = &outcome.memory.area(area).unwrap().bytes;
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
        };
        let found = words("a");
        assert_eq!(found[0], THREADS as u32, "{simulated} SMs");
        let mut found = found[1..].to_vec();
        found.sort_unstable();
        assert!(found.iter().copied().eq(0..THREADS as u32), "{simulated} SMs");
        let mut sms = words("b")[..THREADS].to_vec();
        sms.sort_unstable();
        sms.dedup();
        let all = (0..simulated as u32).map(|n| 100 * simulated as u32 + n);
        assert!(sms.iter().copied().eq(all), "%smid and %nsmid: {sms:?}");
    }
}

/// One SM's register file, or all, in lockstep with its Verilog: atomics, shared memory, divergence.
#[test]
fn rtl_of_one_sm_or_all_runs_in_lockstep() {
    let config = with_sms(3);
    for kernel in ["histogram", "half_axpy"] {
        let case = case(kernel);
        let model = run(sram(), &case, &config, None);
        let one = run(sram(), &case, &config, Some(1));
        let compiled = sram().compile(&case, &config, &Options::default()).unwrap();
        let simulation = Simulation::new(sram(), &*compiled, &config).unwrap();
        let simulation = Simulation { backend: Backend::Rtl, ..simulation };
        let all = simulation.run(&mut Unwatched).unwrap();
        for other in [one, all] {
            assert!(model.statistics == other.statistics, "{kernel}");
            assert_eq!(model.hierarchy, other.hierarchy, "{kernel}");
            assert_eq!(model.register_file, other.register_file, "{kernel}");
            assert_eq!(model.sms, other.sms, "{kernel}");
        }
    }
}

/// A register file that answers nothing and disagrees after 200 cycles.
#[derive(Default)]
struct Disagreeing(Counts);

impl RegisterFile for Disagreeing {
    fn begin(&mut self, _: usize, _: usize) {}

    fn cycle(&mut self, _: &Offer, _: &mut Reply) {
        self.0.cycles += 1;
    }

    fn is_idle(&self) -> bool {
        false
    }

    fn keeps_order(&self) -> bool {
        true
    }

    fn counts(&self) -> &Counts {
        &self.0
    }

    fn disagreement(&self) -> Option<&str> {
        (self.0.cycles == 200).then_some("planted")
    }
}

#[test]
fn a_disagreement_ends_the_run_and_names_its_sm() {
    let (case, config) = (case("hotspot"), with_sms(3));
    let compiled = sram().compile(&case, &config, &Options::default()).unwrap();
    let simulation = Simulation::new(sram(), &*compiled, &config).unwrap();
    let files = || -> Vec<_> {
        let file = |_| compiled.build(&config, Backend::Model, 1).unwrap();
        (0..3).map(file).collect()
    };
    let mut wrong = files();
    wrong[1] = Box::<Disagreeing>::default();
    let error = simulation.run_on_all(wrong, &mut Unwatched).err().unwrap().to_string();
    assert_eq!(error, "hotspot: SM 1: planted");
    let error = simulation.run_on(files().remove(0), &mut Unwatched).err().unwrap().to_string();
    assert!(
        error.contains("gpu.sms_simulated = 3") && error.contains("1 register files"),
        "{error}"
    );
}

#[test]
fn reports_are_the_same_to_the_byte_for_any_number_of_threads() {
    let cases = ["reduction", "histogram", "spmv", "hotspot"];
    let cases: Vec<String> = cases.map(|name| format!("kernels/{name}/case.toml")).into();
    let print = |command: &[&str], threads: &str| {
        let mut regforge = regforge();
        let run = regforge.env("RAYON_NUM_THREADS", threads).args(command).args(&cases);
        let output = run.output().unwrap();
        assert!(output.status.success(), "{command:?}");
        output.stdout
    };
    for command in [&["sim", "--json", "-p", "gpu.sms_simulated=15"][..], &["shares", "--json"]] {
        let [one, two] = ["1", "2"].map(|threads| print(command, threads));
        assert!(!one.is_empty() && one == two, "{command:?}");
    }
}

#[test]
fn text_and_json_say_what_they_cover() {
    let args = ["sim", "kernels/hotspot/case.toml", "--rf", "sram", "-p", "gpu.sms_simulated=5"];
    let (code, text, stderr) = outcome(&args);
    assert_eq!(code, 0, "{stderr}");
    let covered = "counts and energy: sums over the 5 simulated SMs, of 15 that share L2 and DRAM";
    assert!(text.contains(covered), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("timeline.svg").display().to_string();
    let (_, json, _) = outcome(&[&args[..], &["--json", "--timeline", &svg]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let run = &json["runs"][0];
    let count = |value: &serde_json::Value| value.as_u64().unwrap();
    let sms = run["sms"].as_array().unwrap();
    let sum: u64 = sms.iter().map(|sm| count(&sm["issued"])).sum();
    assert_eq!((sms.len(), sum), (5, count(&run["statistics"]["issued"])));
    // Five SMs leak for the time of the run.
    let ns = (5 * count(&run["cycles"])) as f64 * 1_000.0 / 700.0;
    let leakage = run["energy"]["parts_pj"]["leakage"].as_f64().unwrap();
    assert!((leakage - 12.31 * ns).abs() < 1e-6 * leakage, "{leakage}");
    assert!(run["occupancy"].as_f64().unwrap() <= run["static_occupancy"].as_f64().unwrap());
    assert!(std::fs::read_to_string(svg).unwrap().contains("hotspot on sram, SM 0 of 5"));
}

#[test]
fn bad_options_are_refused() {
    let hotspot = ["sim", "kernels/hotspot/case.toml", "--rf", "sram"];
    let refused: [(&[&str], &[&str]); 7] = [
        (&["-p", "gpu.sms_simulated=0"], &["gpu.sms_simulated = 0", "1 to 128"]),
        (&["-p", "gpu.sms_simulated=16"], &["gpu.sms_simulated = 16", "1 to gpu.sms = 15"]),
        (&["-p", "gpu.sms=4", "-p", "gpu.sms_simulated=5"], &["1 to gpu.sms = 4"]),
        (
            &["-p", "gpu.sms_simulated=2", "--stream", "build/none.csv"],
            &["--stream: gpu.sms_simulated = 2", "gpu.sms_simulated = 1"],
        ),
        (
            &["-p", "gpu.sms_simulated=2", "--backend", "rtl", "--backend-sm", "2"],
            &["--backend-sm: 2", "0 to 1"],
        ),
        (&["--backend-sm", "0"], &["--backend-sm: --backend model"]),
        (
            &["-p", "memory.dram_scheduler=oldest"],
            &["memory.dram_scheduler = oldest", "in_order | first_ready"],
        ),
    ];
    for (args, parts) in refused {
        assert_refused(&[&hotspot[..], args].concat(), 2, parts);
    }
}

/// Rows of the Markdown table that `shares` prints.
fn shares(args: &[String]) -> Vec<String> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (code, table, stderr) = outcome(&[&["shares", "--markdown"], &args[..]].concat());
    assert_eq!(code, 0, "{stderr}");
    table.lines().filter(|line| line.starts_with('|')).skip(2).map(str::to_string).collect()
}

#[test]
fn the_page_has_the_ratio_of_each_kernel() {
    let path = |case: &Arc<Case>| format!("kernels/{}/case.toml", case.launch.name);
    let cases: Vec<String> = KERNELS.iter().map(path).collect();
    assert_shown(PAGE, "`regforge shares kernels/*/case.toml --markdown`", &shares(&cases));
}

/// Asserts that the page has the rows of these kernels with large inputs, run with these keys.
fn assert_ratios_shown(kernels: &[&str], keys: &[&str]) {
    let plain = |line: &str| line.split('|').map(str::trim).collect::<Vec<_>>().join("|");
    let page = std::fs::read_to_string(PAGE).unwrap();
    let shown: Vec<String> = page.lines().map(plain).collect();
    let cases = kernels.iter().map(|kernel| format!("kernels/{kernel}/large.toml"));
    let args: Vec<String> = cases.chain(keys.iter().map(|key| format!("-p{key}"))).collect();
    for row in shares(&args) {
        assert!(shown.contains(&plain(&row)), "{PAGE} should have {row}");
    }
}

/// Those of the large inputs that take the least time.
#[test]
fn the_page_has_the_ratios_of_large_inputs() {
    assert_ratios_shown(&["black_scholes", "compact", "half_axpy", "sobel"], &[]);
}

#[test]
fn the_page_has_the_ratios_with_open_rows_first() {
    let kernels = ["black_scholes", "half_axpy"];
    assert_ratios_shown(&kernels, &["memory.dram_scheduler=first_ready"]);
}
