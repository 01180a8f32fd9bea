//! The requests that are looked up in the map, and the request stage that holds them before.

use super::In;
use crate::sm::register_file::RELEASE_PORTS;
use crate::units::channels::{Placed, READ_PORTS, WRITE_PORTS, ones, place};
use crate::units::placement;

/// Places in the map of the registers of all channels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    pub reads: [Placed; READ_PORTS],
    pub writes: [Placed; WRITE_PORTS],
    pub releases: [Placed; RELEASE_PORTS],
}

impl Places {
    #[inline]
    pub fn of(map: &placement::Params, In { shared, own }: &In) -> Places {
        let regs = shared.regs_per_thread;
        Places {
            reads: place(map, regs, &shared.read_warp, &shared.read_reg),
            writes: place(map, regs, &shared.write_warp, &shared.write_reg),
            releases: place(map, regs, &own.release_warp, &own.release_reg),
        }
    }
}

/// The requests that are looked up in a cycle.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub channels: &'a In,
    pub places: &'a Places,
}

/// Channels whose request is accepted or leaves the request stage. Bit n is channel n.
#[derive(Clone, Copy, Default)]
pub(super) struct Ready {
    pub reads: u8,
    pub writes: u8,
    pub releases: u8,
    pub access: bool,
}

/// The request stage: one pipeline register for each channel.
#[derive(Clone)]
pub(super) struct Held {
    channels: In,
    places: Places,
}

impl Held {
    pub fn new() -> Held {
        Held { channels: In::default(), places: Places::default() }
    }

    #[inline]
    pub fn asked(&self) -> Asked<'_> {
        Asked { channels: &self.channels, places: &self.places }
    }

    pub fn is_empty(&self) -> bool {
        let In { shared, own } = &self.channels;
        shared.read_valid | shared.write_valid | own.release_valid == 0
    }

    /// Channels that accept a request in a cycle in which `looked_up` leave. A read, write or
    /// access may follow a release of its register, so it waits until all releases are looked up.
    #[inline]
    pub fn ready(&self, looked_up: Ready) -> Ready {
        let In { shared, own } = &self.channels;
        let releases = !own.release_valid | looked_up.releases;
        let all_released = own.release_valid & !looked_up.releases == 0;
        let others = if all_released { u8::MAX } else { 0 };
        let writes = !shared.write_valid | looked_up.writes;
        Ready {
            reads: (!shared.read_valid | looked_up.reads) & others,
            writes: writes & ((1 << WRITE_PORTS) - 1) & others,
            releases: releases & ((1 << RELEASE_PORTS) - 1),
            access: looked_up.access && all_released,
        }
    }

    /// The clock edge of a cycle in which `looked_up` leave and channels `ready` accept.
    pub fn clock(&mut self, looked_up: Ready, i: &In, places: &Places, ready: Ready) {
        let (to, from) = (&mut self.channels.shared, &i.shared);
        to.read_valid &= !looked_up.reads;
        for n in ones((from.read_valid & ready.reads).into()) {
            to.read_valid |= 1 << n;
            (to.read_cu[n], to.read_slot[n]) = (from.read_cu[n], from.read_slot[n]);
            self.places.reads[n] = places.reads[n];
        }
        to.write_valid &= !looked_up.writes;
        let (own, from_own) = (&mut self.channels.own, &i.own);
        for n in ones((from.write_valid & ready.writes).into()) {
            to.write_valid |= 1 << n;
            to.write_warp[n] = from.write_warp[n];
            to.write_lane_mask[n] = from.write_lane_mask[n];
            to.write_data[n] = from.write_data[n];
            own.write_fill = own.write_fill & !(1 << n) | from_own.write_fill & 1 << n;
            self.places.writes[n] = places.writes[n];
        }
        own.release_valid &= !looked_up.releases;
        for n in ones((from_own.release_valid & ready.releases).into()) {
            own.release_valid |= 1 << n;
            self.places.releases[n] = places.releases[n];
        }
    }

    /// Resets the stage.
    pub fn clear(&mut self) {
        let In { shared, own } = &mut self.channels;
        (shared.read_valid, shared.write_valid, own.release_valid) = (0, 0, 0);
    }
}
