//! Is the STT-RAM register file's hardware right, and is a fault in it found?

use crate::faults::{planted_in, refuted};
use crate::support::{builder, fermi, notes};
use rayon::prelude::*;
use regforge::config::Config;
use regforge::cosim::{Check, Source};
use regforge::systems;
use regforge::systems::stt::units::restore_selector::Mode;
use regforge::systems::stt::units::stt_bank::{DEAD, In, Model, OwnIn, PROMOTE, SttBank};
use regforge::units::{Model as _, Unit};

fn config(keys: &[&str]) -> Config {
    systems::config("fermi", &keys.iter().map(|key| key.to_string()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn faults_refute_the_proofs() {
    let (order, value, read_bound, write_bound, drain) = (0, 1, 2, 3, 4);
    // Unit, number of its proof, module, and the fault.
    let faults = [
        ("restore_selector", 0, "rf_restore_selector", "&& early_out_i &&", "&&"),
        ("restore_selector", 0, "rf_restore_selector", "if (!dead_i)", "if (1'b1)"),
        ("restore_selector", 0, "rf_restore_selector", "&& !conflict_i", "&& conflict_i"),
        ("restore_selector", 2, "rf_restore_selector", "hold_d = ReadHold", "hold_d = 3'd0"),
        // A restore that forgets a lane, a mask from the wrong read, a restore of every cell.
        (
            "stt_array",
            0,
            "rf_stt_array",
            "of_selective_q ? lost :",
            "of_selective_q ? (lost & 2'd1) :",
        ),
        ("stt_array", 0, "rf_stt_array", "latch_q & ~read_data_o", "latch_q & read_data_o"),
        ("stt_array", 1, "rf_stt_array", "of_selective_q ? lost :", ""),
        ("stt_array", 1, "rf_stt_array", "lost : latch_q;", "lost : ~2'd0;"),
        ("stt_write_buffer", 0, "rf_stt_write_buffer", "pushed & ~drains", "pushed"),
        ("stt_write_buffer", 0, "rf_stt_write_buffer", "lanes_q | push_lane_mask_i", "lanes_q"),
        ("stt_write_buffer", 0, "rf_stt_write_buffer", "valid_q & ~frees;", "valid_q;"),
        // A stale entry, and a fill of what is written.
        ("read_buffer", 0, "rf_read_buffer", "(invalidate_i ? written : {Depth{1'b0}})", "0"),
        ("read_buffer", 0, "rf_read_buffer", "invalidate_entry_i == fill_entry_i", "1'b0"),
        // Two copies of one register.
        ("read_buffer", 0, "rf_read_buffer", "(fill_i ? filled : {Depth{1'b0}})", "{Depth{1'b0}}"),
        ("stt_bank", order, "rf_stt_bank", "rsp_cu_q   <= queue_cu", "rsp_cu_q   <= read_cu_i"),
        ("stt_bank", value, "rf_stt_bank", "hit ? hit_lanes :", "hit ? 1'd0 :"),
        ("stt_bank", value, "rf_stt_bank", ".dead_i        (dead)", ".dead_i        (promote)"),
        ("stt_bank", read_bound, "rf_stt_bank", "grant_i && needs_array", "1'b0 && needs_array"),
        // A write that finds no place though there are some, or never the array.
        ("stt_bank", write_bound, "rf_stt_write_buffer", "merge || !(&valid_q);", "merge;"),
        (
            "stt_bank",
            write_bound,
            "rf_stt_bank",
            "= free && directs",
            "= write_buffer_en_i && directs",
        ),
        // Drains that need a grant, and none before DrainFirstFrom.
        ("stt_bank", drain, "rf_stt_bank", "(late && !reads)", "(late && !reads && grant_i)"),
        ("stt_bank", drain, "rf_stt_bank", "(late && !reads)", "1'b0"),
    ];
    faults.par_iter().for_each(|(unit, number, module, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&fermi()).unwrap();
        refuted(proofs.into_iter().nth(*number).unwrap(), module, from, to);
    });
}

/// In lockstep, with every one falling.
#[test]
fn faults_of_the_bank_are_found() {
    let config = config(&["stt.disturb=all", "gpu.registers=4096"]);
    let faults = [
        ("rf_stt_array", "of_selective_q ? lost :", "of_selective_q ? {lost[1023:32], 32'd0} :"),
        ("rf_stt_array", "latch_q <= read_data_o", "latch_q <= write_data_i"),
        ("rf_stt_bank", "cancel_en_i),", "1'b1),"),
        ("rf_stt_bank", "queue_followed ||", ""),
        // A promoted register that is destroyed, and one that is written meanwhile.
        ("rf_stt_bank", "promote && (restore != 2'd0)", "promote"),
        ("rf_stt_bank", ".invalidate_i      (write_o)", ".invalidate_i      (1'b0)"),
        ("rf_stt_bank", "hit ? hit_lanes :", "hit ? 32'd0 :"),
        ("rf_stt_bank", ".dead_i        (dead)", ".dead_i        (promote)"),
        ("rf_stt_bank", "drains ? oldest_entry", "drains ? buffer_row"),
    ];
    for (module, from, to) in faults {
        planted_in(&config, "stt_bank", module, from, to);
    }
}

/// A read of several cycles: a bank that takes another one, a register that is kept before it is read,
/// and a file that grants more banks than it can answer.
#[test]
fn faults_of_long_reads_are_found() {
    let config = config(&["stt.disturb=all", "stt.read_cycles=2", "stt.max_banks=4"]);
    let faults = [
        ("stt_bank", "rf_stt_bank", "grant_i && !reading_q", "grant_i"),
        ("stt_bank", "rf_stt_bank", "fill_q && !reading_q", "fill_q"),
        ("stt_bank", "rf_stt_bank", "(read_o && !array_read)", "read_o"),
        ("stt_register_file", "rf_stt_register_file", "reads_q && !answers[b]", "1'b0"),
    ];
    for (unit, module, from, to) in faults {
        planted_in(&config, unit, module, from, to);
    }
}

/// With any disturbance, one port and two, drains early and late, reads of a cycle and of several.
#[test]
fn banks_of_every_kind_agree() {
    let kinds = [
        ["stt.disturb=all", "stt.bank_ports=1rw", "stt.drain_from=1"],
        ["stt.disturb=none", "stt.bank_ports=1r1w", "stt.drain_from=2"],
        ["stt.disturb=rate", "stt.bank_ports=1r1w", "stt.node_nm=11"],
        // Fewer answers in a cycle than banks, and reads that hold theirs.
        ["stt.disturb=all", "stt.read_cycles=3", "stt.max_banks=4"],
    ];
    let units = ["stt_array", "stt_bank", "stt_register_file"];
    let cases = kinds.iter().flat_map(|keys| units.map(|unit| (keys, unit)));
    cases.collect::<Vec<_>>().par_iter().for_each(|(keys, unit)| {
        let (config, cycles) = (config(*keys), 50_000);
        let builder = builder().for_cycles(cycles);
        let check = Check::new(&builder, systems::unit(unit).unwrap(), &config).unwrap();
        let source = Source::Random { seed: 1, cycles };
        let passed =
            check.run(&source, &notes(), |_| {}).unwrap_or_else(|e| panic!("{keys:?} {e}"));
        // Resets are rare.
        let missed = passed.missed().into_iter().filter(|name| *name != "RESET_DURING_RESTORE");
        assert_eq!(missed.collect::<Vec<_>>(), [""; 0], "{unit} {keys:?}");
    });
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
