//! Do the keys that model GPGPU-Sim do what they say? Each with a kernel of its own, against `fermi`.

use crate::support::fermi;
use regforge::config::{Config, Options};
use regforge::run::{Case, Simulation};
use regforge::sm::{Outcome, Statistics, Unwatched};
use regforge::systems;
use std::sync::Arc;

/// A kernel of this body, launched with CTAs of so many threads, under `fermi` with these keys.
fn run(body: &str, grid: u32, block: u32, keys: &[&str]) -> Outcome {
    run_on(body, grid, block, &systems::config_with("fermi", keys).unwrap(), true)
}

fn run_on(body: &str, grid: u32, block: u32, config: &Config, skip: bool) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let ptx = format!(
        ".version 4.0\n.target sm_20\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<16>;\n.reg .f64 %fd<32>;\n\
         .local .align 4 .b8 deep[256];\n\
         mov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\nmov.u32 %r3, 7;\nld.param.u64 %rd1, [buffer];\n\
         {body}\nret;\n}}\n"
    );
    let launch = format!(
        "name = \"k\"\nsuite = \"test\"\nptx = \"k.ptx\"\nentry = \"k\"\ngrid = [{grid}, 1, 1]\n\
         block = [{block}, 1, 1]\ndynamic_smem = 0\n[[param]]\nindex = 0\nkind = \"ptr\"\n\
         buffer = \"buffer\"\noffset = 0\n[[buffer]]\nname = \"buffer\"\ndtype = \"u32\"\n\
         count = 262144\nfill = 0\n"
    );
    let path = folder.path().join("case.toml");
    std::fs::write(folder.path().join("k.ptx"), ptx).unwrap();
    std::fs::write(&path, launch).unwrap();
    let case = Arc::new(Case::on_allocated_registers(&path).unwrap());
    let sram = systems::system(systems::BASELINE).unwrap();
    let compiled = sram.compile(&case, config, &Options::default()).unwrap();
    let simulation = Simulation { skip, ..Simulation::new(sram, &*compiled, config).unwrap() };
    simulation.run(&mut Unwatched).unwrap()
}

fn cycles(body: &str, grid: u32, block: u32, keys: &[&str]) -> u64 {
    run(body, grid, block, keys).statistics.cycles
}

/// A line many times, with `#` its number.
fn repeated(line: &str, times: usize) -> String {
    (0..times).map(|n| line.replace('#', &n.to_string())).collect::<Vec<_>>().join("\n")
}

const LATCHES: [&str; 2] = ["sm.latches=true", "gpu.collector_units=24"];

#[test]
fn an_instruction_holds_a_collector_unit_for_two_cycles_between_latches_and_for_four_without() {
    let body = repeated("add.s32 %r2, %r2, %r3;", 400);
    let held = |keys: &[&str]| {
        let statistics = run(&body, 1, 32, keys).statistics;
        assert_eq!(statistics.issued, statistics.retired);
        // Rounded, as the first instructions of the kernel have no operands.
        (statistics.collector_cycles as f64 / statistics.collected as f64 * 10.0).round() / 10.0
    };
    assert_eq!(held(&[]), 4.0);
    assert_eq!(held(&LATCHES), 2.0);
}

#[test]
fn latches_need_entries_of_their_own() {
    let refused = systems::config_with("fermi", &["sm.latches=true"]).unwrap();
    let refused = std::panic::catch_unwind(|| run_on("", 1, 32, &refused, true));
    let message = *refused.err().unwrap().downcast::<String>().unwrap();
    assert!(message.contains("2 * (sm.sp_units + sm.sfu_units + 1) = 24"), "{message}");
}

#[test]
fn what_follows_a_taken_branch_is_fetched_and_thrown_away() {
    let body = "L: add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, 20;\n@%p1 bra L;";
    let more = cycles(body, 1, 32, &["sm.wrong_path=fetched"]) - cycles(body, 1, 32, &[]);
    assert!((19..=2 * 19).contains(&more), "{more} cycles for 19 taken branches");
    // Branches that are not taken cost nothing.
    let body = repeated("setp.lt.s32 %p1, %r3, %r2;\n@%p1 bra L;", 8) + "\nL:";
    assert_eq!(cycles(&body, 1, 32, &["sm.wrong_path=fetched"]), cycles(&body, 1, 32, &[]));
}

#[test]
fn an_instruction_that_no_lane_executes_takes_its_time() {
    let body = format!("setp.lt.s32 %p1, %r3, %r2;\n{}", repeated("@%p1 add.s32 %r2, %r2, 1;", 20));
    let all = run(&body, 1, 32, &["sm.all_through_units=true"]).statistics;
    let few = run(&body, 1, 32, &[]).statistics;
    assert_eq!((all.nullified, few.nullified), (0, 20));
    assert_eq!((all.issued, few.issued), (all.retired, few.retired));
    assert!(all.cycles > few.cycles + 20 * fermi().latency().int_add, "{all:?} {few:?}");
}

#[test]
fn a_cycle_has_no_more_results_than_buses() {
    let body =
        repeated("add.s32 %r#, %r3, 1;", 16).replace("%r1,", "%r33,").replace("%r3,", "%r40,");
    let body = format!("mov.u32 %r40, 5;\n{}", repeated(&body, 4));
    let one = run(&body, 1, 1024, &["sm.result_buses=1"]).statistics;
    let free = run(&body, 1, 1024, &[]).statistics;
    assert!(one.cycles >= one.sp, "{} results in {} cycles", one.sp, one.cycles);
    assert!(free.cycles < free.sp, "{} results in {} cycles", free.sp, free.cycles);
}

#[test]
fn doubles_are_added_where_the_configuration_says() {
    let body = format!(
        "mov.f64 %fd30, 0d3FF0000000000000;\n{}",
        repeated("add.f64 %fd#, %fd30, %fd30;", 16)
    );
    let units = |key: &[&str]| {
        let statistics = run(&body, 1, 256, key).statistics;
        (statistics.sfu, statistics.cycles)
    };
    let (sfu, sp) = (units(&["sm.double_precision=sfu"]), units(&[]));
    assert_eq!((sfu.0, sp.0), (8 * 16, 0));
    // One unit, not two.
    let least = 8 * 16 * fermi().initiation().dp_add;
    assert!(sfu.1 >= least && sp.1 < least, "{sfu:?} {sp:?}");
}

#[test]
fn a_predicate_is_as_much_later_as_the_configuration_says() {
    let body = repeated("setp.lt.s32 %p1, %r2, %r3;\nselp.u32 %r2, %r2, %r3, %p1;", 10);
    let more = cycles(&body, 1, 32, &["sm.predicate_delay=2"]) - cycles(&body, 1, 32, &[]);
    assert_eq!(more, 2 * 10);
}

#[test]
fn a_refused_miss_does_not_take_l1_s_latency_again() {
    // Lines of their own: one is under way at a time, so that each waits for the one before it.
    let body = format!(
        "mul.wide.u32 %rd2, %r1, 128;\nadd.s64 %rd1, %rd1, %rd2;\n{}",
        "ld.global.u32 %r2, [%rd1];"
    );
    let keys = ["l1.mshr_entries=1", "l1.latency=200"];
    let time = |more: &[&str]| cycles(&body, 1, 32, &[&keys[..], more].concat());
    let (pipelined, refused) = (time(&["l1.pipelined=true"]), time(&[]));
    assert!(refused > pipelined + 20 * 200, "{pipelined} {refused}");
}

#[test]
fn local_memory_of_all_threads_lies_side_by_side() {
    // Word 0 of 16 warps: 8 KB apart they share a set of four ways, side by side they do not.
    let body =
        "mov.u64 %rd3, deep;\nst.local.u32 [%rd3], %r1;\nbar.sync 0;\nld.local.u32 %r2, [%rd3];";
    let misses = |keys: &[&str]| run(body, 1, 512, keys).hierarchy.local_loads.misses;
    assert_eq!(misses(&["local.layout=thread"]), 0);
    assert!(misses(&[]) >= 12, "{}", misses(&[]));
}

#[test]
fn instructions_are_fetched_by_line() {
    let body = repeated("add.s32 %r2, %r2, %r3;", 100);
    let cached = run(&body, 1, 64, &["instruction.perfect=false"]);
    let perfect = run(&body, 1, 64, &[]);
    // 16 instructions of 8 bytes a line; two warps ask for the same ones.
    let lines = (100u64 + 5).div_ceil(16);
    let misses = cached.hierarchy.instructions.misses;
    assert!((lines..=lines + 1).contains(&misses), "{misses} misses, {lines} lines");
    assert!(cached.statistics.cycles > perfect.statistics.cycles + 100 * lines);
    assert_eq!(perfect.hierarchy.instructions.accesses, 0);
    // A loop that fits misses once, one that does not fit each time.
    let looped = |length: usize| {
        let body = repeated("add.s32 %r4, %r4, %r3;", length);
        let body = format!(
            "mov.u32 %r4, 0;\nL: {body}\nadd.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, 5;\n@%p1 bra L;"
        );
        run(&body, 1, 32, &["instruction.perfect=false"]).hierarchy.instructions.misses
    };
    assert!(looped(200) < 20 && looped(400) > 4 * 400 / 16, "{} {}", looped(200), looped(400));
}

#[test]
fn constants_are_loaded_by_line() {
    let body = repeated("ld.param.u64 %rd#, [buffer];", 10);
    let cached = run(&body, 1, 32, &["constant.perfect=false"]);
    assert_eq!(cached.hierarchy.constants.misses, 1);
    assert_eq!(cached.hierarchy.constants.accesses, 11);
    let perfect = run(&body, 1, 32, &[]);
    assert_eq!(perfect.hierarchy.constants.accesses, 0);
    assert!(cached.statistics.cycles > perfect.statistics.cycles + 100);
}

#[test]
fn a_warp_stays_until_its_stores_are_acknowledged() {
    let body = "st.global.u32 [%rd1], %r1;";
    let later = cycles(body, 1, 32, &["memory.store_acknowledges=true"]) - cycles(body, 1, 32, &[]);
    assert!(later >= fermi().memory().l2_latency, "{later}");
    // Nothing else waits for them.
    let body = format!("{body}\n{}", repeated("add.s32 %r2, %r2, %r3;", 200));
    let same =
        [&["memory.store_acknowledges=true"][..], &[]].map(|keys| cycles(&body, 1, 32, keys));
    assert_eq!(same[0], same[1]);
}

#[test]
fn a_local_store_that_misses_brings_its_line_or_not() {
    let body = "setp.eq.u32 %p1, %r1, 0;\nmov.u64 %rd3, deep;\n@%p1 st.local.u32 [%rd3], %r3;\n\
                bar.sync 0;\n@%p1 ld.local.u32 %r2, [%rd3];";
    let lines = |key: &str| {
        let hierarchy = run(body, 1, 32, &[key]).hierarchy;
        (hierarchy.local_store_fetches, hierarchy.local_loads.misses)
    };
    assert_eq!(lines("l1.local_store_miss=fetch"), (1, 0));
    assert_eq!(lines("l1.local_store_miss=send"), (0, 1));
}

/// A line twice, the second time by a load with this operator, under this key.
fn misses_of_a_line_loaded_twice(operator: &str, key: &str) -> u64 {
    let body = format!(
        "ld.global.u32 %r2, [%rd1];\nbar.sync 0;\nld.global.{operator}.u32 %r4, [%rd1];\n\
         add.u32 %r2, %r2, %r4;"
    );
    run(&body, 1, 32, &[key]).hierarchy.loads.misses
}

#[test]
fn loads_with_cache_operators_go_past_l1_if_they_are_obeyed() {
    let obeyed = |operator| misses_of_a_line_loaded_twice(operator, "l1.cache_operators=true");
    assert_eq!(["ca", "cg", "cv"].map(obeyed), [1, 2, 2]);
    let ignored = |operator| misses_of_a_line_loaded_twice(operator, "l1.cache_operators=false");
    assert_eq!(["ca", "cg", "cv"].map(ignored), [1, 1, 1]);
}

/// Each atomic waits for the one before it.
#[test]
fn atomics_go_past_l1_if_operators_are_obeyed() {
    let body = repeated("atom.global.add.u32 %r3, [%rd1], %r3;", 10);
    let time = |obeys: bool| {
        let obeys = format!("l1.cache_operators={obeys}");
        cycles(&body, 1, 32, &["l1.pipelined=true", "l1.latency=40", &obeys])
    };
    assert_eq!(time(false) - time(true), 10 * 40);
    let body = "ld.global.u32 %r2, [%rd1];\nbar.sync 0;\natom.global.add.u32 %r3, [%rd1], %r2;\n\
                bar.sync 0;\nld.global.u32 %r4, [%rd1];\nadd.u32 %r2, %r4, %r3;";
    let misses = |key: &str| run(body, 1, 32, &[key]).hierarchy.loads.misses;
    assert_eq!(misses("l1.cache_operators=true"), 1, "the line stays in L1");
    assert_eq!(misses("l1.cache_operators=false"), 2, "it is evicted");
}

#[test]
fn a_wide_shared_access_takes_the_passes_of_all_its_words_or_of_the_first() {
    let body = ".shared .align 16 .b8 buf[512];\nmov.u32 %r4, buf;\nshl.b32 %r5, %r1, 4;\n\
                add.u32 %r4, %r4, %r5;\nst.shared.v4.u32 [%r4], {%r1, %r2, %r3, %r1};";
    let conflicts = |keys: &[&str]| run(body, 1, 32, keys).statistics.shared_conflicts;
    assert_eq!((conflicts(&[]), conflicts(&["shared.passes=first_word"])), (7, 3));
    // Lanes 16 bytes apart have their first words in 8 banks.
    let single = body.replace("v4.u32 [%r4], {%r1, %r2, %r3, %r1}", "u32 [%r4], %r1");
    assert_eq!(run(&single, 1, 32, &[]).statistics.shared_conflicts, 3);
}

#[test]
fn free_writes_change_no_value_and_use_no_channel() {
    let config = |writes: &str| {
        systems::config_with("gpgpusim-4.2", &[format!("sm.writes={writes}")]).unwrap()
    };
    let [ported, free] = ["ported", "free"].map(|how| run_on(MIXED, 12, 128, &config(how), true));
    let memory = |outcome: &Outcome| outcome.memory.area("buffer").unwrap().bytes.clone();
    assert_eq!(memory(&ported), memory(&free));
    let writes =
        |outcome: &Outcome| outcome.register_file.banks.iter().map(|bank| bank.writes).sum::<u64>();
    assert!(writes(&ported) > 0 && writes(&free) == 0);
    // A load of 64 bits takes the one channel for loads twice.
    let body = repeated("ld.param.u64 %rd2, [buffer];\nadd.s64 %rd3, %rd3, %rd2;", 50);
    let body = format!("mov.u64 %rd3, 0;\n{body}");
    let time = |writes: &str| run_on(&body, 1, 1024, &config(writes), true).statistics.cycles;
    let (ported, free) = (time("ported"), time("free"));
    assert!(ported >= 2 * 50 * 32 && free < ported, "{ported} {free}");
}

#[test]
fn without_l1_no_load_hits() {
    assert_eq!(misses_of_a_line_loaded_twice("ca", "l1.enabled=false"), 2);
    assert_eq!(misses_of_a_line_loaded_twice("ca", "l1.enabled=true"), 1);
}

/// Loops, divergence, barriers, local memory, doubles, stores and atomics.
const MIXED: &str = "\
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
cvt.rn.f64.u32 %fd1, %r1;
mov.u64 %rd4, deep;
L: add.s32 %r2, %r2, 1;
and.b32 %r5, %r1, 1;
setp.eq.u32 %p2, %r5, 0;
@%p2 bra M;
add.f64 %fd1, %fd1, %fd1;
st.local.u32 [%rd4], %r2;
M: ld.global.u32 %r6, [%rd3];
add.s32 %r6, %r6, %r2;
st.global.u32 [%rd3+4096], %r6;
bar.sync 0;
atom.global.add.u32 %r7, [%rd1+64], 1;
setp.lt.s32 %p1, %r2, 10;
@%p1 bra L;";

#[test]
fn presets_count_the_same_whether_idle_cycles_are_skipped() {
    for preset in ["gpgpusim-3.2.2", "gpgpusim-4.2"] {
        let config = systems::config(preset).unwrap();
        let [all, skipped] = [false, true].map(|skip| run_on(MIXED, 12, 128, &config, skip));
        let counts = |outcome: &Outcome| {
            let mut statistics = outcome.statistics.clone();
            statistics.skipped_cycles = 0;
            (statistics, outcome.hierarchy.clone())
        };
        assert_eq!(counts(&all), counts(&skipped), "{preset}");
        assert_eq!(all.statistics.issued, all.statistics.retired, "{preset}");
        assert!(skipped.statistics.skipped_cycles > 0, "{preset}");
    }
}

/// Each load waits for a line from DRAM, whose arrival is a ticket under `first_ready`.
#[test]
fn cycles_are_skipped_while_a_ticket_is_open() {
    let body = repeated("ld.global.u32 %r4, [%rd1+#0000];\nadd.u32 %r2, %r2, %r4;", 9);
    let statistics = run(&body, 1, 32, &["memory.dram_scheduler=first_ready"]).statistics;
    let Statistics { cycles, skipped_cycles, .. } = statistics;
    assert!(10 * skipped_cycles > 9 * cycles, "{skipped_cycles} of {cycles}");
}
