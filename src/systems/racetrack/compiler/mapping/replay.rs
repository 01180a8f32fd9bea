//! Replays of maps on the hardware models, one request at a time and cycle by cycle.

use super::Map;
use crate::config::Config;
use crate::stream::{Action, BankRequest, Placed, write_data};
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::racetrack_bank::{In, Model, Params};
use crate::systems::racetrack::units::racetrack_register_file::{
    Plays, RacetrackRegisterFile, Replay,
};
use crate::units::{Activity, Bench as _, Model as _, TypedBench, Unit as _};

/// Runs the model of the register file on a stream, with preshifting and with these maps loaded.
/// Writes overtake reads there, so the number of shifts differs from the prediction.
pub fn model_activity(config: &Config, placed: &Placed, maps: &[Map]) -> Activity {
    let maps = maps.iter().map(|map| map.place.clone()).collect();
    let mode = Mode { preshift: true, aligned_only: false, maps };
    let params = RacetrackRegisterFile::params(config);
    let (requests, registers) = (placed.requests(None), placed.regs_per_thread());
    let replay = Replay::new(&params.shared, &requests, registers, Box::new(Plays::new(mode)));
    let mut bench = TypedBench::<RacetrackRegisterFile>::new(&params, Box::new(replay));
    bench.finish();
    bench.activity().unwrap_or_default()
}

/// Shifts of the bank's model after reset, if each request is offered only when the one before is
/// served, and the bank is always granted. Bank and map must have the same geometry.
pub fn model_shifts(params: &Params, map: &Map, requests: &[BankRequest]) -> u64 {
    let mut bank = mapped_bank(params, map);
    requests.iter().map(|request| serve(&mut bank, &offer(request))).sum()
}

/// The model of a bank after reset, with this map loaded.
pub fn mapped_bank(params: &Params, map: &Map) -> Model {
    let mut bank = Model::new(params);
    bank.tick(&In::default());
    for (entry, &(port, offset)) in map.place.iter().enumerate() {
        let mut load = granted();
        load.own.map_valid = true;
        load.own.map_entry = entry as u16;
        (load.own.map_port, load.own.map_offset) = (port, offset);
        bank.tick(&load);
    }
    bank
}

/// Offers a request to an idle bank and runs it until it is idle again. Returns the shifts.
fn serve(bank: &mut Model, offer: &In) -> u64 {
    let none = granted();
    let mut shifts = u64::from(bank.outputs(offer).own.op.shifts());
    bank.tick(offer);
    loop {
        let outputs = bank.outputs(&none);
        if !outputs.shared.req_valid && !outputs.own.busy {
            return shifts;
        }
        shifts += u64::from(outputs.own.op.shifts());
        bank.tick(&none);
    }
}

/// Inputs without a request, with a grant and with preshifting enabled.
fn granted() -> In {
    let mut inputs = In::default();
    (inputs.shared.rst_n, inputs.shared.grant, inputs.own.preshift_en) = (true, true, true);
    inputs
}

/// Inputs that offer a request, with a grant and with preshifting enabled.
pub fn offer(request: &BankRequest) -> In {
    let mut inputs = granted();
    let front = &mut inputs.shared;
    match request.action {
        Action::Read { cu, slot, .. } => {
            front.read_valid = true;
            (front.read_cu, front.read_slot) = (cu, slot);
            front.read_entry = request.entry as u16;
        }
        Action::Write { lane_mask, number } => {
            front.write_valid = true;
            front.write_entry = request.entry as u16;
            front.write_lane_mask = lane_mask;
            front.write_data = write_data(request.warp, request.reg, number);
        }
    }
    inputs
}
