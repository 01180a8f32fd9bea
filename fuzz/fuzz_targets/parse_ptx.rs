//! Any text becomes a tree or an error: `cargo +nightly fuzz run parse_ptx`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regforge::ptx::{Source, parse};

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.ptx", text);
    match parse(&source) {
        Ok(module) => drop(module.instructions().count()),
        Err(error) => drop(error.to_string()),
    }
});
