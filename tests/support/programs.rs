//! Random structured programs, and what one thread of them does.
//!
//! [`program`] builds a kernel of nested conditions, choices and loops over words, pairs of words and
//! predicates, with guarded instructions, guarded exits, and jumps out of loops and to their ends.
//! Every loop ends: it counts up to at most [`MAX_TRIPS`] in a register that nothing else writes.
//! Every register is written before it is read, on every way.
//!
//! What occurs: `Compute` with `Move` and `Integer` (`Add`, `Sub`, `MulLo`, `MulWide`, `And`,
//! `Xor`, `ShiftLeft`, `ShiftRight`) on `U32`, `S32`, `U64`, `B32` and `B64`; `Compare`, also with
//! two destinations and with a predicate combined; `Select`; `Logic`; `Pack` and `Unpack` of two
//! `B32`; `Branch`; `BranchIndexed`; `Exit`; `Tid(0)` as the only special register; and `Store` of a `U64` to global
//! memory. A kernel has no parameters. A thread stores to `window::BUFFERS + 8 * Tid(0)` only,
//! before each way to end: once, a value that depends on what it computed. So run it in CTAs of one
//! dimension with a buffer of eight bytes for each thread.
//!
//! [`run_thread`] interprets such kernels for one thread at a time. It knows nothing of warps: to a
//! thread, other lanes make no difference.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regforge::compiler::allocate::Allocation;
use regforge::ptx::isa::{
    Access, Compare, Compute, Guard, Instruction, Integer, Logic, Op, Operand, Reg, Space, Special,
    Test, Type,
};
use regforge::ptx::kernel::{Home, Kernel, Register, window};

/// Most iterations of one loop.
pub const MAX_TRIPS: u64 = 4;

/// How deep conditions and loops stand in one another.
const MAX_DEPTH: usize = 4;

/// A random program of about `size` statements; the same one for the same arguments.
pub fn program(seed: u64, size: usize) -> Kernel {
    let mut author = Author::new(seed);
    author.begin();
    author.statements(size, 0);
    author.end(None);
    author.kernel(format!("random_{seed}_{size}"))
}

/// A kernel of this code with registers of these types.
pub fn kernel(name: &str, types: &[Type], code: Vec<Instruction>) -> Kernel {
    let named = |(n, ty): (usize, &Type)| Register { name: format!("%v{n}"), ty: *ty };
    Kernel {
        name: name.into(),
        code,
        registers: types.iter().enumerate().map(named).collect(),
        params: Vec::new(),
        shared_bytes: 0,
        local_bytes: 0,
        textures: Vec::new(),
        files: std::collections::BTreeMap::new(),
        required_threads: None,
    }
}

/// An instruction without a guard.
pub fn instruction(op: Op, dst: &[Reg], src: &[Operand]) -> Instruction {
    let dst = dst.iter().map(|reg| Some(*reg)).collect();
    Instruction { guard: None, op, dst, src: src.to_vec(), line: 0, origin: None }
}

/// The same instruction where this predicate is true, or false.
pub fn guarded(reg: Reg, negated: bool, instruction: Instruction) -> Instruction {
    Instruction { guard: Some(Guard { reg, negated }), ..instruction }
}

/// With the type that the text would have: bits have no sign.
pub fn integer(op: Integer, ty: Type) -> Op {
    let ty = match (op, ty.bits()) {
        (Integer::And | Integer::Xor | Integer::ShiftLeft, 32) => Type::B32,
        (Integer::And | Integer::Xor | Integer::ShiftLeft, 64) => Type::B64,
        _ => ty,
    };
    Op::Compute(Compute::Integer(op, ty))
}

pub fn move_of(ty: Type) -> Op {
    Op::Compute(Compute::Move(ty))
}

pub fn compare(test: Test, ty: Type) -> Op {
    Op::Compare(Compare { test, ty, flush: false, combine: None, value: None })
}

pub fn store() -> Op {
    Op::Store(Access::plain(Space::Global, Type::U64))
}

/// Registers that may be read here, by kind.
#[derive(Clone, Default)]
struct Scope {
    words: Vec<Reg>,
    pairs: Vec<Reg>,
    predicates: Vec<Reg>,
}

/// Labels of the loop around.
#[derive(Clone, Copy)]
struct Around {
    latch: usize,
    end: usize,
}

/// Writes a program. Branches go to labels until the end.
struct Author {
    rng: Xoshiro256PlusPlus,
    types: Vec<Type>,
    code: Vec<Instruction>,
    /// Instruction of each label.
    labels: Vec<usize>,
    scope: Scope,
    around: Option<Around>,
    counters: Vec<Reg>,
    address: Reg,
}

impl Author {
    fn new(seed: u64) -> Author {
        Author {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            types: Vec::new(),
            code: Vec::new(),
            labels: Vec::new(),
            scope: Scope::default(),
            around: None,
            counters: Vec::new(),
            address: Reg(0),
        }
    }

    /// The thread's address, and something of every kind to begin with.
    fn begin(&mut self) {
        let tid = self.new_register(Type::U32);
        self.push(move_of(Type::U32), &[tid], &[Operand::Special(Special::Tid(0))]);
        let offset = self.new_register(Type::U64);
        let eight = Operand::Imm(8);
        self.push(integer(Integer::MulWide, Type::U32), &[offset], &[Operand::Reg(tid), eight]);
        self.address = self.new_register(Type::U64);
        let base = Operand::Imm(window::BUFFERS);
        let address = self.address;
        self.push(integer(Integer::Add, Type::U64), &[address], &[Operand::Reg(offset), base]);
        self.scope.words.push(tid);
        self.scope.pairs.push(offset);
        let predicate = self.new_register(Type::Pred);
        let odd = self.new_register(Type::U32);
        let one = Operand::Imm(1);
        self.push(integer(Integer::And, Type::U32), &[odd], &[Operand::Reg(tid), one]);
        self.push(compare(Test::Equal, Type::U32), &[predicate], &[Operand::Reg(odd), one]);
        self.scope.predicates.push(predicate);
        for _ in 0..self.rng.random_range(2..8) {
            self.compute();
        }
    }

    /// Stores what was computed and ends the thread, perhaps only where a predicate is true.
    fn end(&mut self, guard: Option<Reg>) {
        let result = self.new_register(Type::U64);
        let some = self.rng.random_range(0..=self.scope.pairs.len());
        let pairs: Vec<Reg> = self.scope.pairs[some..].to_vec();
        let some = self.rng.random_range(0..=self.scope.words.len());
        let words: Vec<Reg> = self.scope.words[some..].to_vec();
        self.push(move_of(Type::U64), &[result], &[Operand::Imm(0x9e37_79b9_7f4a_7c15)]);
        for pair in pairs {
            let sum = [Operand::Reg(result), Operand::Reg(pair)];
            self.push(integer(Integer::Add, Type::U64), &[result], &sum);
            let twice = [Operand::Reg(result), Operand::Imm(3)];
            self.push(integer(Integer::MulLo, Type::U64), &[result], &twice);
        }
        for word in words {
            let wide = self.new_register(Type::U64);
            let factor = Operand::Imm(0x9e37_79b9);
            self.push(integer(Integer::MulWide, Type::U32), &[wide], &[Operand::Reg(word), factor]);
            let mixed = [Operand::Reg(result), Operand::Reg(wide)];
            self.push(integer(Integer::Xor, Type::U64), &[result], &mixed);
            let five = [Operand::Reg(result), Operand::Imm(5)];
            self.push(integer(Integer::MulLo, Type::U64), &[result], &five);
        }
        let predicates = self.scope.predicates.clone();
        for predicate in predicates {
            let next = [Operand::Reg(result), Operand::Imm(1)];
            let add = instruction(integer(Integer::Add, Type::U64), &[result], &next);
            self.code.push(guarded(predicate, false, add));
        }
        let address = Operand::Reg(self.address);
        let ends = [
            instruction(store(), &[], &[address, Operand::Reg(result)]),
            instruction(Op::Exit, &[], &[]),
        ];
        self.code.extend(ends.map(|end| match guard {
            Some(reg) => guarded(reg, false, end),
            None => end,
        }));
    }

    fn statements(&mut self, size: usize, depth: usize) {
        let mut left = size;
        while left > 0 {
            let inner = self.rng.random_range(0..left);
            let nested = depth < MAX_DEPTH && inner > 0;
            left -= 1;
            match self.rng.random_range(0..21) {
                0..=2 if nested => {
                    self.condition(inner, depth + 1);
                    left -= inner;
                }
                3..=4 if nested => {
                    self.count(inner, depth + 1);
                    left -= inner;
                }
                20 if nested => {
                    self.choice(inner, depth + 1);
                    left -= inner;
                }
                5 => self.leave(),
                6..=7 => self.predicate(),
                8..=9 => self.guarded_compute(),
                _ => self.compute(),
            }
        }
    }

    /// `if` with or without `else`.
    fn condition(&mut self, size: usize, depth: usize) {
        let (other, end) = (self.new_label(), self.new_label());
        let (predicate, negated) = (self.any_predicate(), self.rng.random());
        let before = self.scope.clone();
        let both = self.rng.random();
        let first = if both { self.rng.random_range(0..=size) } else { size };
        self.branch(if both { other } else { end }, Some((predicate, negated)));
        self.statements(first, depth);
        self.scope.clone_from(&before);
        if both {
            self.branch(end, None);
            self.place(other);
            self.statements(size - first, depth);
            self.scope = before;
        }
        self.place(end);
    }

    /// Ways of which an index names one: two of them lead to the same place, one past all.
    fn choice(&mut self, size: usize, depth: usize) {
        let arms = [self.new_label(), self.new_label(), self.new_label()];
        let end = arms[2];
        let index = self.new_register(Type::U32);
        let low_bits = [Operand::Reg(self.any_word()), Operand::Imm(3)];
        self.push(integer(Integer::And, Type::U32), &[index], &low_bits);
        let targets = vec![arms[0], arms[1], end, arms[0]];
        self.push(Op::BranchIndexed(targets), &[], &[Operand::Reg(index)]);
        let before = self.scope.clone();
        let first = self.rng.random_range(0..=size);
        for (arm, size) in arms.into_iter().zip([first, size - first]) {
            self.place(arm);
            self.statements(size, depth);
            self.branch(end, None);
            self.scope.clone_from(&before);
        }
        self.place(end);
    }

    /// A loop that tests before or after each iteration.
    fn count(&mut self, size: usize, depth: usize) {
        let (head, latch, end) = (self.new_label(), self.new_label(), self.new_label());
        let (counter, bound) = (self.new_register(Type::U32), self.new_register(Type::U32));
        let tested = self.new_register(Type::Pred);
        self.push(move_of(Type::U32), &[counter], &[Operand::Imm(0)]);
        let word = self.any_word();
        // Lanes go round unequally often.
        let trips = [Operand::Reg(word), Operand::Imm(MAX_TRIPS - 1)];
        self.push(integer(Integer::And, Type::U32), &[bound], &trips);
        let before = self.scope.clone();
        let outer = self.around.replace(Around { latch, end });
        let first = self.rng.random();
        self.place(head);
        let limits = [Operand::Reg(counter), Operand::Reg(bound)];
        if first {
            self.push(compare(Test::GreaterEqual, Type::U32), &[tested], &limits);
            self.branch(end, Some((tested, false)));
        }
        self.counters.push(counter);
        self.scope.words.push(counter);
        self.statements(size, depth);
        self.place(latch);
        let next = [Operand::Reg(counter), Operand::Imm(1)];
        self.push(integer(Integer::Add, Type::U32), &[counter], &next);
        if first {
            self.branch(head, None);
        } else {
            self.push(compare(Test::Less, Type::U32), &[tested], &limits);
            self.branch(head, Some((tested, false)));
        }
        self.place(end);
        self.around = outer;
        self.scope = before;
    }

    /// Some threads leave the loop, go to its next iteration, or end.
    fn leave(&mut self) {
        let (predicate, negated) = (self.rare_predicate(), self.rng.random_bool(0.1));
        match (self.around, self.rng.random_range(0..3)) {
            (Some(around), 0) => self.branch(around.latch, Some((predicate, negated))),
            (Some(around), 1) => self.branch(around.end, Some((predicate, negated))),
            _ => self.end(Some(predicate)),
        }
    }

    /// A new predicate that is seldom true.
    fn rare_predicate(&mut self) -> Reg {
        let (masked, rare) = (self.new_register(Type::U32), self.new_register(Type::Pred));
        let word = self.any_word();
        let value = self.rng.random_range(0..8);
        let mask = [Operand::Reg(word), Operand::Imm(7)];
        self.push(integer(Integer::And, Type::U32), &[masked], &mask);
        let equal = [Operand::Reg(masked), Operand::Imm(value)];
        self.push(compare(Test::Equal, Type::U32), &[rare], &equal);
        rare
    }

    fn predicate(&mut self) {
        let a = self.any_predicate();
        let b = self.any_predicate();
        let dst = self.predicate_to_write();
        match self.rng.random_range(0..4) {
            0 => {
                let (op, src) = match self.rng.random_range(0..5) {
                    0 => (Logic::And, vec![Operand::Reg(a), Operand::Reg(b)]),
                    1 => (Logic::Or, vec![Operand::Reg(a), Operand::Reg(b)]),
                    2 => (Logic::Xor, vec![Operand::Reg(a), Operand::Reg(b)]),
                    3 => (Logic::Not, vec![Operand::Reg(a)]),
                    _ => (Logic::Move, vec![Operand::Reg(a)]),
                };
                self.push(Op::Logic(op), &[dst], &src);
            }
            1 => {
                let other = self.new_register(Type::Pred);
                let op = Op::Compare(Compare {
                    test: self.any_test(),
                    ty: Type::S32,
                    flush: false,
                    combine: Some((
                        if self.rng.random() { Logic::And } else { Logic::Or },
                        self.rng.random(),
                    )),
                    value: None,
                });
                let words = [self.any_word(), self.any_word()].map(Operand::Reg);
                self.push(op, &[dst, other], &[words[0], words[1], Operand::Reg(a)]);
                self.scope.predicates.push(other);
            }
            2 => {
                let pairs = [self.any_pair(), self.any_pair()].map(Operand::Reg);
                let test = self.any_test();
                self.push(compare(test, Type::U64), &[dst], &pairs);
            }
            _ => {
                let words = [self.any_word(), self.any_word()].map(Operand::Reg);
                let test = self.any_test();
                self.push(compare(test, Type::U32), &[dst], &words);
            }
        }
        self.scope.predicates.push(dst);
        self.forget();
    }

    /// An instruction that writes a register which has a value already, in some threads.
    fn guarded_compute(&mut self) {
        let (predicate, negated) = (self.any_predicate(), self.rng.random());
        let dst = self.any_word();
        if self.is_counter(dst) {
            return;
        }
        let src = [self.word_operand(), self.word_operand()];
        let op = integer(self.any_integer(), Type::U32);
        self.code.push(guarded(predicate, negated, instruction(op, &[dst], &src)));
    }

    fn compute(&mut self) {
        match self.rng.random_range(0..10) {
            0 => {
                let dst = self.pair_to_write();
                let words = [self.any_word(), self.any_word()].map(Operand::Reg);
                self.push(Op::Pack(Type::B32), &[dst], &words);
                self.scope.pairs.push(dst);
            }
            1 => {
                let (low, high) = (self.word_to_write(), self.new_register(Type::U32));
                let pair = Operand::Reg(self.any_pair());
                self.push(Op::Unpack(Type::B32), &[low, high], &[pair]);
                self.scope.words.extend([low, high]);
            }
            2 => {
                let words = [self.word_operand(), self.word_operand()];
                let dst = self.pair_to_write();
                self.push(integer(Integer::MulWide, Type::U32), &[dst], &words);
                self.scope.pairs.push(dst);
            }
            3 => {
                let predicate = self.any_predicate();
                let src = [self.word_operand(), self.word_operand(), Operand::Reg(predicate)];
                let dst = self.word_to_write();
                self.push(Op::Select(Type::U32), &[dst], &src);
                self.scope.words.push(dst);
            }
            4 => {
                let src = self.word_operand();
                let dst = self.word_to_write();
                self.push(move_of(Type::U32), &[dst], &[src]);
                self.scope.words.push(dst);
            }
            5 | 6 => {
                let op = self.any_integer();
                let first = Operand::Reg(self.any_pair());
                let second = match op {
                    // The distance is a word.
                    Integer::ShiftLeft | Integer::ShiftRight => self.word_operand(),
                    _ => Operand::Reg(self.any_pair()),
                };
                let dst = self.pair_to_write();
                self.push(integer(op, Type::U64), &[dst], &[first, second]);
                self.scope.pairs.push(dst);
            }
            _ => {
                let op = self.any_integer();
                let ty = if self.rng.random() { Type::U32 } else { Type::S32 };
                let src = [self.word_operand(), self.word_operand()];
                let dst = self.word_to_write();
                self.push(integer(op, ty), &[dst], &src);
                self.scope.words.push(dst);
            }
        }
        self.forget();
    }

    /// Registers that are written again stand in a scope twice; and where there are many values,
    /// old ones are not read again.
    fn forget(&mut self) {
        let Scope { words, pairs, predicates } = &mut self.scope;
        for (registers, most) in [(words, 24), (pairs, 10), (predicates, 5)] {
            registers.sort_unstable();
            registers.dedup();
            while registers.len() > most {
                registers.remove(self.rng.random_range(0..registers.len()));
            }
        }
    }

    fn any_integer(&mut self) -> Integer {
        use Integer::{Add, And, MulLo, ShiftLeft, ShiftRight, Sub, Xor};
        let all = [Add, Sub, MulLo, And, Xor, ShiftLeft, ShiftRight, Add, Xor];
        all[self.rng.random_range(0..all.len())]
    }

    fn any_test(&mut self) -> Test {
        use Test::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let all = [Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual];
        all[self.rng.random_range(0..all.len())]
    }

    fn word_operand(&mut self) -> Operand {
        match self.rng.random_bool(0.25) {
            true => Operand::Imm(self.rng.random_range(0..40)),
            false => Operand::Reg(self.any_word()),
        }
    }

    fn any_word(&mut self) -> Reg {
        pick(&mut self.rng, &self.scope.words)
    }

    fn any_pair(&mut self) -> Reg {
        pick(&mut self.rng, &self.scope.pairs)
    }

    fn any_predicate(&mut self) -> Reg {
        pick(&mut self.rng, &self.scope.predicates)
    }

    /// Mostly a new register, else one that has a value already.
    fn word_to_write(&mut self) -> Reg {
        let old = self.any_word();
        let again = self.rng.random_bool(0.4) && !self.is_counter(old);
        if again { old } else { self.new_register(Type::U32) }
    }

    fn pair_to_write(&mut self) -> Reg {
        let old = self.any_pair();
        if self.rng.random_bool(0.4) { old } else { self.new_register(Type::U64) }
    }

    fn predicate_to_write(&mut self) -> Reg {
        let old = self.any_predicate();
        if self.rng.random_bool(0.4) { old } else { self.new_register(Type::Pred) }
    }

    /// Whether a loop counts in this register, so that it must not be written otherwise.
    fn is_counter(&self, reg: Reg) -> bool {
        self.counters.contains(&reg)
    }

    fn new_register(&mut self, ty: Type) -> Reg {
        self.types.push(ty);
        Reg(self.types.len() as u32 - 1)
    }

    fn new_label(&mut self) -> usize {
        self.labels.push(usize::MAX);
        self.labels.len() - 1
    }

    fn place(&mut self, label: usize) {
        self.labels[label] = self.code.len();
    }

    fn push(&mut self, op: Op, dst: &[Reg], src: &[Operand]) {
        self.code.push(instruction(op, dst, src));
    }

    fn branch(&mut self, label: usize, guard: Option<(Reg, bool)>) {
        let branch = instruction(Op::Branch(label), &[], &[]);
        self.code.push(match guard {
            Some((reg, negated)) => guarded(reg, negated, branch),
            None => branch,
        });
    }

    fn kernel(mut self, name: String) -> Kernel {
        for instruction in &mut self.code {
            let targets = match &mut instruction.op {
                Op::Branch(target) => std::slice::from_mut(target),
                Op::BranchIndexed(targets) => targets,
                _ => continue,
            };
            targets.iter_mut().for_each(|target| *target = self.labels[*target]);
        }
        kernel(&name, &self.types, self.code)
    }
}

fn pick(rng: &mut Xoshiro256PlusPlus, registers: &[Reg]) -> Reg {
    registers[rng.random_range(0..registers.len())]
}

/// What a thread keeps its values in.
pub trait Storage {
    fn get(&self, reg: Reg) -> u64;
    fn set(&mut self, reg: Reg, value: u64);
}

/// Every register by itself.
pub struct Virtual(Vec<u64>);

impl Virtual {
    pub fn new(kernel: &Kernel) -> Virtual {
        Virtual(vec![0; kernel.registers.len()])
    }
}

impl Storage for Virtual {
    fn get(&self, reg: Reg) -> u64 {
        self.0[reg.index()]
    }

    fn set(&mut self, reg: Reg, value: u64) {
        self.0[reg.index()] = value;
    }
}

/// Words and predicates that registers share.
pub struct Placed<'a> {
    place: &'a [Home],
    words: Vec<u32>,
    predicates: Vec<bool>,
}

impl Placed<'_> {
    pub fn new(allocation: &Allocation) -> Placed<'_> {
        Placed {
            place: &allocation.homes,
            words: vec![0; allocation.registers],
            predicates: vec![false; allocation.predicates],
        }
    }
}

impl Storage for Placed<'_> {
    fn get(&self, reg: Reg) -> u64 {
        match self.place[reg.index()] {
            Home::Word(n) => self.words[n].into(),
            Home::Pair(n) => u64::from(self.words[n]) | u64::from(self.words[n + 1]) << 32,
            Home::Predicate(n) => self.predicates[n].into(),
        }
    }

    fn set(&mut self, reg: Reg, value: u64) {
        match self.place[reg.index()] {
            Home::Word(n) => self.words[n] = value as u32,
            Home::Pair(n) => {
                self.words[n] = value as u32;
                self.words[n + 1] = (value >> 32) as u32;
            }
            Home::Predicate(n) => self.predicates[n] = value != 0,
        }
    }
}

/// All stores of a thread in their order: address, value.
pub fn run_thread(kernel: &Kernel, tid: u32) -> Vec<(u64, u64)> {
    run_thread_in(kernel, tid, &mut Virtual::new(kernel))
}

/// The same with values kept elsewhere.
///
/// # Panics
/// For operations that [`program`] does not use, and after a million instructions.
pub fn run_thread_in(kernel: &Kernel, tid: u32, values: &mut impl Storage) -> Vec<(u64, u64)> {
    let mut stores = Vec::new();
    let mut at = 0;
    for _ in 0..1_000_000 {
        let Some(instruction) = kernel.code.get(at) else { return stores };
        at += 1;
        if instruction.guard.is_some_and(|guard| (values.get(guard.reg) != 0) == guard.negated) {
            continue;
        }
        let src: Vec<u64> = instruction.src.iter().map(|src| read(*src, tid, values)).collect();
        let results = match &instruction.op {
            Op::Branch(target) => {
                at = *target;
                continue;
            }
            Op::BranchIndexed(targets) => {
                at = targets[src[0] as usize];
                continue;
            }
            Op::Exit => return stores,
            Op::Store(access) => {
                stores.push((src[0].wrapping_add_signed(access.offset), src[1]));
                continue;
            }
            op => evaluate(op, &src),
        };
        for (dst, value) in instruction.dst.iter().zip(results) {
            if let Some(reg) = dst {
                values.set(*reg, truncate(value, kernel.ty(*reg).bits()));
            }
        }
    }
    panic!("{} does not end for thread {tid}", kernel.name);
}

fn read(operand: Operand, tid: u32, values: &impl Storage) -> u64 {
    match operand {
        Operand::Reg(reg) => values.get(reg),
        Operand::Imm(value) => value,
        Operand::Special(Special::Tid(0)) => tid.into(),
        Operand::Special(special) => panic!("no {special:?} here"),
    }
}

/// The values that an operation writes.
fn evaluate(op: &Op, src: &[u64]) -> [u64; 2] {
    let one = |value| [value, 0];
    match op {
        Op::Compute(Compute::Move(_)) => one(src[0]),
        Op::Compute(Compute::Integer(op, ty)) => one(integer_result(*op, *ty, src)),
        Op::Select(_) => one(if src[2] != 0 { src[0] } else { src[1] }),
        Op::Pack(Type::B32) => one(truncate(src[0], 32) | src[1] << 32),
        Op::Unpack(Type::B32) => [truncate(src[0], 32), src[0] >> 32],
        Op::Logic(op) => one(logic(*op, src[0] != 0, src.get(1).is_some_and(|b| *b != 0)).into()),
        Op::Compare(compare) => {
            let holds = test(compare.test, compare.ty, src);
            let combine = |holds: bool| match compare.combine {
                Some((op, negated)) => logic(op, holds, (src[2] != 0) != negated),
                None => holds,
            };
            [combine(holds).into(), combine(!holds).into()]
        }
        op => panic!("no {op:?} here"),
    }
}

fn integer_result(op: Integer, ty: Type, src: &[u64]) -> u64 {
    let bits = ty.bits();
    let (a, b) = (truncate(src[0], bits), truncate(src[1], bits));
    // Distances are words, and beyond the width all bits are gone.
    let distance = truncate(src[1], 32).min(bits.into()) as u32;
    match op {
        Integer::Add => a.wrapping_add(b),
        Integer::Sub => a.wrapping_sub(b),
        Integer::MulLo | Integer::MulWide => a.wrapping_mul(b),
        Integer::And => a & b,
        Integer::Xor => a ^ b,
        Integer::ShiftLeft => a.checked_shl(distance).unwrap_or(0),
        Integer::ShiftRight if ty.is_signed() => (extend(a, bits) >> distance.min(63)) as u64,
        Integer::ShiftRight => a.checked_shr(distance).unwrap_or(0),
        op => panic!("no {op:?} here"),
    }
}

fn logic(op: Logic, a: bool, b: bool) -> bool {
    match op {
        Logic::Move => a,
        Logic::And => a && b,
        Logic::Or => a || b,
        Logic::Xor => a != b,
        Logic::Not => !a,
    }
}

fn test(test: Test, ty: Type, src: &[u64]) -> bool {
    let value = |n: usize| match ty.is_signed() {
        true => i128::from(extend(src[n], ty.bits())),
        false => i128::from(truncate(src[n], ty.bits())),
    };
    let (a, b) = (value(0), value(1));
    match test {
        Test::Equal => a == b,
        Test::NotEqual => a != b,
        Test::Less => a < b,
        Test::LessEqual => a <= b,
        Test::Greater => a > b,
        Test::GreaterEqual => a >= b,
        test => panic!("no {test:?} here"),
    }
}

fn truncate(value: u64, bits: u32) -> u64 {
    value & (u64::MAX >> (64 - bits))
}

fn extend(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}
