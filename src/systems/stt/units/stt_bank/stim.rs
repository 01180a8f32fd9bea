//! Stimulus of the STT-RAM inputs: all schemes, and hints of reads.

use super::storage::{DEAD, PROMOTE, Served};
use super::{OwnIn, Params, SttStorage};
use crate::systems::stt::units::restore_selector::{Mode, Op};
use crate::units::bank::{Driver, In, Out};
use crate::units::dice::Dice;
use bitflags::bitflags;

bitflags! {
    /// Scenarios beside those of the front.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const FROM_WRITE_BUFFER    = 1 << 0;
        const FROM_READ_BUFFER     = 1 << 1;
        const SKIPPED              = 1 << 2;
        const UNPROTECTED          = 1 << 3;
        const SELECTIVE            = 1 << 4;
        const DIRECT               = 1 << 5;
        const ADAPTIVE_SELECTIVE   = 1 << 6;
        const ADAPTIVE_DIRECT      = 1 << 7;
        const DRAIN                = 1 << 8;
        /// A write bypasses the write buffer.
        const DIRECT_WRITE         = 1 << 9;
        /// A dead read drops a buffered write.
        const CANCEL               = 1 << 10;
        /// A granted write waits.
        const WRITE_STALLS         = 1 << 11;
        /// A buffer answers while the array restores.
        const ANSWER_WHILE_BUSY    = 1 << 12;
        const DRAIN_WITHOUT_GRANT  = 1 << 13;
        const RESET_DURING_RESTORE = 1 << 14;
        /// A read of several cycles holds the bank, which is granted.
        const READ_HOLDS           = 1 << 15;
    }
}

pub fn reachable(params: &Params) -> Scenarios {
    let mut all = Scenarios::all();
    all.set(Scenarios::READ_HOLDS, params.own.array.selector.read_cycles > 1);
    all
}

pub fn scenarios(i: &In<SttStorage>, o: &Out<SttStorage>) -> Scenarios {
    let (front, own, out) = (&i.shared, &i.own, &o.own);
    let served = |how| out.served == how;
    let adaptive = own.restore_mode == Mode::Adaptive;
    let from_buffer = served(Served::WriteBuffer) || served(Served::ReadBuffer);
    let restores = matches!(out.op, Op::Reverse | Op::Selective | Op::Direct);
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::FROM_WRITE_BUFFER, served(Served::WriteBuffer));
    hit.set(Scenarios::FROM_READ_BUFFER, served(Served::ReadBuffer));
    hit.set(Scenarios::SKIPPED, served(Served::Skipped));
    hit.set(Scenarios::UNPROTECTED, served(Served::Unprotected));
    hit.set(Scenarios::SELECTIVE, served(Served::Selective) && !adaptive);
    hit.set(Scenarios::DIRECT, served(Served::Direct) && !adaptive);
    hit.set(Scenarios::ADAPTIVE_SELECTIVE, served(Served::Selective) && adaptive);
    hit.set(Scenarios::ADAPTIVE_DIRECT, served(Served::Direct) && adaptive);
    hit.set(Scenarios::DRAIN, out.drain);
    hit.set(Scenarios::DIRECT_WRITE, o.shared.write && !own.write_buffer_en);
    let cancels = served(Served::WriteBuffer) && out.dead && own.cancel_en;
    hit.set(Scenarios::CANCEL, cancels);
    let stalls = front.grant && o.shared.req_valid && !o.shared.read && !o.shared.write;
    hit.set(Scenarios::WRITE_STALLS, stalls && !o.shared.write_ready);
    hit.set(Scenarios::ANSWER_WHILE_BUSY, from_buffer && restores);
    hit.set(Scenarios::DRAIN_WITHOUT_GRANT, out.drain && !front.grant);
    let holds = out.op == Op::Read && !o.shared.read;
    hit.set(Scenarios::READ_HOLDS, holds && front.grant && o.shared.req_valid);
    hit.set(Scenarios::RESET_DURING_RESTORE, !front.rst_n && restores);
    hit
}

/// Scheme inputs of a phase, and a choice of hints for each read.
#[derive(Clone, Debug, Default)]
pub struct Schemes {
    own: OwnIn,
    hints: [u8; 4],
}

impl Schemes {
    /// Chooses another scheme and another frequency of hints.
    pub fn change(&mut self, [mode, switches]: [u8; 2]) {
        self.own = OwnIn {
            read_hints: 0,
            restore_mode: Mode::ALL[usize::from(mode & 3)],
            early_out: switches & 1 != 0,
            write_buffer_en: switches & 6 != 0,
            read_buffer_en: switches & 0x18 != 0,
            cancel_en: switches & 0x20 != 0,
        };
        self.hints = match mode >> 6 {
            0 => [0; 4],
            1 => [0, 0, PROMOTE, DEAD],
            2 => [PROMOTE, PROMOTE, DEAD | PROMOTE, 0],
            _ => [DEAD, 0, PROMOTE, PROMOTE],
        };
    }

    /// Inputs of this phase, with hints chosen by a random byte.
    pub fn inputs(&self, random: u8) -> OwnIn {
        OwnIn { read_hints: self.hints[usize::from(random & 3)], ..self.own }
    }
}

impl Driver<SttStorage> for Schemes {
    fn new_phase(&mut self, dice: &mut Dice) {
        let [mode, switches, ..] = dice.bytes();
        self.change([mode, switches]);
    }

    fn next(&mut self, random: u8, inputs: &mut OwnIn) -> bool {
        // Occasionally changes an enable in the middle of the operations that it controls.
        match random {
            0x40..0x44 => self.own.write_buffer_en ^= true,
            0x80 => self.own.read_buffer_en ^= true,
            0xc0 => self.own.early_out ^= true,
            0xc4 => self.own.cancel_en ^= true,
            _ => {}
        }
        *inputs = self.inputs(random);
        true
    }
}
