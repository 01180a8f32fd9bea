//! What a stream costs the racetrack register file in energy, beside an SRAM one.

use crate::config::Config;
use crate::tech::{Clock, Counts, Energy, Liang2016, Source, racetrack, sram};
use crate::units::Activity;

/// Energy of a replayed stream, by table 3 of Liang and Wang: of 256 KB of racetrack memory with
/// its write buffer as deep as configured, and of 128 KB of SRAM that performs the same reads and
/// writes in as many cycles.
pub struct Account {
    pub ours: Energy<Liang2016>,
    pub baseline: Energy<Liang2016>,
}

impl Account {
    pub const SOURCE: &'static str = Liang2016::CITATION;

    /// None if the configuration has no clock.
    pub fn new(activity: &Activity, config: &Config) -> Option<Account> {
        let clock = Clock::from_mhz(config.gpu.clock_mhz)?;
        let writes = activity.count("writes");
        let counts = Counts {
            reads: activity.count("reads"),
            writes,
            shift_total: activity.count("shift total"),
            write_buffer_reads: writes,
            write_buffer_writes: writes,
            cycles: activity.count("cycles"),
        };
        let depth = config.racetrack.write_buffer_depth;
        let ours = racetrack::LIANG_2016.with_write_buffer(depth, config.gpu.banks);
        let baseline = sram::LIANG_2016.energy(&counts, clock);
        Some(Account { ours: ours.energy(&counts, clock), baseline })
    }

    /// By how many percent it is less than the baseline; negative if it is more.
    pub fn saving_percent(&self) -> f64 {
        self.ours.saving_percent(&self.baseline).unwrap_or(0.0)
    }

    /// The columns of [`Account::cells`].
    pub const HEADER: [&'static str; 3] = ["energy, nJ", "of it shifts", "saving over SRAM"];

    pub fn cells(&self) -> [String; 3] {
        let whole = self.ours.total_pj();
        let shifts = 100.0 * self.ours.shift_pj / whole.max(1.0);
        [
            format!("{:.0}", whole / 1_000.0),
            format!("{shifts:.1} %"),
            format!("{:.1} %", self.saving_percent()),
        ]
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "source": Self::SOURCE,
            "read_pj": self.ours.read_pj,
            "write_pj": self.ours.write_pj,
            "shift_pj": self.ours.shift_pj,
            "write_buffer_pj": self.ours.write_buffer_pj,
            "leakage_pj": self.ours.leakage_pj,
            "sram_pj": self.baseline.total_pj(),
            "saving_percent": self.saving_percent(),
        })
    }
}
