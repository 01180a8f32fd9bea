//! Every number that the five papers print, and ours beside it.
//!
//! `claims.toml` lists the claims, the errata and what is lost of the papers' text. [`Claims::find`]
//! chooses some of them, [`judge`] comes to one [`Finding`] for each. Ours comes from the first of
//! these that has an answer: a simulation ([`simulated`]), synthesis ([`synthesised`]), arithmetic
//! (`COMPUTED` of the paper's module), a place in the configuration or in [`crate::tech`] (`TAKEN`). A claim without any of
//! them names the input that we lack (`MISSING`) or what does not exist yet.
//!
//! Nothing here is tuned to a paper's figure. A claim that is refuted is a result like any other.

pub mod computed;
pub mod exp;
mod html;
mod json;
pub mod loc;
pub mod rm;
pub mod sdc;
mod simulated;
pub mod stt;
mod synthesised;
mod table;
mod taken;
mod verdict;

pub use computed::{Computed, Given, Shown, ShownErratum, Value};
pub use html::html;
pub use json::json;
pub use simulated::{Simulated, Simulations};
pub use synthesised::{CONFIGURATIONS, Size, Sizes, Structure, Synthesised, Total};
pub use table::table;
pub use taken::{Missing, Taken};
pub use verdict::{Evidence, Precision, Printed, Verdict};

use crate::config::{Config, KEYS};
use crate::error::{Error, Place, Result};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

/// The list, as it ships.
const LIST: &str = include_str!("claims.toml");

/// A paper, and what we have for its claims.
pub struct Paper {
    /// What its claims' ids begin with.
    pub prefix: &'static str,
    pub computed: &'static [Computed],
    pub given: &'static [Given],
    pub errata: &'static [ShownErratum],
    pub taken: &'static [Taken],
    pub missing: &'static [Missing],
}

/// In the order of the list.
pub const PAPERS: [Paper; 5] = [
    Paper {
        prefix: "rm",
        computed: rm::COMPUTED,
        given: &[],
        errata: rm::ERRATA,
        taken: rm::TAKEN,
        missing: rm::MISSING,
    },
    paper("stt", stt::COMPUTED, stt::GIVEN, stt::ERRATA),
    Paper {
        prefix: "sdc",
        computed: sdc::COMPUTED,
        given: sdc::GIVEN,
        errata: sdc::ERRATA,
        taken: sdc::TAKEN,
        missing: sdc::MISSING,
    },
    paper("loc", loc::COMPUTED, loc::GIVEN, loc::ERRATA),
    paper("exp", exp::COMPUTED, exp::GIVEN, exp::ERRATA),
];

const fn paper(
    prefix: &'static str,
    computed: &'static [Computed],
    given: &'static [Given],
    errata: &'static [ShownErratum],
) -> Paper {
    Paper { prefix, computed, given, errata, taken: &[], missing: &[] }
}

/// The paper whose claims' ids begin as this one does.
fn paper_of(id: &str) -> &'static str {
    let has = |paper: &&Paper| id.strip_prefix(paper.prefix).is_some_and(|r| r.starts_with('-'));
    PAPERS.iter().find(has).map_or("", |paper| paper.prefix)
}

/// What a claim takes to be checked.
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
    /// What checking it by hand came to.
    pub check: Option<String>,
}

/// What is wrong in a paper.
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
    /// Ids of claims.
    pub affects: Vec<String>,
}

/// What is lost of a paper's text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    pub id: String,
    pub paper: String,
    pub r#where: String,
    pub missing: String,
    pub recommended: String,
}

/// The list, or a part of it, in its order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
    #[serde(rename = "erratum")]
    pub errata: Vec<Erratum>,
    #[serde(rename = "gap")]
    pub gaps: Vec<Gap>,
}

impl Claim {
    pub fn paper_prefix(&self) -> &'static str {
        paper_of(&self.id)
    }

    /// What it states, with the unit of numbers.
    pub fn stated(&self) -> String {
        let printed = self.printed();
        match (&printed.value, self.unit.as_str()) {
            (Value::Text(_) | Value::Texts(_), _) | (_, "-") => printed.to_string(),
            (_, unit) => format!("{printed} {unit}"),
        }
    }

    /// Its value, with the digits that stand in the list.
    pub fn printed(&self) -> Printed {
        let number =
            |value: &toml::Value| value.as_float().or_else(|| Some(value.as_integer()? as f64));
        let text = |value: &toml::Value| value.as_str().map_or(value.to_string(), str::to_string);
        let value = match self.value.get_ref() {
            toml::Value::Array(all) => match all.iter().map(number).collect() {
                Some(numbers) => Value::Numbers(numbers),
                None => Value::Texts(all.iter().map(text).collect()),
            },
            one => number(one).map_or_else(|| Value::Text(text(one)), Value::Number),
        };
        Printed { value, precisions: precisions(&LIST[self.value.span()]) }
    }
}

/// The digits of the numbers of a TOML value.
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
    /// All of them.
    ///
    /// # Errors
    /// [`Error::Input`] if the list that ships is not what this program reads.
    pub fn shipped() -> Result<Claims> {
        toml::from_str(LIST).map_err(|error| {
            let before = error.span().map_or("", |span| &LIST[..span.start]);
            let place = Place::line("claims.toml", 1 + before.matches('\n').count());
            Error::input(place, error.message(), "the list of claims")
        })
    }

    /// The claim or erratum of that id, those of a paper, or `all`. An erratum brings the claims
    /// that it affects, and a claim the errata that affect it.
    ///
    /// # Errors
    /// [`Error::Input`] with the nearest names if there is none.
    pub fn find(self, name: &str) -> Result<Claims> {
        if name == "all" {
            return Ok(self);
        }
        let mut found = self.clone();
        if PAPERS.iter().any(|paper| paper.prefix == name) {
            found.claims.retain(|claim| paper_of(&claim.id) == name);
            found.errata.retain(|erratum| paper_of(&erratum.id) == name);
            found.gaps.retain(|gap| paper_of(&gap.id) == name);
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
        known.extend(PAPERS.iter().map(|paper| paper.prefix));
        known.extend(self.claims.iter().map(|claim| claim.id.as_str()));
        known.extend(self.errata.iter().map(|erratum| erratum.id.as_str()));
        known.sort_by_key(|known| strsim::osa_distance(known, name));
        let papers: Vec<&str> = PAPERS.iter().map(|paper| paper.prefix).collect();
        Error::input(
            Place::whole("command line"),
            format!("claim '{name}'"),
            format!(
                "all, a paper ({}), or an id; the nearest are {}",
                papers.join(", "),
                known[..SHOWN.min(known.len())].join(", ")
            ),
        )
    }
}

/// What became of a claim.
pub struct Finding<'a> {
    pub claim: &'a Claim,
    pub verdict: Verdict,
    pub evidence: Evidence,
    pub ours: Option<Value>,
    /// Of ours, where both are numbers.
    pub deviation_percent: Option<f64>,
    /// How ours follows, where it stands, or what it takes.
    pub how: String,
    /// Why ours may differ.
    pub note: Option<String>,
    /// Errata that affect the claim.
    pub errata: Vec<&'a str>,
}

/// What became of an erratum.
pub struct ErratumFinding<'a> {
    pub erratum: &'a Erratum,
    /// How it was shown and what came out; none if no calculation shows it.
    pub shown: Option<(&'static str, Shown)>,
}

/// All that was found.
pub struct Report<'a> {
    /// In the order of the list.
    pub findings: Vec<Finding<'a>>,
    pub errata: Vec<ErratumFinding<'a>>,
    pub gaps: &'a [Gap],
    pub sizes: &'a Sizes,
    pub config: &'a Config,
}

impl Report<'_> {
    /// First eight hex digits of a hash of all keys of the configuration.
    pub fn configuration_hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for key in KEYS {
            hasher.update(format!("{} = {}\n", key.path, self.config.value(key.path)).as_bytes());
        }
        hasher.finalize().to_hex()[..8].to_string()
    }
}

/// The command that reproduces a claim or shows an erratum alone.
pub fn command(id: &str) -> String {
    format!("regforge reproduce {id}")
}

/// Comes to a verdict on a claim. `errata` are those that may affect it.
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
    if let Some(simulated) = simulations.of(&claim.id) {
        return finding.simulated(simulated);
    }
    if let Some(synthesised) = sizes.of(&claim.id) {
        return finding.synthesised(synthesised);
    }
    if let Some(computed) = of_papers(|paper| paper.computed, |c| c.id == claim.id) {
        return finding.computed(computed).noted(sizes.note(&claim.id));
    }
    if let Some(taken) = of_papers(|paper| paper.taken, |t| t.id == claim.id) {
        return finding.taken(taken, config);
    }
    if let Some(given) = of_papers(|paper| paper.given, |g| g.id == claim.id) {
        return Finding { verdict: Verdict::Given, how: given.why.into(), ..finding };
    }
    match of_papers(|paper| paper.missing, |m| m.id == claim.id) {
        Some(missing) => {
            Finding { verdict: Verdict::NeedsInput, how: missing.input.into(), ..finding }
        }
        None => {
            let needs: Vec<&str> = claim.needs.iter().map(|need| need.word()).collect();
            Finding { how: format!("waits for: {}", needs.join(", ")), ..finding }
        }
    }
}

/// Shows an erratum, if a calculation does.
pub fn show(erratum: &Erratum) -> ErratumFinding<'_> {
    let shown = of_papers(|paper| paper.errata, |shown| shown.id == erratum.id);
    ErratumFinding { erratum, shown: shown.map(|shown| (shown.how, (shown.shown)())) }
}

/// The entry of a table of any paper.
fn of_papers<T>(table: fn(&Paper) -> &'static [T], is: impl Fn(&T) -> bool) -> Option<&'static T> {
    PAPERS.iter().flat_map(|paper| table(paper).iter()).find(|entry| is(entry))
}

/// What would be evidence for a claim with these needs.
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

    /// Ours for a table; a dash where there is none.
    pub fn printed_ours(&self) -> String {
        let printed = self.claim.printed();
        self.ours.as_ref().map_or_else(|| "-".into(), |ours| printed.print_ours(ours))
    }

    /// By how much ours is off, for a table; a dash where it is not.
    pub fn printed_deviation(&self) -> String {
        match (self.verdict, self.deviation_percent) {
            (Verdict::Erratum | Verdict::Deviates, Some(percent)) => format!("{percent:+.1} %"),
            _ => "-".into(),
        }
    }

    /// With a value of ours; `equal` and `unequal` are the verdicts that it may come to.
    fn compared(self, ours: Value, equal: Verdict, unequal: Verdict) -> Finding<'a> {
        let printed = self.claim.printed();
        let verdict = if printed.agrees(&ours) { equal } else { unequal };
        let deviation_percent = printed.deviation_percent(&ours);
        Finding { verdict, deviation_percent, ours: Some(ours), ..self }
    }

    /// An erratum explains why arithmetic differs, but not why a simulation does.
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
            None => Finding { how: format!("waits for: {}", taken.at), ..finding },
        }
    }

    /// With more to say, if there is more.
    fn noted(self, more: Option<String>) -> Finding<'a> {
        let notes: Vec<String> = self.note.into_iter().chain(more).collect();
        Finding { note: (!notes.is_empty()).then(|| notes.join("; ")), ..self }
    }

    fn unequal(&self) -> Verdict {
        if self.errata.is_empty() { Verdict::Deviates } else { Verdict::Erratum }
    }

    /// With what the list says of a deviation.
    fn explained(self) -> Finding<'a> {
        match self.verdict {
            Verdict::Deviates => Finding { note: self.claim.check.clone(), ..self },
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(id: &str) -> Printed {
        let claims = Claims::shipped().unwrap().claims;
        claims.iter().find(|claim| claim.id == id).unwrap().printed()
    }

    #[test]
    fn values_keep_the_digits_of_the_list() {
        assert_eq!(printed("rm-occupancy").value, Value::Numbers(vec![46.6, 80.0]));
        assert_eq!(printed("rm-occupancy").to_string(), "46.6, 80.0");
        assert_eq!(printed("rm-t1-hotspot").to_string(), "256, 60, 2, 33, 93.75");
        assert_eq!(printed("rm-capacity").value, Value::Number(256.0));
        assert_eq!(printed("stt-t2-ber").precisions[0], Precision::of("1.38e-08"));
        assert_eq!(printed("rm-t2-l1-repl").value, Value::Text("LRU".into()));
        assert_eq!(printed("rm-search-space").to_string(), "64!, 8!");
    }

    #[test]
    fn every_number_has_its_digits() {
        for claim in Claims::shipped().unwrap().claims {
            let printed = claim.printed();
            let numbers = verdict::numbers(&printed.value).map_or(0, <[f64]>::len);
            assert_eq!(printed.precisions.len(), numbers, "{}", claim.id);
            assert!(!claim.paper_prefix().is_empty(), "{}", claim.id);
        }
    }
}
