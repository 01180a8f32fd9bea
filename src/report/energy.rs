//! What accesses cost a register file in energy, a racetrack one beside an SRAM one.

use crate::config::Config;
use crate::sm::Outcome;
use crate::sm::register_file::Kind;
use crate::tech::{Clock, Counts, Energy, Liang2016, Source, racetrack, sram};
use crate::units::Activity;

/// Energy by table 3 of Liang and Wang, of a whole register file.
///
/// The racetrack one is 256 KB with its write buffer as deep as configured; beside it stands 128 KB
/// of SRAM that performs the same reads and writes in as many cycles. The SRAM one is that SRAM
/// alone: the table has no write buffer for it.
pub struct Account {
    pub ours: Energy<Liang2016>,
    /// None if ours is the SRAM.
    pub baseline: Option<Energy<Liang2016>>,
}

impl Account {
    pub const SOURCE: &'static str = Liang2016::CITATION;

    /// Of a stream that was replayed in the racetrack register file. None if the configuration has
    /// no clock.
    pub fn of_stream(activity: &Activity, config: &Config) -> Option<Account> {
        let count = |name| activity.count(name);
        let counts = counts(count("reads"), count("writes"), count("shift total"), count("cycles"));
        Account::new(Kind::Racetrack, &counts, config)
    }

    /// Of a kernel that ran on an SM. None if the configuration has no clock, or if nobody says what
    /// an access of the register file costs.
    pub fn of_run(kind: Kind, outcome: &Outcome, config: &Config) -> Option<Account> {
        let total = outcome.register_file.total();
        let shifts = total.events.get("demand_shifts") + total.events.get("preshifts");
        let counts = counts(total.reads, total.writes, shifts, outcome.statistics.cycles);
        Account::new(kind, &counts, config)
    }

    fn new(kind: Kind, counts: &Counts, config: &Config) -> Option<Account> {
        let clock = Clock::from_mhz(config.gpu.clock_mhz)?;
        let sram = sram::LIANG_2016.energy(counts, clock);
        Some(match kind {
            Kind::Sram => Account { ours: sram, baseline: None },
            Kind::Compressed => return None,
            Kind::Racetrack => {
                let depth = config.racetrack.write_buffer_depth;
                let ours = racetrack::LIANG_2016.with_write_buffer(depth, config.gpu.banks);
                Account { ours: ours.energy(counts, clock), baseline: Some(sram) }
            }
        })
    }

    /// By how many percent it is less than the baseline; negative if it is more. None without one.
    pub fn saving_percent(&self) -> Option<f64> {
        self.baseline.as_ref().and_then(|baseline| self.ours.saving_percent(baseline))
    }

    /// Name and pJ of each part.
    pub fn parts(&self) -> [(&'static str, f64); 5] {
        let Energy { read_pj, write_pj, shift_pj, write_buffer_pj, leakage_pj, .. } = self.ours;
        [
            ("read", read_pj),
            ("write", write_pj),
            ("shift", shift_pj),
            ("write buffer", write_buffer_pj),
            ("leakage", leakage_pj),
        ]
    }

    /// The columns of [`Account::cells`].
    pub const HEADER: [&'static str; 3] = ["energy, nJ", "of it shifts", "saving over SRAM"];

    pub fn cells(&self) -> [String; 3] {
        let whole = self.ours.total_pj();
        let shifts = 100.0 * self.ours.shift_pj / whole.max(1.0);
        [
            format!("{:.0}", whole / 1_000.0),
            format!("{shifts:.1} %"),
            self.saving_percent().map_or("-".into(), |saving| format!("{saving:.1} %")),
        ]
    }

    /// What the figures are of and from, in one line.
    pub fn note(&self) -> String {
        let what = match self.baseline {
            None => "128 KB of SRAM",
            Some(_) => "256 KB of racetrack memory; SRAM: the same accesses in as many cycles",
        };
        format!("energy by {}: {what}", Self::SOURCE)
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "source": Self::SOURCE,
            "read_pj": self.ours.read_pj,
            "write_pj": self.ours.write_pj,
            "shift_pj": self.ours.shift_pj,
            "write_buffer_pj": self.ours.write_buffer_pj,
            "leakage_pj": self.ours.leakage_pj,
            "total_pj": self.ours.total_pj(),
            "sram_pj": self.baseline.as_ref().map(Energy::total_pj),
            "saving_percent": self.saving_percent(),
        })
    }
}

/// Every write goes into a write buffer and out of it again, where there is one.
fn counts(reads: u64, writes: u64, shift_total: u64, cycles: u64) -> Counts {
    Counts {
        reads,
        writes,
        shift_total,
        write_buffer_reads: writes,
        write_buffer_writes: writes,
        cycles,
    }
}
