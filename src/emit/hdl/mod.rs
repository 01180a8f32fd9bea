//! Prints rust-hdl's syntax tree as Verilog-2005 in the house style.
//!
//! [`print`](fn@print) takes one leaf unit, a `#[derive(LogicBlock)]` struct whose `update` is
//! `#[hdl_gen]`, and its [`Sheet`]. It returns the module as an engineer would write it, and
//! guarantees three things:
//!
//! - The printed module behaves like `update`, in every simulator and from time zero.
//! - The printer never panics and never drops code. Code that it does not support is a
//!   [`PrintError`] that names the field.
//! - The same unit always prints the same text.
//!
//! A unit has ports and variables of up to 64 bits, enums, [`Flop`]s and [`Const`]s. Its `update`
//! has assignments, `if`, `match` and `for` over the bits of packed vectors. Sub-blocks, arrays,
//! structs, interfaces and signed numbers are refused.
//!
//! `#[hdl_gen]` silently drops some code before the printer sees it, so the author must check:
//!
//! - A guard on a `match` arm and the `=` of `..=` are dropped: use neither.
//! - `.index()` is dropped: use it only as the entire argument of `get_bit`, `get_bits` and
//!   `replace_bit`, because a sum of indices wraps in Verilog and not in Rust.
//! - An index that is data must stay in range if the length of the vector is not a power of two.
//! - A loop variable belongs to one always block: name the next block's `j`.
//!
//! The steps:
//!
//! 1. `tree` walks the block and collects plain data.
//! 2. `symbols` names everything and compares the ports with the sheet.
//! 3. `statement` and `lower` translate the code to the intermediate language of `ir` and check
//!    widths.
//! 4. `cluster` splits it by assigned targets and checks that each value is final before it is
//!    read.
//! 5. `module` and `text` print, and cannot fail.

mod cluster;
mod error;
mod integer;
mod ir;
mod lower;
mod module;
mod prim;
mod statement;
mod symbols;
#[cfg(test)]
mod tests;
mod text;
mod tree;

use crate::emit::Port;
pub use error::{CodeProblem, PrintError};
pub use prim::{Const, Flop, Var};
use rust_hdl::prelude::Block;

/// Data that the syntax tree lacks: name, contract, ports in order, comments.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Module name, `rf_shift_controller`.
    pub module: &'a str,
    /// The contract: comment lines above the module, without `//`; an empty line is a paragraph break.
    pub contract: &'a str,
    /// The ports in order, with widths and comments.
    ///
    /// The block's own ports must match them in Verilog name, direction and width. `clk_i` is not
    /// listed; the module has it if it has a reset.
    pub ports: &'a [Port],
    /// Comments by name: a field's for flops, variables and constants; `head_reset` for the reset
    /// value of the flop `head`; `Op::Nop` for a value of an enum.
    pub notes: &'a [(&'a str, &'a str)],
}

/// Prints a unit as a module: contract, `` `default_nettype none ``, module, and `wire` restored.
///
/// The file header is not included. Calls `connect_all` on the block.
pub fn print(block: &mut dyn Block, sheet: &Sheet) -> Result<String, PrintError> {
    block.connect_all();
    let tree = tree::walk(block)?;
    let mut symbols = symbols::Symbols::new(&tree, sheet)?;
    let items = statement::lower_update(&tree, &symbols)?;
    let clusters = cluster::split(items, &symbols)?;
    cluster::name_inner_registers(&clusters, &mut symbols)?;
    Ok(module::print(sheet, &tree.flops, &symbols, &clusters))
}
