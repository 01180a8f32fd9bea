#![doc = include_str!("contract.md")]

mod faults;
mod file;
mod stim;
mod stream;

pub use file::{FileIn, FileOut, FileParams};
pub use stream::Plays;

use crate::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use crate::units::bank_file::{self, BankFile};

pub type RacetrackRegisterFile = BankFile<RacetrackStorage>;
pub type Params = bank_file::Params<RacetrackStorage>;
pub type In = bank_file::In<RacetrackStorage>;
pub type Out = bank_file::Out<RacetrackStorage>;
pub type Model = bank_file::Model<RacetrackStorage>;
pub type Replay = bank_file::Replay<RacetrackStorage>;
