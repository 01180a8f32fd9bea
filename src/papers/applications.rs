//! Compares the applications of a paper's table with our kernels: threads and shared memory per
//! CTA, registers per thread, and resident CTAs.
//!
//! The paper's figures are its claims; a figure that it does not print is not compared. Our figures
//! are those of a launch after register allocation, with the resident CTAs of the baseline's SM in
//! the paper's configuration. Registers must agree within 10 %, every other figure must be equal.

use super::simulated::Setting;
use super::{List, Paper};
use crate::config::Config;
use crate::error::Result;
use crate::run::{Case, System};
use crate::shipped;
use crate::table::{markdown, terminal};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Maximum relative deviation of registers per thread between a kernel and its application.
/// Compilers differ, and we do not have `ptxas`.
const TOLERANCE: f64 = 0.10;

/// A paper's table of applications.
pub struct ApplicationTable {
    /// The table's place in the paper.
    pub place: &'static str,
    /// Configuration of the paper's SM.
    pub configuration: &'static str,
    /// The launch that represents an application: a file in the folder of our kernel.
    pub launch: &'static str,
    /// The figures in the claim with this id.
    pub footprint: fn(&List, &str) -> Footprint,
    /// In the table's order.
    pub rows: &'static [Application],
}

/// A row of the table.
pub struct Application {
    pub name: &'static str,
    /// Id of the claim that states the row.
    pub claim: &'static str,
    /// Our kernel of the same shape, a folder under `kernels/`.
    pub kernel: &'static str,
}

impl Application {
    pub const fn new(name: &'static str, claim: &'static str, kernel: &'static str) -> Application {
        Application { name, claim, kernel }
    }
}

impl ApplicationTable {
    /// The path of our launch for an application, or of another launch of its kernel if the setting
    /// chooses one.
    ///
    /// # Errors
    /// Those of [`shipped::kernel`].
    pub fn path(&self, application: &Application, setting: &Setting) -> Result<PathBuf> {
        Ok(shipped::kernel(application.kernel)?.join(setting.file(self.launch)))
    }
}

/// Resources of an application. `None` for a figure that the paper does not print.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Footprint {
    /// Threads per CTA.
    pub threads: f64,
    /// 32-bit registers per thread. Not an integer if a paper's figure per CTA is not a multiple of
    /// the threads.
    pub registers: f64,
    /// Shared memory per CTA in bytes.
    pub shared_bytes: Option<f64>,
    /// Resident CTAs per SM.
    pub ctas: Option<f64>,
}

/// An application of the paper with our launch.
#[derive(Serialize)]
pub struct Beside {
    pub application: &'static str,
    pub claim: &'static str,
    /// A path under `kernels/`.
    pub launch: String,
    pub paper: Footprint,
    pub ours: Footprint,
    /// Figures that do not agree.
    pub differences: Vec<&'static str>,
}

/// A paper's table with our launches.
#[derive(Serialize)]
pub struct Applications {
    /// Name of the paper's system.
    pub system: &'static str,
    pub place: &'static str,
    pub configuration: &'static str,
    pub applications: Vec<Beside>,
}

impl Applications {
    /// Reads the launches of a system's paper; `None` if the paper has no table of applications.
    ///
    /// # Errors
    /// Those of reading a launch.
    pub fn of(
        system: &'static str,
        paper: &Paper,
        baseline: &dyn System,
        config: impl Fn(&str) -> Result<Config>,
    ) -> Result<Option<Applications>> {
        let Some(table) = paper.applications else { return Ok(None) };
        let ApplicationTable { place, configuration, launch, .. } = *table;
        let config = config(configuration)?;
        let beside = |row: &Application| {
            let Application { name: application, claim, kernel } = *row;
            let paper = (table.footprint)(paper.list, claim);
            let ours = taken(&table.path(row, &Setting::default())?, baseline, &config)?;
            let differences = differences(&paper, &ours);
            let launch = format!("{kernel}/{launch}");
            Ok(Beside { application, claim, launch, paper, ours, differences })
        };
        let applications = table.rows.iter().map(beside).collect::<Result<_>>()?;
        Ok(Some(Applications { system, place, configuration, applications }))
    }

    /// Number of launches that agree with the paper.
    pub fn agreeing(&self) -> usize {
        self.applications.iter().filter(|one| one.differences.is_empty()).count()
    }

    /// The comparison as a table, for a terminal or a Markdown file.
    pub fn table(&self, as_markdown: bool) -> String {
        let header = ["application", "launch", "threads", "registers", "shared", "CTAs", "agrees"];
        let rows: Vec<Vec<String>> = self.applications.iter().map(Beside::row).collect();
        let table = if as_markdown { markdown } else { terminal };
        let title = format!("{}, {} ({})", self.system, self.place, self.configuration);
        let title = if as_markdown { format!("## {title}\n") } else { title };
        let (agreeing, all) = (self.agreeing(), self.applications.len());
        format!("{title}\n{}\n{agreeing} of {all} applications agree.\n", table(&header, &rows))
    }
}

impl Beside {
    /// Name, launch, four figures as `paper / ours`, agreement.
    fn row(&self) -> Vec<String> {
        let figures = |footprint: &Footprint| {
            let Footprint { threads, registers, shared_bytes, ctas } = *footprint;
            [Some(threads), Some(registers), shared_bytes, ctas]
        };
        let pairs = figures(&self.paper).into_iter().zip(figures(&self.ours));
        let agrees = match self.differences.is_empty() {
            true => "yes".to_string(),
            false => format!("no: {}", self.differences.join(", ")),
        };
        let mut row = vec![self.application.to_string(), self.launch.to_string()];
        row.extend(pairs.map(|(paper, ours)| format!("{} / {}", figure(paper), figure(ours))));
        row.push(agrees);
        row
    }
}

/// A number with at most one decimal; `-` for `None`.
fn figure(number: Option<f64>) -> String {
    number.map_or("-".to_string(), |number| ((10.0 * number).round() / 10.0).to_string())
}

fn differences(paper: &Footprint, ours: &Footprint) -> Vec<&'static str> {
    let differs = |paper: Option<f64>, ours: Option<f64>| paper.is_some() && paper != ours;
    let off = (ours.registers - paper.registers).abs();
    let all = [
        ("threads", ours.threads != paper.threads),
        ("registers", off > TOLERANCE * paper.registers),
        ("shared", differs(paper.shared_bytes, ours.shared_bytes)),
        ("CTAs", differs(paper.ctas, ours.ctas)),
    ];
    all.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

/// Resources that a launch takes after register allocation.
fn taken(launch: &Path, baseline: &dyn System, config: &Config) -> Result<Footprint> {
    let case = Case::on_allocated_registers(launch)?;
    let registers = case.registers();
    Ok(Footprint {
        threads: case.geometry.threads() as f64,
        registers: registers as f64,
        shared_bytes: Some(case.geometry.shared() as f64),
        ctas: Some(baseline.most_resident(&case, registers, config) as f64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_may_differ_by_a_tenth_and_nothing_else() {
        let paper =
            Footprint { threads: 256.0, registers: 30.0, shared_bytes: None, ctas: Some(4.0) };
        let ours = Footprint { shared_bytes: Some(1024.0), ..paper };
        let with = |registers: f64| differences(&paper, &Footprint { registers, ..ours });
        assert!(with(27.0).is_empty() && with(33.0).is_empty());
        assert_eq!((with(26.0), with(34.0)), (vec!["registers"], vec!["registers"]));
        let other = Footprint { threads: 255.0, ctas: Some(5.0), ..ours };
        assert_eq!(differences(&paper, &other), ["threads", "CTAs"]);
        let printed = Footprint { shared_bytes: Some(1028.0), ..paper };
        assert_eq!(differences(&printed, &ours), ["shared"]);
    }
}
