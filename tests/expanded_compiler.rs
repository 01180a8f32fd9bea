//! EXPARS' half of the compiler: splits, the order of registers, bundles.

use crate::support::outcome;
use crate::support::programs::program;
use crate::support::random_loads::Program;
use crate::support::warps::{execute, launches};
use proptest::prelude::*;
use regforge::bits::LANES;
use regforge::compiler::allocate::allocated;
use regforge::compiler::occupancy::{KernelNeeds, Resources};
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{Event, Execution, Schedule, Unwatched, Watch};
use regforge::ptx::isa::{Op, Reg};
use regforge::ptx::kernel::{Home, Kernel};
use regforge::ptx::{Loaded, Source};
use regforge::run::Case;
use regforge::systems::expanded::compiler::bundles::{Step, bundles, steps};
use regforge::systems::expanded::compiler::order::Text;
use regforge::systems::expanded::compiler::split::{
    Bounds, Split, best_split, least_start, split_into,
};
use regforge::systems::expanded::units::register_allocation_table::REGISTER_BYTES;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

// ---- splits -------------------------------------------------------------------------------------

/// Every split into so many CTAs that the SM's memories hold, from the definitions.
fn all_splits(needs: &KernelNeeds, sm: &Resources, bounds: Bounds, ctas: usize) -> Vec<Split> {
    let warps = needs.threads_per_cta.div_ceil(LANES);
    let registers = needs.regs_per_thread;
    let array = needs.shared_bytes.div_ceil(16) * 16;
    let fits = |split: &Split| {
        let moved = registers - split.start_reg;
        let lines = warps * (split.ctas_rf * registers + split.ctas_mix * split.start_reg);
        let bytes = ctas * array + split.ctas_mix * warps * moved * REGISTER_BYTES;
        ctas <= sm.ctas
            && ctas * warps <= sm.warps
            && LANES * lines <= sm.registers
            && bytes <= sm.shared_bytes
            && (split.ctas_mix == 0
                || split.start_reg >= bounds.spill_from
                    && 100 * moved <= bounds.tau_percent * registers)
    };
    let whole = Split { ctas_rf: ctas, ctas_mix: 0, start_reg: registers };
    let mixed = (1..=ctas).flat_map(|ctas_mix| {
        (0..registers).map(move |start_reg| Split { ctas_rf: ctas - ctas_mix, ctas_mix, start_reg })
    });
    std::iter::once(whole).chain(mixed).filter(fits).collect()
}

/// The best of them: no mix CTA, or the fewest registers that leave, then the fewest mix CTAs.
fn best(all: Vec<Split>, registers: usize) -> Option<Split> {
    let moved = |split: &Split| split.ctas_mix * (registers - split.start_reg);
    all.into_iter().min_by_key(|split| (split.ctas_mix > 0, moved(split), split.ctas_mix))
}

fn assert_is_best(needs: &KernelNeeds, sm: &Resources, bounds: Bounds) {
    let found = |ctas| best(all_splits(needs, sm, bounds, ctas), needs.regs_per_thread);
    let shown = |ctas| format!("{needs:?} {bounds:?} {ctas}");
    for ctas in 0..=sm.ctas + 1 {
        assert_eq!(split_into(ctas, needs, sm, bounds), found(ctas), "{}", shown(ctas));
    }
    let whole = |ctas: &usize| found(*ctas).is_some_and(|split| split.ctas_mix == 0);
    let lower = (0..=sm.ctas).rev().find(whole).unwrap_or(0);
    for launched in 0..=sm.ctas + 1 {
        let best = (lower..=sm.ctas.min(launched).max(lower)).rev().find_map(found);
        assert_eq!(Some(best_split(needs, sm, bounds, launched)), best, "{}", shown(launched));
    }
}

/// EXP-I1.
#[test]
fn splits_are_those_of_brute_force() {
    let sm = Resources::FERMI;
    for warps in [1, 2, 4, 5, 8, 10, 16, 32] {
        for regs_per_thread in [1, 2, 9, 20, 28, 33, 48, 63] {
            for shared_bytes in [0, 500, 3 << 10, 16 << 10, 48 << 10] {
                for tau_percent in [1, 50, 80, 99] {
                    let threads_per_cta = warps * LANES;
                    let needs = KernelNeeds { threads_per_cta, regs_per_thread, shared_bytes };
                    let least = least_start(regs_per_thread, tau_percent);
                    for spill_from in [least, (least + 5).min(regs_per_thread), regs_per_thread] {
                        assert_is_best(&needs, &sm, Bounds { tau_percent, spill_from });
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn splits_of_any_machine_are_those_of_brute_force(
        threads_per_cta in 1usize..=256, regs_per_thread in 1usize..=64,
        shared_bytes in 0usize..2_000, tau_percent in 1usize..=99, spill_from in 0usize..=24,
        lines in 64usize..=512, scratchpad in 8usize..=48, ctas in 1usize..=16,
    ) {
        let sm = Resources {
            registers: lines * LANES,
            shared_bytes: scratchpad << 10,
            ctas,
            ..Resources::FERMI
        };
        let needs = KernelNeeds { threads_per_cta, regs_per_thread, shared_bytes };
        assert_is_best(&needs, &sm, Bounds { tau_percent, spill_from });
    }
}

// ---- the order of registers ---------------------------------------------------------------------

/// Kernels that ship and random programs, all on allocated registers.
fn kernels() -> Vec<(Kernel, Vec<Home>)> {
    let mut all: Vec<Kernel> = (0..200).map(|seed| program(seed, 20 + seed as usize)).collect();
    for seed in 0..50 {
        let source = Source::new("random.ptx", Program::new(seed).text());
        all.extend(Loaded::new(&source, None).unwrap().program.kernels);
    }
    for file in glob::glob("kernels/*/*.ptx").unwrap() {
        all.extend(Loaded::read(&file.unwrap(), None).unwrap().program.kernels);
    }
    all.iter().map(allocated).collect()
}

fn words(instruction: &[Reg], homes: &[Home]) -> BTreeSet<usize> {
    instruction.iter().flat_map(|reg| homes[reg.index()].words()).collect()
}

/// Words that each instruction touches.
fn touched(kernel: &Kernel, homes: &[Home]) -> Vec<BTreeSet<usize>> {
    let of = |n: usize| {
        let one = &kernel.code[n];
        words(&one.reads().chain(one.writes()).collect::<Vec<_>>(), homes)
    };
    (0..kernel.code.len()).map(of).collect()
}

/// EXP-I6: no instruction needs two registers that may leave and that have one line.
#[test]
fn each_instruction_fits_the_cache_and_pairs_stay_pairs() {
    let (mut moved, mut raised) = (0, 0);
    for (kernel, homes) in kernels() {
        let text = Text::new(&kernel, &Cfg::new(&kernel), &homes, 1);
        for lines in [4, 16] {
            let least = least_start(text.registers(), 80);
            let (order, spill_from) = text.order(lines, least);
            let mut words: Vec<usize> = order.words().to_vec();
            words.sort_unstable();
            assert!(words.iter().copied().eq(0..text.registers()), "{}", kernel.name);
            let ordered = order.homes(&homes);
            for (reg, home) in kernel
                .code
                .iter()
                .flat_map(|one| one.uses().chain(one.writes()))
                .map(|reg| (reg, ordered[reg.index()]))
            {
                let old = homes[reg.index()].words();
                assert!(home.words().map(|number| order.words()[number]).eq(old), "{home:?}");
                assert!(!matches!(home, Home::Pair(low) if low % 2 != 0), "{home:?}");
            }
            let clash = |least: usize| {
                let clashes = |words: &BTreeSet<usize>| {
                    let lines: BTreeSet<usize> = words.range(least..).map(|n| n % lines).collect();
                    lines.len() < words.range(least..).count()
                };
                touched(&kernel, &ordered).iter().any(clashes)
            };
            assert!(!clash(spill_from), "{}", kernel.name);
            assert!(spill_from == least || clash(spill_from - 1), "{}", kernel.name);
            moved += usize::from(ordered != homes);
            raised += usize::from(spill_from > least);
        }
    }
    assert!(moved > 400 && raised > 20, "{moved} {raised}");
}

/// Without clashes the order is that of the weights, a pair's words with their mean.
#[test]
fn the_heaviest_register_comes_first() {
    for (kernel, homes) in kernels() {
        let text = Text::new(&kernel, &Cfg::new(&kernel), &homes, 1);
        let (order, _) = text.order(256, 0);
        let weights = order.words().iter().map(|word| text.weights[*word]).collect::<Vec<_>>();
        let slots: Vec<u64> = weights.chunks_exact(2).map(|slot| slot.iter().sum()).collect();
        assert!(slots.is_sorted_by(|a, b| a >= b), "{}: {weights:?}", kernel.name);
        let is_pair = |number: usize| order.pairs().contains(&(number & !1));
        let singles = weights.iter().enumerate().filter(|(number, _)| !is_pair(*number));
        assert!(singles.is_sorted_by(|a, b| a.1 >= b.1), "{}: {weights:?}", kernel.name);
        let references: usize = touched_with_repeats(&kernel, &homes);
        assert_eq!(weights.iter().sum::<u64>() as usize, references, "{}", kernel.name);
    }
}

fn touched_with_repeats(kernel: &Kernel, homes: &[Home]) -> usize {
    let all = kernel.code.iter().flat_map(|one| one.reads().chain(one.writes()));
    all.map(|reg| homes[reg.index()].words().len()).sum()
}

/// A kernel with a loop in a loop.
const LOOPS: &str = "
.version 7.8
.target sm_70
.address_size 64
.visible .entry loops(.param .u64 p)
{
.reg .pred %p<3>;
.reg .b32 %r<5>;
mov.u32 %r1, 1;
mov.u32 %r2, 2;
outer:
add.u32 %r2, %r2, 1;
inner:
add.u32 %r3, %r1, %r1;
setp.lt.u32 %p1, %r3, 9;
@%p1 bra inner;
setp.lt.u32 %p2, %r2, 9;
@%p2 bra outer;
ret;
}
";

#[test]
fn a_reference_in_a_loop_weighs_ten_times_as_much() {
    let kernel =
        Loaded::new(&Source::new("loops.ptx", LOOPS), None).unwrap().program.kernels.remove(0);
    let homes = kernel.virtual_homes();
    let weights = |weight| Text::new(&kernel, &Cfg::new(&kernel), &homes, weight).weights;
    assert_eq!(weights(1), [3, 4, 2]);
    assert_eq!(weights(10), [1 + 200, 1 + 30, 200]);
}

#[test]
fn ordered_registers_change_no_result() {
    for seed in 0..300 {
        let kernel = program(seed, 20 + seed as usize % 100);
        let right = execute(&kernel, &kernel.virtual_homes(), &[], &mut Unwatched).unwrap();
        let (kernel, homes) = allocated(&kernel);
        let text = Text::new(&kernel, &Cfg::new(&kernel), &homes, 10);
        let (order, _) = text.order(4, 0);
        let done = execute(&kernel, &order.homes(&homes), &[], &mut Unwatched).unwrap();
        let output = |done: &Execution| done.memory.area("out").unwrap().bytes.clone();
        assert_eq!(output(&done), output(&right), "{seed}");
    }
}

// ---- bundles ------------------------------------------------------------------------------------

/// EXP-I5, rule by rule; no bundle could be longer.
#[test]
fn bundles_keep_the_rules() {
    let (mut all, mut by_rule) = (0, BTreeMap::new());
    for (kernel, homes) in kernels() {
        let cfg = Cfg::new(&kernel);
        let text = Text::new(&kernel, &cfg, &homes, 1);
        for lines in [4, 16] {
            let (order, bound) = text.order(lines, least_start(text.registers(), 80));
            let homes = order.homes(&homes);
            let steps = steps(&kernel, &cfg, &homes);
            let touched = touched(&kernel, &homes);
            let bundles = bundles(&steps, bound, lines);
            let rule_3 = |words: &BTreeSet<usize>| {
                let taken: BTreeSet<usize> = words.range(bound..).map(|n| n % lines).collect();
                taken.len() == words.range(bound..).count()
            };
            let mut next = 0;
            for bundle in &bundles {
                assert!(bundle.code.start == next && !bundle.code.is_empty(), "{bundle:?}");
                next = bundle.code.end;
                let code = &kernel.code[bundle.code.clone()];
                let before_last = &code[..code.len() - 1];
                assert!(!before_last.iter().any(|one| matches!(one.op, Op::Barrier(_))));
                let after_first = &steps[bundle.code.clone()][1..];
                assert!(after_first.iter().all(|step| step.far.is_empty()));
                let vector: BTreeSet<usize> =
                    touched[bundle.code.clone()].iter().flatten().copied().collect();
                assert_eq!(vector, bundle.vector);
                assert!(rule_3(&vector) && vector.range(bound..).count() <= lines);
                assert_eq!(cfg.block_of(bundle.code.start), cfg.block_of(bundle.code.end - 1));
            }
            assert_eq!(next, kernel.code.len());
            for pair in bundles.windows(2) {
                let (last, first) = (pair[0].code.end - 1, pair[1].code.start);
                let both: BTreeSet<usize> = &pair[0].vector | &touched[first];
                let reasons = [
                    (cfg.block_of(last) != cfg.block_of(first), "block"),
                    (matches!(kernel.code[last].op, Op::Barrier(_)), "barrier"),
                    (!steps[first].far.is_empty(), "far"),
                    (!rule_3(&both), "line"),
                ];
                let reasons: Vec<&str> =
                    reasons.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name).collect();
                assert!(!reasons.is_empty(), "{}: {pair:?}", kernel.name);
                reasons.iter().for_each(|reason| *by_rule.entry(*reason).or_insert(0) += 1);
                all += 1;
            }
        }
    }
    assert!(all > 5000 && by_rule.len() == 4, "{all} {by_rule:?}");
    assert!(by_rule.values().all(|count| *count > 20), "{by_rule:?}");
}

/// What one lane has loaded from beyond the SM and not touched since.
struct OnTheWay<'a> {
    kernel: &'a Kernel,
    steps: &'a [Step],
    touched: Vec<BTreeSet<usize>>,
    homes: &'a [Home],
    /// Of the first lane of each warp.
    words: BTreeMap<(u64, usize), BTreeSet<usize>>,
    waits: u64,
}

impl Watch for OnTheWay<'_> {
    fn executed(&mut self, event: &Event) {
        if event.lanes & 1 == 0 {
            return;
        }
        let words = self.words.entry((event.cta, event.slot)).or_default();
        let waited = &*words & &self.touched[event.pc];
        assert!(waited.is_subset(&self.steps[event.pc].far), "{}", event.pc);
        self.waits += waited.len() as u64;
        *words = &*words - &waited;
        let one = &self.kernel.code[event.pc];
        if one.op.is_far() {
            words.extend(one.writes().flat_map(|reg| self.homes[reg.index()].words()));
        }
    }
}

#[test]
fn an_instruction_that_waits_for_memory_is_known() {
    let mut waits = 0;
    for path in launches(Path::new("kernels")) {
        let case = Case::on_allocated_registers(&path).unwrap();
        let steps = steps(&case.kernel, &Cfg::new(&case.kernel), &case.homes);
        let mut watch = OnTheWay {
            kernel: &case.kernel,
            steps: &steps,
            touched: touched(&case.kernel, &case.homes),
            homes: &case.homes,
            words: BTreeMap::new(),
            waits: 0,
        };
        case.run(Schedule::default(), &mut watch, || {}).unwrap();
        waits += watch.waits;
    }
    assert!(waits > 10_000, "{waits}");
}

// ---- the report ---------------------------------------------------------------------------------

#[test]
fn the_report_has_splits_and_bundles() {
    let args = ["ptx", "report", "kernels/hotspot/case.toml", "--expanded", "--json"];
    let (code, json, _) = outcome(&args);
    assert_eq!(code, 0);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let hotspot = &report["kernels"][0]["expanded"];
    let number = |name: &str| hotspot[name].as_u64().unwrap() as usize;
    assert_eq!(["ctas_before", "ctas", "ctas_rf", "ctas_mix"].map(number), [4, 6, 4, 2]);
    // 26 registers of 8 warps: 4 CTAs leave 192 of 1024 lines to 2 CTAs, 12 for each thread.
    assert_eq!(["registers", "start_reg", "spill_from"].map(number), [26, 12, 6]);
    let bundles = hotspot["bundles"].as_array().unwrap();
    let code = bundles.iter().flat_map(|bundle| bundle["instructions"].as_array().unwrap());
    let pcs: Vec<usize> = code.map(|one| one["pc"].as_u64().unwrap() as usize).collect();
    assert!(pcs.into_iter().eq(0..number("instructions")));
    // With 99 % of a thread's registers and half the register file, more registers leave.
    let smaller = ["-p", "expars.tau_percent=99", "-p", "gpu.registers=16384"];
    let (_, json, _) = outcome(&[&args[..], &smaller[..]].concat());
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let hotspot = &report["kernels"][0]["expanded"];
    assert!(hotspot["spill_from"].as_u64() < Some(6));
    assert!(hotspot["ctas"].as_u64() > hotspot["ctas_before"].as_u64());
}
