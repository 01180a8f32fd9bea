//! The SMs of a GPU that run a launch together.
//!
//! In every cycle the SMs are clocked in the order of their numbers. Then CTAs are assigned as in
//! GPGPU-Sim (`gpgpu_sim::issue_block2core`): in their order, at most one to each SM, beginning
//! with the SM after the one that got the last CTA. An SM without room is skipped.
//!
//! All SMs share the kernel's memory: a store is visible to other SMs at once. An SM in which
//! nothing can happen is not clocked, because it waits only for events of its own. An SM that waits
//! for a ticket of the memory is clocked when DRAM takes a request.

use super::device::Device;
use super::memory;
use super::pipeline::{Sm, Workload};
use super::register_file::{self, RegisterFile};
use super::statistics::Statistics;
use super::watch::Watch;
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::ptx::exec::{Fault, Memory};
use serde::Serialize;
use std::ops::Range;

/// The simulated SMs and their shared state.
pub struct Gpu<'a, W> {
    sms: Vec<Sm<'a, W>>,
    device: Device,
    waiting_ctas: Range<u64>,
    /// SMs that are clocked in this cycle.
    due: Vec<usize>,
    /// The SM that got the last CTA.
    last_launch: usize,
}

/// Results of a run. Counts are sums over the SMs, except cycles.
pub struct Outcome {
    /// Module variables and buffers, as the kernel left them.
    pub memory: Memory,
    /// Counts of the pipelines.
    pub statistics: Statistics,
    /// Counts of caches, interconnect, L2 and DRAM.
    pub hierarchy: memory::Statistics,
    /// Counts of the register files and their banks: bank n is bank n of every SM.
    pub register_file: register_file::Counts,
    /// Counts of each SM.
    pub sms: Vec<OfSm>,
    /// First disagreement of model and RTL, or first wrong word of shared memory from a register
    /// file.
    pub disagreement: Option<String>,
}

impl Outcome {
    /// Sum of the SMs' cycles, the time in which register files leak.
    pub fn sm_cycles(&self) -> u64 {
        self.statistics.cycles * self.sms.len() as u64
    }
}

/// Counts of one SM in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OfSm {
    /// Cycles until its last CTA completed; 1 without a CTA.
    pub cycles: u64,
    /// Completed CTAs.
    pub ctas: u64,
    /// Warp instructions that were issued.
    pub issued: u64,
    /// Lanes that executed, guards applied.
    pub thread_instructions: u64,
}

/// Cycles between reports of progress.
const PROGRESS_EVERY: u64 = 1 << 14;

impl<'a, W: Watch> Gpu<'a, W> {
    /// Empty SMs before a launch. SM n has register file n. The watcher observes the first SM.
    ///
    /// # Errors
    /// [`Error::Input`] if the kernel does not fit the configuration, or there are not as many
    /// register files as SMs.
    pub fn new(
        config: &Config,
        launch: Workload<'a>,
        files: Vec<Box<dyn RegisterFile>>,
        watch: &'a mut W,
    ) -> Result<Gpu<'a, W>> {
        let count = config.gpu().sms_simulated;
        if files.len() != count {
            let found = format!("{} register files", files.len());
            let expected = format!("gpu.sms_simulated = {count}");
            return Err(Error::input(Place::whole(config.name()), found, expected));
        }
        let mut watch = Some(watch);
        let files = files.into_iter().enumerate();
        let sms = files.map(|(n, file)| Sm::new(config, &launch, n, file, watch.take()));
        Ok(Gpu {
            sms: sms.collect::<Result<_>>()?,
            waiting_ctas: 0..launch.geometry.ctas(),
            due: Vec::with_capacity(count),
            last_launch: count - 1,
            device: Device::new(config, launch.start),
        })
    }

    /// Runs the launch to its end, or to the first disagreement.
    ///
    /// # Errors
    /// The first [`Fault`] of the kernel, with which the run ends.
    pub fn run(mut self) -> std::result::Result<Outcome, Box<Fault>> {
        let mut tell_at = PROGRESS_EVERY;
        while let Some(now) = self.next_cycle() {
            self.device.l2.cycle(now);
            if !self.device.l2.arrivals().is_empty() {
                self.sms.iter_mut().for_each(|sm| sm.arrive(now, &self.device.l2));
            }
            for &n in &self.due {
                self.sms[n].cycle(&mut self.device)?;
            }
            if self.due.iter().any(|n| self.sms[*n].disagreement().is_some()) {
                break;
            }
            self.launch(now);
            for &n in &self.due {
                self.sms[n].end_cycle(&self.device.l2)?;
            }
            if now >= tell_at {
                tell_at = now + PROGRESS_EVERY;
                let ctas = self.sms.iter().map(|sm| sm.statistics.ctas).sum();
                self.sms[0].watch.progress(now, ctas);
            }
        }
        Ok(self.outcome())
    }

    /// The next cycle in which an SM can change, and the SMs that are clocked in it. None if all
    /// CTAs have completed.
    fn next_cycle(&mut self) -> Option<u64> {
        self.due.clear();
        let mut next = None;
        for (n, sm) in self.sms.iter().enumerate() {
            if self.waiting_ctas.is_empty() && !sm.is_busy()
                || next.is_some_and(|next| next < sm.now)
            {
                continue;
            }
            if next.is_some_and(|next| next > sm.now) {
                self.due.clear();
            }
            next = Some(sm.now);
            self.due.push(n);
        }
        next
    }

    /// Assigns CTAs to SMs with room. An SM that is not clocked has none.
    fn launch(&mut self, now: u64) {
        let (count, last) = (self.sms.len(), self.last_launch);
        for n in (last + 1..count).chain(0..=last) {
            if self.waiting_ctas.is_empty() {
                return;
            }
            let sm = &mut self.sms[n];
            if sm.now == now && sm.launch(self.waiting_ctas.start) {
                self.waiting_ctas.start += 1;
                self.last_launch = n;
            }
        }
    }

    fn outcome(mut self) -> Outcome {
        let end = self.sms.iter().map(|sm| sm.now).max().unwrap_or(0);
        let mut outcome = Outcome {
            memory: self.device.memory,
            statistics: Statistics::default(),
            hierarchy: memory::Statistics::default(),
            register_file: register_file::Counts::default(),
            sms: Vec::with_capacity(self.sms.len()),
            disagreement: None,
        };
        for sm in &mut self.sms {
            let cycles = sm.now;
            sm.end_run(end);
            let Statistics { ctas, issued, thread_instructions, .. } = sm.statistics;
            outcome.sms.push(OfSm { cycles, ctas, issued, thread_instructions });
            outcome.statistics += sm.statistics.clone();
            outcome.hierarchy += sm.hierarchy.statistics().clone();
            outcome.register_file.merge(sm.register_file.counts());
        }
        outcome.statistics.cycles = end;
        outcome.hierarchy.dram += self.device.l2.finish();
        let (mut sms, is_alone) = (self.sms.iter().enumerate(), self.sms.len() == 1);
        outcome.disagreement = sms.find_map(|(n, sm)| {
            let what = sm.disagreement()?;
            Some(if is_alone { what.to_string() } else { format!("SM {n}: {what}") })
        });
        outcome
    }
}
