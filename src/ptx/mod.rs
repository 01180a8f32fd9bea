//! PTX: from text to a kernel that runs.
//!
//! - [`parse`] turns a [`Source`] into a syntax tree ([`syntax`]) that borrows from it, for every
//!   version of the language since 1.4. The tree holds only what is written.
//! - [`mod@decode`] turns the tree into a [`kernel::Kernel`], whose instructions ([`isa`]) have
//!   register numbers, addresses and branch targets.
//! - [`mod@cfg`] is its control-flow graph.
//! - [`launch`] describes how it is launched.
//! - [`exec`] executes it; [`alu`] computes the results of its instructions.
//! - [`mod@trace`] reads and writes Accel-Sim traces.
//!
//! The lexer is built with `logos`. The crate `ptx-syntax` is not used: it has a fixed list of
//! today's instructions and copies every string, but PTX of old compilers must parse and large
//! files must not be copied.

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

/// A program with the width of its addresses.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Decoded kernels and module variables.
    pub program: Program,
    /// Width of an address: 32 bits or, by default, 64 bits.
    pub addresses: AddressSize,
}

impl Loaded {
    /// Reads a PTX file and decodes one of its kernels, or all.
    ///
    /// # Errors
    /// If the file cannot be read, is not valid PTX, or contains something that is not modelled;
    /// with its place.
    pub fn read(path: &Path, entry: Option<&str>) -> Result<Loaded> {
        Loaded::new(&Source::read(path)?, entry)
    }

    /// Like [`Loaded::read`], from a text in memory.
    ///
    /// # Errors
    /// If the text is not valid PTX, or contains something that is not modelled; with its place.
    pub fn new(source: &Source, entry: Option<&str>) -> Result<Loaded> {
        let module = parse(source)?;
        let addresses = match module.address_size {
            Some(32) => AddressSize::Bits32,
            _ => AddressSize::Bits64,
        };
        Ok(Loaded { program: decode(source, &module, entry)?, addresses })
    }
}
