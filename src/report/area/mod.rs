//! Area of a unit, from Yosys, and its delay, from OpenSTA, if a Liberty file is given.
//!
//! [`Synthesiser::RULE`] is the counting rule. Figures differ between Yosys versions and ABC
//! scripts, so every output names both.

mod liberty;
mod timing;
mod yosys;

pub use liberty::Liberty;
pub use timing::Path as TimingPath;

use crate::config::Config;
use crate::emit::{Design, Module};
use crate::error::{Error, Result};
use crate::parallel;
use crate::temporary;
use crate::tools::{Found, YOSYS};
use crate::units::AnyUnit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yosys::Job;

/// Result of synthesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Synthesis {
    /// Gates and flip-flops.
    pub cells: usize,
    pub flip_flops: usize,
    pub transistors: usize,
    /// Gates on the longest path; `None` if the unit was not synthesised as one netlist.
    pub depth: Option<usize>,
    /// Area in um^2; only with a Liberty file.
    pub area_um2: Option<f64>,
}

impl Synthesis {
    /// Adds `times` instances of a part; depth is not added.
    fn add(&mut self, part: &Synthesis, times: usize) {
        self.cells += times * part.cells;
        self.flip_flops += times * part.flip_flops;
        self.transistors += times * part.transistors;
        if let (Some(sum), Some(area)) = (&mut self.area_um2, part.area_um2) {
            *sum += times as f64 * area;
        }
    }
}

/// The area of one unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub unit: String,
    /// Name of the configuration.
    pub configuration: String,
    /// Result by [`Synthesiser::RULE`].
    pub own: Synthesis,
    /// Result of flattening the entire composite, to check the rule.
    pub flat: Option<Synthesis>,
    /// The slowest path of the entire unit. Only with a Liberty file; `None` if no path is timed.
    pub path: Option<TimingPath>,
    /// Bits of storage in macros.
    pub macro_bits: usize,
    /// The unit's own modules, the top first, if the unit is too large to be flattened. For a unit
    /// of 32 equal lanes these are the common part and one lane.
    pub parts: Vec<Part>,
}

/// A module of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub module: String,
    /// Gates on its longest path; paths end at instances.
    pub depth: usize,
}

impl Area {
    /// Maximum instances of a composite that is also flattened. One bank is flattened; the entire
    /// register file would take hours.
    pub const MOST_FLATTENED: usize = 16;

    /// Maximum instances of a composite that is flattened for timing; 32 lanes take a minute. In a
    /// larger composite each child of the top is flattened separately, and paths cross the borders
    /// of these modules.
    pub const MOST_TIMED: usize = 32;

    /// Maximum difference, in percent, between the sum of a composite and the flattened composite.
    pub const TOLERANCE: f64 = 5.0;

    /// Whether the unit is only a storage macro.
    pub fn is_macro(&self) -> bool {
        self.own.cells == 0 && self.macro_bits > 0
    }

    /// Percentage by which the flattened composite has more transistors than the rule counts.
    pub fn flat_difference(&self) -> Option<f64> {
        let (own, flat) = (self.own.transistors as f64, self.flat?.transistors as f64);
        Some(100.0 * (flat - own) / own)
    }

    /// Whether the cross-check, if there is one, is within [`Area::TOLERANCE`].
    pub fn agrees(&self) -> bool {
        self.flat_difference().is_none_or(|percent| percent.abs() <= Area::TOLERANCE)
    }
}

/// Measures units. A module that is used in several units is synthesised once.
pub struct Synthesiser {
    pub yosys: Found,
    pub liberty: Option<Liberty>,
    /// Contains the Liberty file, and a folder for each run.
    folder: temporary::Folder,
    known: Mutex<BTreeMap<String, Slot>>,
}

/// The result of one run; locked while the run is in progress.
type Slot = Arc<Mutex<Option<Synthesis>>>;

impl Synthesiser {
    /// The counting rule, for the reader of a table.
    pub const RULE: &str = "a module without instances is flattened; a composite is the sum of \
        its instances plus its own glue, its depth is that of the whole flattened, where that is \
        small enough, else of each of its modules alone; storage macros are not synthesised but \
        counted apart, as bits";

    /// Script that counts transistors: gates of static CMOS, mapped for area, and flip-flops
    /// without enable or reset, because Yosys knows a price only for these.
    pub const SCRIPT: &[&str] = &[
        "synth -flatten -top TOP",
        "dfflegalize -cell $_DFF_P_ x",
        "opt_clean",
        "abc -g cmos -script +strash;dch;map,-a",
        "opt_clean",
    ];

    /// Name of [`Synthesiser::SCRIPT`], printed with each figure.
    pub const SCRIPT_NAME: &str = "cmos-dch-map";

    /// Finds the tools and reads the Liberty file.
    ///
    /// # Errors
    /// A missing tool, or a file that is not Liberty.
    pub fn new(liberty: Option<&Path>) -> Result<Synthesiser> {
        let folder = temporary::Folder::new()?;
        let text = liberty.map(liberty::read).transpose()?;
        let yosys = YOSYS.find()?;
        let liberty = match (liberty, text) {
            (Some(path), Some(text)) => Some(Liberty::new(path, &text, &yosys, folder.path())?),
            _ => None,
        };
        Ok(Synthesiser { yosys, liberty, folder, known: Mutex::default() })
    }

    /// Measures one unit; several units may be measured in parallel.
    ///
    /// # Errors
    /// A failure of a tool, or a unit that cannot become Verilog.
    pub fn area(&self, unit: &dyn AnyUnit, config: &Config) -> Result<Area> {
        let design = unit.design(config)?;
        let mhz = config.gpu().clock_mhz;
        // The timing run takes longest, so it starts first.
        let (path, counts) =
            rayon::join(|| self.slowest_path(&design, mhz), || self.design(&design, mhz));
        let (path, (mut own, macro_bits, flat)) = (path?, counts?);
        if let Some(flat) = flat {
            own.depth = flat.depth;
        }
        let configuration = config.name().to_string();
        let parts = match own.depth {
            Some(_) => Vec::new(),
            None => self.parts(&design, mhz)?,
        };
        Ok(Area { unit: unit.name().into(), configuration, own, flat, path, macro_bits, parts })
    }

    /// The slowest path of the entire unit, if there is a Liberty file and a timed path.
    fn slowest_path(&self, design: &Design, mhz: usize) -> Result<Option<TimingPath>> {
        let Some(liberty) = self.liberty.as_ref().filter(|_| design.top().macro_bits.is_none())
        else {
            return Ok(None);
        };
        let small = instances(design, design.top())? <= Area::MOST_TIMED;
        let job = timing::Job { design, borders: !small, mhz };
        timing::slowest(&job, self.folder()?.path(), &self.yosys, liberty)
    }

    /// Creates a folder for one run.
    fn folder(&self) -> Result<temporary::Folder> {
        temporary::Folder::within(self.folder.path(), "run-")
    }

    /// The unit's own modules, each synthesised alone. Their results are known from the sum.
    fn parts(&self, design: &Design, mhz: usize) -> Result<Vec<Part>> {
        let unit = design.top().owner.unit;
        let own = |module: &&Module| module.macro_bits.is_none() && module.owner.unit == unit;
        let part = |module: &Module| {
            let depth = self.synthesise(&job(design, module, mhz)?)?.depth.unwrap_or(0);
            Ok(Part { module: module.name.into(), depth })
        };
        design.modules.iter().rev().filter(own).map(part).collect()
    }

    /// The result by the rule, the bits of storage, and the flattened result if the unit is small
    /// enough.
    fn design(&self, design: &Design, mhz: usize) -> Result<(Synthesis, usize, Option<Synthesis>)> {
        let top = design.top();
        let is_leaf = top.macro_bits.is_some() || top.children.is_empty();
        let flat = || match is_leaf || instances(design, top)? > Area::MOST_FLATTENED {
            true => Ok(None),
            false => self.synthesise(&Job::flat(design, mhz)).map(Some),
        };
        // The flat run takes longer, so it starts first.
        let (flat, sum) = rayon::join(flat, || self.sum(design, top, mhz));
        let (own, macro_bits) = sum?;
        Ok((own, macro_bits, flat?))
    }

    /// A module by the rule: its logic, and its bits of storage.
    fn sum(&self, design: &Design, module: &Module, mhz: usize) -> Result<(Synthesis, usize)> {
        if let Some(bits) = module.macro_bits {
            return Ok((Synthesis::default(), bits));
        }
        let parts = parallel::try_map(&module.children, |&(name, times)| {
            let child = named(design, name)?;
            Ok((times, self.sum(design, child, mhz)?))
        })?;
        let mut sum = self.synthesise(&job(design, module, mhz)?)?;
        let mut macro_bits = 0;
        for (times, (part, bits)) in &parts {
            sum.add(part, *times);
            macro_bits += times * bits;
        }
        if !parts.is_empty() {
            // The depth of the glue alone is not the depth of the composite.
            sum.depth = None;
        }
        Ok((sum, macro_bits))
    }

    /// Runs the tools. If another thread runs the same job, waits for its result; a known result is
    /// returned at once.
    fn synthesise(&self, job: &Job) -> Result<Synthesis> {
        let slot = lock(&self.known).entry(job.key()).or_default().clone();
        let mut known = lock(&slot);
        if let Some(synthesis) = *known {
            return Ok(synthesis);
        }
        let folder = self.folder()?;
        let synthesis = yosys::run(job, folder.path(), &self.yosys, self.liberty.as_ref())?;
        *known = Some(synthesis);
        Ok(synthesis)
    }
}

/// The job for a module: the entire module, or the glue around its instances.
fn job<'a>(design: &'a Design, module: &'a Module, mhz: usize) -> Result<Job<'a>> {
    let children = module.children.iter().map(|&(name, _)| named(design, name));
    let children = children.collect::<Result<Vec<&Module>>>()?;
    Ok(match children.is_empty() {
        true => Job::leaf(module, mhz),
        false => Job::glue(module, &children, mhz),
    })
}

/// Number of instances below a module.
fn instances(design: &Design, module: &Module) -> Result<usize> {
    let below = module
        .children
        .iter()
        .map(|&(name, times)| Ok(times * (1 + instances(design, named(design, name)?)?)));
    below.sum()
}

fn named<'a>(design: &'a Design, name: &str) -> Result<&'a Module> {
    design.modules.iter().find(|module| module.name == name).ok_or_else(|| {
        Error::emission(design.top().owner.unit)(format!(
            "{name} is instantiated, but has no module"
        ))
    })
}

/// Locks a mutex whose content is valid even if a holder panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::Owner;

    /// `rf_top` has two of `rf_pair` and a flip-flop; `rf_pair` has a macro and two of `rf_leaf`,
    /// which has three flip-flops. Some outputs are constant.
    fn nested() -> Design {
        let ports = "input wire clk_i, input wire [3:0] a_i, output wire [3:0] y_o";
        let module = |name, body: &str, children: &[(&'static str, usize)]| {
            let body = format!("module {name} ({ports});\n{body}\nendmodule\n");
            let mut module = Module::leaf(Owner { unit: "nested", keys: &[] }, name, body);
            module.children = children.to_vec();
            module
        };
        let leaf = "reg [2:0] q; always @(posedge clk_i) q <= a_i[2:0] & {3{a_i[3]}};
            assign y_o = {1'b1, q};";
        let mut storage = module("rf_macro", "assign y_o = ~a_i;", &[]);
        storage.macro_bits = Some(8);
        let pair = "wire [3:0] b, c; rf_leaf u_0 (clk_i, a_i, b);
            rf_leaf u_1 (clk_i, ~a_i, c); rf_macro u_macro (clk_i, b & c, y_o);";
        let top = "wire [3:0] b, c; reg q; rf_pair u_0 (clk_i, a_i, b);
            rf_pair u_1 (clk_i, b, c); always @(posedge clk_i) q <= ^c;
            assign y_o = {1'b0, q, 1'b1, c[0]};";
        Design {
            modules: vec![
                module("rf_leaf", leaf, &[]),
                storage,
                module("rf_pair", pair, &[("rf_leaf", 2), ("rf_macro", 1)]),
                module("rf_top", top, &[("rf_pair", 2)]),
            ],
        }
    }

    #[test]
    fn a_composite_counts_its_instances_and_its_glue() {
        let synthesiser = Synthesiser::new(None).unwrap();
        let design = nested();
        let (own, macro_bits, flat) = synthesiser.design(&design, 700).unwrap();
        assert_eq!(macro_bits, 2 * 8);
        assert_eq!(own.flip_flops, 2 * 2 * 3 + 1);
        assert_eq!(flat.unwrap().flip_flops, own.flip_flops);
        // Macros end and start paths: of the leaf's three bits and a pin's parity, no more.
        assert!(flat.unwrap().depth.unwrap() <= 8, "{flat:?}");

        let leaf = synthesiser.sum(&design, &design.modules[0], 700).unwrap().0;
        assert!(leaf.transistors >= 3 * 16 && leaf.depth.is_some(), "{leaf:?}");
        let runs = lock(&synthesiser.known).len();
        assert_eq!(runs, 4, "flat, leaf, and the glue of two modules");
    }

    #[test]
    fn a_child_that_is_not_there_is_a_fault_of_the_unit() {
        let mut design = nested();
        design.modules.remove(0);
        let synthesiser = Synthesiser::new(None).unwrap();
        let pair = &design.modules[1];
        let error = synthesiser.sum(&design, pair, 700).unwrap_err().to_string();
        assert!(error.contains("rf_leaf"), "{error}");
    }

    /// Handwritten Verilog with a clock that is not among the ports.
    #[test]
    fn a_clock_that_nobody_declares_is_refused() {
        let flop = "reg q_q;\nalways @(posedge clk_i) q_q <= a_i;\nassign q_o = q_q;\nendmodule\n";
        let head = "module rf_x (input wire a_i, output wire q_o);\n";
        for (body, parts) in [
            (format!("{head}{flop}"), ["rf_x.v: ", "clk_i' is implicitly declared"]),
            (format!("`default_nettype none\n{head}{flop}"), ["rf_x.v:7: ", "clk_i"]),
            (format!("{head}wire clk_i;\n{flop}"), ["rf_x.v: ", "clk_i is used but has no driver"]),
        ] {
            let design = Design {
                modules: vec![Module::leaf(Owner { unit: "x", keys: &[] }, "rf_x", body)],
            };
            let error = Synthesiser::new(None).unwrap().design(&design, 700).unwrap_err();
            let text = error.to_string();
            assert_eq!(error.exit_code(), 2, "{text}");
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
            assert!(text.contains("expected every signal declared and driven"), "{text}");
        }
    }

    #[test]
    fn the_difference_is_that_of_flat_to_the_sum() {
        let of = |transistors| Synthesis { transistors, ..Synthesis::default() };
        let area = |flat| Area {
            unit: "x".into(),
            configuration: String::new(),
            own: of(200),
            flat,
            path: None,
            macro_bits: 0,
            parts: Vec::new(),
        };
        assert_eq!(area(Some(of(190))).flat_difference(), Some(-5.0));
        assert!(area(Some(of(190))).agrees() && !area(Some(of(189))).agrees());
        assert!(!area(Some(of(211))).agrees() && area(None).agrees());
    }
}
