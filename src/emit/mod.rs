//! From a unit's description to the files of `gen/`: Verilog in the house style, file lists,
//! constraints, documentation and one manifest.

mod design;
mod documents;
mod folder;
pub mod hdl;
mod package;
mod port;
mod proof;

pub use design::{Design, Module, Owner, Parameter, code};
pub use folder::{Folder, Manifest, compare};
pub use package::{Entry, Package, SourceFile};
pub use port::{Direction, Port, clocked, port_list, range};
pub use proof::Proof;

/// Text as Verilog comment lines of at most 100 columns; empty lines part paragraphs.
pub fn comment(text: &str) -> String {
    let lines = wrapped(text).into_iter();
    let lines = lines.map(|line| format!("// {line}").trim_end().to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// Text in lines that fit behind `// `.
pub fn wrapped(text: &str) -> Vec<String> {
    textwrap::wrap(text.trim_end(), 97).into_iter().map(|line| line.into_owned()).collect()
}
