//! What is printed and drawn: area, stream tables, plots, the README's table.

mod area;
mod plot;
mod summary;

pub use area::{Area, Liberty, Synthesis, Synthesiser};
pub use plot::{bars, distance_histogram, head_over_time};
pub use summary::{Row, summary, update};
