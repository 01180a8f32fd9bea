//! The claim engine: compares every number that a paper prints with ours. It knows no paper by
//! name.
//!
//! A [`Paper`] lists its claims, errata and the lost parts of its text. [`Claims::find`] selects
//! some of them, [`judge`] gives each a [`Finding`]. Our value comes from the first of these
//! sources that has an answer:
//!
//! 1. A simulation ([`simulated`]).
//! 2. Synthesis ([`synthesised`]).
//! 3. Arithmetic ([`Computed`]).
//! 4. A place in the configuration or in the code ([`Taken`]).
//!
//! A claim without any of them names the input that we lack ([`Missing`]) or the part that does not
//! exist yet.
//!
//! Nothing here is tuned to a paper's figure. A refuted claim is a result like any other.

pub mod applications;
pub mod assumptions;
pub mod computed;
mod html;
mod json;
mod list;
pub mod simulated;
pub mod synthesised;
mod table;
pub mod taken;
mod verdict;

pub use applications::{Application, ApplicationTable, Applications, Footprint};
pub use computed::{Computed, Given, Shown, ShownErratum, Value};
pub use html::html;
pub use json::json;
pub use list::List;
pub use simulated::{
    Experiment, Runs, Setting, Simulated, SimulatedClaim, SimulatedClaims, Simulations,
};
pub use synthesised::{Size, Sizes, Structure, Structures, Synthesised, Total};
pub use table::table;
pub use taken::{Missing, Taken};
pub use verdict::{Evidence, Precision, Printed, Verdict};

use crate::config::Config;
use crate::error::{Error, Place, Result};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

/// The configuration that parameters are checked against.
pub const CONFIGURATION: &str = "liang-2016";

/// A paper, and our answers to its claims.
pub struct Paper {
    /// Prefix of the ids of its claims.
    pub prefix: &'static str,
    pub list: &'static List,
    pub computed: &'static [Computed],
    pub given: &'static [Given],
    pub errata: &'static [ShownErratum],
    pub taken: &'static [Taken],
    pub missing: &'static [Missing],
    /// Experiments that answer claims by simulation.
    pub simulations: &'static [&'static dyn SimulatedClaims],
    /// Assumptions that the paper leaves open and its claims depend on.
    pub open: Option<&'static assumptions::Open>,
    /// Structures whose area the paper states.
    pub structures: Option<&'static Structures>,
    /// Footprints of its applications.
    pub applications: Option<&'static ApplicationTable>,
}

impl std::fmt::Debug for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.prefix)
    }
}

/// Kind of evidence that a claim needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Need {
    #[serde(rename = "arithmetic only")]
    Arithmetic,
    #[serde(rename = "PTX kernel")]
    Kernel,
    #[serde(rename = "cycle simulation")]
    Simulation,
    #[serde(rename = "synthesis")]
    Synthesis,
    #[serde(rename = "GPU app inputs")]
    Inputs,
}

impl Need {
    pub fn word(self) -> &'static str {
        match self {
            Need::Arithmetic => "arithmetic",
            Need::Kernel => "PTX kernel",
            Need::Simulation => "cycle simulation",
            Need::Synthesis => "synthesis",
            Need::Inputs => "GPU application inputs",
        }
    }
}

/// A number or a parameter that a paper states.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub id: String,
    /// The paper's title.
    pub paper: String,
    /// Section, table or figure.
    pub r#where: String,
    /// parameter, result, area, energy, latency or format.
    pub kind: String,
    pub quantity: String,
    value: Spanned<toml::Value>,
    pub unit: String,
    pub conditions: String,
    pub needs: Vec<Need>,
    /// Result of checking the claim by hand.
    pub check: Option<String>,
    /// Precision of each number, as written in the list.
    #[serde(skip)]
    precisions: Vec<Precision>,
    #[serde(skip)]
    source: Option<&'static Paper>,
}

/// Error in a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    pub id: String,
    pub paper: String,
    pub r#where: String,
    /// numeric, algorithm, model or text.
    pub class: String,
    pub statement: String,
    pub correct: String,
    pub why: String,
    /// Ids of the affected claims.
    pub affects: Vec<String>,
    #[serde(skip)]
    source: Option<&'static Paper>,
}

/// Missing part of a paper's text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    pub id: String,
    pub paper: String,
    pub r#where: String,
    pub missing: String,
    pub recommended: String,
    #[serde(skip)]
    source: Option<&'static Paper>,
}

/// Claims, errata and gaps of some papers, or a selection of them, in the order of the lists.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    #[serde(skip)]
    pub papers: Vec<&'static Paper>,
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
    #[serde(rename = "erratum")]
    pub errata: Vec<Erratum>,
    #[serde(rename = "gap")]
    pub gaps: Vec<Gap>,
}

impl Claim {
    /// Prefix of the ids of the claim's paper.
    pub fn paper_prefix(&self) -> &'static str {
        prefix(self.source)
    }

    /// The stated value; numbers with their unit.
    pub fn stated(&self) -> String {
        let printed = self.printed();
        match (&printed.value, self.unit.as_str()) {
            (Value::Text(_) | Value::Texts(_), _) | (_, "-") => printed.to_string(),
            (_, unit) => format!("{printed} {unit}"),
        }
    }

    /// The claim's value, with the digits written in the list.
    pub fn printed(&self) -> Printed {
        Printed { value: Value::of(self.value.get_ref()), precisions: self.precisions.clone() }
    }
}

/// Prefix of a paper's ids.
fn prefix(paper: Option<&Paper>) -> &'static str {
    paper.map_or("", |paper| paper.prefix)
}

/// Precision of each number in a TOML value.
fn precisions(literal: &str) -> Vec<Precision> {
    fn of(value: &DeValue) -> Vec<Precision> {
        match value {
            DeValue::Integer(number) => vec![Precision::of(number.as_str())],
            DeValue::Float(number) => vec![Precision::of(number.as_str())],
            DeValue::Array(all) => all.iter().flat_map(|one| of(one.get_ref())).collect(),
            _ => Vec::new(),
        }
    }
    DeValue::parse(literal).map_or_else(|_| Vec::new(), |value| of(value.get_ref()))
}

impl Claims {
    /// All claims, errata and gaps of these papers.
    ///
    /// # Errors
    /// [`Error::Input`] if a list does not have the expected format.
    pub fn of(papers: &[&'static Paper]) -> Result<Claims> {
        let mut all = Claims { papers: papers.to_vec(), ..Claims::default() };
        for paper in papers {
            let own = Claims::read(paper)?;
            all.claims.extend(own.claims);
            all.errata.extend(own.errata);
            all.gaps.extend(own.gaps);
        }
        Ok(all)
    }

    fn read(paper: &'static Paper) -> Result<Claims> {
        let text = paper.list.text;
        let mut own: Claims = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start]);
            let name = format!("claims.toml of {}", paper.prefix);
            let place = Place::line(name, 1 + before.matches('\n').count());
            Error::input(place, error.message(), "a list of claims")
        })?;
        for claim in &mut own.claims {
            claim.precisions = precisions(&text[claim.value.span()]);
            claim.source = Some(paper);
        }
        own.errata.iter_mut().for_each(|erratum| erratum.source = Some(paper));
        own.gaps.iter_mut().for_each(|gap| gap.source = Some(paper));
        Ok(own)
    }

    /// Selects the claim or erratum with this id, everything of a paper, or `all`. An erratum also
    /// selects the claims that it affects, and a claim the errata that affect it.
    ///
    /// # Errors
    /// [`Error::Input`] with the nearest names if there is none.
    pub fn find(self, name: &str) -> Result<Claims> {
        if name == "all" {
            return Ok(self);
        }
        let mut found = self.clone();
        if self.papers.iter().any(|paper| paper.prefix == name) {
            found.claims.retain(|claim| prefix(claim.source) == name);
            found.errata.retain(|erratum| prefix(erratum.source) == name);
            found.gaps.retain(|gap| prefix(gap.source) == name);
            return Ok(found);
        }
        found
            .errata
            .retain(|erratum| erratum.id == name || erratum.affects.iter().any(|a| a == name));
        let affected = |id: &String| {
            found.errata.iter().any(|erratum| erratum.id == name && erratum.affects.contains(id))
        };
        found.claims.retain(|claim| claim.id == name || affected(&claim.id));
        found.gaps.clear();
        match found.claims.is_empty() && found.errata.is_empty() {
            true => Err(self.unknown(name)),
            false => Ok(found),
        }
    }

    fn unknown(&self, name: &str) -> Error {
        const SHOWN: usize = 4;
        let mut known: Vec<&str> = vec!["all"];
        known.extend(self.papers.iter().map(|paper| paper.prefix));
        known.extend(self.claims.iter().map(|claim| claim.id.as_str()));
        known.extend(self.errata.iter().map(|erratum| erratum.id.as_str()));
        known.sort_by_key(|known| strsim::osa_distance(known, name));
        let papers: Vec<&str> = self.papers.iter().map(|paper| paper.prefix).collect();
        Error::input(
            Place::whole("command line"),
            format!("claim '{name}'"),
            format!(
                "all, a paper ({}), or the id of a claim or an erratum; the nearest are {}",
                papers.join(", "),
                known[..SHOWN.min(known.len())].join(", ")
            ),
        )
    }
}

/// Verdict on a claim, with its reason.
pub struct Finding<'a> {
    pub claim: &'a Claim,
    pub verdict: Verdict,
    pub evidence: Evidence,
    pub ours: Option<Value>,
    /// Deviation of our value in percent, if both are numbers.
    pub deviation_percent: Option<f64>,
    /// How our value is derived, where it is defined, or what it needs.
    pub how: String,
    /// Why our value may differ.
    pub note: Option<String>,
    /// Errata that affect the claim.
    pub errata: Vec<&'a str>,
}

/// Result for an erratum, with its reason.
pub struct ErratumFinding<'a> {
    pub erratum: &'a Erratum,
    /// The calculation and its result; `None` if no calculation shows the erratum.
    pub shown: Option<(&'static str, Shown)>,
}

/// All findings.
pub struct Report<'a> {
    /// In the order of the list.
    pub findings: Vec<Finding<'a>>,
    pub errata: Vec<ErratumFinding<'a>>,
    pub gaps: &'a [Gap],
    pub papers: &'a [&'static Paper],
    pub sizes: &'a Sizes,
    pub config: &'a Config,
}

impl Report<'_> {
    /// First eight hex digits of a hash of all keys of the configuration.
    pub fn configuration_hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for key in self.config.schema().keys() {
            if let Some(value) = self.config.value(key.path) {
                hasher.update(format!("{} = {value}\n", key.path).as_bytes());
            }
        }
        hasher.finalize().to_hex()[..8].to_string()
    }
}

/// The command that reproduces a claim or shows an erratum alone.
pub fn command(id: &str) -> String {
    format!("regforge reproduce {id}")
}

/// Judges a claim. `errata` are those that may affect it.
pub fn judge<'a>(
    claim: &'a Claim,
    errata: &'a [Erratum],
    config: &Config,
    simulations: &Simulations,
    sizes: &Sizes,
) -> Finding<'a> {
    let affects = |erratum: &&Erratum| erratum.affects.contains(&claim.id);
    let errata = errata.iter().filter(affects).map(|erratum| erratum.id.as_str()).collect();
    let finding = Finding {
        claim,
        verdict: Verdict::NotYet,
        evidence: evidence(&claim.needs),
        ours: None,
        deviation_percent: None,
        how: String::new(),
        note: None,
        errata,
    };
    let Some(paper) = claim.source else { return finding };
    if let Some(simulated) = simulations.of(&claim.id) {
        return finding.simulated(simulated);
    }
    if let Some(synthesised) = sizes.of(&claim.id) {
        return finding.synthesised(synthesised);
    }
    if let Some(computed) = paper.computed.iter().find(|c| c.id == claim.id) {
        return finding.computed(computed).noted(sizes.note(&claim.id));
    }
    if let Some(taken) = paper.taken.iter().find(|t| t.id == claim.id) {
        return finding.taken(taken, config);
    }
    if let Some(given) = paper.given.iter().find(|g| g.id == claim.id) {
        return Finding { verdict: Verdict::Given, how: given.why.into(), ..finding };
    }
    match paper.missing.iter().find(|m| m.id == claim.id) {
        Some(missing) => {
            Finding { verdict: Verdict::NeedsInput, how: missing.input.into(), ..finding }
        }
        None => {
            let needs: Vec<&str> = claim.needs.iter().map(|need| need.word()).collect();
            Finding { how: format!("not available yet: {}", needs.join(", ")), ..finding }
        }
    }
}

/// Runs the calculation that shows an erratum, if there is one.
pub fn show(erratum: &Erratum) -> ErratumFinding<'_> {
    let errata = erratum.source.map_or(&[][..], |paper| paper.errata);
    let shown = errata.iter().find(|shown| shown.id == erratum.id);
    ErratumFinding { erratum, shown: shown.map(|shown| (shown.how, (shown.shown)())) }
}

/// Kind of evidence for a claim with these needs.
fn evidence(needs: &[Need]) -> Evidence {
    if needs.contains(&Need::Synthesis) {
        Evidence::Synthesised
    } else if needs == [Need::Arithmetic] {
        Evidence::Computed
    } else {
        Evidence::Simulated
    }
}

impl<'a> Finding<'a> {
    pub fn command(&self) -> String {
        command(&self.claim.id)
    }

    /// The command that shows what a deviation depends on, if the paper's studies cover it.
    pub fn depends(&self) -> Option<String> {
        let open = self.claim.source?.open?;
        let is_covered = open.headlines.iter().any(|headline| headline.id == self.claim.id);
        let deviates = self.verdict == Verdict::Deviates;
        (deviates && is_covered).then(|| assumptions::command(&self.claim.id))
    }

    /// Our value for a table; a dash if there is none.
    pub fn printed_ours(&self) -> String {
        let printed = self.claim.printed();
        self.ours.as_ref().map_or_else(|| "-".into(), |ours| printed.print_ours(ours))
    }

    /// Deviation of our value for a table; a dash if it does not differ.
    pub fn printed_deviation(&self) -> String {
        match (self.verdict, self.deviation_percent) {
            (Verdict::Erratum | Verdict::Deviates, Some(percent)) => format!("{percent:+.1} %"),
            _ => "-".into(),
        }
    }

    /// The finding with our value; the verdict is `equal` or `unequal`.
    fn compared(self, ours: Value, equal: Verdict, unequal: Verdict) -> Finding<'a> {
        let printed = self.claim.printed();
        let verdict = if printed.agrees(&ours) { equal } else { unequal };
        let deviation_percent = printed.deviation_percent(&ours);
        Finding { verdict, deviation_percent, ours: Some(ours), ..self }
    }

    /// An erratum explains a difference of arithmetic, but not of a simulation.
    fn simulated(self, simulated: Simulated) -> Finding<'a> {
        let Simulated { ours, note } = simulated;
        let finding = self.compared(ours, Verdict::Reproduced, Verdict::Deviates);
        let (evidence, how) = (Evidence::Simulated, "simulated".into());
        Finding { evidence, how, note: Some(note), ..finding }
    }

    fn synthesised(self, synthesised: Synthesised) -> Finding<'a> {
        let Synthesised { ours, how, note } = synthesised;
        let finding = self.compared(ours, Verdict::Reproduced, Verdict::Deviates);
        let evidence = Evidence::Synthesised;
        Finding { evidence, how: how.into(), note: Some(note), ..finding }
    }

    fn computed(self, computed: &Computed) -> Finding<'a> {
        let unequal = self.unequal();
        let finding = self.compared((computed.ours)(), Verdict::Reproduced, unequal);
        Finding { evidence: Evidence::Computed, how: computed.how.into(), ..finding }.explained()
    }

    fn taken(self, taken: &Taken, config: &Config) -> Finding<'a> {
        let unequal = self.unequal();
        let finding = Finding { evidence: Evidence::Computed, ..self };
        match (taken.ours)(config) {
            Some(ours) => {
                let finding = finding.compared(ours, Verdict::Taken, unequal);
                Finding { how: taken.at.into(), ..finding }.explained()
            }
            None => Finding { how: format!("not available yet: {}", taken.at), ..finding },
        }
    }

    /// Appends `more` to the note, if there is any.
    fn noted(self, more: Option<String>) -> Finding<'a> {
        let notes: Vec<String> = self.note.into_iter().chain(more).collect();
        Finding { note: (!notes.is_empty()).then(|| notes.join("; ")), ..self }
    }

    fn unequal(&self) -> Verdict {
        if self.errata.is_empty() { Verdict::Deviates } else { Verdict::Erratum }
    }

    /// Uses the check in the list as the note of a deviation.
    fn explained(self) -> Finding<'a> {
        match self.verdict {
            Verdict::Deviates => Finding { note: self.claim.check.clone(), ..self },
            _ => self,
        }
    }
}
