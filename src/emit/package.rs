//! All files generated for one unit, and its entry in the manifest.

use super::{Design, Port, clocked, documents};
use serde::{Deserialize, Serialize};

/// A generated file, in the unit's folder.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// A unit's files and its manifest entry.
#[derive(Clone, Debug)]
pub struct Package {
    pub unit: &'static str,
    pub entry: Entry,
    pub files: Vec<SourceFile>,
}

/// Manifest entry of a unit. File lists, constraints and documentation are generated from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub summary: String,
    pub configuration: String,
    /// Hash of the unit's parameters, as in the header of its top module.
    pub hash: String,
    pub top: String,
    /// `None` for a unit without state.
    pub clock: Option<Clock>,
    pub parameters: Vec<ParameterEntry>,
    pub ports: Vec<PortEntry>,
    /// Modules that stand for memory macros.
    pub macros: Vec<MacroEntry>,
    pub files: Vec<FileEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pub name: String,
    pub edge: String,
    pub mhz: usize,
    pub reset: String,
    pub reset_kind: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParameterEntry {
    pub key: String,
    pub verilog: String,
    pub symbol: String,
    pub value: serde_json::Value,
    pub range: String,
    pub unit: String,
    pub doc: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PortEntry {
    pub name: String,
    pub direction: String,
    /// Bits of all elements together.
    pub width: usize,
    /// Number of elements, side by side, the first in the lowest bits.
    pub count: usize,
    pub doc: String,
    /// The output that says whether this output's data is valid.
    pub valid: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MacroEntry {
    pub module: String,
    pub bits: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path below the folder that contains the manifest.
    pub path: String,
    /// `verilog`, `filelist`, `fusesoc`, `constraints` or `documentation`.
    pub kind: String,
    pub blake3: String,
}

impl Package {
    pub fn new(
        unit: &'static str,
        summary: &str,
        contract: &str,
        design: &Design,
        ports: Vec<Port>,
        clock_mhz: usize,
    ) -> Package {
        let mut entry = entry(summary, design, &ports, clock_mhz);
        let mut files: Vec<(&str, SourceFile)> = Vec::new();
        for module in &design.modules {
            files.push(("verilog", SourceFile { name: module.file(), text: module.text() }));
        }
        let sources: Vec<String> = files.iter().map(|(_, file)| file.name.clone()).collect();
        let mut add = |kind, ending, text| {
            files.push((kind, SourceFile { name: format!("{unit}.{ending}"), text }));
        };
        add("filelist", "f", documents::file_list(&sources));
        add("fusesoc", "core", documents::fusesoc(unit, &entry, &sources));
        add("constraints", "sdc", documents::constraints(&entry, clock_mhz));
        add("documentation", "md", documents::page(unit, contract, &entry, &sources));
        entry.files = files
            .iter()
            .map(|(kind, file)| FileEntry {
                path: format!("{unit}/{}", file.name),
                kind: kind.to_string(),
                blake3: hash(file.text.as_bytes()),
            })
            .collect();
        Package { unit, entry, files: files.into_iter().map(|(_, file)| file).collect() }
    }
}

/// Hash of a file's content.
pub fn hash(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
}

fn entry(summary: &str, design: &Design, ports: &[Port], clock_mhz: usize) -> Entry {
    let top = design.top();
    let clock = clocked(ports).then(|| Clock {
        name: "clk_i".into(),
        edge: "rising".into(),
        mhz: clock_mhz,
        reset: "rst_ni".into(),
        reset_kind: "synchronous, active low".into(),
    });
    let parameters = top.parameters.iter().map(|parameter| ParameterEntry {
        key: parameter.key.path.into(),
        verilog: parameter.key.verilog.into(),
        symbol: parameter.key.symbol.into(),
        value: serde_json::json!(parameter.value),
        range: parameter.key.kind.describe(),
        unit: parameter.key.unit.into(),
        doc: parameter.key.doc.into(),
    });
    let macros = design.modules.iter().filter_map(|module| {
        Some(MacroEntry { module: module.name.into(), bits: module.macro_bits? })
    });
    Entry {
        summary: summary.into(),
        configuration: top.configuration.clone(),
        hash: top.hash(),
        top: top.name.into(),
        clock,
        parameters: parameters.collect(),
        ports: ports.iter().map(port_entry).collect(),
        macros: macros.collect(),
        files: Vec::new(),
    }
}

fn port_entry(port: &Port) -> PortEntry {
    PortEntry {
        name: port.verilog(),
        direction: serde_json::json!(port.direction).as_str().unwrap_or_default().into(),
        width: port.width(),
        count: port.shape.count,
        doc: port.doc.into(),
        valid: port.valid.map(|valid| format!("{valid}_o")),
    }
}
