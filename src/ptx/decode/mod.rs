//! Decodes the syntax tree to kernels: registers get numbers, variables addresses, branches
//! targets, and device functions are inlined.
//!
//! A call is replaced by the function's body. Parameters in memory are passed in place: the name in
//! the callee refers to the caller's variable, which is in the thread's local memory. Recursion and
//! calls through pointers are refused.

mod call;
mod function;
mod instruction;
mod memory;
mod modifiers;
mod opcode;
mod operand;
mod scope;
mod shape;
mod variable;

pub use opcode::supported;

use super::kernel::{Kernel, Program};
use super::source::Source;
use super::syntax::{Function, FunctionKind, Module};
use crate::error::Result;
use function::Decoder;
use std::collections::HashSet;
use variable::Globals;

/// Decodes one kernel of a module, or all of them.
///
/// # Errors
/// [`crate::error::Error::Text`] if something is not modelled or invalid, or if the kernel does not
/// exist.
pub fn decode(source: &Source, module: &Module, entry: Option<&str>) -> Result<Program> {
    let globals = Globals::new(source, module)?;
    let mut defined = HashSet::new();
    for function in module.functions.iter().filter(|function| function.body.is_some()) {
        if let Some(before) = defined.replace(function.name) {
            return Err(source.declared_twice(function.name, before));
        }
    }
    let wanted = |function: &&Function| {
        let kernel = function.kind == FunctionKind::Entry && function.body.is_some();
        kernel && entry.is_none_or(|entry| entry == function.name)
    };
    let lines = Lines::new(source);
    let kernel = |function| Decoder::new(source, module, &globals, &lines).kernel(function);
    let kernels =
        module.functions.iter().filter(wanted).map(kernel).collect::<Result<Vec<Kernel>>>()?;
    if let (Some(entry), true) = (entry, kernels.is_empty()) {
        let names = module.functions.iter().filter(|f| f.kind == FunctionKind::Entry);
        let names: Vec<&str> = names.map(|function| function.name).collect();
        let place = crate::error::Place::whole(&source.name);
        let expected = format!("one of {}", names.join(", "));
        return Err(crate::error::Error::input(place, format!("entry '{entry}'"), expected));
    }
    Ok(Program { name: source.name.clone(), kernels, variables: globals.into_variables() })
}

/// Start positions of the lines of a source.
struct Lines<'a> {
    source: &'a Source,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(source: &'a Source) -> Lines<'a> {
        let newlines = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(n, _)| n + 1)).collect();
        Lines { source, starts }
    }

    /// The number, from 1, of the line in which a part of the source starts.
    fn of(&self, part: &str) -> u32 {
        let start = self.source.span(part).start;
        self.starts.partition_point(|line| *line <= start) as u32
    }
}
