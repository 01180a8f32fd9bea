//! What is printed and drawn: area, energy of streams, plots, the README's table, and ours
//! beside the papers' claims.

mod area;
pub mod claims;
mod energy;
mod plot;
mod summary;

pub use area::{Area, Liberty, Synthesis, Synthesiser};
pub use energy::Account;
pub use plot::{Pair, bars, distance_histogram, head_over_time, paired_bars};
pub use summary::{Row, summary, update};
