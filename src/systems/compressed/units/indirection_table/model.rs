//! The table's behaviour.

use super::{In, Out, Params};
use crate::units::channels::{MAX_BANKS, READ_PORTS, WRITE_PORTS, ones};

#[derive(Clone, Debug)]
pub struct Model {
    /// Entries by architectural register, the same in both copies.
    entries: Vec<u32>,
    /// Whether the entry of each register was loaded.
    known: Vec<bool>,
    banks: usize,
    source: Answered<READ_PORTS>,
    destination: Answered<WRITE_PORTS>,
}

/// Answers of one copy in this cycle.
#[derive(Clone, Copy, Debug)]
struct Answered<const N: usize> {
    found: u8,
    entries: [u32; N],
}

impl<const N: usize> Answered<N> {
    const NONE: Self = Answered { found: 0, entries: [0; N] };
}

impl Model {
    /// Ready channels: each bank reads the register that its lowest valid channel asks for.
    #[inline]
    fn ready<const N: usize>(&self, loading: bool, valid: u8, registers: &[u8; N]) -> u8 {
        if loading {
            return 0;
        }
        if valid == 0 {
            return u8::MAX >> (u8::BITS as usize - N);
        }
        // The register that each bank reads.
        let mut reads = [None; MAX_BANKS];
        let mut ready = 0;
        for (n, &register) in registers.iter().enumerate() {
            let bank = &mut reads[usize::from(register) % self.banks];
            ready |= u8::from(bank.is_none_or(|read| read == register)) << n;
            if valid >> n & 1 != 0 {
                bank.get_or_insert(register);
            }
        }
        ready
    }

    #[inline]
    fn look_up<const N: usize>(&self, i: &In, valid: u8, registers: &[u8; N]) -> Answered<N> {
        let found = valid & self.ready(i.load_valid, valid, registers);
        let mut answered = Answered { found, ..Answered::NONE };
        for n in ones(found.into()) {
            answered.entries[n] = self.entries[usize::from(registers[n])];
        }
        answered
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            entries: vec![0; params.registers()],
            known: vec![false; params.registers()],
            banks: params.banks,
            source: Answered::NONE,
            destination: Answered::NONE,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        Out {
            source_ready: self.ready(i.load_valid, i.source_valid, &i.source_register),
            source_found: self.source.found,
            source_entry: self.source.entries,
            destination_ready: self.ready(
                i.load_valid,
                i.destination_valid,
                &i.destination_register,
            ),
            destination_found: self.destination.found,
            destination_entry: self.destination.entries,
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            (self.source, self.destination) = (Answered::NONE, Answered::NONE);
            return;
        }
        self.source = self.look_up(i, i.source_valid, &i.source_register);
        self.destination = self.look_up(i, i.destination_valid, &i.destination_register);
        if i.load_valid {
            self.entries[usize::from(i.load_register)] = i.load_entry;
            self.known[usize::from(i.load_register)] = true;
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let known = |valid: u8, registers: &[u8]| {
            ones(valid.into()).all(|n| self.known[usize::from(registers[n])])
        };
        known(i.source_valid, &i.source_register)
            && known(i.destination_valid, &i.destination_register)
    }
}
