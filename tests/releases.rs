//! Does no lane need a register that is released, and is every other one released?

use crate::support::programs::{instruction, integer, program};
use crate::support::warps::{Found, Placed, execute, explore, launches, small};
use crate::support::{data, fermi};
use regforge::bits::{LANES, WarpRegister};
use regforge::compiler::liveness::Liveness;
use regforge::compiler::occupancy::Resources;
use regforge::compiler::warp_liveness::WarpLiveness;
use regforge::config::Options;
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{Area, Event, Execution, Schedule, Unwatched, Visit, Watch};
use regforge::ptx::isa::{Access, Compute, Instruction, Integer, Op, Operand, Reg, Space, Type};
use regforge::ptx::kernel::{Kernel, window};
use regforge::ptx::{Loaded, Source, decode, parse};
use regforge::run::{Case, Subject};
use regforge::systems::sharing::compiler::loads::Loads;
use regforge::systems::sharing::compiler::report::SHARING;
use regforge::systems::sharing::compiler::{Lifetime, Load, lifetimes};
use std::collections::BTreeSet;
use std::path::Path;

// ---- what is released -------------------------------------------------------------------------

/// Every lifetime of a kernel with a register for each virtual one, its registers by name.
fn named(body: &str) -> Vec<(String, String, Option<Load>)> {
    let text = format!(
        ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %d<4>;\n{body}\n}}\n"
    );
    let source = Source::new("test.ptx", &text);
    let kernel = decode(&source, &parse(&source).unwrap(), None).unwrap().kernels.remove(0);
    let homes = kernel.virtual_homes();
    let names = |words: &[usize]| {
        let name = |word: &usize| {
            let home = homes.iter().position(|home| home.words().contains(word)).unwrap();
            kernel.registers[home].name.trim_start_matches('%').to_string()
        };
        words.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    let all = lifetimes(&kernel, &homes).instructions;
    all.iter().map(|one| (names(&one.before), names(&one.after), one.load)).collect()
}

/// Releases of a kernel, an instruction a line: before it, `|`, after its reads.
fn releases(body: &str) -> Vec<String> {
    let all = named(body).into_iter();
    all.map(|(before, after, _)| format!("{before}|{after}").trim().to_string()).collect()
}

#[test]
fn a_register_ends_with_its_last_read() {
    let body = "mov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, 4;\nadd.u32 %r1, %r1, 1;\n\
                st.global.u32 [%d1], %r1;\nst.global.u32 [%d1], %r1;\nret;";
    // Both words of a pair; a register that the instruction writes again lives on.
    assert_eq!(releases(body), ["|", "|", "|", "|", "|r1 d1 d1", "|"]);
    // No way leads to another read, so a guarded one ends it, too.
    let body = "mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 1;\nmov.u32 %r2, 5;\n\
                @%p1 st.global.u32 [0], %r2;\nret;";
    assert_eq!(releases(body), ["|", "|r1", "|", "|r2", "|"]);
}

#[test]
fn what_nobody_reads_ends_before_the_next_instruction() {
    let body = "atom.global.add.u32 %r1, [0], 1;\nmov.u32 %r2, 1;\nst.global.u32 [0], %r2;\nret;";
    assert_eq!(releases(body), ["|", "r1|", "|r2", "|"]);
}

/// `%r2` is needed on one way only, `%r3` where lanes meet, `%r4` on both.
#[test]
fn a_way_that_does_not_need_a_register_ends_it_unless_lanes_wait_for_it() {
    let ways = |guard: &str| {
        format!(
            "mov.u32 %r1, {guard};\nmov.u32 %r2, 2;\nmov.u32 %r3, 3;\nmov.u32 %r4, 4;\n\
             setp.eq.u32 %p1, %r1, 1;\n@%p1 bra ODD;\nst.global.u32 [0], %r2;\n\
             st.global.u32 [0], %r4;\nbra MEET;\nODD:\nst.global.u32 [0], %r4;\nMEET:\n\
             st.global.u32 [0], %r3;\nret;"
        )
    };
    // The same in all lanes: each way is on its own.
    let together = ["|", "|", "|", "|", "|r1", "|", "|r2", "|r4", "|", "r2|r4", "|r3", "|"];
    assert_eq!(releases(&ways("%ctaid.x")), together);
    // While one way runs, lanes may wait at the other, whichever runs first. What either of them
    // needs ends where they meet.
    let apart = ["|", "|", "|", "|", "|r1", "|", "|r2", "|", "|", "|", "r2 r4|r3", "|"];
    assert_eq!(releases(&ways("%tid.x")), apart);
}

#[test]
fn a_load_is_whole_where_no_other_lane_needs_its_destination() {
    let loads =
        |body: &str| named(body).into_iter().filter_map(|(.., load)| load).collect::<Vec<_>>();
    let whole = |whole| Load::Word { whole };
    assert_eq!(loads("ld.global.u32 %r1, [0];\nst.global.u32 [4], %r1;\nret;"), [whole(true)]);
    // Lanes that are out of range wait at the end, and need nothing.
    let out = "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 7;\n@%p1 bra END;\n\
               ld.global.u32 %r1, [0];\nst.global.u32 [4], %r1;\nEND:\nret;";
    assert_eq!(loads(out), [whole(true)]);
    // Here they wait for the register, or keep it by a guard.
    let waits = "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 7;\n@%p1 bra END;\n\
                 ld.global.u32 %r1, [0];\nEND:\nst.global.u32 [4], %r1;\nret;";
    assert_eq!(loads(waits), [whole(false)]);
    let keeps = "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 7;\n@%p1 ld.global.u32 %r1, [0];\n\
                 st.global.u32 [4], %r1;\nret;";
    assert_eq!(loads(keeps), [whole(false)]);
    let unread = "mov.u32 %r2, %tid.x;\nsetp.gt.u32 %p1, %r2, 7;\n@%p1 ld.global.u32 %r1, [0];\n\
                  @%p1 st.global.u32 [4], %r1;\nret;";
    assert_eq!(loads(unread), [whole(false)], "predicates are not followed");
    let others = [
        ("ld.u32 %r1, [0];", whole(true)),
        ("ld.volatile.global.u32 %r1, [0];", Load::Ordered),
        ("ld.global.cv.u32 %r1, [0];", Load::Ordered),
        ("ld.global.u16 %r1, [0];", Load::Width),
        ("ld.global.u64 %d1, [0];", Load::Width),
        ("ld.global.s32 %d1, [0];", Load::Width),
        ("ld.global.v2.u32 {%r1, %r2}, [0];", Load::Width),
        ("ld.global.v2.u32 {%r1, _}, [0];", Load::Width),
    ];
    for (text, load) in others {
        assert_eq!(loads(&format!("{text}\nret;")), [load], "{text}");
    }
    for text in ["ld.shared.u32 %r1, [%r2];", "ld.param.u64 %d1, [p];", "st.global.u32 [0], %r1;"] {
        assert_eq!(loads(&format!("{text}\nret;")), [], "{text}");
    }
}

impl Placed {
    fn needed(&self) -> WarpLiveness {
        let cfg = Cfg::new(&self.kernel);
        WarpLiveness::new(&self.kernel, &cfg, &Liveness::new(&self.kernel, &cfg), &self.homes)
    }

    /// Words that an instruction reads.
    fn read(&self, n: usize) -> impl Iterator<Item = usize> {
        self.kernel.code[n].reads().flat_map(|reg| self.homes[reg.index()].words())
    }

    /// Words that an instruction writes.
    fn written(&self, n: usize) -> impl Iterator<Item = usize> {
        self.kernel.code[n].writes().flat_map(|reg| self.homes[reg.index()].words())
    }
}

// ---- soundness --------------------------------------------------------------------------------

/// With loads in place of some additions: guarded ones, and some whose lanes have parted.
fn with_loads(mut kernel: Kernel) -> Kernel {
    for (n, one) in kernel.code.iter_mut().enumerate() {
        if one.op == integer(Integer::Add, Type::U32) && n % 2 == 0 {
            let access = Access { narrow: true, ..Access::plain(Space::Global, Type::U32) };
            (one.op, one.src) = (Op::Load(access), vec![one.src[0]]);
        }
    }
    kernel
}

/// The destination of a load that is whole.
fn whole(placed: &Placed, all: &[Lifetime], pc: usize) -> Option<usize> {
    let is_whole = all[pc].load == Some(Load::Word { whole: true });
    placed.written(pc).next().filter(|_| is_whole)
}

/// Releases and whole loads by the liveness of one thread.
fn of_one_thread(placed: &Placed) -> Vec<Lifetime> {
    let needed = placed.needed();
    let mut all = lifetimes(&placed.kernel, &placed.homes).instructions;
    for (n, one) in all.iter_mut().enumerate() {
        let written: BTreeSet<usize> = placed.written(n).collect();
        let is_last =
            |word: &usize| !needed.by_thread(n).contains(*word) && !written.contains(word);
        one.before.clear();
        one.after = placed.read(n).filter(is_last).collect();
        if let Some(Load::Word { whole }) = &mut one.load {
            *whole = written.iter().all(|word| !needed.by_thread(n).contains(*word));
        }
    }
    all
}

/// All states of a small warp that releases.
fn explore_releases(placed: &Placed, all: &[Lifetime], lanes: u32) -> Found {
    explore(placed, lanes, |state, at| {
        let one = &all[at.pc];
        one.before.iter().for_each(|word| state.destroy(*word, u32::MAX));
        let right = state.read(placed, at);
        one.after.iter().for_each(|word| state.destroy(*word, u32::MAX));
        let whole = whole(placed, all, at.pc);
        if let Some(word) = whole.filter(|_| at.lanes != 0) {
            state.destroy(word, !at.lanes);
        }
        state.write(placed, at);
        right
    })
}

#[test]
fn no_state_of_a_small_warp_reads_a_released_register() {
    const KERNELS: u64 = 600;

    let (mut complete, mut wrong_releases, mut wrong_loads) = (0, 0, 0);
    let (mut before, mut after, mut loads) = (0, 0, [0; 2]);
    for seed in 0..KERNELS {
        let placed = Placed::new(&with_loads(small(seed)));
        let lanes = if seed % 5 == 0 { 0b111 } else { 0b11 };
        let all = lifetimes(&placed.kernel, &placed.homes).instructions;
        let found = explore_releases(&placed, &all, lanes);
        assert_ne!(found, Found::Wrong, "{seed}: {:#?}", placed.kernel.code);
        complete += u64::from(found == Found::Right);
        for one in &all {
            before += one.before.len();
            after += one.after.len();
            if let Some(Load::Word { whole }) = one.load {
                loads[usize::from(whole)] += 1;
            }
        }
        // The same with the rule of one thread for releases alone, and for loads alone.
        let of_thread = of_one_thread(&placed);
        let none = || all.iter().map(|_| Lifetime::default());
        let released: Vec<Lifetime> = none()
            .zip(&of_thread)
            .map(|(none, one)| Lifetime { after: one.after.clone(), ..none })
            .collect();
        let loaded: Vec<Lifetime> =
            none().zip(&of_thread).map(|(none, one)| Lifetime { load: one.load, ..none }).collect();
        let is_wrong = |all: &[Lifetime]| explore_releases(&placed, all, lanes) == Found::Wrong;
        wrong_releases += u64::from(is_wrong(&released));
        wrong_loads += u64::from(is_wrong(&loaded));
    }
    assert!(complete > KERNELS * 9 / 10, "{complete}");
    assert!(before > 500 && after > 300, "{before} {after}");
    assert!(loads.iter().all(|loads| *loads > 150), "{loads:?}");
    assert!(wrong_releases > KERNELS / 5, "{wrong_releases}");
    assert!(wrong_loads > KERNELS / 20, "{wrong_loads}");
}

/// Registers as a register file leaves them that releases: what no lane needs is lost.
struct Losing<'a> {
    placed: &'a Placed,
    all: &'a [Lifetime],
    /// By warp slot: the CTA, and registers that are mapped.
    mapped: Vec<(u64, BTreeSet<usize>)>,
    seen: Seen,
}

/// What was seen of releases.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Releases of mapped registers, and of others.
    releases: u64,
    useless: u64,
    /// Loads that were whole.
    whole: u64,
    /// Maximum of mapped registers.
    mapped: usize,
}

impl<'a> Losing<'a> {
    fn new(placed: &'a Placed, all: &'a [Lifetime]) -> Losing<'a> {
        Losing { placed, all, mapped: Vec::new(), seen: Seen::default() }
    }

    fn lose(&mut self, words: &[usize], visit: &mut Visit) {
        let slots = self.mapped.len().max(visit.slot + 1);
        self.mapped.resize(slots, (0, BTreeSet::new()));
        let (cta, mapped) = &mut self.mapped[visit.slot];
        if std::mem::replace(cta, visit.cta) != visit.cta {
            mapped.clear();
        }
        for word in words {
            visit.registers.lose(*word, u32::MAX, &POISON);
            let counter = match mapped.remove(word) {
                true => &mut self.seen.releases,
                false => &mut self.seen.useless,
            };
            *counter += 1;
        }
    }
}

/// Different in every lane, and no address.
const POISON: WarpRegister = {
    let mut poison = [0xdead_beef; LANES];
    let mut lane = 0;
    while lane < LANES {
        poison[lane] ^= (lane as u32) << 16;
        lane += 1;
    }
    poison
};

impl Watch for Losing<'_> {
    fn comes(&mut self, visit: &mut Visit) {
        let all = self.all;
        self.lose(&all[visit.pc].before, visit);
    }

    fn has_read(&mut self, visit: &mut Visit) {
        let all = self.all;
        self.lose(&all[visit.pc].after, visit);
        let whole = whole(self.placed, all, visit.pc);
        if let Some(word) = whole.filter(|_| visit.lanes != 0) {
            visit.registers.lose(word, !visit.lanes, &POISON);
            self.seen.whole += 1;
        }
    }

    fn executed(&mut self, event: &Event) {
        let mapped = &mut self.mapped[event.slot].1;
        if event.lanes != 0 {
            mapped.extend(self.placed.written(event.pc));
        }
        self.seen.mapped = self.seen.mapped.max(mapped.len());
    }
}

/// A random program that loads some of its values from a table, each lane from a place of its own.
fn with_table(seed: u64, size: usize) -> (Kernel, Area) {
    const TABLE: u64 = window::GLOBAL;
    const WORDS: usize = 64;

    let mut kernel = program(seed, size);
    let mut code: Vec<Instruction> = Vec::new();
    let mut begins = Vec::new();
    for (n, one) in std::mem::take(&mut kernel.code).into_iter().enumerate() {
        begins.push(code.len());
        let computes = matches!(
            one.op,
            Op::Compute(Compute::Integer(Integer::Add | Integer::Sub | Integer::Xor, ty))
                if ty.bits() == 32
        );
        // A loop's counter counts itself.
        let counts = one.writes().any(|reg| one.reads().any(|read| read == reg));
        if !computes || counts || n % 2 == 0 {
            code.push(one);
            continue;
        }
        let address = Reg(kernel.registers.len() as u32);
        kernel.registers.push(kernel.registers[one.dst[0].unwrap().index()].clone());
        let access = Access {
            narrow: true,
            offset: TABLE as i64,
            ..Access::plain(Space::Global, Type::U32)
        };
        let place = [Operand::Reg(address), Operand::Imm(4 * (WORDS as u64 - 1))];
        let parts = [
            Instruction { dst: vec![Some(address)], guard: None, ..one.clone() },
            instruction(integer(Integer::And, Type::U32), &[address], &place),
            Instruction { op: Op::Load(access), src: vec![place[0]], ..one },
        ];
        code.extend(parts);
    }
    begins.push(code.len());
    for one in &mut code {
        let targets = match &mut one.op {
            Op::Branch(target) => std::slice::from_mut(target),
            Op::BranchIndexed(targets) => targets,
            _ => continue,
        };
        targets.iter_mut().for_each(|target| *target = begins[*target]);
    }
    kernel.code = code;
    let values = (0..WORDS as u32).flat_map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes());
    (kernel, Area::known("table", TABLE, values.collect()))
}

fn output(done: &Execution) -> &[u8] {
    &done.memory.area("out").unwrap().bytes
}

#[test]
fn released_registers_change_no_result_of_random_programs() {
    let (mut all, mut wrong) = (Seen::default(), 0);
    for seed in 0..300 {
        let (kernel, table) = with_table(seed, [20, 60, 150][seed as usize % 3]);
        let tables = [table];
        let right = execute(&kernel, &kernel.virtual_homes(), &tables, &mut Unwatched).unwrap();
        assert_eq!(right.doubtful, []);
        let placed = Placed::new(&kernel);
        let run = |lifetimes: &[Lifetime]| {
            let mut losing = Losing::new(&placed, lifetimes);
            let done = execute(&placed.kernel, &placed.homes, &tables, &mut losing);
            (done, losing.seen)
        };
        let lifetimes = lifetimes(&placed.kernel, &placed.homes);
        let (done, seen) = run(&lifetimes.instructions);
        let done = done.unwrap();
        assert_eq!(output(&done), output(&right), "{seed}");
        assert_eq!(done.doubtful, [], "{seed}");
        assert!(seen.mapped <= lifetimes.mapped_at_most, "{seed}: {seen:?}");
        all.releases += seen.releases;
        all.useless += seen.useless;
        all.whole += seen.whole;
        let (done, _) = run(&of_one_thread(&placed));
        wrong += u64::from(!done.is_ok_and(|done| output(&done) == output(&right)));
    }
    assert!(all.releases > 10_000 && all.whole > 1000, "{all:?}");
    assert!(all.useless < all.releases, "{all:?}");
    assert!(wrong > 100, "{wrong}");
}

/// What is mapped beside what some lane needs: nothing, once an instruction has executed.
#[test]
fn no_register_stays_mapped_that_no_lane_needs() {
    for seed in 0..300 {
        let placed = Placed::new(&program(seed, [20, 60, 150][seed as usize % 3]));
        let all = lifetimes(&placed.kernel, &placed.homes).instructions;
        let needed = placed.needed();
        let mut kept = Kept { losing: Losing::new(&placed, &all), needed: &needed, most: 0 };
        execute(&placed.kernel, &placed.homes, &[], &mut kept).unwrap();
        assert_eq!(kept.most, 0, "{seed}: {:#?}", placed.kernel.code);
    }
}

/// Counts registers that are mapped for nothing.
struct Kept<'a> {
    losing: Losing<'a>,
    needed: &'a WarpLiveness,
    most: usize,
}

impl Watch for Kept<'_> {
    fn comes(&mut self, visit: &mut Visit) {
        self.losing.comes(visit);
    }

    fn has_read(&mut self, visit: &mut Visit) {
        self.losing.has_read(visit);
    }

    fn executed(&mut self, event: &Event) {
        self.losing.executed(event);
        let ends = event.instruction.op == Op::Exit && event.instruction.guard.is_none();
        if !ends {
            let written: BTreeSet<usize> = self.losing.placed.written(event.pc).collect();
            let needed = self.needed.after(event.pc);
            let kept = self.losing.mapped[event.slot].1.difference(&written);
            self.most = self.most.max(kept.filter(|word| !needed.contains(**word)).count());
        }
    }
}

/// Runs the launches of a folder with releases and without.
fn run_launches(folder: &Path) -> Seen {
    let mut all = Seen::default();
    for path in launches(folder) {
        let case = Case::on_allocated_registers(&path).unwrap();
        let placed = Placed { kernel: case.kernel.clone(), homes: case.homes.clone() };
        let lifetimes = lifetimes(&placed.kernel, &placed.homes);
        let mut losing = Losing::new(&placed, &lifetimes.instructions);
        let schedule = Schedule { resident: 3, turn: 50, ..Schedule::default() };
        let done = case.run(schedule, &mut losing, || {}).unwrap();
        let plain = case.run(schedule, &mut Unwatched, || {}).unwrap();
        let name = path.display();
        assert_eq!(case.is_right(&done.memory), Some(true), "{name}");
        assert_eq!(done.doubtful, plain.doubtful, "{name}");
        let seen = losing.seen;
        assert!(seen.mapped <= lifetimes.mapped_at_most, "{name}: {seen:?}");
        assert!(lifetimes.mapped_at_most <= case.registers(), "{name}");
        all.releases += seen.releases;
        all.useless += seen.useless;
        all.whole += seen.whole;
    }
    all
}

#[test]
fn released_registers_change_no_result_of_kernels_that_ship() {
    let all = run_launches(Path::new("kernels"));
    assert!(all.releases > 200_000 && all.whole > 10_000, "{all:?}");
    assert!(all.useless < all.releases / 10, "{all:?}");
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn released_registers_change_no_result_of_kernels_of_others() {
    assert!(run_launches(&data("kernels")).releases > 50_000);
}

// ---- reports ----------------------------------------------------------------------------------

/// The counts of all launches of a folder.
fn loads_of(folder: &Path) -> Loads {
    let mut all = Loads::default();
    for path in launches(folder) {
        let case = Case::on_allocated_registers(&path).unwrap();
        let lifetimes = lifetimes(&case.kernel, &case.homes);
        all.count(&case, &lifetimes.instructions).unwrap();
    }
    println!("{}: {all:?}", folder.display());
    all
}

/// In blocks 16 wide a warp has two rows; in blocks 32 wide, one. Lanes of a search load the same
/// node, and end one after another.
#[test]
fn loads_are_counted_by_the_shape_of_their_blocks() {
    let of = |kernel: &str| {
        let path = format!("kernels/{kernel}/case.toml");
        let case = Case::on_allocated_registers(Path::new(&path)).unwrap();
        let mut counts = Loads::default();
        counts.count(&case, &lifetimes(&case.kernel, &case.homes).instructions).unwrap();
        counts
    };
    let none = Loads::default();
    let tiled = of("matrix_multiply_tiled");
    let loads = 432;
    let rows = Loads { loads, rows: loads, by_all: loads, patterned: loads, ..none };
    assert_eq!(tiled, rows);
    let transposed = of("transpose");
    let loads = 535;
    let (prefix_by_all, by_all) = (transposed.prefix_by_all, transposed.by_all);
    let prefix = Loads { loads, prefix: loads, prefix_by_all, by_all, patterned: loads, ..none };
    assert_eq!(transposed, prefix);
    assert!(by_all < loads, "blocks at the edge load with fewer lanes");
    let wide = of("sobel");
    assert_eq!((wide.loads, wide.width), (288, 288));
    let search = of("btree_search");
    assert!(search.run > 0 && search.kept > 0, "{search:?}");
}

/// Each load is counted once, and little can share without the options that ours adds.
#[test]
fn most_loads_of_kernels_that_ship_have_a_pattern_and_few_may_share() {
    let all = loads_of(Path::new("kernels"));
    let never = all.ordered + all.width + all.outside + all.irregular + all.kept;
    assert_eq!(never + all.may_share(), all.loads);
    let percent = |count: u64| 100.0 * count as f64 / all.loads as f64;
    assert!(percent(all.patterned) > 60.0, "{all:?}");
    assert!(percent(all.may_share()) >= 40.0, "{all:?}");
    assert!(all.may_share() > all.by_all && all.run > 0 && all.rows > 0, "{all:?}");
}

#[test]
fn the_report_counts_a_launch_as_executed_and_a_file_as_written() {
    let row = |subject: &Subject| {
        let row = (SHARING.of)(subject, &fermi(), &Resources::FERMI, &Options::default()).unwrap();
        assert_eq!(row.cells.len(), SHARING.header.len());
        row
    };
    let path = Path::new("kernels/matrix_multiply_tiled/case.toml");
    let case = Case::on_allocated_registers(path).unwrap();
    let launched = row(&Subject::Case(&case));
    let mut counts = Loads::default();
    counts.count(&case, &lifetimes(&case.kernel, &case.homes).instructions).unwrap();
    assert_eq!(launched.json["executed"], serde_json::json!(counts));

    let file = Path::new("kernels/matrix_multiply_tiled/matrix_multiply_tiled.ptx");
    let program = Loaded::read(file, None).unwrap().program;
    let kernel = &program.kernels[0];
    let written = row(&Subject::Kernel { kernel, threads_per_cta: 256 });
    assert!(written.json["executed"].is_null());
    assert_eq!(written.json["text"], launched.json["text"]);
    let text = &written.json["text"];
    let is_load = |one: &&Instruction| {
        matches!(one.op, Op::Load(Access { space: Space::Global | Space::Generic, .. }))
    };
    assert_eq!(text["loads"], kernel.code.iter().filter(is_load).count());
    assert_eq!(text["registers"], case.registers());
}
