//! The slowest path of an entire unit: mapped by Yosys, timed by OpenSTA.

use super::liberty::{self, Cell, Liberty, Library};
use super::yosys::{self, odd, read, write};
use crate::emit::{Design, Module};
use crate::error::{Error, Result};
use crate::tools::{Found, STA};
use askama::Template;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

const NETLIST: &str = "netlist.v";
const MACROS: &str = "macros.lib";
const BOXES: &str = "boxes.json";

/// Prefixes of the lines that name the ends of a path.
const START: &str = "path-start";
const END: &str = "path-end";

/// The path with the least slack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// Arrival time of its signal, in ns after the clock edge.
    pub delay_ns: f64,
    /// A port, a pin of a memory, or a register with its hierarchical path.
    pub start: String,
    pub end: String,
}

/// A design to be timed.
pub(super) struct Job<'a> {
    pub design: &'a Design,
    /// Whether the children of the top remain modules, each flattened; otherwise everything is
    /// flattened into one module.
    pub borders: bool,
    pub mhz: usize,
}

impl Job<'_> {
    fn macros(&self) -> impl Iterator<Item = &Module> {
        self.design.modules.iter().filter(|module| module.macro_bits.is_some())
    }

    /// Script that maps to the library's cells; memories remain the interfaces that [`BOXES`]
    /// describes.
    fn script(&self, liberty: &Liberty) -> String {
        let top = self.design.top();
        let mut lines = Vec::new();
        for module in self.macros() {
            lines.push(format!("read_verilog {}", module.file()));
            lines.push(format!("blackbox {}", module.name));
        }
        // At this point only memories are read: `write_json` refuses processes.
        lines.push(format!("write_json {BOXES}"));
        let logic = self.design.modules.iter().filter(|module| module.macro_bits.is_none());
        lines.extend(logic.map(|module| format!("read_verilog {}", module.file())));
        if self.borders {
            let kept = top.children.iter();
            lines.extend(
                kept.map(|(child, _)| format!("setattr -mod -set keep_hierarchy 1 {child}")),
            );
        }
        lines.push(format!("synth -flatten -top {}", top.name));
        let target = if self.borders { Liberty::TARGET_OF_CHILDREN } else { Liberty::TARGET };
        lines.extend(liberty.mapping(target, self.mhz, liberty::FILE));
        // OpenSTA cannot read an assignment to a concatenation, so nets are split into single bits.
        lines.extend(["splitnets", "opt_clean -purge"].map(String::from));
        lines.push(format!("write_verilog -noattr -noexpr -nohex -nodec {NETLIST}"));
        lines.join("\n") + "\n"
    }
}

/// The commands for OpenSTA.
#[derive(Template)]
#[template(path = "timing.tcl", escape = "none")]
struct Script<'a> {
    cells: &'a str,
    macros: &'a str,
    has_macros: bool,
    netlist: &'a str,
    top: &'a str,
    /// Clock period in ns.
    period: String,
    clocked: bool,
    buffer: Option<&'a str>,
    /// Load at each output in fF.
    load: f64,
    start: &'a str,
    end: &'a str,
}

/// Memories for OpenSTA.
#[derive(Template)]
#[template(path = "macros.lib", escape = "none")]
struct Macros {
    widths: BTreeSet<usize>,
    macros: BTreeMap<String, Cell>,
    /// Capacitance of an input, in fF.
    capacitance: f64,
}

/// Times the design; `None` if no path is timed.
pub(super) fn slowest(
    job: &Job,
    folder: &std::path::Path,
    yosys: &Found,
    liberty: &Liberty,
) -> Result<Option<Path>> {
    let modules: Vec<&Module> = job.design.modules.iter().collect();
    let top = job.design.top();
    yosys::execute(&modules, top.name, &job.script(liberty), folder, yosys, Some(liberty))?;
    let failed = |error| Error::emission(top.owner.unit)(error);
    write(folder, MACROS, &macros(job, &read(folder, BOXES)?)?.render().map_err(failed)?)?;
    let netlist = read(folder, NETLIST)?;
    let script = Script {
        cells: liberty::FILE,
        macros: MACROS,
        has_macros: job.macros().next().is_some(),
        netlist: NETLIST,
        top: top.name,
        period: format!("{:.6}", 1000.0 / job.mhz as f64),
        clocked: netlist.lines().any(|line| line.trim() == "input clk_i;"),
        buffer: liberty.buffer.as_deref(),
        load: Liberty::LOAD,
        start: START,
        end: END,
    };
    write(folder, "sta.tcl", &script.render().map_err(failed)?)?;
    let mut command = Command::new(&liberty.sta.path);
    command.args(["-no_splash", "-exit", "sta.tcl"]).current_dir(folder);
    let output = command.output().map_err(Error::io(&liberty.sta.path))?;
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    // OpenSTA exits with 0 even after an error.
    if !output.status.success() || text.lines().any(|line| line.starts_with("Error")) {
        let (tool, command) = (STA.name.into(), format!("{command:?}"));
        return Err(Error::ToolFailed { tool, command, output: text });
    }
    path(&text)
}

/// The memories among the modules in Yosys's JSON output.
fn macros(job: &Job, modules: &str) -> Result<Macros> {
    let Library { mut modules } = serde_json::from_str(modules).map_err(|_| odd("write_json"))?;
    modules.retain(|name, _| job.macros().any(|module| module.name == name));
    let ports = modules.values().flat_map(|cell| cell.ports.values());
    let widths = ports.map(|port| port.bits.len()).filter(|&bits| bits > 1).collect();
    Ok(Macros { widths, macros: modules, capacitance: Liberty::LOAD })
}

/// Parses `1.0911   data arrival time` and the lines that name the ends.
fn path(report: &str) -> Result<Option<Path>> {
    let arrival = report.lines().find_map(|line| line.trim().strip_suffix("data arrival time"));
    let Some(arrival) = arrival else { return Ok(None) };
    let delay_ns = arrival.trim().parse().map_err(|_| odd("report_checks"))?;
    Ok(Some(Path { delay_ns, start: name(report, START)?, end: name(report, END)? }))
}

/// The first name of this end that synthesis did not generate; if all are generated, the first.
fn name(report: &str, end: &str) -> Result<String> {
    let names = || report.lines().filter_map(|line| line.strip_prefix(end)).map(str::trim);
    let name = names().find(|name| !name.split('/').any(is_numbered)).or_else(|| names().next());
    Ok(name.ok_or_else(|| odd("find_timing_paths"))?.to_string())
}

/// Whether a name is `_123_`, as Yosys names unnamed objects.
fn is_numbered(part: &str) -> bool {
    let digits = part.strip_prefix('_').and_then(|rest| rest.strip_suffix('_'));
    digits.is_some_and(|digits| digits.chars().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_arrival_and_the_names_are_read() {
        let report = "\
            Endpoint: y\n     0.6261   data arrival time\n    -0.6261   data arrival time\n\
            path-start a_i[5]\npath-end u_bank/_22_/D\npath-end u_bank/_3_\npath-end u_bank/count_q[3]\n";
        let path = path(report).unwrap().unwrap();
        assert_eq!(
            (path.delay_ns, &*path.start, &*path.end),
            (0.6261, "a_i[5]", "u_bank/count_q[3]")
        );
        assert_eq!(super::path("No paths found.").unwrap(), None);
    }

    #[test]
    fn without_a_name_the_pin_is_said() {
        let report = "1.0 data arrival time\npath-start _1_/Q\npath-start _2_\npath-end u_memory/wdata_i[7]\n";
        let path = path(report).unwrap().unwrap();
        assert_eq!((&*path.start, &*path.end), ("_1_/Q", "u_memory/wdata_i[7]"));
    }
}
