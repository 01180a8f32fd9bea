#![doc = include_str!("contract.md")]

mod faults;
mod file;
mod stim;

pub use file::{FileIn, FileOut};

use super::stt_bank::SttStorage;
use crate::units::bank_file::{self, BankFile};

pub type SttRegisterFile = BankFile<SttStorage>;
pub type Params = bank_file::Params<SttStorage>;
pub type In = bank_file::In<SttStorage>;
pub type Out = bank_file::Out<SttStorage>;
pub type Model = bank_file::Model<SttStorage>;
