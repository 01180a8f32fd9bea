//! Any text becomes kernels or an error: `cargo +nightly fuzz run parse_ptx`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regforge::ptx::{Source, decode, parse};

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.ptx", text);
    match parse(&source) {
        Ok(module) => drop(decode(&source, &module, None)),
        Err(error) => drop(error.to_string()),
    }
});
