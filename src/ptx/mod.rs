//! PTX: from text to a kernel that runs.
//!
//! [`parse`] turns a [`Source`] into a syntax tree ([`syntax`]) that borrows from it, for every
//! version of the language from 1.4 on; what is written is all that it knows. [`mod@decode`] makes a
//! [`kernel::Kernel`] of it, whose instructions ([`isa`]) have registers by number, addresses and
//! branch targets; [`mod@cfg`] is its control flow; [`launch`] says what it is launched with; [`exec`]
//! runs it, and [`alu`] is what its instructions compute. [`mod@trace`] exchanges runs with
//! Accel-Sim.
//!
//! The lexer is built with `logos`. The crate `ptx-syntax` knows a closed list of today's
//! instructions and owns every string, while old compilers' PTX must parse and large files must not
//! be copied.

#![deny(missing_docs)]

pub mod alu;
pub mod cfg;
pub mod decode;
pub mod exec;
pub mod isa;
pub mod kernel;
pub mod launch;
mod lexer;
mod literal;
mod parse;
pub mod source;
pub mod syntax;
pub mod trace;

pub use decode::decode;
pub use parse::{MAX_NESTING, parse};
pub use source::Source;
pub use syntax::Module;

use crate::error::Result;
use kernel::Program;
use launch::AddressSize;
use std::path::Path;

/// A program with how wide its addresses are.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Decoded kernels and module variables.
    pub program: Program,
    /// Width of an address: 32 bits or, by default, 64 bits.
    pub addresses: AddressSize,
}

impl Loaded {
    /// Reads a PTX file and decodes one kernel of it, or all.
    ///
    /// # Errors
    /// If the file cannot be read, is no PTX, or holds what is not modelled; with its place.
    pub fn read(path: &Path, entry: Option<&str>) -> Result<Loaded> {
        Loaded::new(&Source::read(path)?, entry)
    }

    /// The same of a text.
    ///
    /// # Errors
    /// If it is no PTX, or holds what is not modelled; with its place.
    pub fn new(source: &Source, entry: Option<&str>) -> Result<Loaded> {
        let module = parse(source)?;
        let addresses = match module.address_size {
            Some(32) => AddressSize::Bits32,
            _ => AddressSize::Bits64,
        };
        Ok(Loaded { program: decode(source, &module, entry)?, addresses })
    }
}
