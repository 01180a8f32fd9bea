//! Runs of Yosys: modules to flatten, black boxes, and parsing of the output.

use super::{Liberty, Synthesis, Synthesiser, liberty};
use crate::emit::{Design, Module};
use crate::error::{Error, Place, Result};
use crate::tools::{self, Found, YOSYS};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The constraints for ABC's buffering and sizing.
pub(super) const CONSTRAINTS: &str = "drive.constr";

/// Yosys's warnings about an undriven signal. Synthesis would continue with a constant; a module
/// without its clock would lose all its cells.
const UNDRIVEN: &str = "is implicitly declared|is used but has no driver";

/// One synthesis.
pub(super) struct Job<'a> {
    modules: Vec<&'a Module>,
    pub top: &'a str,
    /// Modules that remain black boxes.
    boxes: BTreeSet<&'a str>,
    /// Clock frequency for which a library's cells are sized.
    mhz: usize,
}

impl<'a> Job<'a> {
    pub fn leaf(module: &'a Module, mhz: usize) -> Job<'a> {
        Job { modules: vec![module], top: module.name, boxes: BTreeSet::new(), mhz }
    }

    /// Glue of a composite, without its children.
    pub fn glue(module: &'a Module, children: &[&'a Module], mhz: usize) -> Job<'a> {
        let boxes = children.iter().map(|child| child.name).collect();
        Job { modules: [children, &[module]].concat(), top: module.name, boxes, mhz }
    }

    /// The entire composite flattened, except for its macros.
    pub fn flat(design: &'a Design, mhz: usize) -> Job<'a> {
        let modules: Vec<&Module> = design.modules.iter().collect();
        let macros = modules.iter().filter(|module| module.macro_bits.is_some());
        let boxes = macros.map(|module| module.name).collect();
        Job { modules, top: design.top().name, boxes, mhz }
    }

    /// Cache key, equal for equal work. Headers, which name the configuration, are not included.
    pub fn key(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(format!("{}\n{:?}\n{}\n", self.top, self.boxes, self.mhz).as_bytes());
        for module in &self.modules {
            hasher.update(module.body.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    fn files(&self) -> BTreeSet<String> {
        self.modules.iter().map(|module| module.file()).collect()
    }

    /// Turns the pins of black boxes into ports of the top, so that paths end and start there and
    /// the boxes are not counted as cells. A clock that drives only boxes is not a path.
    fn open_boxes(&self) -> Vec<String> {
        if self.boxes.is_empty() {
            return Vec::new();
        }
        let boxes: Vec<String> = self.boxes.iter().map(|name| format!("t:{name}")).collect();
        let boxes = boxes.join(" ");
        vec![
            // OpenSTA takes brackets in an instance name for a bus index.
            format!("rename -hide {boxes}"),
            format!("rename -enumerate -pattern box_% {boxes}"),
            format!("expose -evert {boxes}"),
            "delete -port w:*.clk_i".into(),
        ]
    }

    /// The script, one command per line.
    fn script(&self, liberty: Option<&Liberty>) -> String {
        let files: Vec<String> = self.files().into_iter().collect();
        let mut lines = vec![format!("read_verilog {}", files.join(" "))];
        lines.extend(self.boxes.iter().map(|name| format!("blackbox {name}")));
        for (n, line) in Synthesiser::SCRIPT.iter().enumerate() {
            lines.push(line.replace("TOP", self.top));
            if n == 0 {
                // The Liberty mapping also starts from this design.
                lines.push("design -save generic".into());
            }
        }
        lines.extend(self.open_boxes());
        lines.push("tee -q -o stat.json stat -tech cmos -json".into());
        lines.push("tee -q -o depth.txt ltp -noff".into());
        lines.extend(liberty.into_iter().flat_map(|liberty| self.mapped(liberty)));
        lines.join("\n") + "\n"
    }

    /// The lines that map to a library.
    fn mapped(&self, liberty: &Liberty) -> Vec<String> {
        let mut lines = vec!["design -load generic".to_string()];
        lines.extend(liberty.mapping(Liberty::TARGET, self.mhz, liberty::FILE));
        lines.extend(self.open_boxes());
        lines.push(format!("tee -q -o area.txt stat -liberty {}", liberty::FILE));
        lines
    }
}

/// Synthesises in a folder of its own.
pub(super) fn run(
    job: &Job,
    folder: &Path,
    yosys: &Found,
    liberty: Option<&Liberty>,
) -> Result<Synthesis> {
    execute(&job.modules, job.top, &job.script(liberty), folder, yosys, liberty)?;
    let mut synthesis = count(&read(folder, "stat.json")?, job.top)?;
    synthesis.depth = Some(depth(&read(folder, "depth.txt")?).ok_or_else(|| odd("ltp"))?);
    if let Some(liberty) = liberty {
        synthesis.area_um2 = Some(liberty.area(&read(folder, "area.txt")?)?);
    }
    Ok(synthesis)
}

/// Runs a script on these modules.
pub(super) fn execute(
    modules: &[&Module],
    top: &str,
    script: &str,
    folder: &Path,
    yosys: &Found,
    liberty: Option<&Liberty>,
) -> Result<()> {
    for module in modules {
        write(folder, &module.file(), &module.text())?;
    }
    if let Some(constraints) = liberty.and_then(Liberty::constraints) {
        write(folder, CONSTRAINTS, &constraints)?;
    }
    write(folder, "run.ys", script)?;
    let mut command = Command::new(&yosys.path);
    // ABC leaves the files of a failed run behind, so they go into this folder.
    command.args(["-e", UNDRIVEN, "-s", "run.ys"]).current_dir(folder).env("TMPDIR", folder);
    tools::run(&YOSYS, &mut command).map_err(|error| explained(error, top))?;
    Ok(())
}

/// An undriven signal becomes an input error. For any other failure only the last lines of the
/// output are kept, because ABC's messages are not among the errors.
fn explained(error: Error, top: &str) -> Error {
    const LINES: usize = 12;
    match error {
        Error::ToolFailed { tool, command, output } => {
            if let Some(undriven) = undriven(&output, top) {
                return undriven;
            }
            let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
            let output = lines[lines.len().saturating_sub(LINES)..].join("\n");
            Error::ToolFailed { tool, command, output }
        }
        other => other,
    }
}

/// Parses `rf_x.v:7: ERROR: Identifier ...` or `ERROR: Wire ...`.
fn undriven(output: &str, top: &str) -> Option<Error> {
    let is_undriven = |found: &str| UNDRIVEN.split('|').any(|warning| found.contains(warning));
    let lines = output.lines().filter_map(|line| line.split_once("ERROR: "));
    let (place, found) = lines.into_iter().find(|(_, found)| is_undriven(found))?;
    let place = match place.trim_end_matches(": ") {
        "" => format!("{top}.v"),
        place => place.to_string(),
    };
    let expected = "every signal declared and driven, the clock too";
    Some(Error::input(Place::whole(place), found.trim_end_matches('.'), expected))
}

pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(Error::io(&path))
}

pub(super) fn read(folder: &Path, name: &str) -> Result<String> {
    let path = folder.join(name);
    std::fs::read_to_string(&path).map_err(Error::io(&path))
}

/// The error for output of Yosys that no known version prints.
pub(super) fn odd(command: &str) -> Error {
    Error::Disagreement(format!("yosys: cannot parse the output of '{command}'"))
}

#[derive(Deserialize)]
struct Statistics {
    modules: BTreeMap<String, CellCounts>,
}

#[derive(Deserialize)]
struct CellCounts {
    #[serde(default)]
    num_cells_by_type: BTreeMap<String, usize>,
    /// A number, followed by `+` if a cell has no price.
    estimated_num_transistors: String,
}

fn count(statistics: &str, top: &str) -> Result<Synthesis> {
    let statistics: Statistics =
        serde_json::from_str(statistics).map_err(|_| odd("stat -tech cmos -json"))?;
    let counts = statistics.modules.get(&format!("\\{top}")).ok_or_else(|| odd("stat -json"))?;
    let cells = &counts.num_cells_by_type;
    let transistors = counts.estimated_num_transistors.parse().map_err(|_| {
        let cells: Vec<&str> = cells.keys().map(String::as_str).collect();
        let (found, cells) = (&counts.estimated_num_transistors, cells.join(" "));
        Error::Disagreement(format!(
            "{top}: {found} transistors; Yosys has no transistor count for one of {cells}"
        ))
    })?;
    let flip_flops = cells.get("$_DFF_P_").copied().unwrap_or(0);
    Ok(Synthesis { cells: cells.values().sum(), flip_flops, transistors, ..Synthesis::default() })
}

/// Parses `Longest topological path in rf_x (length=21):`.
fn depth(text: &str) -> Option<usize> {
    text.split_once("(length=")?.1.split_once(')')?.0.parse().ok()
}
