//! Maps in the hardware's models: one request at a time, and cycle by cycle.

use super::Map;
use crate::config::Config;
use crate::stream::{Action, BankRequest, Placed, write_data};
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::racetrack_bank::{In, Model, Params};
use crate::systems::racetrack::units::racetrack_register_file::{RacetrackRegisterFile, Replay};
use crate::units::{Activity, Bench as _, Model as _, TypedBench, Unit as _};

/// What the register file's model does with a whole stream, preshifting, when all banks' map tables
/// are loaded with these maps. Writes overtake reads there, so that shifts are not those predicted.
pub fn model_activity(config: &Config, placed: &Placed, maps: &[Map]) -> Activity {
    let maps = maps.iter().map(|map| map.place.clone()).collect();
    let mode = Mode { preshift: true, aligned_only: false, maps };
    let params = RacetrackRegisterFile::params(config);
    let replay = Replay::new(&params, &placed.requests(None), placed.regs_per_thread(), mode);
    let mut bench = TypedBench::<RacetrackRegisterFile>::new(&params, Box::new(replay));
    bench.finish();
    bench.activity().unwrap_or_default()
}

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

/// A request as the bank's inputs have it, always granted.
pub fn offer(map: &Map, request: &BankRequest) -> In {
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
