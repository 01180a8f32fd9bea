//! Slice allocation of static data compression: assigns slices of physical registers to virtual
//! registers.
//!
//! Virtual registers that are live at the same time share no slice. A register that needs k slices
//! is placed in the fullest physical register that has room for it, else split over two, else
//! placed in a new one. The slices of a part need not be adjacent. A value of 64 bits takes two
//! full registers. Registers with equal entries share an architectural number. So there is one
//! number for each entry of the indirection table, at most [`NUMBERS`].
//!
//! The greedy allocation runs in several orders, as [`crate::compiler::allocate`] does, and stops
//! at the lower bound: the maximum number of live slices, divided by 8. If packing saves no
//! register, nothing is packed, so the result is never worse than unpacked registers.
//!
//! Source: Angerd et al. 2020, section 4.3; the order and the fit are ours.

use super::needs::Need;
use crate::compiler::allocate::{Allocation, Interference};
use crate::compiler::liveness::Liveness;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::Reg;
use crate::ptx::kernel::{Home, Kernel};
use crate::systems::compressed::indirection::{Indirection, SLICES};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Entries of an indirection table: the maximum number of architectural registers
/// (sdc-indirection).
pub const NUMBERS: usize = 256;
/// Physical registers of a thread that an entry can name.
pub const PHYSICAL: usize = 128;

/// Placement of a kernel's registers in slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// Physical registers of a thread.
    pub registers: usize,
    pub predicates: usize,
    /// Architectural registers, by virtual register. The home of a register that does not occur in
    /// the code has no meaning.
    pub homes: Vec<Home>,
    /// Indirection table, by architectural register.
    pub table: Vec<Indirection>,
    /// Lower bound of the physical registers of any packing.
    pub lower_bound: usize,
}

/// Packs registers. `split` allows a value in two physical registers; `whole` is the allocation
/// without packing. None if neither the packing nor `whole` fits an indirection table.
pub fn pack(
    kernel: &Kernel,
    cfg: &Cfg,
    live: &Liveness,
    whole: &Allocation,
    needs: &[Need],
    split: bool,
) -> Option<Packing> {
    let lower_bound = lower_bound(kernel, cfg, live, needs);
    let predicates = whole.predicates;
    let graph = Interference::new(kernel, cfg, live);
    let packed = Packer { graph: &graph, needs, split }.pack(lower_bound);
    if let Some(Packed { registers, spots }) = packed
        && registers < whole.registers
        && let Some((homes, table)) = numbered(&spots, needs, whole)
    {
        return Some(Packing { registers, predicates, homes, table, lower_bound });
    }
    let registers = whole.registers;
    (registers <= PHYSICAL).then(|| Packing {
        registers,
        predicates,
        homes: whole.homes.clone(),
        table: (0..registers).map(|n| Indirection::whole(n as u8)).collect(),
        lower_bound,
    })
}

/// Maximum of live slices, in registers, rounded up. A register that an instruction writes is live
/// after it, even if it is never read.
fn lower_bound(kernel: &Kernel, cfg: &Cfg, live: &Liveness, needs: &[Need]) -> usize {
    let mut most = 0;
    for block in 0..cfg.blocks().len() {
        live.walk_back(kernel, cfg, block, |n, live| {
            let mut held = live.clone();
            kernel.code[n].writes().for_each(|reg| held.grow_and_insert(reg.index()));
            most = most.max(held.ones().map(|reg| needs[reg].slices).sum());
        });
    }
    most.div_ceil(SLICES)
}

/// Slices of up to two physical registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    registers: [u8; 2],
    masks: [u8; 2],
}

impl Spot {
    fn parts(&self) -> impl Iterator<Item = (usize, u8)> {
        let parts = self.registers.into_iter().zip(self.masks);
        parts.filter(|(_, mask)| *mask != 0).map(|(register, mask)| (register.into(), mask))
    }
}

/// Spots of all registers that occur, and the number of physical registers that they take.
struct Packed {
    registers: usize,
    spots: Vec<Option<Spot>>,
}

struct Packer<'a> {
    graph: &'a Interference,
    needs: &'a [Need],
    split: bool,
}

impl Packer<'_> {
    /// Rounds that pack the best result again in another order.
    const ROUNDS: usize = 60;

    /// The best result; none if every order takes more registers than an entry can name.
    fn pack(&self, bound: usize) -> Option<Packed> {
        let occurring = &self.graph.registers;
        let mut by_size = occurring.clone();
        by_size.sort_by_key(|reg| Reverse(self.needs[reg.index()].slices));
        let mut orders = self.graph.first_orders();
        orders.push(by_size);
        let mut best = self.place(occurring);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..Self::ROUNDS {
            let registers = best.as_ref().map_or(usize::MAX, |best| best.registers);
            if registers <= bound {
                break;
            }
            let next = || best.as_ref().map(|best| self.next_order(best, round, &mut rng));
            let Some(order) = orders.pop().or_else(next) else { break };
            best = self.place(&order).filter(|next| next.registers <= registers).or(best);
        }
        best
    }

    /// The next order to try: grouped by physical register of the best result, large values first.
    /// The physical registers come from the last one down, or in random sequence.
    fn next_order(&self, best: &Packed, round: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Reg> {
        let mut sequence: Vec<usize> = (0..best.registers).rev().collect();
        if round % 2 == 1 {
            sequence.shuffle(rng);
        }
        let mut order = self.graph.registers.clone();
        order.sort_by_key(|reg| {
            let slices = self.needs[reg.index()].slices;
            let first = best.spots[reg.index()].map_or(0, |spot| spot.registers[0].into());
            (Reverse(slices / SLICES), sequence.get(first).copied(), Reverse(slices))
        });
        order
    }

    /// Gives each register in turn the best spot that its neighbours leave free. None if a register
    /// finds no spot.
    fn place(&self, order: &[Reg]) -> Option<Packed> {
        let mut packed = Packed { registers: 0, spots: vec![None; self.needs.len()] };
        let mut taken = [0u8; PHYSICAL];
        for reg in order {
            let slices = self.needs[reg.index()].slices;
            if slices == 0 {
                continue;
            }
            taken.fill(0);
            let neighbours = self.graph.neighbours[reg.index()].iter();
            for spot in neighbours.filter_map(|n| packed.spots[n.index()]) {
                spot.parts().for_each(|(register, mask)| taken[register] |= mask);
            }
            let spot = self.spot(slices, &taken, packed.registers)?;
            let end = spot.parts().map(|(register, _)| register + 1).max();
            packed.registers = packed.registers.max(end.unwrap_or(0));
            packed.spots[reg.index()] = Some(spot);
        }
        Some(packed)
    }

    /// A spot for `slices` slices: in the `there` existing physical registers, or in new ones.
    fn spot(&self, slices: usize, taken: &[u8; PHYSICAL], there: usize) -> Option<Spot> {
        let room = |register: usize| taken[register].count_zeros() as usize;
        let in_one = |within: usize| {
            let fits = (0..within).filter(|register| room(*register) >= slices);
            fits.min_by_key(|register| room(*register))
        };
        if slices > SLICES {
            let mut free = (0..PHYSICAL).filter(|register| taken[*register] == 0);
            let registers = [free.next()?, free.next()?].map(|register| register as u8);
            return Some(Spot { registers, masks: [u8::MAX; 2] });
        }
        let one = |register: usize| Spot {
            registers: [register as u8, 0],
            masks: [free_slices(taken[register], slices), 0],
        };
        in_one(there)
            .map(one)
            .or_else(|| self.split.then(|| split(slices, taken, there)).flatten())
            .or_else(|| in_one(PHYSICAL).map(one))
    }
}

/// A spot over the two registers with the most room, neither of which has enough alone.
fn split(slices: usize, taken: &[u8; PHYSICAL], there: usize) -> Option<Spot> {
    let mut emptiest: Vec<usize> = (0..there).filter(|n| taken[*n] != u8::MAX).collect();
    emptiest.sort_by_key(|n| Reverse(taken[*n].count_zeros()));
    let [first, second] = *emptiest.first_chunk::<2>()?;
    let room = [first, second].map(|n| taken[n].count_zeros() as usize);
    (room[0] + room[1] >= slices).then(|| Spot {
        registers: [first as u8, second as u8],
        masks: [!taken[first], free_slices(taken[second], slices - room[0])],
    })
}

/// The lowest `count` free slices.
fn free_slices(taken: u8, count: usize) -> u8 {
    let free = (0..SLICES).filter(|slice| taken >> slice & 1 == 0);
    free.take(count).fold(0, |mask, slice| mask | 1 << slice)
}

/// Assigns architectural numbers to spots. A pair has two consecutive numbers, the first one even.
/// None if there are too many.
fn numbered(
    spots: &[Option<Spot>],
    needs: &[Need],
    whole: &Allocation,
) -> Option<(Vec<Home>, Vec<Indirection>)> {
    let nowhere = |home: &Home| match home {
        Home::Predicate(n) => Home::Predicate(*n),
        Home::Word(_) => Home::Word(0),
        Home::Pair(_) => Home::Pair(0),
    };
    let mut homes: Vec<Home> = whole.homes.iter().map(nowhere).collect();
    let mut table: Vec<Indirection> = Vec::new();
    let mut pairs: BTreeMap<[u8; 2], usize> = BTreeMap::new();
    let both = || spots.iter().zip(needs).enumerate();
    let is_pair = |need: &Need| need.slices > SLICES;
    for (reg, (spot, _)) in both().filter(|(_, (_, need))| is_pair(need)) {
        let Some(spot) = spot else { continue };
        let number = *pairs.entry(spot.registers).or_insert_with(|| {
            table.extend(spot.registers.map(Indirection::whole));
            table.len() - 2
        });
        homes[reg] = Home::Pair(number);
    }
    for (reg, (spot, need)) in both().filter(|(_, (_, need))| !is_pair(need)) {
        let Some(spot) = spot else { continue };
        let Spot { registers, masks } = *spot;
        let entry = Indirection { registers, masks, signed: need.signed, float: need.float };
        let number = table.iter().position(|other| *other == entry).unwrap_or(table.len());
        if number == table.len() {
            table.push(entry);
        }
        homes[reg] = Home::Word(number);
    }
    (table.len() <= NUMBERS).then_some((homes, table))
}
