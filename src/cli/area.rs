use super::{ConfigArgs, print, print_json, progress_bar, units};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::parallel;
use crate::report::{self, Liberty, Synthesiser};
use crate::table::{grouped, terminal};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Counts cells, flip-flops and transistors; with a Liberty file also reports area and delay
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge area all
  regforge area racetrack_bank -p racetrack.read_queue_depth=4
  regforge area racetrack_bank --liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib")]
pub struct Area {
    /// A unit, or all
    #[arg(value_name = "UNIT|all", default_value = "all")]
    unit: String,
    #[command(flatten)]
    config: ConfigArgs,
    /// Standard-cell library; adds area in um^2 and delay in ns
    #[arg(long, value_name = "FILE")]
    liberty: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Area {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let units = units(&self.unit)?;
        let synthesiser = Synthesiser::new(self.liberty.as_deref())?;
        let bar = progress_bar("area", units.len() as u64);
        // The last units are the largest, so they start first.
        let mut areas = parallel::try_map(units.into_iter().rev(), |unit| {
            let area = synthesiser.area(unit, &config)?;
            bar.inc(1);
            Ok(area)
        })?;
        bar.finish_and_clear();
        areas.reverse();
        match self.json {
            true => print_json(&as_json(&areas, &synthesiser, &config))?,
            false => {
                print(table(&areas, synthesiser.liberty.is_some()))?;
                print(format_args!("\n{}", notes(&synthesiser, &config)))?;
            }
        }
        let far: Vec<_> =
            areas.iter().filter(|area| !area.agrees()).map(|a| a.unit.as_str()).collect();
        match far.is_empty() {
            true => Ok(()),
            false => Err(Error::Disagreement(format!(
                "{}: transistors of the flattened composite and of the sum of its modules differ \
                 by more than {} %",
                far.join(", "),
                report::Area::TOLERANCE
            ))),
        }
    }
}

fn table(areas: &[report::Area], with_liberty: bool) -> String {
    let mut header =
        vec!["unit", "configuration", "cells", "flip-flops", "transistors", "flat", "depth"];
    header.push("macro bits");
    if with_liberty {
        header.extend(["um^2", "ns", "slowest path"]);
    }
    terminal(&header, &areas.iter().map(|area| row(area, with_liberty)).collect::<Vec<_>>())
}

fn row(area: &report::Area, with_liberty: bool) -> Vec<String> {
    // A macro has no counts, which is not the same as zero.
    let own = (!area.is_macro()).then_some(area.own);
    let number = |number: Option<usize>| number.map_or("-".into(), |n| grouped(n as u64));
    let mut row = vec![
        area.unit.to_string(),
        area.configuration.clone(),
        number(own.map(|own| own.cells)),
        number(own.map(|own| own.flip_flops)),
        number(own.map(|own| own.transistors)),
        flat(area),
        depth(area),
        number(Some(area.macro_bits)),
    ];
    if with_liberty {
        let um2 = own.and_then(|own| own.area_um2);
        row.push(um2.map_or("-".into(), |um2| format!("{um2:.1}")));
        row.extend(match &area.path {
            Some(path) => {
                [format!("{:.3}", path.delay_ns), format!("{}\nto {}", path.start, path.end)]
            }
            None => ["-".into(), "-".into()],
        });
    }
    row
}

/// Gates on the longest path; per module where the composite was not flattened.
fn depth(area: &report::Area) -> String {
    let parts = area.parts.iter().map(|part| format!("{} ({})", part.depth, part.module));
    let parts: Vec<String> = parts.collect();
    match (area.is_macro(), area.own.depth) {
        (false, Some(depth)) => depth.to_string(),
        (false, None) if !parts.is_empty() => parts.join("\n"),
        _ => "-".into(),
    }
}

/// Transistors of the flattened composite, and their difference from the sum over its modules.
fn flat(area: &report::Area) -> String {
    let (Some(flat), Some(percent)) = (area.flat, area.flat_difference()) else {
        return "-".into();
    };
    let beyond = if area.agrees() { "" } else { ", beyond the tolerance" };
    format!("{} ({percent:+.2} %{beyond})", grouped(flat.transistors as u64))
}

/// Tool versions and what each figure means.
fn notes(synthesiser: &Synthesiser, config: &Config) -> String {
    let mut notes = vec![
        format!("tool: {}", synthesiser.yosys.version),
        format!("script {}: {}", Synthesiser::SCRIPT_NAME, Synthesiser::SCRIPT.join("; ")),
        format!("rule: {}", Synthesiser::RULE),
        format!(
            "flat: transistors of the flattened composite, which must be within {} % of the sum \
             over its modules",
            report::Area::TOLERANCE
        ),
    ];
    if let Some(liberty) = &synthesiser.liberty {
        let mhz = config.gpu().clock_mhz;
        notes.push(format!("liberty: {} (blake3 {})", liberty.name, &liberty.hash[..16]));
        notes.push(format!(
            "mapping: {}; {}",
            Synthesiser::SCRIPT[0],
            liberty.mapping(Liberty::TARGET, mhz, &liberty.name).join("; ")
        ));
        notes.push(format!("delay: {}", delay_note(liberty, mhz)));
    }
    notes.join("\n") + "\n"
}

fn delay_note(liberty: &Liberty, mhz: usize) -> String {
    let driver = match &liberty.buffer {
        Some(buffer) => format!("inputs driven by {buffer}"),
        None => "no buffering or sizing, because the library has no buffer".into(),
    };
    format!(
        "OpenSTA {}, arrival time on the path with the least slack, clock {mhz} MHz ({:.3} ns); \
         {driver}, load {} fF per output; memory macros have no delay; in a unit with more than {} \
         instances each child is flattened and mapped separately, for {} of the clock period; \
         wires and placement are not modelled",
        liberty.sta.version,
        1000.0 / mhz as f64,
        Liberty::LOAD,
        report::Area::MOST_TIMED,
        Liberty::TARGET_OF_CHILDREN
    )
}

fn as_json(areas: &[report::Area], synthesiser: &Synthesiser, config: &Config) -> Value {
    let mhz = config.gpu().clock_mhz;
    let liberty = synthesiser.liberty.as_ref().map(|liberty| {
        json!({
            "file": liberty.name,
            "blake3": liberty.hash,
            "mapping": liberty.mapping(Liberty::TARGET, mhz, &liberty.name),
            "driving_cell": liberty.buffer,
            "delay": delay_note(liberty, mhz),
        })
    });
    json!({
        "tool": synthesiser.yosys.version,
        "script": { "name": Synthesiser::SCRIPT_NAME, "commands": Synthesiser::SCRIPT },
        "rule": Synthesiser::RULE,
        "liberty": liberty,
        "units": areas.iter().map(entry).collect::<Vec<_>>(),
    })
}

fn entry(area: &report::Area) -> Value {
    let own = &area.own;
    let flat = area.flat.map(|flat| {
        json!({
            "figures": flat,
            "difference_percent": area.flat_difference(),
            "within_tolerance": area.agrees(),
        })
    });
    json!({
        "unit": area.unit,
        "configuration": area.configuration,
        "cells": own.cells,
        "flip_flops": own.flip_flops,
        "transistors": own.transistors,
        "depth": own.depth,
        "parts": area.parts,
        "macro_bits": area.macro_bits,
        "area_um2": own.area_um2,
        "path": area.path,
        "flat": flat,
    })
}
