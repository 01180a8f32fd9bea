//! rust-hdl's syntax tree to Verilog-2005 in the house style.
//!
//! [`print`](fn@print) takes one leaf unit, a `#[derive(LogicBlock)]` struct whose `update` is `#[hdl_gen]`,
//! and its [`Sheet`], and returns the module as a person would have written it. It keeps three
//! promises. What it prints does what `update` does, in every simulator and from time zero. It
//! never panics and never drops: what it does not understand is a [`PrintError`] that names the
//! field. And the same unit always prints the same text.
//!
//! A unit has ports and variables of up to 64 bits, enums, [`Flop`]s and [`Const`]s; its `update`
//! has assignments, `if`, `match` and `for` over the bits of packed vectors. Sub-blocks, arrays,
//! structs, interfaces and signed numbers are refused.
//!
//! `#[hdl_gen]` drops some things before anyone can see them, so the author must mind them:
//! - a guard on a `match` arm and the `=` of `..=` vanish: use neither;
//! - `.index()` vanishes: use it only as the whole argument of `get_bit`, `get_bits` and
//!   `replace_bit`, for a sum of indices wraps in Verilog and not in Rust;
//! - an index that is data must stay in range if the vector's length is no power of two;
//! - a loop variable belongs to one always block: name the next block's `j`.
//!
//! The way through: `tree` walks the block into plain data, `symbols` names everything and compares
//! the ports with the sheet, `statement` and `lower` turn the code into the small language of `ir`
//! and check widths, `cluster` splits it by what it writes and checks that each value is there
//! before it is read, `module` and `text` print, and cannot fail.

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
    /// The ports in order with widths and comments.
    ///
    /// The block's own ports must equal them by Verilog name, direction and width; `clk_i` is not
    /// among them and is there exactly if there is a reset.
    pub ports: &'a [Port],
    /// Comments by field name: flops, variables, constants; `head_reset` for the reset value of
    /// the flop `head`, `Op::Nop` for an enum's value.
    pub notes: &'a [(&'a str, &'a str)],
}

/// Prints a unit as a module: contract, `` `default_nettype none ``, module, and `wire` restored.
///
/// The file's header is not part of it. Calls `connect_all` on the block.
pub fn print(block: &mut dyn Block, sheet: &Sheet) -> Result<String, PrintError> {
    block.connect_all();
    let tree = tree::walk(block)?;
    let mut symbols = symbols::Symbols::new(&tree, sheet)?;
    let items = statement::lower_update(&tree, &symbols)?;
    let clusters = cluster::split(items, &symbols)?;
    cluster::name_inner_registers(&clusters, &mut symbols)?;
    Ok(module::print(sheet, &tree.flops, &symbols, &clusters))
}
