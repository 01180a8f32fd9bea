//! Is a read that is said to be dead really the last, for its thread and for the warp?

use crate::analyses::next;
use crate::support::programs::{guarded, instruction, integer, kernel, move_of, program, store};
use crate::support::warps::{Found, Placed, execute, explore, launches, small};
use crate::support::{data, fermi};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regforge::compiler::liveness::Liveness;
use regforge::compiler::occupancy::Resources;
use regforge::compiler::uniform::{Parting, partings};
use regforge::compiler::values::split_webs;
use regforge::config::{DuplicateReads, Options};
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{Event, Schedule, Unwatched, Watch};
use regforge::ptx::isa::{Instruction, Integer, Op, Operand, Reg, Type};
use regforge::ptx::kernel::Kernel;
use regforge::ptx::{Loaded, Source, decode, parse};
use regforge::run::{Case, Subject};
use regforge::systems::stt::compiler::dead_reads::{Counting, DeadReads};
use regforge::systems::stt::compiler::hints::collected;
use regforge::systems::stt::compiler::references::{Leader, references};
use regforge::systems::stt::compiler::{Dead, Hints, hints, report, show};
use std::collections::BTreeSet;
use std::path::Path;

const SOUND: [Dead; 3] = [Dead::Converged, Dead::Warp, Dead::Both];
const DUPLICATES: [DuplicateReads; 2] = [DuplicateReads::Merged, DuplicateReads::Repeated];
const PROMOTE_ABOVE: usize = 3;

impl Placed {
    fn hints(&self, duplicates: DuplicateReads) -> Vec<Hints> {
        hints(&self.kernel, &self.homes, duplicates, PROMOTE_ABOVE)
    }

    fn reads(&self, n: usize) -> Vec<usize> {
        collected(&self.kernel.code[n], &self.homes, DuplicateReads::Repeated)
    }

    /// Whether an instruction writes a word in every thread that comes to it.
    fn overwrites(&self, n: usize, word: usize) -> bool {
        let instruction = &self.kernel.code[n];
        let mut written = instruction.writes().flat_map(|reg| self.homes[reg.index()].words());
        instruction.guard.is_none() && written.any(|written| written == word)
    }

    /// Whether a way leads from behind an instruction to a read of a word with no write before.
    fn is_read_again(&self, n: usize, word: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![n];
        while let Some(n) = open.pop() {
            if self.overwrites(n, word) {
                continue;
            }
            for next in next(&self.kernel, n) {
                if self.reads(next).contains(&word) {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Hints by the deaths of values, whatever else lives in their words; as `last` alone.
    fn hints_of_values(&self) -> Vec<Hints> {
        let cfg = Cfg::new(&self.kernel);
        let deaths = Liveness::new(&self.kernel, &cfg).deaths(&self.kernel, &cfg);
        let of = |(instruction, deaths): (&Instruction, &Vec<Reg>)| {
            let regs = instruction.reads();
            let words = regs.flat_map(|reg| self.homes[reg.index()].words().map(move |_| reg));
            let regs: Vec<Reg> = words.collect();
            let reads = collected(instruction, &self.homes, DuplicateReads::Repeated);
            let is_last =
                |n: &usize| deaths.contains(&regs[*n]) && !reads[n + 1..].contains(&reads[*n]);
            let last = (0..reads.len()).filter(is_last).fold(0, |bits, n| bits | 1 << n);
            Hints { last, ..Hints::default() }
        };
        self.kernel.code.iter().zip(&deaths).map(of).collect()
    }
}

/// The hints of a case by the deaths of values, which is wrong where values share a word.
pub fn hints_of_values(case: &Case) -> Vec<Hints> {
    Placed { kernel: case.kernel.clone(), homes: case.homes.clone() }.hints_of_values()
}

fn counterexample(name: &str) -> Case {
    Case::on_allocated_registers(Path::new(&format!("tests/dead_reads/{name}.toml"))).unwrap()
}

fn count(case: &Case, hints: &[Hints], duplicates: DuplicateReads) -> DeadReads {
    DeadReads::of(case, hints, duplicates).unwrap()
}

// ---- one thread -------------------------------------------------------------------------------

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    /// STT-I7, and that no last read is missed.
    #[test]
    fn a_read_is_last_if_no_way_leads_to_another(seed: u64, size in 0usize..80) {
        let placed = Placed::new(&program(seed, size));
        let cfg = Cfg::new(&placed.kernel);
        let hints = placed.hints(DuplicateReads::Repeated);
        for (n, hints) in hints.iter().enumerate().filter(|(n, _)| cfg.is_reachable(cfg.block_of(*n))) {
            let reads = placed.reads(n);
            for (position, word) in reads.iter().enumerate() {
                let again = reads[position + 1..].contains(word) || placed.is_read_again(n, *word);
                prop_assert_eq!(hints.last >> position & 1 == 0, again, "{}: r{}", n, word);
            }
            prop_assert_eq!(hints.last_in_warp & !hints.last, 0);
            prop_assert_eq!(hints.last >> reads.len(), 0);
        }
    }

    /// STT-I9 and STT-I14, each value by itself.
    #[test]
    fn a_straight_line_value_has_one_dead_read_and_one_count_of_each_word(seed: u64) {
        let placed = Placed::new(&straight(seed));
        let hints = placed.hints(DuplicateReads::Repeated);
        let leaders = leaders(&placed);
        let mut values = 0;
        for reg in 0..placed.kernel.registers.len() {
            for word in placed.homes[reg].words() {
                let reads = reads_of(&placed, Reg(reg as u32), word);
                let bits = |of: fn(&Hints) -> u32| {
                    reads.iter().filter(|(n, slot)| of(&hints[*n]) >> slot & 1 != 0).count()
                };
                let Some(first) = reads.first() else { continue };
                prop_assert_eq!(bits(|hints| hints.last), 1);
                prop_assert_eq!(bits(|hints| hints.last_in_warp), 1);
                prop_assert_eq!(bits(|hints| hints.promote), usize::from(reads.len() > PROMOTE_ABOVE));
                let leader =
                    Leader { instruction: first.0, position: first.1, reads: reads.len() };
                prop_assert!(leaders.contains(&leader), "{:?}", leader);
                values += 1;
            }
        }
        prop_assert_eq!(leaders.len(), values);
    }
}

/// Code without branches in which every register is written before it is read.
fn straight(seed: u64) -> Kernel {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let types = [Type::U32, Type::U32, Type::U32, Type::U32, Type::U64, Type::U64];
    let set = |n: usize| instruction(move_of(types[n]), &[Reg(n as u32)], &[Operand::Imm(1)]);
    let mut code: Vec<Instruction> = (0..types.len()).map(set).collect();
    for _ in 0..40 {
        let mut word = || Reg(rng.random_range(0..4));
        let (a, b, c) = (word(), word(), word());
        let (wide, other) = (Reg(rng.random_range(4..6)), Reg(rng.random_range(4..6)));
        code.push(match rng.random_range(0..3) {
            0 => instruction(
                integer(Integer::MulWide, Type::U32),
                &[wide],
                &[a, b].map(Operand::Reg),
            ),
            1 => {
                let pairs = [wide, wide].map(Operand::Reg);
                instruction(integer(Integer::Add, Type::U64), &[other], &pairs)
            }
            _ => instruction(integer(Integer::Add, Type::U32), &[c], &[a, b].map(Operand::Reg)),
        });
    }
    code.push(instruction(Op::Exit, &[], &[]));
    kernel("straight", &types, code)
}

fn leaders(placed: &Placed) -> Vec<Leader> {
    let Placed { kernel, homes } = placed;
    let reads: Vec<Vec<usize>> = (0..kernel.code.len()).map(|n| placed.reads(n)).collect();
    references(kernel, &Cfg::new(kernel), homes, &reads)
}

/// Every read of a word of a register: instruction, position among the collected words.
fn reads_of(placed: &Placed, reg: Reg, word: usize) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (n, instruction) in placed.kernel.code.iter().enumerate() {
        let reads = instruction.reads();
        let words = reads.flat_map(|reg| placed.homes[reg.index()].words().map(move |w| (reg, w)));
        let found = words.enumerate().filter(|(_, found)| *found == (reg, word));
        all.extend(found.map(|(position, _)| (n, position)));
    }
    all
}

/// STT-I14 by the paper's own example: `r2` counts 3 at line 2 and is dead at line 8. What is live
/// behind the snippet is stored.
#[test]
fn fig_6_has_three_reads_of_r2() {
    let r = |n: u32| Operand::Reg(Reg(n));
    let set = |n: u32| instruction(move_of(Type::U32), &[Reg(n)], &[Operand::Imm(u64::from(n))]);
    let op = |op, dst: u32, src: &[Operand]| instruction(integer(op, Type::U32), &[Reg(dst)], src);
    let sixteen = Operand::Imm(16);
    let mut code = vec![
        instruction(move_of(Type::U32), &[Reg(2)], &[r(0)]),
        op(Integer::MulLo, 5, &[r(3), r(2)]),
        op(Integer::MulLo, 6, &[r(4), r(1)]),
        op(Integer::MadLo, 5, &[r(3), r(2), r(5)]),
        op(Integer::MadLo, 6, &[r(4), r(1), r(6)]),
        op(Integer::ShiftLeft, 5, &[r(5), sixteen]),
        op(Integer::ShiftLeft, 6, &[r(6), sixteen]),
        op(Integer::MadLo, 3, &[r(3), r(2), r(5)]),
    ];
    let before = [0, 1, 3, 4].map(set);
    let line = |n: usize| before.len() + n - 1;
    let stores = [0, 1, 3, 4, 6].map(|n| instruction(store(), &[], &[Operand::Imm(0), r(n)]));
    code.splice(0..0, before.iter().cloned());
    code.extend(stores);
    code.push(instruction(Op::Exit, &[], &[]));
    let kernel = kernel("fig_6", &[Type::U32; 7], code);
    let placed = Placed { homes: kernel.virtual_homes(), kernel };
    let of_paper = placed.hints(DuplicateReads::Repeated);
    let leaders = leaders(&placed);
    let r2: Vec<&Leader> =
        leaders.iter().filter(|l| placed.reads(l.instruction)[l.position] == 2).collect();
    assert_eq!(r2, [&Leader { instruction: line(2), position: 1, reads: 3 }]);
    let dead = |n: usize| of_paper[line(n)].last;
    assert_eq!([2, 4, 8].map(|n| dead(n) >> 1 & 1), [0, 0, 1]);
    // The other two operands of line 8 die as well: one is overwritten, one read no more.
    assert_eq!(dead(8), 0b111);
    // Three reads are not more than three.
    let promoted = |above| hints(&placed.kernel, &placed.homes, DUPLICATES[1], above);
    assert!(promoted(3).iter().all(|hints| hints.promote == 0));
    assert_eq!(promoted(2)[line(2)].promote, 0b11);
}

/// A write in some lanes begins another count, although the others keep their value; so does a block.
#[test]
fn a_guarded_write_and_a_block_begin_another_count() {
    let set = |n: u32| instruction(move_of(Type::U32), &[Reg(n)], &[Operand::Imm(1)]);
    let read = || {
        let sources = [Operand::Reg(Reg(1)), Operand::Imm(1)];
        instruction(integer(Integer::Add, Type::U32), &[Reg(2)], &sources)
    };
    let branch = guarded(Reg(0), false, instruction(Op::Branch(7), &[], &[]));
    let code = vec![
        set(1),
        read(),
        read(),
        guarded(Reg(0), false, set(1)),
        read(),
        branch,
        read(),
        instruction(Op::Exit, &[], &[]),
    ];
    let kernel = kernel("guarded_write", &[Type::Pred, Type::U32, Type::U32], code);
    let placed = Placed { homes: kernel.virtual_homes(), kernel };
    let counts: Vec<(usize, usize)> =
        leaders(&placed).iter().map(|leader| (leader.instruction, leader.reads)).collect();
    assert_eq!(counts, [(1, 2), (4, 1), (6, 1)]);
}

// ---- a warp -----------------------------------------------------------------------------------

/// All states of a small warp whose dead reads destroy what they read.
fn explore_reads(placed: &Placed, hints: &[Hints], rule: Dead, lanes: u32) -> Found {
    explore(placed, lanes, |state, at| {
        if at.lanes == 0 {
            return true;
        }
        let dead = hints[at.pc].dead(rule, at.active == state.stack.alive());
        let right = state.read(placed, at);
        for (position, word) in placed.reads(at.pc).into_iter().enumerate() {
            if dead >> position & 1 != 0 {
                state.destroy(word, u32::MAX);
            }
        }
        state.write(placed, at);
        right
    })
}

/// STT-I20. The same search finds the paper's rule to be wrong.
#[test]
fn no_state_of_a_small_warp_reads_a_destroyed_lane() {
    const KERNELS: u64 = 600;

    let (mut complete, mut skipped, mut paper) = (0, [0; 3], 0);
    for seed in 0..KERNELS {
        let placed = Placed::new(&small(seed));
        let lanes = if seed % 5 == 0 { 0b111 } else { 0b11 };
        let hints = placed.hints(DuplicateReads::Repeated);
        for (rule, skipped) in SOUND.into_iter().zip(&mut skipped) {
            let found = explore_reads(&placed, &hints, rule, lanes);
            assert_ne!(found, Found::Wrong, "{} {seed}: {:#?}", rule.name(), placed.kernel.code);
            complete += u64::from(found == Found::Right);
            let bits = |converged| hints.iter().any(|hints| hints.dead(rule, converged) != 0);
            *skipped += u64::from(bits(false) || bits(true));
        }
        paper += u64::from(explore_reads(&placed, &hints, Dead::Paper, lanes) == Found::Wrong);
    }
    assert!(complete > 3 * KERNELS * 9 / 10);
    assert!(skipped.iter().all(|skipped| *skipped > KERNELS / 3));
    assert!(paper > KERNELS / 5);
}

/// STT-I8 on random programs: warps of 32 lanes and a last one of 13.
#[test]
fn no_executed_program_reads_a_destroyed_lane() {
    let mut all = DeadReads::default();
    let mut paper = 0;
    for seed in 0..300 {
        let placed = Placed::new(&program(seed, [20, 60, 150][seed as usize % 3]));
        for duplicates in DUPLICATES {
            let hints = placed.hints(duplicates);
            let mut counting = Counting::new(&placed.kernel, &placed.homes, &hints, duplicates);
            execute(&placed.kernel, &placed.homes, &[], &mut counting).unwrap();
            let counts = counting.finish();
            for rule in SOUND {
                assert_eq!(counts.destroyed_by(rule), 0, "{} {seed}", rule.name());
            }
            paper += u64::from(counts.destroyed_by(Dead::Paper) != 0);
            all.reads += counts.reads;
            all.dead.iter_mut().zip(counts.dead).for_each(|(sum, dead)| *sum += dead);
        }
    }
    assert!(paper > 100);
    let [of_paper, converged, warp, both] = all.dead;
    assert!(of_paper > both && both > converged && both > warp && warp > 0 && converged > 0);
}

/// Sees whether lanes part at a branch at which they must not, and counts those branches.
struct Branches {
    may_diverge: BTreeSet<usize>,
    kept_together: u64,
    parted: Vec<usize>,
}

impl Branches {
    fn new(kernel: &Kernel) -> Branches {
        let cfg = Cfg::new(kernel);
        let partings = partings(kernel, &cfg, &Liveness::new(kernel, &cfg));
        let branch = |parting: &Parting| cfg.blocks()[parting.block].end - 1;
        let may_diverge = partings.iter().map(branch).collect();
        Branches { may_diverge, kept_together: 0, parted: Vec::new() }
    }
}

impl Watch for Branches {
    fn executed(&mut self, event: &Event) {
        let is_guarded = event.instruction.guard.is_some();
        let is_branch = matches!(event.instruction.op, Op::Branch(_)) && is_guarded;
        if !is_branch || self.may_diverge.contains(&event.pc) {
            return;
        }
        self.kept_together += 1;
        if event.lanes != 0 && event.lanes != event.active {
            self.parted.push(event.pc);
        }
    }
}

/// In random programs, and in kernels that ship.
#[test]
fn lanes_stay_together_at_branches_that_cannot_diverge() {
    let mut kept_together = [0; 2];
    for seed in 0..600 {
        let kernel = split_webs(&program(seed, [20, 60, 150][seed as usize % 3]));
        let mut branches = Branches::new(&kernel);
        execute(&kernel, &kernel.virtual_homes(), &[], &mut branches).unwrap();
        assert!(branches.parted.is_empty(), "{seed}");
        kept_together[0] += branches.kept_together;
    }
    for path in launches(Path::new("kernels")) {
        let case = Case::on_allocated_registers(&path).unwrap();
        let mut branches = Branches::new(&case.kernel);
        case.run(Schedule::default(), &mut branches, || {}).unwrap();
        assert!(branches.parted.is_empty(), "{}", path.display());
        kept_together[1] += branches.kept_together;
    }
    assert!(kept_together.iter().all(|branches| *branches > 1000), "{kept_together:?}");
}

/// A vote has one result in all lanes only if they name the same members.
#[test]
fn a_vote_is_uniform_if_its_members_are() {
    let branches = |mask: &str| {
        let text = format!(
            ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k()\n{{\n\
             .reg .pred %p<3>;\n.reg .b32 %r<3>;\nmov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 4;\n\
             vote.sync.any.pred %p2, %p1, {mask};\n@%p2 bra end;\nadd.u32 %r2, %r1, 1;\nend:\nret;\n}}\n"
        );
        let source = Source::new("k.ptx", text);
        let module = parse(&source).unwrap();
        let kernel = decode(&source, &module, None).unwrap().kernels.remove(0);
        let cfg = Cfg::new(&kernel);
        partings(&kernel, &cfg, &Liveness::new(&kernel, &cfg)).len()
    };
    assert_eq!([branches("-1"), branches("%r1")], [0, 1]);
}

// ---- counterexamples and shipped kernels ------------------------------------------------------

/// STT-I8's kernels: each is wrong without its rule and right with it.
#[test]
fn kernels_that_go_wrong_without_a_rule() {
    let names = ["two_arms", "leave_one_by_one", "two_values", "overtaken_store"];
    for (name, wrong_by_paper) in names.into_iter().zip([true, true, false, false]) {
        let case = counterexample(name);
        let done = case.run(Schedule::default(), &mut Unwatched, || {}).unwrap();
        assert_eq!(case.is_right(&done.memory), Some(true), "{name}");
        for duplicates in DUPLICATES {
            let hints = hints(&case.kernel, &case.homes, duplicates, PROMOTE_ABOVE);
            let counts = count(&case, &hints, duplicates);
            assert_eq!(counts.destroyed_by(Dead::Paper) != 0, wrong_by_paper, "{name}");
            assert!(SOUND.iter().all(|rule| counts.destroyed_by(*rule) == 0), "{name}");
            assert!(counts.dead_by(Dead::Both) != 0, "{name}");
        }
    }
}

#[test]
fn deaths_of_values_destroy_what_shares_their_word() {
    let case = counterexample("two_values");
    let placed = Placed { kernel: case.kernel.clone(), homes: case.homes.clone() };
    let home = |name: &str| {
        let found = case.kernel.registers.iter().position(|register| register.name == name);
        case.homes[found.unwrap()]
    };
    assert_eq!(home("%r2"), home("%r3"));
    let counts = count(&case, &placed.hints_of_values(), DuplicateReads::Repeated);
    assert_ne!(counts.destroyed_by(Dead::Converged), 0);
    assert_eq!(
        explore_reads(&placed, &placed.hints_of_values(), Dead::Converged, 0b11),
        Found::Wrong
    );
}

/// The store asks for the word last, and the younger addition kills it.
#[test]
fn the_overtaken_store_reads_what_a_younger_instruction_kills() {
    let case = counterexample("overtaken_store");
    let placed = Placed { kernel: case.kernel.clone(), homes: case.homes.clone() };
    let store = case.kernel.code.iter().position(|i| matches!(i.op, Op::Store(_))).unwrap();
    let hints = placed.hints(DuplicateReads::Merged);
    let reads = placed.reads(store);
    assert_eq!((reads.len(), hints[store].last >> 5 & 1), (6, 0));
    assert_eq!(placed.reads(store + 1), [reads[5]]);
    assert_eq!(hints[store + 1].last, 1);
}

/// Shares of the reads that are dead by one thread's liveness, in percent, by the sound rules.
fn shares(path: &Path) -> Option<([f64; 3], DeadReads)> {
    let case = Case::on_allocated_registers(path).unwrap();
    let hints = hints(&case.kernel, &case.homes, DuplicateReads::Merged, PROMOTE_ABOVE);
    let counts = count(&case, &hints, DuplicateReads::Merged);
    for rule in SOUND {
        assert_eq!(counts.destroyed_by(rule), 0, "{}: {}", path.display(), rule.name());
    }
    let paper = counts.dead_by(Dead::Paper);
    let share = |rule| 100.0 * counts.dead_by(rule) as f64 / paper as f64;
    (paper != 0).then(|| (SOUND.map(share), counts))
}

/// Mean shares of the launches of a folder, each printed; and how many the paper's rule corrupts.
fn mean_shares(folder: &Path) -> ([f64; 3], usize) {
    let (mut sum, mut count, mut corrupted) = ([0.0; 3], 0, 0);
    for path in launches(folder) {
        let Some((shares, counts)) = shares(&path) else { continue };
        let [converged, warp, both] = shares;
        let destroyed = counts.destroyed_by(Dead::Paper);
        let name = path.parent().unwrap().file_name().unwrap().display();
        println!(
            "{name:28} reads {:9} dead {:5.1} % converged {converged:5.1} warp {warp:5.1} both \
             {both:5.1} destroyed by paper {destroyed} values {:?}",
            counts.reads,
            100.0 * counts.dead_by(Dead::Paper) as f64 / counts.reads as f64,
            counts.values.shares(),
        );
        sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        count += 1;
        corrupted += usize::from(destroyed != 0);
    }
    let mean = sum.map(|sum| sum / f64::from(count));
    println!("mean of {count}: {mean:?}; the paper's rule corrupts {corrupted}");
    (mean, corrupted)
}

#[test]
fn both_rules_reach_what_one_threads_liveness_calls_dead_in_kernels_that_ship() {
    let ([converged, warp, both], corrupted) = mean_shares(Path::new("kernels"));
    assert!(both >= 95.0, "{both}");
    assert!(converged < both && warp < both);
    assert!(corrupted > 0);
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn both_rules_reach_it_in_kernels_of_others() {
    let ([.., both], _) = mean_shares(&data("kernels"));
    assert!(both >= 95.0, "{both}");
}

// ---- reports ----------------------------------------------------------------------------------

#[test]
fn the_report_counts_a_launch_as_executed_and_a_file_as_written() {
    let row = |subject: &Subject| {
        let row =
            (report::DEAD.of)(subject, &fermi(), &Resources::FERMI, &Options::default()).unwrap();
        assert_eq!(row.cells.len(), report::DEAD.header.len());
        row
    };
    let launched = row(&Subject::Case(&counterexample("two_arms")));
    let executed = &launched.json["executed"];
    assert!(executed["destroyed"][Dead::Paper as usize].as_u64() > Some(0));
    assert_eq!(executed["destroyed"][Dead::Both as usize], 0);

    // Four values and an address of 64 bits are six words: more than the paper's four dead bits.
    let program =
        Loaded::read("tests/dead_reads/overtaken_store.ptx".as_ref(), None).unwrap().program;
    let written = row(&Subject::Kernel { kernel: &program.kernels[0], threads_per_cta: 32 });
    assert!(written.json["executed"].is_null());
    let text = &written.json["text"];
    assert_eq!((&text["over_four"], &text["most"]), (&1.into(), &6.into()));
    // %r5 is read by the store and the addition, and so is the address by both stores.
    assert_eq!(text["values"]["twice"], 2);
    assert_eq!(text["values"]["more"], 1);
    assert_eq!(text["values"]["never"], 0);
}

#[test]
fn the_view_has_a_line_for_each_instruction() {
    let file = "tests/dead_reads/overtaken_store.ptx";
    let program = Loaded::read(file.as_ref(), None).unwrap().program;
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let shown = (show::DEAD.of)(&program.kernels[0], &lines);
    assert_eq!(shown.lines().count(), 3 + program.kernels[0].code.len());
    let line = |text: &str| {
        let line = shown.lines().find(|line| line.contains(text)).unwrap();
        line.split(';').next_back().unwrap().split_whitespace().collect::<Vec<_>>()
    };
    // One word, which is the last of its thread and of the warp.
    let add = line("add.u32 %r6, %r5, 1;");
    assert!(add.len() == 3 && add.iter().all(|word| *word == add[0]), "{add:?}");
    assert_eq!(line("st.global.v4.u32").len(), 6 + 3 + 3);
}
