//! The delay of a mapped netlist, by OpenSTA.

use super::liberty::{FILE, Liberty};
use super::yosys::{Job, NETLIST, odd, read, write};
use crate::error::{Error, Result};
use crate::tools::STA;
use std::path::Path;
use std::process::Command;

/// Units are set after the library is read, which sets its own.
fn script(job: &Job, liberty: &Liberty, clocked: bool) -> String {
    let period = 1000.0 / job.mhz as f64;
    let (top, load) = (job.top, Liberty::LOAD);
    let at = if clocked { " [get_ports clk_i]" } else { "" };
    let driver = match &liberty.buffer {
        Some(buffer) => format!("set_driving_cell -lib_cell {buffer} [all_inputs]\n"),
        None => String::new(),
    };
    format!(
        "read_liberty {FILE}\n\
         set_cmd_units -time ns -capacitance fF\n\
         read_verilog {NETLIST}\n\
         link_design {top}\n\
         create_clock -name clk_i -period {period:.6}{at}\n\
         set_input_delay 0 -clock clk_i [all_inputs]\n\
         set_output_delay 0 -clock clk_i [all_outputs]\n\
         {driver}\
         set_load {load} [all_outputs]\n\
         report_checks -path_delay max -digits 4\n"
    )
}

/// When, in ns after the clock's edge, the signal arrives that has the least time left; nothing if
/// no path is timed.
pub(super) fn delay(job: &Job, folder: &Path, liberty: &Liberty) -> Result<Option<f64>> {
    let clocked = read(folder, NETLIST)?.lines().any(|line| line.trim() == "input clk_i;");
    write(folder, "sta.tcl", &script(job, liberty, clocked))?;
    let mut command = Command::new(&liberty.sta.path);
    command.args(["-no_splash", "-exit", "sta.tcl"]).current_dir(folder);
    let output = command.output().map_err(Error::io(&liberty.sta.path))?;
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    // It exits with 0 whatever happens.
    if !output.status.success() || text.lines().any(|line| line.starts_with("Error")) {
        let (tool, command) = (STA.name.into(), format!("{command:?}"));
        return Err(Error::ToolFailed { tool, command, output: text });
    }
    arrival(&text)
}

/// From `1.0911   data arrival time`.
fn arrival(report: &str) -> Result<Option<f64>> {
    match report.lines().find_map(|line| line.trim().strip_suffix("data arrival time")) {
        Some(figure) => figure.trim().parse().map(Some).map_err(|_| odd("report_checks")),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_arrival_is_read() {
        let report =
            "Endpoint: y\n     0.6261   data arrival time\n    -0.6261   data arrival time";
        assert_eq!(arrival(report).unwrap(), Some(0.6261));
        assert_eq!(arrival("No paths found.").unwrap(), None);
    }
}
