//! Is the STT-RAM register file's hardware right?

use regforge::config::Config;
use regforge::systems;
use regforge::systems::stt::units::restore_selector::Mode;
use regforge::systems::stt::units::stt_bank::{DEAD, In, Model, OwnIn, PROMOTE, SttBank};
use regforge::units::{Model as _, Unit};

fn config(keys: &[&str]) -> Config {
    systems::config_with("fermi", keys).unwrap()
}

/// A bank whose array is asked for one access after the other.
struct Driven {
    model: Model,
    own: OwnIn,
}

impl Driven {
    fn new(config: &Config, own: OwnIn) -> Driven {
        Driven { model: Model::new(&SttBank::params(config)), own }
    }

    /// A cycle, and whether it performs what is wanted.
    fn cycle(&mut self, change: impl FnOnce(&mut In)) -> bool {
        let mut inputs = In::default();
        (inputs.shared.rst_n, inputs.shared.grant, inputs.own) = (true, true, self.own);
        change(&mut inputs);
        let out = self.model.outputs(&inputs);
        self.model.tick(&inputs);
        out.shared.read || out.shared.write
    }

    /// Cycles from the performance of a read with hints to its answer.
    fn answer_after(&mut self, hints: u8) -> usize {
        assert!(!self.offer(Some(hints)), "it is accepted");
        assert!(self.cycle(|_| {}), "it is performed");
        let answered = |bank: &Model| bank.answer().is_some();
        (1..10)
            .find(|_| {
                answered(&self.model) || {
                    self.cycle(|_| {});
                    false
                }
            })
            .unwrap()
    }

    /// Offers a read with hints, or a write of ones; whether an earlier request is performed.
    fn offer(&mut self, read: Option<u8>) -> bool {
        self.cycle(|inputs| match read {
            Some(hints) => (inputs.shared.read_valid, inputs.own.read_hints) = (true, hints),
            None => {
                inputs.shared.write_valid = true;
                inputs.shared.write_lane_mask = u32::MAX;
                inputs.shared.write_data = [u32::MAX; 32];
            }
        })
    }
}

/// The array is occupied for as long as the paper's table I says: a read that waits behind is
/// performed as soon as the array is free.
#[test]
fn an_operation_occupies_the_array_as_long_as_the_paper_says() {
    let occupied = |keys: &[&str], restore_mode, early_out, hints: Option<u8>| {
        let own = OwnIn { restore_mode, early_out, ..OwnIn::default() };
        let mut bank = Driven::new(&config(keys), own);
        assert!(!bank.offer(None));
        (0..8).for_each(|_| _ = bank.cycle(|_| {}));
        assert!(!bank.offer(hints), "it is accepted");
        assert!(bank.offer(Some(DEAD)), "it is performed");
        let waits = (1..20).find(|_| bank.cycle(|_| {}));
        waits.unwrap()
    };
    let (all, none) = (&["stt.disturb=all"], &["stt.disturb=none"]);
    assert_eq!(occupied(all, Mode::None, false, None), 4, "a write");
    assert_eq!(occupied(all, Mode::Direct, false, Some(DEAD)), 1, "a dead read");
    assert_eq!(occupied(all, Mode::Direct, false, Some(0)), 5, "a direct restore");
    assert_eq!(occupied(all, Mode::Selective, false, Some(0)), 6, "a selective restore");
    assert_eq!(occupied(none, Mode::Selective, false, Some(0)), 6, "one of nothing");
    assert_eq!(occupied(none, Mode::Selective, true, Some(0)), 2, "early out");
    assert_eq!(occupied(all, Mode::Selective, true, Some(0)), 6, "no early out");

    let (long_all, long_none) =
        (&["stt.read_cycles=3", "stt.disturb=all"], &["stt.read_cycles=3", "stt.disturb=none"]);
    assert_eq!(occupied(long_all, Mode::Direct, false, Some(DEAD)), 3, "a long dead read");
    assert_eq!(occupied(long_all, Mode::Direct, false, Some(0)), 7, "a long direct restore");
    assert_eq!(occupied(long_all, Mode::Selective, false, Some(0)), 10, "a long selective one");
    assert_eq!(occupied(long_none, Mode::Selective, true, Some(0)), 6, "its early out");
}

/// From the array after as many cycles as a read takes, from a buffer after one.
#[test]
fn a_read_is_answered_when_the_array_has_read() {
    for cycles in [1, 2, 4] {
        let own = OwnIn { restore_mode: Mode::Direct, read_buffer_en: true, ..OwnIn::default() };
        let key = format!("stt.read_cycles={cycles}");
        let mut bank = Driven::new(&config(&[key.as_str()]), own);
        assert!(!bank.offer(None));
        (0..8).for_each(|_| _ = bank.cycle(|_| {}));
        assert_eq!(bank.answer_after(PROMOTE), cycles);
        (0..8).for_each(|_| _ = bank.cycle(|_| {}));
        assert_eq!(bank.answer_after(0), 1, "from the read buffer");
    }
}
