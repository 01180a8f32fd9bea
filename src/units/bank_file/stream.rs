//! Replay of a recorded stream on a file.

use super::{In, InFile, Model, Out, Shared, SharedIn};
use crate::stream::BankRequest;
use crate::units::channels::{self, Requests, requests, responses};
use crate::units::{Activity, Stimulus};

/// Drives the file's own inputs during the replay of a stream.
pub trait Player<S: InFile>: Send {
    /// The file's own inputs, and whether requests may be offered. Not called in a cycle of reset.
    fn next(&mut self) -> (S::FileIn, bool);

    /// Takes the outputs of a cycle of the stream.
    fn observe(&mut self, _outputs: &Out<S>) {}

    /// Counters in addition to those of every file.
    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// Replays the requests of a stream.
pub struct Replay<S: InFile> {
    requests: channels::Replay,
    regs_per_thread: u16,
    player: Box<dyn Player<S>>,
    /// Whether no cycle has passed. The first cycle is a reset.
    fresh: bool,
}

impl<S: InFile> Replay<S> {
    /// Replays these requests after the player has set the file up.
    pub fn new(
        params: &Shared,
        requests: &[BankRequest],
        regs_per_thread: usize,
        player: Box<dyn Player<S>>,
    ) -> Self {
        Replay {
            requests: channels::Replay::new(params.banks(), params.placement.entries, requests),
            regs_per_thread: regs_per_thread as u16,
            player,
            fresh: true,
        }
    }
}

impl<S: InFile> Stimulus<Model<S>> for Replay<S> {
    fn next(&mut self, i: &In<S>, o: &Out<S>) -> In<S> {
        if i.shared.rst_n {
            if self.requests.has_begun() {
                self.player.observe(o);
            }
            self.requests.observe(&responses!(&o.shared));
        }
        let rst_n = !std::mem::take(&mut self.fresh);
        let regs_per_thread = self.regs_per_thread;
        let (own, offers) = match rst_n {
            true => self.player.next(),
            false => (S::FileIn::default(), false),
        };
        let mut next =
            In::<S> { shared: SharedIn { rst_n, regs_per_thread, ..SharedIn::default() }, own };
        match offers {
            true => {
                let hints = S::hint_inputs(&mut next.own);
                let shared = requests!(&mut next.shared);
                self.requests.offer(&mut Requests { hints, ..shared });
            }
            false => self.requests.pause(),
        }
        next
    }

    fn finished(&self) -> bool {
        self.requests.finished()
    }

    fn activity(&self) -> Option<Activity> {
        let mut activity = self.requests.activity();
        activity.counters.splice(3..3, self.player.counters());
        Some(activity)
    }
}
