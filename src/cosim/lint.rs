//! Lint: three tools must read a design without any message.

use crate::emit::Design;
use crate::error::Result;
use crate::temporary;
use crate::tools::{IVERILOG, VERILATOR, YOSYS, silent};
use std::process::Command;

/// Options of Verilator and Icarus; the files follow.
const VERILATOR_ARGS: &[&str] = &["--lint-only", "-Wall", "--top-module"];
const IVERILOG_ARGS: &[&str] = &["-Wall", "-g2005", "-o", "/dev/null", "-s"];

/// Arguments of the tools for a design with this top module and these files.
pub fn lint_commands(top: &str, files: &[String]) -> [Vec<String>; 3] {
    let with_files = |args: &[&str]| {
        let args = args.iter().copied().chain([top]).map(String::from);
        args.chain(files.iter().cloned()).collect()
    };
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc; check -assert",
        files.join(" ")
    );
    [with_files(VERILATOR_ARGS), with_files(IVERILOG_ARGS), vec!["-q".into(), "-p".into(), script]]
}

/// Lints one design.
///
/// # Errors
/// [`crate::error::Error::ToolFailed`] with what a tool printed; missing tools.
pub fn lint(design: &Design) -> Result<()> {
    let folder = temporary::Folder::new()?;
    for module in &design.modules {
        folder.write(&module.file(), &module.text())?;
    }
    let files: Vec<String> = design.modules.iter().map(|module| module.file()).collect();
    let commands = lint_commands(design.top().name, &files);
    for (tool, args) in [VERILATOR, IVERILOG, YOSYS].iter().zip(commands) {
        silent(tool, Command::new(tool.find()?.path).current_dir(folder.path()).args(args))?;
    }
    Ok(())
}
