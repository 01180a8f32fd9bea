//! LOC-I16, LOC-I19: does every load get its verdict in time, and every one that waits its data, once and
//! soon?

use regforge::sm::register_file::Verdict;
use regforge::systems;
use regforge::systems::sharing::units::mapping_controller::VERDICTS;
use regforge::systems::sharing::units::sharing_register_file::{
    In, Model, Out, SharingRegisterFile,
};
use regforge::units::channels::READ_PORTS;
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
