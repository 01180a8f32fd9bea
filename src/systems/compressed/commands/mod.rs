//! Commands of static data compression.

mod tune;

use crate::cli::{Added, SystemCommand};

pub const COMMANDS: &[&dyn SystemCommand] =
    &[&Added { name: "tune", parent: Some("ptx"), run: tune::Tune::run }];
