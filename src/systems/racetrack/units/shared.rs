//! Units shared by several systems, here with the parameters of `[racetrack]`.

use super::PortRegions;
use crate::bits::LANES;
use crate::config::Config;
use crate::systems::racetrack::config::Racetrack;
use crate::units::{Parameters, placement, read_queue, request_arbiter, write_buffer};

/// Type parameter of shared units that belong to this system.
pub struct Keys;

pub type ReadQueue = read_queue::ReadQueue<Keys>;
pub type WriteBuffer = write_buffer::WriteBuffer<Keys>;
pub type Placement = placement::Placement<Keys>;
pub type RequestArbiter = request_arbiter::RequestArbiter<Keys>;

impl Parameters<read_queue::Params> for Keys {
    const KEYS: &'static [&'static str] = &[
        "racetrack.read_queue_depth",
        "racetrack.positions",
        "racetrack.ports",
        "gpu.collector_units",
        "gpu.operand_slots",
    ];

    fn of(config: &Config) -> read_queue::Params {
        read_queue::Params {
            depth: Racetrack::from(config).read_queue_depth,
            position: PortRegions::from(config).position(),
            collector_units: config.gpu().collector_units,
            operand_slots: config.gpu().operand_slots,
            hint_bits: 0,
        }
    }
}

impl Parameters<write_buffer::Params> for Keys {
    const KEYS: &'static [&'static str] = &[
        "racetrack.write_buffer_depth",
        "racetrack.read_queue_depth",
        "racetrack.positions",
        "racetrack.ports",
    ];

    fn of(config: &Config) -> write_buffer::Params {
        let racetrack = Racetrack::from(config);
        write_buffer::Params {
            depth: racetrack.write_buffer_depth,
            position: PortRegions::from(config).position(),
            read_queue_depth: racetrack.read_queue_depth,
            lanes: LANES,
            lane_bits: 32,
        }
    }
}

impl Parameters<placement::Params> for Keys {
    const KEYS: &'static [&'static str] =
        &["gpu.banks", "gpu.warps", "gpu.placement", "racetrack.positions"];

    fn of(config: &Config) -> placement::Params {
        let gpu = config.gpu();
        placement::Params {
            placement: gpu.placement,
            banks: gpu.banks,
            warps: gpu.warps,
            entries: Racetrack::from(config).positions,
        }
    }
}

impl Parameters<request_arbiter::Params> for Keys {
    const KEYS: &'static [&'static str] = &["gpu.banks", "racetrack.max_banks"];

    fn of(config: &Config) -> request_arbiter::Params {
        let max_banks = Racetrack::from(config).max_banks;
        request_arbiter::Params { banks: config.gpu().banks, max_banks }
    }
}
