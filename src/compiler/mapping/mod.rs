#![doc = include_str!("contract.md")]

mod anneal;
mod arrange;
mod bound;
mod exact;
mod grouping;
mod layout;
mod map;
mod matrix;
mod search;

pub use grouping::Score;
pub use map::Map;
pub use matrix::MoveMatrix;
pub use search::{Exact, best, exact, paper};
