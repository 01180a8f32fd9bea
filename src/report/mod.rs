//! What is printed and drawn: area, stream tables, plots, the README's table.

mod plot;

pub use plot::{distance_histogram, head_over_time};
