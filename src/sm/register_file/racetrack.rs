//! The racetrack register file's channels.

use super::{Channels, Operation};
use crate::units::channels::{Requests, Responses, requests, responses};
use crate::units::racetrack_register_file::{In, Out, Params, RacetrackRegisterFile};

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

    const KEEPS_ORDER: bool = true;

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        requests!(inputs)
    }

    #[inline]
    fn responses(outputs: &Out) -> Responses<'_> {
        responses!(outputs)
    }

    /// At once: its banks keep order.
    #[inline]
    fn written(inputs: &In, outputs: &Out) -> u8 {
        inputs.write_valid & outputs.write_ready
    }

    /// Shifts of a bank that was granted one, and shifts ahead.
    const BANK_EVENTS: &'static [&'static str] = &["demand_shifts", "preshifts"];

    fn write_occupancy(params: &Params) -> u32 {
        params.bank.controller.write_cycles as u32 - 1
    }

    #[inline]
    fn operation(outputs: &Out) -> Operation {
        Operation {
            request: outputs.bank_request,
            read: outputs.bank_read,
            write: outputs.bank_write,
            bank_events: [
                outputs.bank_shift & outputs.bank_grant,
                outputs.bank_shift & !outputs.bank_grant,
                0,
                0,
            ],
            ..Operation::default()
        }
    }
}
