//! Register allocation: maps virtual registers to the registers of a thread.
//!
//! A thread has 32-bit words and, separately, predicates. A 64-bit value takes an aligned pair of
//! words. Registers that are never live at the same time may share a home; [`liveness`] explains
//! why the view of one thread is enough for that. Nothing is spilled: the allocation reports how
//! many words the kernel needs.
//!
//! [`allocate`] colours the interference graph greedily in several orders. It then repeats this in
//! orders derived from the best result so far: registers that share a home stay together, and the
//! homes change their sequence. It stops when it uses no more words than the maximum live at once,
//! which is a lower bound. The result is deterministic.
//!
//! A register has one home for the entire kernel. [`super::values::split_webs`] runs first, so that
//! independent values with the same register name get separate homes.
//!
//! [`liveness`]: super::liveness

use super::liveness::{Liveness, Registers};
use super::values::split_webs;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Reg, Type};
use crate::ptx::kernel::{Home, Kernel};
use fixedbitset::FixedBitSet;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

/// The first free home for a value of this type. A single word takes the free half of a pair before
/// it breaks up a free pair.
fn first_free(ty: Type, taken: &FixedBitSet) -> Home {
    let free = |n: &usize| !taken.contains(*n);
    match ty.bits() {
        1 => Home::Predicate((0..).find(free).unwrap_or(0)),
        64 => Home::Pair((0..).step_by(2).find(|n| free(n) && free(&(n + 1))).unwrap_or(0)),
        _ => {
            let beside = taken.ones().map(|n| n ^ 1).find(free);
            Home::Word(beside.or_else(|| (0..).find(free)).unwrap_or(0))
        }
    }
}

/// A home for every register of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// 32-bit words per thread.
    pub registers: usize,
    pub predicates: usize,
    /// Homes by register. The home of a register that does not occur in the code has no meaning.
    pub homes: Vec<Home>,
}

/// Splits a kernel's registers into one per web, and allocates their homes.
pub fn allocated(kernel: &Kernel) -> (Kernel, Vec<Home>) {
    let kernel = split_webs(kernel);
    let cfg = Cfg::new(&kernel);
    let homes = allocate(&kernel, &cfg, &Liveness::new(&kernel, &cfg)).homes;
    (kernel, homes)
}

/// Allocates homes for all registers of a kernel.
pub fn allocate(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Allocation {
    /// Maximum number of further colourings.
    const ROUNDS: usize = 60;

    let graph = Interference::new(kernel, cfg, live);
    let fewest = live.maximum(kernel, cfg);
    let mut orders = graph.first_orders();
    let mut best = graph.colour(&graph.registers);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..ROUNDS {
        if best.registers <= fewest.words && best.predicates <= fewest.predicates {
            break;
        }
        let order = orders.pop().unwrap_or_else(|| graph.next_order(&best, round, &mut rng));
        let next = graph.colour(&order);
        if next.registers + next.predicates <= best.registers + best.predicates {
            best = next;
        }
    }
    best
}

/// Interference graph: registers that must not share a home.
pub struct Interference {
    /// Registers that occur in the code, in the order in which control reaches them first.
    pub registers: Vec<Reg>,
    pub neighbours: Vec<Vec<Reg>>,
    types: Vec<Type>,
}

impl Interference {
    pub fn new(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Interference {
        let mut graph = Interference {
            registers: occurring(kernel, cfg),
            neighbours: vec![Vec::new(); kernel.registers.len()],
            types: kernel.registers.iter().map(|register| register.ty).collect(),
        };
        for block in 0..cfg.blocks().len() {
            live.walk_back(kernel, cfg, block, |n, live| graph.add(&kernel.code[n], live));
        }
        for neighbours in &mut graph.neighbours {
            neighbours.sort_unstable();
            neighbours.dedup();
        }
        graph
    }

    /// A written value must not share a home with a value that is live after the instruction, nor
    /// with another value that the instruction writes.
    fn add(&mut self, instruction: &Instruction, live: &Registers) {
        for written in instruction.writes() {
            let live = live.ones().map(|n| Reg(n as u32));
            for other in live.chain(instruction.writes()) {
                let one_file = self.is_predicate(written) == self.is_predicate(other);
                if other != written && one_file {
                    self.neighbours[written.index()].push(other);
                    self.neighbours[other.index()].push(written);
                }
            }
        }
    }

    fn is_predicate(&self, reg: Reg) -> bool {
        self.types[reg.index()] == Type::Pred
    }

    fn is_pair(&self, reg: Reg) -> bool {
        self.types[reg.index()].bits() == 64
    }

    /// Orders to try first, the last element first: smallest-last, then [`Interference::registers`]
    /// and smallest-last with pairs before single words.
    pub fn first_orders(&self) -> Vec<Vec<Reg>> {
        let pairs_first = |mut order: Vec<Reg>| {
            order.sort_by_key(|reg| !self.is_pair(*reg));
            order
        };
        let (occurring, smallest_last) = (self.registers.clone(), self.smallest_last());
        vec![pairs_first(smallest_last.clone()), pairs_first(occurring), smallest_last]
    }

    /// Smallest-last order: repeatedly removes the register with the fewest neighbouring words. The
    /// register removed last is first in the order.
    fn smallest_last(&self) -> Vec<Reg> {
        let weight = |reg: Reg| if self.is_pair(reg) { 2 } else { 1 };
        let mut left: Vec<usize> =
            self.neighbours.iter().map(|all| all.iter().map(|reg| weight(*reg)).sum()).collect();
        let mut queue: BTreeSet<(usize, Reg)> =
            self.registers.iter().map(|reg| (left[reg.index()], *reg)).collect();
        let mut order = Vec::with_capacity(self.registers.len());
        while let Some((_, reg)) = queue.pop_first() {
            order.push(reg);
            for neighbour in &self.neighbours[reg.index()] {
                let beside = &mut left[neighbour.index()];
                if queue.remove(&(*beside, *neighbour)) {
                    *beside -= weight(reg);
                    queue.insert((*beside, *neighbour));
                }
            }
        }
        order.reverse();
        order
    }

    /// Keeps registers of one slot together, pairs before words; a slot is two words or two
    /// predicates. Slots are in descending order or, in odd rounds, shuffled. Greedy colouring in
    /// this order needs about as many slots as before, or fewer.
    fn next_order(
        &self,
        best: &Allocation,
        round: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Reg> {
        let slots = best.registers.max(best.predicates).div_ceil(2);
        let mut sequence: Vec<usize> = (0..slots).rev().collect();
        if round % 2 == 1 {
            sequence.shuffle(rng);
        }
        let mut order = self.registers.clone();
        order.sort_by_key(|reg| {
            let first = best.homes[reg.index()].numbers().start;
            (sequence[first / 2], !self.is_pair(*reg), first)
        });
        order
    }

    /// Gives each register in turn the first home that none of its neighbours has.
    fn colour(&self, order: &[Reg]) -> Allocation {
        let mut place: Vec<Option<Home>> = vec![None; self.types.len()];
        let mut taken = FixedBitSet::new();
        for reg in order {
            taken.clear();
            for place in self.neighbours[reg.index()].iter().filter_map(|n| place[n.index()]) {
                place.numbers().for_each(|n| taken.grow_and_insert(n));
            }
            place[reg.index()] = Some(first_free(self.types[reg.index()], &taken));
        }
        let end = |predicate| {
            let places = place.iter().flatten().filter(|p| p.is_predicate() == predicate);
            places.map(|place| place.numbers().end).max().unwrap_or(0)
        };
        let (registers, predicates) = (end(false), end(true));
        let anywhere = |ty| first_free(ty, &FixedBitSet::new());
        let place = place.iter().zip(&self.types).map(|(p, ty)| p.unwrap_or_else(|| anywhere(*ty)));
        Allocation { registers, predicates, homes: place.collect() }
    }
}

/// Registers that occur in the code, each once, in the order in which control reaches them first.
fn occurring(kernel: &Kernel, cfg: &Cfg) -> Vec<Reg> {
    let unreachable = (0..cfg.blocks().len()).filter(|block| !cfg.is_reachable(*block));
    let blocks = cfg.reverse_post_order().iter().copied().chain(unreachable);
    let code = blocks.flat_map(|block| &kernel.code[cfg.blocks()[block].clone()]);
    let mut seen = FixedBitSet::with_capacity(kernel.registers.len());
    code.flat_map(|instruction| instruction.uses().chain(instruction.writes()))
        .filter(|reg| !seen.put(reg.index()))
        .collect()
}
