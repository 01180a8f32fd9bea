//! Stimulus of the STT-RAM inputs: all schemes, and hints of reads.

use super::{FileIn, In, Out};
use crate::systems::stt::units::restore_selector::Mode;
use crate::systems::stt::units::stt_bank::{self, SttStorage};
use crate::units::bank_file::Driver;
use crate::units::channels::{Requests, ones};
use bitflags::bitflags;

bitflags! {
    /// Scenarios beside those of every file.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const FROM_WRITE_BUFFER   = 1 << 0;
        const FROM_READ_BUFFER    = 1 << 1;
        const SKIPPED             = 1 << 2;
        const UNPROTECTED         = 1 << 3;
        const BOTH_RESTORES       = 1 << 4;
        const DRAIN               = 1 << 5;
        const DEAD_FROM_BUFFER    = 1 << 6;
        const SEVERAL_DEAD_OFFERED = 1 << 7;
    }
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let own = &o.own;
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::FROM_WRITE_BUFFER, own.bank_from_writes != 0);
    hit.set(Scenarios::FROM_READ_BUFFER, own.bank_from_reads != 0);
    hit.set(Scenarios::SKIPPED, own.bank_skipped != 0);
    hit.set(Scenarios::UNPROTECTED, own.bank_unprotected != 0);
    let adaptive = i.own.restore_mode == Mode::Adaptive;
    hit.set(Scenarios::BOTH_RESTORES, adaptive && own.bank_selective != 0 && own.bank_direct != 0);
    hit.set(Scenarios::DRAIN, own.bank_drain != 0);
    hit.set(Scenarios::DEAD_FROM_BUFFER, own.bank_dead & !own.bank_skipped != 0);
    let dead = i.own.read_dead & i.shared.read_valid;
    hit.set(Scenarios::SEVERAL_DEAD_OFFERED, dead.count_ones() > 1);
    hit
}

/// Scheme of a phase, and a choice of hints for each read.
#[derive(Clone, Debug, Default)]
pub struct Schemes {
    bank: stt_bank::Schemes,
}

impl Driver<SttStorage> for Schemes {
    fn new_phase(&mut self, random: [u8; 2]) {
        self.bank.change(random);
    }

    /// Marks a read dead only if no other read of its register is offered.
    fn offered(&mut self, requests: &Requests, inputs: &mut FileIn) {
        let bank = self.bank.inputs(0);
        *inputs = FileIn {
            read_dead: 0,
            read_promote: 0,
            restore_mode: bank.restore_mode,
            early_out: bank.early_out,
            write_buffer_en: bank.write_buffer_en,
            read_buffer_en: bank.read_buffer_en,
            cancel_en: bank.cancel_en,
        };
        let register = |n: usize| (requests.read_warp[n], requests.read_reg[n]);
        for n in ones((*requests.read_valid).into()) {
            // The hints follow from the read itself, so that they stay the same while it waits.
            let choice = requests.read_cu[n] ^ requests.read_slot[n] ^ requests.read_reg[n];
            let hints = self.bank.inputs(choice).read_hints;
            let others = ones(u32::from(*requests.read_valid) & !(1 << n));
            let alone = others.into_iter().all(|other| register(other) != register(n));
            inputs.read_dead |= u8::from(alone && hints & stt_bank::DEAD != 0) << n;
            inputs.read_promote |= u8::from(hints & stt_bank::PROMOTE != 0) << n;
        }
    }
}
