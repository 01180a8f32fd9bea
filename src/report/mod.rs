//! Tables and plots: area, energy, kernel runs, and the table of units in the README.

mod area;
mod comparison;
mod plot;
mod shares;
mod simulation;
mod summary;
mod timeline;

pub use area::{Area, Liberty, Part, Synthesis, Synthesiser, TimingPath};
pub use comparison::{comparison, comparison_json, comparison_page};
pub use plot::{
    Pair, Range, bars, distance_histogram, head_over_time, paired_bars, scatter, tornado,
};
pub use shares::{shares, shares_json};
pub use simulation::{Simulated, simulations, simulations_json};
pub use summary::{Row, summary, update};
pub use timeline::Timeline;
