//! The racetrack register file's channels.

use super::{Answer, Channels, Offer, Operation, READ_PORTS, Reply, WRITE_PORTS};
use crate::units::racetrack_register_file::{In, Out, RacetrackRegisterFile};

/// How the racetrack register file is run.
#[derive(Clone, Debug, Default)]
pub struct Mode {
    /// Idle banks shift towards their next request.
    pub preshift: bool,
    /// Only aligned banks compete for grants.
    pub aligned_only: bool,
    /// Port and offset of every entry of every bank, as a register mapping chose them; none at all
    /// where entries lie as their numbers say.
    pub maps: Vec<Vec<(u8, u8)>>,
}

impl Channels for RacetrackRegisterFile {
    type Mode = Mode;

    fn quiet(mode: &Mode, regs_per_thread: usize, reset: bool) -> In {
        In {
            rst_n: !reset,
            regs_per_thread: regs_per_thread as u16,
            aligned_only: mode.aligned_only,
            preshift_en: mode.preshift,
            ..In::default()
        }
    }

    fn setup(mode: &Mode, regs_per_thread: usize) -> Vec<In> {
        let mut loads = Vec::new();
        for (bank, map) in mode.maps.iter().enumerate() {
            for (entry, &(port, offset)) in map.iter().enumerate() {
                loads.push(In {
                    map_valid: true,
                    map_bank: bank as u8,
                    map_entry: entry as u16,
                    map_port: port,
                    map_offset: offset,
                    ..Self::quiet(mode, regs_per_thread, false)
                });
            }
        }
        loads
    }

    #[inline]
    fn offer(offer: &Offer, inputs: &mut In) {
        inputs.read_valid = (1u16 << offer.reads.len()).wrapping_sub(1) as u8;
        // Channels without a request name the first register of all, which is placed at once.
        (inputs.read_warp, inputs.read_reg) = ([0; READ_PORTS], [0; READ_PORTS]);
        (inputs.write_warp, inputs.write_reg) = ([0; WRITE_PORTS], [0; WRITE_PORTS]);
        for (n, read) in offer.reads.iter().enumerate() {
            (inputs.read_cu[n], inputs.read_slot[n]) = (read.cu, read.slot);
            (inputs.read_warp[n], inputs.read_reg[n]) = (read.warp, read.reg);
        }
        inputs.write_valid = (1 << offer.writes.len()) - 1;
        for (n, write) in offer.writes.iter().enumerate() {
            (inputs.write_warp[n], inputs.write_reg[n]) = (write.warp, write.reg);
            inputs.write_lane_mask[n] = write.lane_mask;
            inputs.write_data[n] = write.data;
        }
    }

    #[inline]
    fn reply(outputs: &Out, reply: &mut Reply) {
        (reply.read_ready, reply.write_ready) = (outputs.read_ready, outputs.write_ready);
        let mut valid = outputs.rsp_valid;
        while valid != 0 {
            let n = valid.trailing_zeros() as usize;
            valid &= valid - 1;
            let (cu, slot) = (outputs.rsp_cu[n], outputs.rsp_slot[n]);
            reply.answers.push(Answer { cu, slot, data: outputs.rsp_data[n] });
        }
    }

    #[inline]
    fn operation(outputs: &Out) -> Operation {
        Operation {
            request: outputs.bank_request,
            read: outputs.bank_read,
            write: outputs.bank_write,
            demand_shift: outputs.bank_shift & outputs.bank_grant,
            preshift: outputs.bank_shift & !outputs.bank_grant,
        }
    }
}
