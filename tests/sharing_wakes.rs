//! LOC-I16, LOC-I19: does every load get its verdict in time, and every one that waits its data, once and
//! soon, whatever else is written?

use regforge::sm::register_file::Verdict;
use regforge::systems;
use regforge::systems::sharing::units::mapping_controller::VERDICTS;
use regforge::systems::sharing::units::sharing_register_file::{
    In, Model, Out, SharingRegisterFile,
};
use regforge::units::channels::{READ_PORTS, WRITE_PORTS};
use regforge::units::{Model as _, RandomStimulus, Stimulus, Unit};
use std::collections::{HashMap, VecDeque};

const CYCLES: u64 = 300_000;
/// Cycles within which a merge ends: two reads, each refused 16 times at most and then served by a bank
/// that serves all older reads first, and a write that waits for older ones.
const SOON: u64 = 16 * 2 + 8 * READ_PORTS as u64;

/// A warp's register.
type Register = (u8, u8);

/// What waits since when: merged loads, and those for the data of others, which comes when it likes.
#[derive(Default)]
struct Waiting {
    /// Loads that are not judged yet, with the cycle in which they were accepted.
    judged: VecDeque<(Register, u64)>,
    loads: HashMap<Register, (Verdict, u64)>,
    woken: u64,
    merged: u64,
}

impl Waiting {
    fn follow(&mut self, now: u64, i: &In, o: &Out) {
        if o.own.woken_valid {
            let register = (o.own.woken_warp, o.own.woken_reg);
            assert!(self.loads.remove(&register).is_some(), "{register:?} is woken for nothing");
            self.woken += 1;
        }
        if o.own.verdict_valid {
            let (register, accepted) = self.judged.pop_front().expect("a load was accepted");
            assert_eq!(now - accepted, 2, "cycles to the verdict on {register:?}");
            let verdict = VERDICTS[usize::from(o.own.verdict)];
            if matches!(verdict, Verdict::Coming | Verdict::Merged) {
                self.merged += u64::from(verdict == Verdict::Merged);
                assert!(self.loads.insert(register, (verdict, now)).is_none(), "{register:?}");
            }
        }
        if i.own.access_valid && o.own.access_ready && i.own.access_kind == 0 {
            self.judged.push_back(((i.own.access_warp, i.own.access_reg), now));
        }
        let late =
            |(verdict, since): &(Verdict, u64)| *verdict == Verdict::Merged && now - since > SOON;
        let late: Vec<_> = self.loads.iter().filter(|(_, load)| late(load)).collect();
        assert!(late.is_empty(), "merges that do not end: {late:?} in cycle {now}");
    }
}

#[test]
fn every_load_that_waits_is_woken_once_and_merges_end_soon() {
    for keys in [&[][..], &["sharing.lanes=run", "sharing.keep=true", "gpu.banks=8"]] {
        let params = SharingRegisterFile::params(&systems::config_with("fermi", keys).unwrap());
        let mut model = Model::new(&params);
        let mut stimulus = <SharingRegisterFile as Unit>::Random::new(&params, 1);
        let (mut i, mut o, mut waiting) = (In::default(), Out::default(), Waiting::default());
        for now in 0..CYCLES {
            i = stimulus.next(&i, &o);
            model.step(&i, &mut o);
            match i.shared.rst_n {
                true => waiting.follow(now, &i, &o),
                false => (waiting.judged, waiting.loads) = Default::default(),
            }
        }
        println!("{} merged, {} woken", waiting.merged, waiting.woken);
        assert!(waiting.merged > 100 && waiting.woken > 1_000);
    }
}

/// A clocked file that is asked from outside.
struct Bench {
    model: Model,
    i: In,
    o: Out,
}

impl Bench {
    const REGS_PER_THREAD: u8 = 16;

    fn new(keys: &[&str]) -> Bench {
        let config = systems::config_with("fermi", keys).unwrap();
        let model = Model::new(&SharingRegisterFile::params(&config));
        let mut bench = Bench { model, i: In::default(), o: Out::default() };
        bench.i.shared.regs_per_thread = Bench::REGS_PER_THREAD.into();
        bench.step();
        bench.i.shared.rst_n = true;
        bench
    }

    fn step(&mut self) {
        self.model.step(&self.i, &mut self.o);
    }

    /// Clocks it until this holds of its outputs, and says how many cycles that took.
    fn until(&mut self, holds: impl Fn(&Out) -> bool) -> u64 {
        (1..10_000).find(|_| (self.step(), holds(&self.o)).1).expect("it happens")
    }

    /// Writes a register of a warp, all lanes, through a channel, and waits until it is in place.
    fn write(&mut self, channel: usize, (warp, reg): Register, fill: bool) {
        let bit = 1 << channel;
        let shared = &mut self.i.shared;
        (shared.write_warp[channel], shared.write_reg[channel]) = (warp, reg);
        (shared.write_valid, shared.write_lane_mask[channel]) = (bit, u32::MAX);
        self.i.own.write_fill = if fill { bit } else { 0 };
        self.until(|o| o.shared.write_ready & bit != 0);
        (self.i.shared.write_valid, self.i.own.write_fill) = (0, 0);
        self.until(|o| o.own.written & bit != 0);
    }

    /// Loads 32 words from this one on into register 0 of a warp.
    fn load(&mut self, warp: u8, word: u32) -> Verdict {
        let own = &mut self.i.own;
        (own.access_valid, own.access_whole, own.access_missing) = (true, true, true);
        (own.access_warp, own.access_bytes) = (warp, 2);
        (own.access_lanes, own.access_inside) = (u32::MAX, u32::MAX);
        own.access_address = std::array::from_fn(|lane| 4 * (word + lane as u32));
        self.until(|o| o.own.access_ready);
        self.i.own.access_valid = false;
        self.until(|o| o.own.verdict_valid);
        VERDICTS[usize::from(self.o.own.verdict)]
    }
}

/// Registers of warps 8 to 15, written once. Their writes are then accepted one a cycle.
fn written(bench: &mut Bench, registers: impl Iterator<Item = Register>) -> Vec<Register> {
    let registers: Vec<Register> = registers.collect();
    registers.iter().for_each(|&register| bench.write(0, register, false));
    registers
}

/// Begins a merge: warp 2 loads what lies half in register 0 of warp 0, half in that of warp 1.
fn merge(bench: &mut Bench) {
    for (warp, word) in [(0, 0), (1, 32)] {
        assert_eq!(bench.load(warp, word), Verdict::Recorded);
        bench.write(0, (warp, 0), true);
    }
    assert_eq!(bench.load(2, 16), Verdict::Merged);
}

/// Writes these registers in turn through a channel, without a pause, until the merge ends.
/// Returns the cycles, None after 10,000, and the writes that were accepted.
fn ends_under_writes(
    bench: &mut Bench,
    registers: &[Register],
    channel: usize,
) -> (Option<u64>, u64) {
    let shared = &mut bench.i.shared;
    (shared.write_valid, shared.write_lane_mask[channel]) = (1 << channel, u32::MAX);
    let mut accepted = 0;
    let woken = (1..10_000).find(|_| {
        let shared = &mut bench.i.shared;
        let register = registers[accepted as usize % registers.len()];
        (shared.write_warp[channel], shared.write_reg[channel]) = register;
        bench.step();
        accepted += u64::from(bench.o.shared.write_ready >> channel & 1);
        bench.o.own.woken_valid
    });
    bench.i.shared.write_valid = 0;
    println!("woken after {woken:?} cycles, {accepted} writes");
    (woken, accepted)
}

/// The writes are in all banks, through the channel that the merge needs.
#[test]
fn a_merge_ends_though_writes_never_pause() {
    let mut bench = Bench::new(&[]);
    let all = (0..8 * Bench::REGS_PER_THREAD)
        .map(|n| (8 + n / Bench::REGS_PER_THREAD, n % Bench::REGS_PER_THREAD));
    let all = written(&mut bench, all);
    merge(&mut bench);
    let (woken, _) = ends_under_writes(&mut bench, &all, WRITE_PORTS - 1);
    assert!(woken.is_some_and(|cycles| cycles <= SOON));
}

/// Registers whose home is the bank of the merge's second source, which is bank 1. Its first one is read
/// before the first of the writes is in its bank.
fn of_bank_1(bench: &mut Bench) -> Vec<Register> {
    let registers =
        (8..Bench::REGS_PER_THREAD).map(|warp| (warp, Bench::REGS_PER_THREAD + 1 - warp));
    written(bench, registers)
}

/// A bank of one port performs writes before reads. A write each cycle of other registers of that bank
/// would keep the merge's read there, so writes pause when it has waited.
#[test]
fn a_merge_ends_though_writes_to_its_bank_never_pause() {
    for channel in 0..WRITE_PORTS {
        let mut bench = Bench::new(&[]);
        let registers = of_bank_1(&mut bench);
        merge(&mut bench);
        let (woken, accepted) = ends_under_writes(&mut bench, &registers, channel);
        assert!(woken.is_some_and(|cycles| cycles <= SOON));
        assert!(accepted >= 16);
    }
}

/// With two ports the same merge ends at once: reads do not wait for writes of other registers.
#[test]
fn a_merge_ends_with_two_ports_though_writes_to_its_bank_never_pause() {
    let mut bench = Bench::new(&["sram.bank_ports=1r1w"]);
    let registers = of_bank_1(&mut bench);
    merge(&mut bench);
    let (woken, _) = ends_under_writes(&mut bench, &registers, 0);
    assert!(woken.is_some_and(|cycles| cycles <= SOON));
}
