//! A map in the hardware's model, one request at a time.

use super::Map;
use crate::stream::{Action, BankRequest, write_data};
use crate::units::Model as _;
use crate::units::racetrack_bank::{In, Model, Params};

/// Shifts that the bank's model performs, from reset, when each request is offered only after the
/// one before is served, and every cycle is granted. The bank's geometry is the map's.
pub fn model_shifts(params: &Params, map: &Map, requests: &[BankRequest]) -> u64 {
    let mut bank = Model::new(params);
    bank.tick(&In::default());
    requests.iter().map(|request| serve(&mut bank, &offer(map, request))).sum()
}

/// Offers a request to an idle bank and waits until it is idle again: the shifts.
fn serve(bank: &mut Model, offer: &In) -> u64 {
    let none = In { rst_n: true, grant: true, preshift_en: true, ..In::default() };
    let mut shifts = u64::from(bank.outputs(offer).op.shifts());
    bank.tick(offer);
    loop {
        let outputs = bank.outputs(&none);
        if !outputs.req_valid && !outputs.busy {
            return shifts;
        }
        shifts += u64::from(outputs.op.shifts());
        bank.tick(&none);
    }
}

fn offer(map: &Map, request: &BankRequest) -> In {
    let (port, offset) = map.place[request.entry];
    let granted = In { rst_n: true, grant: true, preshift_en: true, ..In::default() };
    match request.action {
        Action::Read { cu, slot } => In {
            read_valid: true,
            read_cu: cu,
            read_slot: slot,
            read_port: port,
            read_offset: offset,
            ..granted
        },
        Action::Write { lane_mask, number } => In {
            write_valid: true,
            write_port: port,
            write_offset: offset,
            write_lane_mask: lane_mask,
            write_data: write_data(request.warp, request.reg, number),
            ..granted
        },
    }
}
