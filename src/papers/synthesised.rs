//! Claims on area that synthesis answers: transistors by [`Synthesiser::RULE`], compared with the
//! number that the paper prints and the number that it should have printed.
//!
//! If the paper also got a claim's figure from synthesis, ours is the synthesised figure. The
//! verdict on every other claim rests on arithmetic; its note and the table show the synthesised
//! figure.

use super::computed::Value;
use super::{Claim, List, Paper};
use crate::error::Result;
use crate::parallel;
use crate::report::{Area, Synthesiser};
use crate::tools::YOSYS;
use crate::units::AnyUnit;
use std::collections::BTreeMap;

/// Measures the area of a unit in the configuration with this name.
pub type AreaOf<'a> = dyn Fn(&Synthesiser, &dyn AnyUnit, &str) -> Result<Area> + Sync + 'a;

/// Result of synthesis.
#[derive(Clone, Debug)]
pub struct Synthesised {
    pub ours: Value,
    pub how: &'static str,
    pub note: String,
}

/// The structures whose area a paper states.
pub struct Structures {
    pub list: &'static List,
    /// The two configurations that are synthesised, the paper's first.
    pub configurations: [&'static str; 2],
    pub rows: &'static [Structure],
    /// The claim that prints the sum.
    pub total: &'static str,
    /// The claim whose figure the paper also got from synthesis; then the derivation of our figure,
    /// and a note on our transistors at [`Structures::configurations`].
    pub synthesised: &'static str,
    pub synthesised_how: &'static str,
    pub synthesised_note: fn([usize; 2]) -> String,
}

/// A structure of a paper.
pub struct Structure {
    pub name: &'static str,
    /// Instances per SM that the figures cover.
    pub count: usize,
    /// The claim that prints the structure's size.
    pub claim: &'static str,
    /// Transistors that the paper prints, and transistors that it should have printed.
    pub printed: fn() -> f64,
    pub correct: fn() -> f64,
    pub unit: &'static dyn AnyUnit,
    /// Transistors of one structure, from the area of its unit.
    pub one: fn(&Area) -> usize,
    /// Whether the structure is not part of another row, so that it counts in the total.
    pub whole: bool,
    /// Reason for a larger figure of ours.
    pub why: &'static str,
}

/// Sizes of a structure at [`Structures::configurations`].
pub struct Size {
    pub structure: &'static Structure,
    /// Transistors of all [`Structure::count`] instances.
    pub transistors: [usize; 2],
    /// Gates on the longest path of the unit. If the unit is too large, one figure for each of its
    /// modules alone, the top first: the common part of the lanes, then one lane.
    pub depths: Vec<usize>,
}

fn depths(area: &Area) -> Vec<usize> {
    let parts = area.parts.iter().map(|part| part.depth);
    area.own.depth.into_iter().chain(parts).collect()
}

impl Size {
    /// The reason if our figure is larger than the correct one; otherwise `None`.
    pub fn why(&self) -> Option<&'static str> {
        let larger = self.transistors.iter().any(|ours| *ours as f64 > (self.structure.correct)());
        larger.then_some(self.structure.why)
    }
}

/// Sum of all structures in an SM.
pub struct Total {
    pub printed: f64,
    pub correct: f64,
    pub transistors: [usize; 2],
}

/// The sizes of a paper's structures.
pub struct PaperSizes {
    pub of: &'static Structures,
    /// The needed rows, in the order of [`Structures::rows`].
    pub rows: Vec<Size>,
}

/// Synthesised sizes from which claims are judged.
#[derive(Default)]
pub struct Sizes {
    /// Papers with synthesised structures.
    pub papers: Vec<PaperSizes>,
    /// The tool and its version; empty if nothing was synthesised.
    pub tool: String,
}

impl Structures {
    /// Structures that these claims need. The claim of the total needs all.
    fn needed(&self, claims: &[Claim]) -> Vec<&'static Structure> {
        let asked = |id: &str| claims.iter().any(|claim| claim.id == id);
        self.rows.iter().filter(|of| asked(of.claim) || asked(self.total)).collect()
    }

    /// Units of the needed structures, by name; empty if Yosys is not found.
    fn units(&self, claims: &[Claim]) -> BTreeMap<&'static str, &'static dyn AnyUnit> {
        let needed = self.needed(claims).into_iter().filter(|_| YOSYS.find().is_ok());
        needed.map(|structure| (structure.unit.name(), structure.unit)).collect()
    }

    fn run(
        &'static self,
        claims: &[Claim],
        synthesiser: &Synthesiser,
        area: &AreaOf,
        progress: &(dyn Fn() + Sync),
    ) -> Result<PaperSizes> {
        let areas = parallel::try_map(self.units(claims).into_values(), |unit| {
            let [ours, default] = self.configurations.map(|name| area(synthesiser, unit, name));
            progress();
            Ok((unit.name(), [ours?, default?]))
        })?;
        let areas: BTreeMap<_, _> = areas.into_iter().collect();
        let rows = self.needed(claims).into_iter().filter_map(|structure| {
            let areas = areas.get(structure.unit.name())?;
            let transistors = areas.each_ref().map(|area| structure.count * (structure.one)(area));
            Some(Size { structure, transistors, depths: depths(&areas[0]) })
        });
        Ok(PaperSizes { of: self, rows: rows.collect() })
    }
}

impl PaperSizes {
    /// The sum, if all structures were synthesised.
    pub fn total(&self) -> Option<Total> {
        let whole = || self.rows.iter().filter(|size| size.structure.whole);
        let sum = |n: usize| whole().map(|size| size.transistors[n]).sum();
        (self.rows.len() == self.of.rows.len()).then(|| Total {
            printed: self.of.list.number(self.of.total),
            correct: whole().map(|size| (size.structure.correct)()).sum(),
            transistors: [sum(0), sum(1)],
        })
    }
}

impl Sizes {
    /// Number of units for which progress is reported.
    pub fn count(papers: &[&'static Paper], claims: &[Claim]) -> usize {
        let of = papers.iter().filter_map(|paper| paper.structures);
        of.map(|structures| structures.units(claims).len()).sum()
    }

    /// Synthesises the structures that these claims need. The result is empty if they need none or
    /// if Yosys is not found. `progress` is called after each unit.
    ///
    /// # Errors
    /// Those of [`Synthesiser::new`] and of `area`.
    pub fn run(
        papers: &[&'static Paper],
        claims: &[Claim],
        area: &AreaOf,
        progress: impl Fn() + Sync,
    ) -> Result<Sizes> {
        if Sizes::count(papers, claims) == 0 {
            return Ok(Sizes::default());
        }
        let synthesiser = Synthesiser::new(None)?;
        let of = papers.iter().filter_map(|paper| paper.structures);
        let of = of.filter(|structures| !structures.units(claims).is_empty());
        let papers = of.map(|structures| structures.run(claims, &synthesiser, area, &progress));
        let papers = papers.collect::<Result<Vec<_>>>()?;
        Ok(Sizes { papers, tool: synthesiser.yosys.version.clone() })
    }

    /// The answer to a claim whose figure the paper also got from synthesis.
    pub fn of(&self, id: &str) -> Option<Synthesised> {
        let paper = self.papers.iter().find(|paper| paper.of.synthesised == id)?;
        let size = paper.rows.iter().find(|size| size.structure.claim == id)?;
        Some(Synthesised {
            ours: Value::Number(size.transistors[0] as f64),
            how: paper.of.synthesised_how,
            note: format!(
                "{}; {}, script {}",
                (paper.of.synthesised_note)(size.transistors),
                self.tool,
                Synthesiser::SCRIPT_NAME
            ),
        })
    }

    /// The note on an arithmetic claim, if the claim prints the size of a structure or the total.
    pub fn note(&self, id: &str) -> Option<String> {
        let each = self.papers.iter().flat_map(|paper| {
            let rows = paper.rows.iter().filter(|size| size.structure.claim == id);
            let rows =
                rows.map(|size| (size.structure.name, size.structure.count, size.transistors));
            let total = paper.total().filter(|_| id == paper.of.total);
            rows.chain(total.map(|total| ("all structures", 1, total.transistors)))
        });
        let each = each.map(|(name, count, [ours, _])| format!("{count} {name}: {ours}"));
        let each: Vec<String> = each.collect();
        (!each.is_empty()).then(|| format!("transistors from synthesis: {}", each.join(", ")))
    }
}
