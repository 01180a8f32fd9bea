//! Commands of the racetrack register file.

mod map;
mod preshift;
pub(super) mod techniques;

use super::energy::{self, Work};
use crate::cli::{Added, SystemCommand};
use crate::config::Config;
use crate::tech::Account;
use crate::units::Activity;

pub const COMMANDS: &[&dyn SystemCommand] = &[
    &Added { name: "preshift", parent: None, run: preshift::Preshift::run },
    &Added { name: "map", parent: None, run: map::Map::run },
];

/// The energy account of a stream replay on the register file. None if the configuration has no
/// clock.
fn account_of(activity: &Activity, config: &Config) -> Option<Account> {
    let work = Work {
        reads: activity.count("reads"),
        writes: activity.count("writes"),
        shifts: activity.count("shift total"),
        cycles: activity.count("cycles"),
    };
    energy::account(&work, config)
}

/// Table headers of [`cells`].
const ENERGY_HEADER: [&str; 3] = ["energy, nJ", "shifts' share", "of SRAM's"];

/// Table cells of an energy account.
fn cells(account: &Account) -> [String; 3] {
    let total = account.total_pj();
    let shifts = 100.0 * account.part(energy::SHIFT) / total.max(1.0);
    [
        format!("{:.0}", total / 1_000.0),
        format!("{shifts:.1} %"),
        account.of_baseline().map_or("-".into(), |ratio| format!("{ratio:.2} times")),
    ]
}
