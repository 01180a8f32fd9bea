//! Collects a block as plain data with rust-hdl's probe, and rejects everything that is not a leaf
//! unit.

use super::PrintError;
use super::prim::FLOP_SOURCE;
use rust_hdl::core::ast::{VerilogBlock, VerilogLiteral};
use rust_hdl::core::type_descriptor::TypeKind;
use rust_hdl::prelude::*;

/// A unit: its fields in order, its flops, its code.
#[derive(Debug, Default)]
pub struct Tree {
    pub fields: Vec<Field>,
    pub flops: Vec<Field>,
    pub code: VerilogBlock,
    pub has_clock: bool,
}

/// A signal, a variable, a constant or a flop.
#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub kind: SignalKind,
    pub width: usize,
    /// Value of a constant, or reset value of a flop; otherwise 0.
    pub value: u64,
    /// The variants of an enum in order, such as `Op::Nop`; empty for plain bits.
    pub variants: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    Input,
    Output,
    Local,
    Constant,
    Flop,
}

/// The block as plain data.
pub fn walk(block: &dyn Block) -> Result<Tree, PrintError> {
    let Verilog::Combinatorial(code) = block.hdl() else {
        return Err(PrintError::NoSource);
    };
    let mut walker = Walker::default();
    block.accept("top", &mut walker);
    match walker.error {
        Some(error) => Err(error),
        None => Ok(Tree { code, ..walker.tree }),
    }
}

/// Value of a literal, which rust-hdl exposes only as formatted text; `None` beyond 64 bits.
pub fn literal_value(literal: &VerilogLiteral) -> Option<u64> {
    let text = format!("{literal:x}");
    let (_, hex) = text.split_once("'h")?;
    u64::from_str_radix(hex, 16).ok()
}

#[derive(Default)]
struct Walker {
    tree: Tree,
    /// The open scopes, the unit itself first.
    scopes: Vec<String>,
    error: Option<PrintError>,
}

impl Walker {
    fn refuse(&mut self, name: &str, what: &'static str) {
        // Elements of arrays have the names `name$0`, `name$1`.
        let name = name.split('$').next().unwrap_or(name).to_string();
        self.error.get_or_insert(PrintError::Field { name, what });
    }

    fn add_atom(&mut self, name: &str, kind: SignalKind, atom: &dyn Atom) {
        let descriptor = atom.descriptor();
        let variants = match descriptor.kind {
            TypeKind::Bits(_) => vec![],
            TypeKind::Enum(variants) => variants,
            TypeKind::Signed(_) => return self.refuse(name, "a signed number"),
            TypeKind::Composite(_) => return self.refuse(name, "a struct"),
        };
        if descriptor.name == "clock" {
            match (name, kind) {
                ("clk_i", SignalKind::Input) => self.tree.has_clock = true,
                _ => self.refuse(name, "a clock other than the input `clk_i`"),
            }
            return;
        }
        if !(1..=64).contains(&atom.bits()) {
            return self.refuse(name, "a signal of no bits or more than 64");
        }
        let list = match kind {
            SignalKind::Flop => &mut self.tree.flops,
            _ => &mut self.tree.fields,
        };
        list.push(Field {
            name: name.to_string(),
            kind,
            width: atom.bits(),
            value: literal_value(&atom.verilog()).unwrap_or(0),
            variants,
        });
    }
}

impl Probe for Walker {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let is_flop = matches!(node.hdl(), Verilog::Custom(source) if source == FLOP_SOURCE);
        if !self.scopes.is_empty() && !is_flop {
            self.refuse(name, "a sub-block");
        } else if name.contains('$') {
            self.refuse(name, "an array");
        }
        self.scopes.push(name.to_string());
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.scopes.pop();
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.refuse(name, "an interface");
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        if self.error.is_some() {
            return;
        }
        if let [_, flop] = self.scopes.as_slice() {
            // The initial value has the flop's type; the flop's other atoms add nothing.
            if name == "init" {
                let flop = flop.clone();
                self.add_atom(&flop, SignalKind::Flop, atom);
            }
            return;
        }
        if name.contains('$') {
            return self.refuse(name, "an array");
        }
        match atom.kind() {
            AtomKind::InputParameter => self.add_atom(name, SignalKind::Input, atom),
            AtomKind::OutputParameter => self.add_atom(name, SignalKind::Output, atom),
            AtomKind::LocalSignal => self.add_atom(name, SignalKind::Local, atom),
            AtomKind::Constant => self.add_atom(name, SignalKind::Constant, atom),
            _ => self.refuse(name, "neither input, output, variable, constant nor flop"),
        }
    }
}
