//! A recorded stream: the map tables are loaded, if there are maps, then come the requests.

use super::{In, Out, Params, RacetrackRegisterFile};
use crate::stream::BankRequest;
use crate::systems::racetrack::register_file::Mode;
use crate::units::channels::{self, requests, responses};
use crate::units::{Activity, Stimulus};
use std::collections::VecDeque;

/// Loads the maps, an entry a cycle, then replays the requests; and counts shifts.
pub struct Replay {
    requests: channels::Replay,
    regs_per_thread: u16,
    aligned_only: bool,
    preshift: bool,
    loads: VecDeque<Load>,
    /// No cycle has passed: it is one of reset.
    fresh: bool,
    shift_total: u64,
    /// Cycles times banks in which a granted bank shifts or a bank's request is delayed.
    shift_demand: u64,
}

/// An entry of a bank's map table.
#[derive(Clone, Copy)]
struct Load {
    bank: usize,
    entry: usize,
    place: (u8, u8),
}

fn loads(maps: &[Vec<(u8, u8)>]) -> VecDeque<Load> {
    let entries = |(bank, map): (usize, &'_ Vec<(u8, u8)>)| {
        let load = move |(entry, &place): (usize, &(u8, u8))| Load { bank, entry, place };
        map.iter().enumerate().map(load).collect::<Vec<_>>()
    };
    maps.iter().enumerate().flat_map(entries).collect()
}

impl Replay {
    pub fn new(
        params: &Params,
        requests: &[BankRequest],
        regs_per_thread: usize,
        mode: Mode,
    ) -> Self {
        let entries = params.placement.entries;
        Replay {
            requests: channels::Replay::new(params.banks(), entries, requests),
            regs_per_thread: regs_per_thread as u16,
            aligned_only: mode.aligned_only,
            preshift: mode.preshift,
            loads: loads(&mode.maps),
            fresh: true,
            shift_total: 0,
            shift_demand: 0,
        }
    }

    /// What the last cycle came to.
    fn observe(&mut self, o: &Out) {
        if self.requests.has_begun() {
            let delayed = o.bank_request & !o.bank_read & !o.bank_write;
            self.shift_total += u64::from(o.bank_shift.count_ones());
            self.shift_demand += u64::from(delayed.count_ones());
        }
        self.requests.observe(&responses!(o));
    }
}

impl Stimulus<RacetrackRegisterFile> for Replay {
    fn next(&mut self, i: &In, o: &Out) -> In {
        if i.rst_n {
            self.observe(o);
        }
        let mut next = In {
            rst_n: !std::mem::take(&mut self.fresh),
            regs_per_thread: self.regs_per_thread,
            aligned_only: self.aligned_only,
            preshift_en: self.preshift,
            ..In::default()
        };
        if !next.rst_n {
            self.requests.pause();
        } else if let Some(load) = self.loads.pop_front() {
            next.map_valid = true;
            (next.map_bank, next.map_entry) = (load.bank as u8, load.entry as u16);
            (next.map_port, next.map_offset) = load.place;
            self.requests.pause();
        } else {
            self.requests.offer(&mut requests!(&mut next));
        }
        next
    }

    fn finished(&self) -> bool {
        self.requests.finished()
    }

    fn activity(&self) -> Option<Activity> {
        let mut activity = self.requests.activity();
        let shifts = [("shift total", self.shift_total), ("shift demand", self.shift_demand)];
        activity.counters.splice(3..3, shifts);
        Some(activity)
    }
}
