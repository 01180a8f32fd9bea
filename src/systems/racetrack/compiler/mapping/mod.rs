#![doc = include_str!("contract.md")]

mod anneal;
mod arrange;
mod assign;
mod bound;
mod exact;
mod file;
mod grouping;
mod layout;
mod map;
mod matrix;
mod replay;
mod search;

pub use file::{parse_maps, read_maps, write_maps};
pub use grouping::Score;
pub use map::Map;
pub use matrix::MoveMatrix;
pub use replay::{mapped_bank, model_activity, model_shifts, offer};
pub use search::{Exact, MAX_EXACT_OFFSETS, best, exact, paper};
