#![doc = include_str!("contract.md")]

mod faults;
mod proofs;
mod stim;
mod storage;

pub use stim::Schemes;
pub use storage::{Action, DEAD, OwnIn, OwnOut, PROMOTE, Served, StorageParams, SttStorage};

use crate::units::bank::{self, Bank};

pub type SttBank = Bank<SttStorage>;
pub type Params = bank::Params<SttStorage>;
pub type In = bank::In<SttStorage>;
pub type Out = bank::Out<SttStorage>;
pub type Model = bank::Model<SttStorage>;
