//! From virtual registers to the registers of a thread.
//!
//! A thread has words of 32 bits and, apart from them, predicates. A value of 64 bits takes an
//! aligned pair of words. Registers that are never needed at once may share a place; [`liveness`]
//! says why one thread's view suffices for that. Nothing is spilled: what is needed is reported.
//!
//! [`allocate`] colours the interference graph greedily in several orders, then again and again in
//! orders that follow from the best result so far: registers that share a place come one after the
//! other, the places in another sequence. It stops when no more words are taken than are live at
//! once, for fewer cannot do. The same kernel always gets the same places.
//!
//! A register is one place for the whole kernel. [`super::values::split_webs`] comes first, so that
//! values that merely have one name are placed apart.
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

/// The first home for such a value that is not taken. A single word goes beside another one before
/// it breaks up a pair.
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
    /// Words that a thread takes.
    pub registers: usize,
    pub predicates: usize,
    /// By register. One that does not occur in the code has a home that means nothing.
    pub homes: Vec<Home>,
}

/// A kernel with a register for each value, and their homes.
pub fn allocated(kernel: &Kernel) -> (Kernel, Vec<Home>) {
    let kernel = split_webs(kernel);
    let cfg = Cfg::new(&kernel);
    let homes = allocate(&kernel, &cfg, &Liveness::new(&kernel, &cfg)).homes;
    (kernel, homes)
}

/// Places for all registers of a kernel.
pub fn allocate(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Allocation {
    /// How often the best result so far is coloured again.
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

/// Which registers must not share a place.
pub struct Interference {
    /// Registers that occur, by first occurrence where control reaches first.
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

    /// A written value may share no register with one that is live after it or written beside it.
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

    /// Orders to try first, the last one first: registers with few neighbours last, and this and
    /// [`Interference::registers`] with pairs before single words.
    pub fn first_orders(&self) -> Vec<Vec<Reg>> {
        let pairs_first = |mut order: Vec<Reg>| {
            order.sort_by_key(|reg| !self.is_pair(*reg));
            order
        };
        let (occurring, smallest_last) = (self.registers.clone(), self.smallest_last());
        vec![pairs_first(smallest_last.clone()), pairs_first(occurring), smallest_last]
    }

    /// Takes away the register with the fewest words beside it, again and again; the last to go is
    /// the first in the order.
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

    /// Registers of one slot one after the other, pairs before words, and the slots from the last
    /// one down, or in any sequence. Greedy colouring then needs about as many slots, or fewer.
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

    /// Gives each register in turn the first place that none of its neighbours has.
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
