//! LOC-I16, LOC-I19: does every load get its verdict in time, and every one that waits its data, once and
//! soon, whatever else is written?

use regforge::sm::register_file::Verdict;
use regforge::systems;
use regforge::systems::sharing::units::mapping_controller::VERDICTS;
use regforge::systems::sharing::units::sharing_register_file::{
    In, Model, Out, SharingRegisterFile,
};
use regforge::units::channels::{READ_PORTS, WRITE_PORTS};
use regforge::units::{Model as _, Unit};
use std::collections::{HashMap, VecDeque};

const CYCLES: u64 = 200_000;
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
        let keys: Vec<String> = keys.iter().map(|key| key.to_string()).collect();
        let params = SharingRegisterFile::params(&systems::config("fermi", &keys).unwrap());
        let mut model = Model::new(&params);
        let mut stimulus = SharingRegisterFile::stimulus(&params, 1);
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

    fn new() -> Bench {
        let config = systems::config("fermi", &[]).unwrap();
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

/// The writes are in place, so that each goes at once, through the channel that the merge needs.
#[test]
fn a_merge_ends_though_writes_never_pause() {
    let mut bench = Bench::new();
    let others = 8 * Bench::REGS_PER_THREAD;
    let other = |n: u8| (8 + n / Bench::REGS_PER_THREAD, n % Bench::REGS_PER_THREAD);
    (0..others).for_each(|n| bench.write(0, other(n), false));
    for (warp, word) in [(0, 0), (1, 32)] {
        assert_eq!(bench.load(warp, word), Verdict::Recorded);
        bench.write(0, (warp, 0), true);
    }
    assert_eq!(bench.load(2, 16), Verdict::Merged);
    let channel = WRITE_PORTS - 1;
    (bench.i.shared.write_valid, bench.i.shared.write_lane_mask[channel]) =
        (1 << channel, u32::MAX);
    let mut n = 0;
    let woken = (1..10_000).find(|_| {
        let shared = &mut bench.i.shared;
        (shared.write_warp[channel], shared.write_reg[channel]) = other(n);
        bench.step();
        n = (n + (bench.o.shared.write_ready >> channel & 1)) % others;
        bench.o.own.woken_valid
    });
    println!("woken after {woken:?} cycles");
    assert!(woken.is_some_and(|cycles| cycles <= SOON));
}
