//! A recorded stream.

use super::{In, Out, Params, SramRegisterFile};
use crate::stream::StreamReplay;
use crate::units::channels::{self, requests, responses};
use crate::units::{Activity, Stimulus};

/// Replays the requests.
pub struct Replay {
    requests: channels::Replay,
    regs_per_thread: u16,
    /// No cycle has passed: it is one of reset.
    fresh: bool,
}

impl Replay {
    pub fn new(params: &Params, replay: &StreamReplay) -> Self {
        let entries = params.placement.entries;
        Replay {
            requests: channels::Replay::new(params.banks(), entries, &replay.requests),
            regs_per_thread: replay.regs_per_thread as u16,
            fresh: true,
        }
    }
}

impl Stimulus<SramRegisterFile> for Replay {
    fn next(&mut self, i: &In, o: &Out) -> In {
        if i.rst_n {
            self.requests.observe(&responses!(o));
        }
        let rst_n = !std::mem::take(&mut self.fresh);
        let mut next = In { rst_n, regs_per_thread: self.regs_per_thread, ..In::default() };
        match rst_n {
            true => self.requests.offer(&mut requests!(&mut next)),
            false => self.requests.pause(),
        }
        next
    }

    fn finished(&self) -> bool {
        self.requests.finished()
    }

    fn activity(&self) -> Option<Activity> {
        Some(self.requests.activity())
    }
}
