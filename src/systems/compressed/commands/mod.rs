//! Commands of static data compression.

mod tune;

use crate::cli::{Added, SystemCommand};

pub static COMMANDS: &[&dyn SystemCommand] =
    &[&Added { name: "tune", parent: Some("ptx"), run: tune::Tune::run }];
