//! Do graph, liveness, values and allocation of kernels agree with their definitions?
//!
//! Everything is computed here a second time, slowly, from instructions rather than blocks.

use crate::support::programs::{
    Placed, compare, guarded, instruction, integer, kernel, move_of, program, run_thread,
    run_thread_in, store,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regforge::compiler::allocate::{Allocation, allocate};
use regforge::compiler::liveness::{Liveness, Pressure};
use regforge::compiler::occupancy::{Limit, Resources};
use regforge::compiler::report::{CtaShape, Figures, figures};
use regforge::compiler::values::{Values, split_webs};
use regforge::ptx::cfg::{Cfg, Edge};
use regforge::ptx::isa::{
    Barrier, Compute, Instruction, Integer, Op, Operand, Reg, Special, Test, Type,
};
use regforge::ptx::kernel::{Home, Kernel};
use regforge::systems::compressed::compiler::needs::{classes, needs};
use regforge::systems::compressed::compiler::ranges::{Limits, Ranges};
use regforge::systems::compressed::compiler::slices::pack;
use std::collections::BTreeSet;

/// Branches, ends and uses of registers at random: endless loops, unreachable code, cycles with
/// several entries, registers that are read before they are written. Not to be run.
fn wild(seed: u64, size: usize) -> Kernel {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let types = [Type::U32, Type::U64, Type::Pred, Type::U32, Type::U64, Type::Pred, Type::U32];
    let code = (0..size).map(|_| {
        let mut reg = |ty: Type| loop {
            let n = rng.random_range(0..types.len());
            if types[n] == ty {
                break Reg(n as u32);
            }
        };
        let (a, b, c) = (reg(Type::U32), reg(Type::U32), reg(Type::U32));
        let (wide, p, q) = (reg(Type::U64), reg(Type::Pred), reg(Type::Pred));
        let target = rng.random_range(0..=size);
        let plain = match rng.random_range(0..10) {
            0 | 1 => instruction(Op::Branch(target), &[], &[]),
            2 => {
                let targets = vec![target, rng.random_range(0..=size), target];
                instruction(Op::BranchIndexed(targets), &[], &[Operand::Reg(a)])
            }
            3 => instruction(if rng.random() { Op::Exit } else { Op::Trap }, &[], &[]),
            4 => {
                let op = integer(Integer::MulWide, Type::U32);
                instruction(op, &[wide], &[Operand::Reg(a), Operand::Reg(b)])
            }
            5 => instruction(Op::Unpack(Type::B32), &[a, b], &[Operand::Reg(wide)]),
            6 => {
                let op = compare(Test::Less, Type::U32);
                instruction(op, &[p, q], &[Operand::Reg(a), Operand::Reg(b)])
            }
            _ => {
                let op = integer(Integer::Add, Type::U32);
                instruction(op, &[c], &[Operand::Reg(a), Operand::Reg(b)])
            }
        };
        if rng.random_bool(0.3) { guarded(p, rng.random(), plain) } else { plain }
    });
    let code = code.collect();
    kernel("wild", &types, code)
}

fn any_program() -> impl Strategy<Value = Kernel> {
    (any::<u64>(), 0usize..120).prop_map(|(seed, size)| program(seed, size))
}

fn any_wild() -> impl Strategy<Value = Kernel> {
    (any::<u64>(), 0usize..40).prop_map(|(seed, size)| wild(seed, size))
}

fn any_kernel() -> impl Strategy<Value = Kernel> {
    prop_oneof![any_program(), any_wild()]
}

/// Instructions that may follow, without the end.
pub fn next(kernel: &Kernel, n: usize) -> BTreeSet<usize> {
    let instruction = &kernel.code[n];
    let mut all: BTreeSet<usize> = match &instruction.op {
        Op::Branch(target) => [*target].into(),
        Op::BranchIndexed(targets) => targets.iter().copied().collect(),
        Op::Exit | Op::Trap => BTreeSet::new(),
        _ => [n + 1].into(),
    };
    if instruction.guard.is_some() {
        all.insert(n + 1);
    }
    all.retain(|next| *next < kernel.code.len());
    all
}

/// Whether a thread may end after an instruction.
fn may_end(kernel: &Kernel, n: usize) -> bool {
    let Instruction { op, guard, .. } = &kernel.code[n];
    let last = n + 1 == kernel.code.len();
    match op {
        Op::Exit | Op::Trap => true,
        Op::Branch(target) => *target == kernel.code.len() || (last && guard.is_some()),
        Op::BranchIndexed(all) => all.contains(&kernel.code.len()) || (last && guard.is_some()),
        _ => last,
    }
}

/// All nodes on ways along `edges` from one node, that node too, with one node taken away.
fn reached(edges: &[(usize, usize)], from: usize, without: Option<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if Some(node) != without && seen.insert(node) {
            open.extend(edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.1));
        }
    }
    seen
}

fn flow(cfg: &Cfg) -> Vec<(usize, usize)> {
    let flow = cfg.edges().filter(|(.., edge)| *edge != Edge::Escape);
    flow.map(|(from, to, _)| (from, to)).collect()
}

/// Instructions before and after which a register holds a value that may be read.
struct Live {
    before: Vec<bool>,
    after: Vec<bool>,
}

/// Whether threads that execute the instruction lose what the register held.
fn kills(instruction: &Instruction, reg: Reg) -> bool {
    instruction.guard.is_none() && instruction.dst.contains(&Some(reg))
}

/// For one register: ways back from its reads, and ways on from its writes.
fn live(kernel: &Kernel, reg: Reg) -> Live {
    let len = kernel.code.len();
    let (mut wanted_before, mut wanted_after) = (vec![false; len], vec![false; len]);
    let (mut written_before, mut written_after) = (vec![false; len], vec![false; len]);
    // A set only grows.
    let set = |flag: &mut bool, value: bool| value && !std::mem::replace(flag, true);
    let mut changed = true;
    while changed {
        changed = false;
        for n in (0..len).rev() {
            let instruction = &kernel.code[n];
            let wanted = next(kernel, n).iter().any(|next| wanted_before[*next]);
            changed |= set(&mut wanted_after[n], wanted);
            let wanted = instruction.uses().any(|used| used == reg)
                || (wanted_after[n] && !kills(instruction, reg));
            changed |= set(&mut wanted_before[n], wanted);
        }
        for n in 0..len {
            let written = written_before[n] || kernel.code[n].dst.contains(&Some(reg));
            changed |= set(&mut written_after[n], written);
            for next in next(kernel, n) {
                changed |= set(&mut written_before[next], written);
            }
        }
    }
    let both = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(b).map(|(a, b)| *a && b).collect();
    Live { before: both(wanted_before, written_before), after: both(wanted_after, written_after) }
}

fn all_live(kernel: &Kernel) -> Vec<Live> {
    (0..kernel.registers.len()).map(|n| live(kernel, Reg(n as u32))).collect()
}

fn allocated(kernel: &Kernel) -> (Pressure, Allocation) {
    let cfg = Cfg::new(kernel);
    let live = Liveness::new(kernel, &cfg);
    (live.maximum(kernel, &cfg), allocate(kernel, &cfg, &live))
}

/// No write falls on what another register holds.
fn check_writes(kernel: &Kernel, place: &[Home]) -> Result<(), TestCaseError> {
    let live = all_live(kernel);
    for (n, instruction) in kernel.code.iter().enumerate() {
        for written in instruction.writes() {
            for other in 0..place.len() {
                let beside = instruction.dst.contains(&Some(Reg(other as u32)));
                if other != written.index() && (beside || live[other].after[n]) {
                    let (a, b) = (place[written.index()], place[other]);
                    prop_assert!(!a.overlaps(b), "{n}: {a:?} of {written:?}, {b:?} of {other}");
                }
            }
        }
    }
    Ok(())
}

fn cases() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn blocks_are_straight_and_edges_are_where_control_goes(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let mut edges = BTreeSet::new();
        let mut end = 0;
        for (number, block) in cfg.blocks().iter().enumerate() {
            prop_assert!(block.start == end && !block.is_empty());
            end = block.end;
            for n in block.clone() {
                prop_assert_eq!(cfg.block_of(n), number);
                if n + 1 < block.end {
                    prop_assert_eq!(next(&kernel, n), BTreeSet::from([n + 1]));
                    prop_assert!(!may_end(&kernel, n));
                }
            }
            for next in next(&kernel, block.end - 1) {
                let to = cfg.block_of(next);
                prop_assert_eq!(cfg.blocks()[to].start, next);
                edges.insert((number, to));
            }
            if may_end(&kernel, block.end - 1) {
                edges.insert((number, cfg.exit()));
            }
        }
        prop_assert_eq!(end, kernel.code.len());
        prop_assert_eq!(&flow(&cfg).into_iter().collect::<BTreeSet<_>>(), &edges);
        for (from, to) in edges {
            prop_assert!(cfg.successors(from).filter(|next| *next == to).count() == 1);
            prop_assert!(cfg.predecessors(to).filter(|before| *before == from).count() == 1);
        }
    }

    /// Whoever is missed without a node is dominated by it.
    #[test]
    fn dominators_are_those_without_whom_no_way_leads_there(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let edges = flow(&cfg);
        let all = reached(&edges, 0, None);
        for block in 0..cfg.blocks().len() {
            prop_assert_eq!(cfg.is_reachable(block), all.contains(&block));
        }
        for by in all.iter().filter(|by| **by != cfg.exit()) {
            let without = reached(&edges, 0, Some(*by));
            for block in all.iter().filter(|block| **block != cfg.exit()) {
                prop_assert_eq!(cfg.dominates(*by, *block), !without.contains(block));
            }
        }
    }

    #[test]
    fn post_dominators_are_those_without_whom_no_way_leads_out(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let back: Vec<(usize, usize)> = cfg.edges().map(|(from, to, _)| (to, from)).collect();
        let all = reached(&back, cfg.exit(), None);
        prop_assert_eq!(all.len(), cfg.blocks().len() + 1);
        for by in &all {
            let without = reached(&back, cfg.exit(), Some(*by));
            for block in &all {
                prop_assert_eq!(cfg.post_dominates(*by, *block), !without.contains(block));
            }
        }
        for (n, _) in kernel.code.iter().enumerate() {
            let meet = cfg.post_dominator(cfg.block_of(n)).unwrap();
            let first = cfg.blocks().get(meet).map(|block| block.start);
            prop_assert_eq!(cfg.reconvergence(n), first);
        }
    }

    /// An added edge leads from a place without any other way out.
    #[test]
    fn only_endless_loops_are_given_a_way_out(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let edges = flow(&cfg);
        for (from, to, edge) in cfg.edges() {
            let endless = !reached(&edges, from, None).contains(&cfg.exit());
            prop_assert!(edge != Edge::Escape || (endless && to == cfg.exit()));
        }
    }

    #[test]
    fn loops_are_the_ways_back_to_a_dominator(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let edges = flow(&cfg);
        let back: Vec<(usize, usize)> = edges.iter().map(|(from, to)| (*to, *from)).collect();
        let all = reached(&edges, 0, None);
        let latches = |header| -> Vec<usize> {
            let from = edges.iter().filter(|edge| edge.1 == header).map(|edge| edge.0);
            from.filter(|from| all.contains(from) && cfg.dominates(header, *from)).collect()
        };
        let mut depth = vec![0; cfg.blocks().len()];
        for header in 0..cfg.blocks().len() {
            let latches = latches(header);
            let is_loop = !latches.is_empty();
            let inside = latches.iter().flat_map(|latch| reached(&back, *latch, Some(header)));
            let body: BTreeSet<usize> = inside.chain([header]).collect();
            let body: Vec<usize> = body.into_iter().filter(|block| all.contains(block)).collect();
            let found = cfg.loops().iter().find(|l| l.header == header);
            prop_assert_eq!(found.map(|l| &l.body), is_loop.then_some(&body));
            if is_loop {
                body.iter().for_each(|block| depth[*block] += 1);
            }
        }
        for (block, depth) in depth.iter().enumerate() {
            prop_assert_eq!(cfg.depth(block), *depth);
        }
        for l in cfg.loops() {
            prop_assert_eq!(l.depth, depth[l.header]);
        }
    }

    /// In a structured program only a way back to a dominator goes against the order.
    #[test]
    fn reverse_post_order_has_every_reachable_block_once(
        kernel in any_kernel(), structured in any_program(),
    ) {
        let cfg = Cfg::new(&kernel);
        let order: BTreeSet<usize> = cfg.reverse_post_order().iter().copied().collect();
        prop_assert_eq!(order.len(), cfg.reverse_post_order().len());
        let mut all = reached(&flow(&cfg), 0, None);
        all.remove(&cfg.exit());
        prop_assert_eq!(order, all);

        let cfg = Cfg::new(&structured);
        let position = |block| cfg.reverse_post_order().iter().position(|b| *b == block);
        for (from, to) in flow(&cfg) {
            if let (Some(a), Some(b)) = (position(from), position(to)) {
                prop_assert!(a < b || cfg.dominates(to, from));
            }
        }
    }

    #[test]
    fn liveness_is_that_of_each_register_by_itself(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let found = Liveness::new(&kernel, &cfg);
        let (before, after) = (found.before_each(&kernel, &cfg), found.after_each(&kernel, &cfg));
        for (reg, live) in all_live(&kernel).iter().enumerate() {
            for n in 0..kernel.code.len() {
                prop_assert_eq!(before[n].contains(reg), live.before[n], "before {}: {}", n, reg);
                prop_assert_eq!(after[n].contains(reg), live.after[n], "after {}: {}", n, reg);
            }
            for (n, block) in cfg.blocks().iter().enumerate() {
                prop_assert_eq!(found.live_in(n).contains(reg), live.before[block.start]);
                prop_assert_eq!(found.live_out(n).contains(reg), live.after[block.end - 1]);
            }
        }
    }

    #[test]
    fn the_live_maximum_and_deaths_follow_from_liveness(kernel in any_kernel()) {
        let cfg = Cfg::new(&kernel);
        let found = Liveness::new(&kernel, &cfg);
        let live = all_live(&kernel);
        let mut most = Pressure::default();
        let deaths = found.deaths(&kernel, &cfg);
        for (n, instruction) in kernel.code.iter().enumerate() {
            let held = (0..live.len()).map(|r| Reg(r as u32)).filter(|reg| {
                live[reg.index()].after[n] || instruction.dst.contains(&Some(*reg))
            });
            let held: Vec<Reg> = held.collect();
            let words = held.iter().map(|reg| kernel.registers[reg.index()].words()).sum();
            most.words = most.words.max(words);
            let predicates = held.iter().filter(|reg| kernel.ty(**reg) == Type::Pred).count();
            most.predicates = most.predicates.max(predicates);
            let dies = |reg: &Reg| !live[reg.index()].after[n] || kills(instruction, *reg);
            let last: BTreeSet<Reg> = instruction.uses().filter(dies).collect();
            prop_assert_eq!(&deaths[n], &last.into_iter().collect::<Vec<Reg>>());
        }
        prop_assert_eq!(found.maximum(&kernel, &cfg), most);
    }

    /// Follows every definition until it is overwritten.
    #[test]
    fn reads_of_a_definition_are_those_that_it_reaches(kernel in any_kernel()) {
        let values = Values::new(&kernel, &Cfg::new(&kernel));
        let written: usize = kernel.code.iter().map(|code| code.writes().count()).sum();
        prop_assert_eq!(values.definitions.len(), written);
        for definition in &values.definitions {
            let reg = definition.reg;
            prop_assert_eq!(kernel.code[definition.instruction].dst[definition.dst], Some(reg));
            let mut seen = BTreeSet::new();
            let mut open: Vec<usize> = next(&kernel, definition.instruction).into_iter().collect();
            while let Some(n) = open.pop() {
                if seen.insert(n) && !kills(&kernel.code[n], reg) {
                    open.extend(next(&kernel, n));
                }
            }
            let reads = |n: &usize| kernel.code[*n].uses().filter(|used| *used == reg).count();
            prop_assert_eq!(definition.reads, seen.iter().map(reads).sum::<usize>());
        }
    }

    #[test]
    fn no_write_falls_on_a_value_that_is_needed(kernel in any_kernel()) {
        check_writes(&kernel, &allocated(&kernel).1.homes)?;
        let webs = split_webs(&kernel);
        check_writes(&webs, &allocated(&webs).1.homes)?;
    }

    /// Where every register is written before it is read, nothing live overlaps.
    #[test]
    fn live_registers_have_places_of_their_own(kernel in any_program()) {
        let webs = split_webs(&kernel);
        let (fewest, allocation) = allocated(&webs);
        let live = all_live(&webs);
        for n in 0..webs.code.len() {
            let held: Vec<usize> = (0..live.len()).filter(|reg| live[*reg].before[n]).collect();
            let mut words = BTreeSet::new();
            for (at, reg) in held.iter().enumerate() {
                let place = allocation.homes[*reg];
                for other in &held[..at] {
                    prop_assert!(!place.overlaps(allocation.homes[*other]), "{n}: {reg}, {other}");
                }
                words.extend(place.words());
                let fits = match (place, webs.registers[*reg].ty) {
                    (Home::Predicate(n), Type::Pred) => n < allocation.predicates,
                    (Home::Pair(n), Type::U64) => n % 2 == 0 && n + 2 <= allocation.registers,
                    (Home::Word(n), Type::U32) => n < allocation.registers,
                    _ => false,
                };
                prop_assert!(fits, "{place:?} for {:?}", webs.registers[*reg]);
            }
        }
        prop_assert!(fewest.words <= allocation.registers);
        prop_assert!(fewest.predicates <= allocation.predicates);
    }

    /// What a program stores depends neither on webs nor on places.
    #[test]
    fn a_program_stores_the_same_from_its_places(kernel in any_program()) {
        let webs = split_webs(&kernel);
        let (of_kernel, of_webs) = (allocated(&kernel).1, allocated(&webs).1);
        for tid in [0, 1, 2, 3, 6, 17, 100] {
            let stores = run_thread(&kernel, tid);
            prop_assert!(!stores.is_empty());
            prop_assert_eq!(&run_thread(&webs, tid), &stores);
            prop_assert_eq!(&run_thread_in(&kernel, tid, &mut Placed::new(&of_kernel)), &stores);
            prop_assert_eq!(&run_thread_in(&webs, tid, &mut Placed::new(&of_webs)), &stores);
        }
    }

    /// Webs are as small as they get, and never need more than the kernel did.
    #[test]
    fn webs_are_split_once_for_all(kernel in any_kernel()) {
        let webs = split_webs(&kernel);
        prop_assert_eq!(split_webs(&webs).registers.len(), webs.registers.len());
        let most = |kernel: &Kernel| {
            let cfg = Cfg::new(kernel);
            Liveness::new(kernel, &cfg).maximum(kernel, &cfg)
        };
        let twice = |code: &Instruction| {
            code.writes().count() != code.writes().collect::<BTreeSet<_>>().len()
        };
        prop_assert!(
            most(&webs).words <= most(&kernel).words || kernel.code.iter().any(twice)
        );
    }
}

proptest! {
    #![proptest_config(cases())]

    /// Also code with cycles of several entries, unreachable blocks and registers that are read
    /// before they are written.
    #[test]
    fn any_code_has_ranges_and_a_packing(kernel in any_wild(), split: bool) {
        let webs = split_webs(&kernel);
        let cfg = Cfg::new(&webs);
        let live = Liveness::new(&webs, &cfg);
        let ranges = Ranges::new(&webs, &cfg, &live, &Limits::ANY);
        let whole = allocate(&webs, &cfg, &live);
        let needs = needs(&classes(&webs), Some(&ranges), None);
        let packing = pack(&webs, &cfg, &live, &whole, &needs, split).expect("it fits");
        prop_assert!(packing.registers <= whole.registers);
        prop_assert!(packing.table.iter().all(|entry| entry.is_legal()));
    }
}

/// How many more words than are live at once, over many programs of several sizes.
#[test]
fn allocation_takes_few_words_more_than_are_live() {
    for size in [10, 30, 100, 300] {
        let mut ratios = Vec::new();
        for seed in 0..60 {
            let webs = split_webs(&program(seed, size));
            let (fewest, allocation) = allocated(&webs);
            ratios.push(allocation.registers as f64 / fewest.words as f64);
        }
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        assert!(mean < 1.05 && worst < 1.2, "size {size}: {mean}, {worst}");
    }
}

/// Shorthands for kernels that are written by hand.
fn goto(target: usize) -> Instruction {
    instruction(Op::Branch(target), &[], &[])
}

fn goto_if(target: usize) -> Instruction {
    guarded(Reg(0), false, goto(target))
}

fn exit() -> Instruction {
    instruction(Op::Exit, &[], &[])
}

fn nop() -> Instruction {
    instruction(Op::Nop, &[], &[])
}

/// The graph of this code; register 0 is a predicate that is never written.
fn graph(code: Vec<Instruction>) -> Cfg {
    Cfg::new(&kernel("by_hand", &[Type::Pred], code))
}

#[test]
fn a_kernel_of_one_block_or_none() {
    let none = graph(vec![]);
    assert!(none.blocks().is_empty() && none.reverse_post_order().is_empty());
    assert_eq!(none.exit(), 0);
    let one = graph(vec![nop(), exit()]);
    assert_eq!((one.blocks().len(), one.blocks()[0].clone()), (1, 0..2));
    assert_eq!(one.reverse_post_order(), [0]);
    assert_eq!((one.post_dominator(0), one.reconvergence(1)), (Some(1), None));
    // Past the end is the end.
    let open = graph(vec![nop(), goto_if(2)]);
    assert_eq!(open.successors(0).collect::<Vec<_>>(), [open.exit()]);
}

#[test]
fn arms_meet_behind_an_if_and_at_the_exit_if_one_ends() {
    let meets = graph(vec![goto_if(3), nop(), goto(4), nop(), nop(), exit()]);
    assert_eq!(meets.reconvergence(0), Some(4));
    let ends = graph(vec![goto_if(3), nop(), exit(), nop(), exit()]);
    assert_eq!(ends.reconvergence(0), None);
    let guarded_exit = graph(vec![guarded(Reg(0), true, exit()), nop(), exit()]);
    assert_eq!(guarded_exit.blocks(), [0..1, 1..3]);
    assert_eq!(guarded_exit.reconvergence(0), None);
    let to_next = graph(vec![goto_if(1), exit()]);
    assert_eq!(to_next.reconvergence(0), Some(1));
}

#[test]
fn lanes_of_an_endless_loop_meet_before_they_go_round() {
    let itself = graph(vec![nop(), goto(1)]);
    assert_eq!(itself.loops().len(), 1);
    assert_eq!((itself.loops()[0].header, itself.reconvergence(1)), (1, None));
    assert!(itself.edges().any(|edge| edge == (1, itself.exit(), Edge::Escape)));
    // if inside: 1 or 3, then 4 goes back.
    let inside = graph(vec![goto_if(3), nop(), goto(4), nop(), goto(0)]);
    assert_eq!(inside.reconvergence(0), Some(4));
    assert_eq!(inside.predecessors(inside.exit()).count(), 0);
    assert_eq!(inside.loops()[0].body, [0, 1, 2, 3]);
}

#[test]
fn unreachable_code_is_of_no_consequence() {
    let cfg = graph(vec![goto(3), nop(), goto(1), exit()]);
    assert_eq!((cfg.is_reachable(0), cfg.is_reachable(1)), (true, false));
    assert_eq!((cfg.dominator(1), cfg.depth(1), cfg.reverse_post_order().len()), (None, 0, 2));
    assert!(cfg.to_string().contains("unreachable"));
}

#[test]
fn a_cycle_with_two_entries_is_no_loop() {
    let cfg = graph(vec![goto_if(2), nop(), nop(), goto_if(1), exit()]);
    assert!(cfg.loops().is_empty());
    assert_eq!((cfg.dominator(1), cfg.dominator(2)), (Some(0), Some(0)));
    assert_eq!(cfg.reconvergence(0), Some(2));
}

#[test]
fn loops_in_one_another_have_depths() {
    let cfg = graph(vec![nop(), nop(), goto_if(1), goto_if(0), exit()]);
    let depths: Vec<(usize, usize)> = cfg.loops().iter().map(|l| (l.header, l.depth)).collect();
    assert_eq!(depths, [(0, 1), (1, 2)]);
    assert_eq!([0, 1, 2, 3].map(|block| cfg.depth(block)), [1, 2, 1, 0]);
}

#[test]
fn an_indexed_branch_goes_to_each_target_once() {
    let switch = instruction(Op::BranchIndexed(vec![1, 3, 1]), &[], &[Operand::Imm(0)]);
    let cfg = graph(vec![switch, nop(), goto(4), nop(), exit()]);
    assert_eq!(cfg.successors(0).collect::<BTreeSet<_>>(), [1, 2].into());
    assert_eq!(cfg.reconvergence(0), Some(4));
}

#[test]
fn the_graph_has_a_text() {
    let cfg = graph(vec![goto_if(3), nop(), goto(4), nop(), exit()]);
    let text =
        "b0: 0..1 -> b2, b1 reconverges at b3\nb1: 1..3 -> b3\nb2: 3..4 -> b3\nb3: 4..5 -> exit\n";
    let lines = |text: &str| -> Vec<BTreeSet<String>> {
        let words = |line: &str| line.split([' ', ',']).map(String::from).collect();
        text.lines().map(words).collect()
    };
    // Successors have no order.
    assert_eq!(lines(&cfg.to_string()), lines(text));
    let dot = cfg.dot("a\"b");
    assert!(dot.starts_with("digraph \"a\\\"b\" {") && dot.contains("b1 -> b3"));
}

/// `@p r = 1; @!p r = 2`: neither write ends the other, and before the first one r is nothing.
#[test]
fn guarded_writes_keep_what_they_do_not_write() {
    let set = |value| instruction(move_of(Type::U32), &[Reg(1)], &[Operand::Imm(value)]);
    let store = instruction(store(), &[], &[Operand::Imm(0), Operand::Reg(Reg(1))]);
    let code =
        vec![nop(), guarded(Reg(0), false, set(1)), guarded(Reg(0), true, set(2)), store, exit()];
    let kernel = kernel("guards", &[Type::Pred, Type::U32], code);
    let cfg = Cfg::new(&kernel);
    let live = Liveness::new(&kernel, &cfg);
    let before: Vec<bool> = live.before_each(&kernel, &cfg).iter().map(|l| l.contains(1)).collect();
    assert_eq!(before, [false, false, true, true, false]);
    let reads: Vec<usize> =
        Values::new(&kernel, &cfg).definitions.iter().map(|definition| definition.reads).collect();
    assert_eq!(reads, [1, 1]);
    assert_eq!(split_webs(&kernel).registers.len(), 2);
}

/// One name for two values that have nothing to do with one another.
#[test]
fn webs_of_one_register_are_named_apart() {
    let set = |value| instruction(move_of(Type::U32), &[Reg(0)], &[Operand::Imm(value)]);
    let use_it = || instruction(store(), &[], &[Operand::Imm(0), Operand::Reg(Reg(0))]);
    let code = vec![set(1), use_it(), set(2), use_it(), exit()];
    let webs = split_webs(&kernel("webs", &[Type::U32, Type::U64], code));
    let names: Vec<&str> = webs.registers.iter().map(|register| register.name.as_str()).collect();
    assert_eq!(names, ["%v0", "%v0.1"]);
    assert_eq!(webs.code[3].src[1], Operand::Reg(Reg(1)));
    assert_eq!(allocated(&webs).1.registers, 1);
}

/// What a write leaves unread still needs a place at that moment.
#[test]
fn a_value_that_nobody_reads_takes_a_place() {
    let set = |reg, value| instruction(move_of(Type::U32), &[Reg(reg)], &[Operand::Imm(value)]);
    let read = instruction(store(), &[], &[Operand::Imm(0), Operand::Reg(Reg(0))]);
    let code = vec![set(0, 1), set(1, 2), read, exit()];
    let (most, allocation) = allocated(&kernel("unread", &[Type::U32, Type::U32], code));
    assert_eq!((most.words, allocation.registers), (2, 2));
    assert!(!allocation.homes[0].overlaps(allocation.homes[1]));
}

/// Hotspot's 60 registers by hand give the CTAs of claim `rm-t1-hotspot`.
#[test]
fn figures_of_a_kernel() {
    let mut kernel = program(3, 30);
    kernel.code.insert(0, instruction(Op::Barrier(Barrier::Sync), &[], &[Operand::Imm(0)]));
    for instruction in &mut kernel.code {
        if let Op::Branch(target) = &mut instruction.op {
            *target += 1;
        }
    }
    kernel.shared_bytes = 1 << 10;
    let launch = CtaShape { threads_per_cta: 256, shared_bytes: 1 << 10, registers: Some(60) };
    let got = figures(&kernel, &launch, &Resources::FERMI);
    assert_eq!(
        (got.ctas, got.warps, got.limits.as_slice()),
        (2, 16, [Limit::Registers].as_slice())
    );
    assert_eq!((got.barriers, got.instructions), (1, kernel.code.len()));
    assert!(got.live_maximum <= got.registers && got.registers < 60 && got.registers_given == 60);
    assert!(got.reads_per_value > 0.5 && got.reads_per_value < 5.0);
    assert_eq!(got.row().len(), Figures::HEADER.len());
    let json = serde_json::to_value(&got).unwrap();
    assert_eq!(json["limits"][0], "registers");

    let all_shared = CtaShape { shared_bytes: 23 << 10, registers: None, ..launch };
    let got = figures(&kernel, &all_shared, &Resources::FERMI);
    assert_eq!((got.ctas, got.limits), (2, vec![Limit::SharedMemory]));
    // A paper's figure counts as it is, also if it is less than PTX needs.
    let few = CtaShape { registers: Some(1), shared_bytes: 0, ..launch };
    let got = figures(&kernel, &few, &Resources::FERMI);
    assert_eq!((got.registers_given, got.limits), (1, vec![Limit::Threads, Limit::WarpSlots]));
}

/// The reference itself, by a thread whose stores are easy to say.
#[test]
fn the_interpreter_counts_to_three() {
    let (tid, n, sum, p) = (Reg(0), Reg(1), Reg(2), Reg(3));
    let add = |dst, a, b| instruction(integer(Integer::Add, Type::U32), &[dst], &[a, b]);
    let code = vec![
        instruction(
            Op::Compute(Compute::Move(Type::U32)),
            &[tid],
            &[Operand::Special(Special::Tid(0))],
        ),
        instruction(move_of(Type::U32), &[n], &[Operand::Imm(0)]),
        instruction(move_of(Type::U32), &[sum], &[Operand::Imm(u64::MAX)]),
        add(sum, Operand::Reg(sum), Operand::Reg(tid)),
        add(n, Operand::Reg(n), Operand::Imm(1)),
        instruction(compare(Test::Less, Type::U32), &[p], &[Operand::Reg(n), Operand::Imm(3)]),
        guarded(p, false, goto(3)),
        instruction(store(), &[], &[Operand::Imm(16), Operand::Reg(sum)]),
        exit(),
    ];
    let counts = kernel("counts", &[Type::U32, Type::U32, Type::U32, Type::Pred], code);
    assert_eq!(run_thread(&counts, 5), [(16, 14)]);
    assert_eq!(run_thread(&counts, 0), [(16, u64::from(u32::MAX))]);
}

/// A generator that never nests, loops or leaves early would prove little.
#[test]
fn random_programs_have_everything() {
    let all: Vec<Kernel> = (0..50).map(|seed| program(seed, 60)).collect();
    let graphs: Vec<Cfg> = all.iter().map(Cfg::new).collect();
    let some = |test: &dyn Fn(&Cfg) -> bool| graphs.iter().filter(|cfg| test(cfg)).count();
    assert!(some(&|cfg| cfg.loops().iter().any(|l| l.depth >= 2)) >= 5);
    assert!(some(&|cfg| cfg.predecessors(cfg.exit()).count() >= 2) >= 20);
    assert!(some(&|cfg| cfg.blocks().len() >= 10) >= 30);
    let differ = all.iter().filter(|kernel| {
        let value = |tid| run_thread(kernel, tid)[0].1;
        value(0) != value(1)
    });
    assert!(differ.count() >= 40);
}
