//! Counters of a register file. Reads, writes and waits have the same meaning in all register
//! files. Each register file names its other events.

use serde::{Serialize, Serializer};

/// Counters since [`super::RegisterFile::begin`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// One entry per bank, bank 0 first.
    pub banks: Vec<BankCounts>,
    /// Clocked cycles.
    pub cycles: u64,
    /// Events that belong to no bank.
    #[serde(flatten)]
    pub events: Events,
}

/// Counters of one bank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BankCounts {
    /// Warp registers read.
    pub reads: u64,
    /// Warp registers written.
    pub writes: u64,
    /// Cycles with a request in which the bank served none.
    pub waits: u64,
    /// Other events of this bank.
    #[serde(flatten)]
    pub events: Events,
}

/// Named counters, in the order in which the register file names them. JSON: one field per name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events(Vec<(&'static str, u64)>);

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl Events {
    /// Counters of these names, all zero.
    pub fn new(names: &[&'static str]) -> Events {
        Events(names.iter().map(|name| (*name, 0)).collect())
    }

    /// The counter of this name; 0 if there is none.
    pub fn get(&self, name: &str) -> u64 {
        self.iter().find(|(own, _)| *own == name).map_or(0, |(_, count)| count)
    }

    /// Adds to the counter with this index.
    #[inline]
    pub fn add(&mut self, index: usize, count: u64) {
        self.0[index].1 += count;
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().copied()
    }

    /// Adds counters of the same names.
    fn merge(&mut self, other: &Events) {
        match self.0.is_empty() {
            true => self.0.clone_from(&other.0),
            false => self.0.iter_mut().zip(&other.0).for_each(|(own, more)| own.1 += more.1),
        }
    }
}

impl Counts {
    /// Counters for a number of banks and events of these names, all zero.
    pub fn new(banks: usize, bank_events: &[&'static str], file_events: &[&'static str]) -> Counts {
        let bank = BankCounts { events: Events::new(bank_events), ..BankCounts::default() };
        Counts { banks: vec![bank; banks], cycles: 0, events: Events::new(file_events) }
    }

    /// Sum over the banks.
    pub fn total(&self) -> BankCounts {
        self.banks.iter().fold(BankCounts::default(), |mut sum, bank| {
            sum.merge(bank);
            sum
        })
    }

    /// Adds the counters of another register file of the same kind, bank by bank.
    pub fn merge(&mut self, other: &Counts) {
        self.banks.resize_with(other.banks.len(), BankCounts::default);
        self.banks.iter_mut().zip(&other.banks).for_each(|(own, more)| own.merge(more));
        self.cycles += other.cycles;
        self.events.merge(&other.events);
    }

    /// All named events, those of banks summed.
    pub fn all_events(&self) -> Vec<(&'static str, u64)> {
        self.total().events.iter().chain(self.events.iter()).collect()
    }

    /// The event of this name, over all banks; 0 if it is not counted.
    pub fn event(&self, name: &str) -> u64 {
        self.all_events().into_iter().find(|(own, _)| *own == name).map_or(0, |(_, count)| count)
    }
}

impl BankCounts {
    fn merge(&mut self, other: &BankCounts) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.waits += other.waits;
        self.events.merge(&other.events);
    }
}
