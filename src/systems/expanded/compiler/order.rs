//! Orders the registers of a thread by weight. The heaviest register gets the lowest number and is
//! the last to leave the register file.
//!
//! The weight of a word is the number of references to it in the code. A 64-bit register needs an
//! aligned pair of words. Words are therefore ordered in *slots* of two: both words of a pair,
//! which share their mean weight, or two single words of neighbouring weight.
//!
//! All registers of a warp that agree modulo the number of lines share one line of the operand
//! cache. If an instruction needs two of them at once, they cannot both be in the scratchpad: they
//! clash. [`Text::order`] exchanges slots of neighbouring weight as long as that removes clashes.
//! For each clash that remains, the lower of the two registers stays in the register file.
//!
//! Source: Yu et al. 2018, sections 3.2 and 3.3.3. Pairs and the exchange are ours.

use super::bundles::touched;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::Instruction;
use crate::ptx::kernel::{Home, Kernel};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A new number for each word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The old number of each new number.
    words: Vec<usize>,
    /// The new number of each old number.
    numbers: Vec<usize>,
    /// New numbers of the lower words of all pairs.
    pairs: BTreeSet<usize>,
}

impl Order {
    fn new(slots: &[Slot], pairs: &BTreeSet<usize>) -> Order {
        let words: Vec<usize> = slots.iter().flatten().copied().collect();
        let mut numbers = vec![0; words.len()];
        words.iter().enumerate().for_each(|(number, word)| numbers[*word] = number);
        let pairs = pairs.iter().map(|low| numbers[*low]).collect();
        Order { words, numbers, pairs }
    }

    /// Old numbers of the words, heaviest first.
    pub fn words(&self) -> &[usize] {
        &self.words
    }

    /// New numbers of the lower words of all pairs.
    pub fn pairs(&self) -> &BTreeSet<usize> {
        &self.pairs
    }

    /// Homes by the new numbers. The home of a register that does not occur has no meaning.
    pub fn homes(&self, homes: &[Home]) -> Vec<Home> {
        let number = |word: usize| self.numbers.get(word).copied().unwrap_or(0);
        let renumbered = |home: &Home| match *home {
            Home::Word(word) => Home::Word(number(word)),
            Home::Pair(low) if self.pairs.contains(&number(low)) => Home::Pair(number(low)),
            Home::Pair(_) => Home::Pair(0),
            predicate => predicate,
        };
        homes.iter().map(renumbered).collect()
    }
}

/// One word or two words, by old numbers.
type Slot = Vec<usize>;

/// References to the words of a kernel, counted in its code.
#[derive(Clone, Debug)]
pub struct Text {
    /// References of each word.
    pub weights: Vec<u64>,
    /// Lower words of the pairs that occur.
    pairs: BTreeSet<usize>,
    /// Words of each instruction that has more than one.
    together: BTreeSet<Vec<usize>>,
}

impl Text {
    /// Counts references. For each level of loops around it, a reference counts `loop_weight` times
    /// as much.
    pub fn new(kernel: &Kernel, cfg: &Cfg, homes: &[Home], loop_weight: u64) -> Text {
        let occurring = || kernel.code.iter().flat_map(registers).map(|reg| homes[reg]);
        let registers_taken = occurring().map(|home| home.words().end).max().unwrap_or(0);
        let mut weights = vec![0; registers_taken];
        for (n, instruction) in kernel.code.iter().enumerate() {
            let depth = cfg.depth(cfg.block_of(n)) as u32;
            let weight = loop_weight.saturating_pow(depth);
            for word in registers(instruction).flat_map(|reg| homes[reg].words()) {
                weights[word] = u64::saturating_add(weights[word], weight);
            }
        }
        let pairs = occurring().filter_map(|home| match home {
            Home::Pair(low) => Some(low),
            _ => None,
        });
        let together = kernel.code.iter().map(|one| touched(one, homes).into_iter().collect());
        let together = together.filter(|words: &Vec<usize>| words.len() > 1);
        Text { pairs: pairs.collect(), together: together.collect(), weights }
    }

    /// Words of a thread.
    pub fn registers(&self) -> usize {
        self.weights.len()
    }

    /// The order, and the first register that may leave. This is `least_start`, or a higher number,
    /// so that no instruction needs two registers that may leave and agree modulo `lines`. An
    /// instruction then needs at most `lines` registers that may leave.
    pub fn order(&self, lines: usize, least_start: usize) -> (Order, usize) {
        let cost = |slots: &[Slot]| {
            let order = Order::new(slots, &self.pairs);
            self.clashes(&order, lines, least_start)
        };
        let mut slots = self.by_weight();
        let mut least = cost(&slots);
        while least.count > 0 {
            let better = self.exchanges(&slots).map(|slots| (cost(&slots), slots)).min();
            match better {
                Some((cost, exchanged)) if cost < least => (least, slots) = (cost, exchanged),
                _ => break,
            }
        }
        (Order::new(&slots, &self.pairs), least.spill_from)
    }

    /// Slots, the heaviest first; a word without a partner has the last slot.
    fn by_weight(&self) -> Vec<Slot> {
        let is_single = |word: &usize| {
            let below = word.checked_sub(1);
            !self.pairs.contains(word) && below.is_none_or(|low| !self.pairs.contains(&low))
        };
        let mut singles: Vec<usize> = (0..self.registers()).filter(is_single).collect();
        singles.sort_by_key(|word| Reverse(self.weights[*word]));
        let pairs = self.pairs.iter().map(|low| vec![*low, low + 1]);
        let mut slots: Vec<Slot> = pairs.chain(singles.chunks(2).map(<[usize]>::to_vec)).collect();
        let weight = |slot: &Slot| slot.iter().map(|word| self.weights[*word]).sum::<u64>();
        slots.sort_by_key(|slot| (slot.len() == 1, Reverse(weight(slot)), slot[0]));
        slots
    }

    /// All orders that differ in one exchange: of two neighbouring slots, or of the two single
    /// words of a slot.
    fn exchanges(&self, slots: &[Slot]) -> impl Iterator<Item = Vec<Slot>> {
        let whole = slots.iter().filter(|slot| slot.len() == 2).count();
        let neighbours = (1..whole).map(|n| {
            let mut slots = slots.to_vec();
            slots.swap(n - 1, n);
            slots
        });
        let singles = (0..whole).filter(|n| !self.pairs.contains(&slots[*n][0]));
        neighbours.chain(singles.map(|n| {
            let mut slots = slots.to_vec();
            slots[n].swap(0, 1);
            slots
        }))
    }

    /// The clashes of an order among registers from `least_start` on.
    fn clashes(&self, order: &Order, lines: usize, least_start: usize) -> Clashes {
        let mut all = Clashes { spill_from: least_start, count: 0 };
        for words in &self.together {
            let may_leave = |number: &usize| *number >= least_start;
            let numbers: Vec<usize> =
                words.iter().map(|word| order.numbers[*word]).filter(may_leave).collect();
            for number in &numbers {
                let clashes =
                    |other: &usize| other > number && (other - number).is_multiple_of(lines);
                if numbers.iter().any(clashes) {
                    all.count += 1;
                    all.spill_from = all.spill_from.max(number + 1);
                }
            }
        }
        all
    }
}

/// Clashes of an order: words that one instruction needs in the same line of the operand cache.
/// The comparison is by `spill_from` first: fewer registers that may leave are worse than more
/// clashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Clashes {
    spill_from: usize,
    count: usize,
}

/// Indices of the registers that an instruction reads and writes, one for each reference.
fn registers(instruction: &Instruction) -> impl Iterator<Item = usize> {
    instruction.uses().chain(instruction.writes()).map(|reg| reg.index())
}
