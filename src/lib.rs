//! regforge turns published GPU register-file designs into synthesizable Verilog, fast
//! cycle-accurate models, evidence that the two agree on every cycle, and numbers beside the
//! papers' own.
//!
//! Start at [`units`]: one folder for each hardware unit, with its contract, its model and its RTL.

/// Prints a line on standard error. If that fails, the line is lost and the run continues.
macro_rules! note {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($part)*);
    }};
}

pub mod bits;
pub mod cli;
pub mod compiler;
pub mod config;
pub mod cosim;
pub mod emit;
pub mod error;
pub mod evidence;
mod fields;
pub mod files;
mod lines;
pub mod papers;
pub mod parallel;
pub mod ptx;
pub mod report;
pub mod run;
pub mod shipped;
pub mod sm;
pub mod stream;
pub mod systems;
pub mod table;
pub mod tech;
mod temporary;
pub mod tools;
pub mod units;
