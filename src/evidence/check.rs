//! A check of the record: subject, key and execution.

use super::Entry;
use crate::config::Config;
use crate::cosim::{
    Agreement, FaultInLockstep, FourState, lint, lint_commands, prove, prove_commands, refute,
};
use crate::emit::{Design, Proof, code};
use crate::error::Result;
use crate::report::Synthesiser;
use crate::temporary;
use crate::tools::{ABC, IVERILOG, VERILATOR, YOSYS};
use crate::units::AnyUnit;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

/// Kinds of checks, in the order of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Proof,
    Fault,
    Lockstep,
    Lint,
    FourState,
    Area,
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Proof, Kind::Fault, Kind::Lockstep, Kind::Lint, Kind::FourState, Kind::Area];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Proof => "proof",
            Kind::Fault => "fault",
            Kind::Lockstep => "lockstep",
            Kind::Lint => "lint",
            Kind::FourState => "four-state",
            Kind::Area => "area",
        }
    }

    /// The recorded verdict. Only checks that pass are recorded.
    pub fn verdict(self) -> &'static str {
        match self {
            Kind::Proof => "proved",
            Kind::Fault => "found",
            Kind::Lockstep => "agrees",
            Kind::Lint => "clean",
            Kind::FourState => "known",
            Kind::Area => "counted",
        }
    }
}

/// Versions of the tools that checks call.
#[derive(Clone, Debug)]
pub struct Tools {
    pub yosys: String,
    pub abc: String,
    pub verilator: String,
    pub iverilog: String,
}

impl Tools {
    /// Queries the installed tools.
    ///
    /// # Errors
    /// [`crate::error::Error::MissingTool`].
    pub fn find() -> Result<Tools> {
        Ok(Tools {
            yosys: YOSYS.find()?.version,
            abc: ABC.find()?.version,
            verilator: VERILATOR.find()?.version,
            iverilog: IVERILOG.find()?.version,
        })
    }

    /// Versions of the tools of a kind of check.
    fn of(&self, kind: Kind) -> String {
        let versions = match kind {
            Kind::Proof => vec![&*self.yosys, &*self.abc],
            Kind::Fault => vec![&*self.yosys, &*self.abc, &*self.verilator],
            Kind::Lockstep => vec![&*self.verilator],
            Kind::Lint => vec![&*self.verilator, &*self.iverilog, &*self.yosys],
            Kind::FourState => vec![&*self.iverilog],
            Kind::Area => vec![&*self.yosys],
        };
        versions.join("; ")
    }
}

/// Work that a check does.
enum Work {
    Prove(Proof),
    Refute(Proof),
    Find(FaultInLockstep),
    Agree(Agreement),
    Lint(Design),
    FourState(FourState),
    Count { unit: &'static dyn AnyUnit, config: Box<Config>, synthesiser: Arc<Synthesiser> },
}

/// A check whose result the record may contain.
pub struct Check {
    pub kind: Kind,
    /// Unit, configuration, and for a proof its claim.
    pub subject: String,
    /// Hash of the Verilog without comments, the tools' input and their versions.
    pub key: String,
    /// Versions of the tools.
    pub tools: String,
    work: Work,
}

impl Check {
    /// A proof of a unit in a configuration, given by name.
    pub fn proof(tools: &Tools, unit: &str, configuration: &str, proof: Proof) -> Check {
        let subject = format!("{unit} ({configuration}): {}", proof.claim);
        let key = proof_key(&proof, &tools.of(Kind::Proof));
        Check::new(Kind::Proof, subject, key, tools, Work::Prove(proof))
    }

    /// A proof with a planted fault, which must have a counterexample.
    pub fn refutation(tools: &Tools, subject: String, faulty: Proof) -> Check {
        let key = proof_key(&faulty, &tools.of(Kind::Fault));
        Check::new(Kind::Fault, subject, key, tools, Work::Refute(faulty))
    }

    /// A unit with a planted fault, which lockstep with this stimulus must find.
    pub fn found_in_lockstep(
        tools: &Tools,
        subject: String,
        stimulus: &str,
        faulty: FaultInLockstep,
    ) -> Check {
        let content = faulty.content();
        let parts = content.iter().map(String::as_str).chain([stimulus]);
        let key = key(parts, &tools.of(Kind::Fault));
        Check::new(Kind::Fault, subject, key, tools, Work::Find(faulty))
    }

    /// Model and RTL of a unit in lockstep.
    ///
    /// # Errors
    /// Errors of emission.
    pub fn agreement(tools: &Tools, subject: String, agreement: Agreement) -> Result<Check> {
        let content = agreement.content()?;
        let key = key(content.iter().map(String::as_str), &tools.of(Kind::Lockstep));
        Ok(Check::new(Kind::Lockstep, subject, key, tools, Work::Agree(agreement)))
    }

    /// The lint of a design.
    pub fn lint(tools: &Tools, unit: &str, configuration: &str, design: Design) -> Check {
        let files: Vec<String> = design.modules.iter().map(|module| module.file()).collect();
        let commands = lint_commands(design.top().name, &files).map(|args| args.join(" "));
        let parts = commands.iter().map(String::as_str);
        let key = key(parts.chain([&*design.content_hash()]), &tools.of(Kind::Lint));
        let subject = format!("{unit} ({configuration})");
        Check::new(Kind::Lint, subject, key, tools, Work::Lint(design))
    }

    /// The four-state simulation of a unit after reset.
    pub fn four_state(tools: &Tools, unit: &str, configuration: &str, check: FourState) -> Check {
        let content = check.content();
        let key = key(content.iter().map(String::as_str), &tools.of(Kind::FourState));
        let subject = format!("{unit} ({configuration})");
        Check::new(Kind::FourState, subject, key, tools, Work::FourState(check))
    }

    /// The area of a unit by Yosys alone.
    ///
    /// # Errors
    /// Errors of emission.
    pub fn area(
        tools: &Tools,
        synthesiser: &Arc<Synthesiser>,
        unit: &'static dyn AnyUnit,
        config: Config,
    ) -> Result<Check> {
        let key = area_key(&unit.design(&config)?, &tools.of(Kind::Area));
        let subject = format!("{} ({})", unit.name(), config.name());
        let config = Box::new(config);
        let work = Work::Count { unit, config, synthesiser: synthesiser.clone() };
        Ok(Check::new(Kind::Area, subject, key, tools, work))
    }

    fn new(kind: Kind, subject: String, key: String, tools: &Tools, work: Work) -> Check {
        Check { kind, subject, key, tools: tools.of(kind), work }
    }

    /// Runs the tools, without use of the record.
    ///
    /// # Errors
    /// The verdict of a check that fails; missing tools.
    pub fn run(&self) -> Result<Entry> {
        let start = Instant::now();
        let area = match &self.work {
            Work::Prove(proof) => prove(proof).map(|()| None),
            Work::Refute(faulty) => refute(faulty).map(|_| None),
            Work::Find(faulty) => faulty.find(temporary::Folder::new()?.path()).map(|_| None),
            Work::Agree(agreement) => {
                agreement.run(temporary::Folder::new()?.path()).map(|()| None)
            }
            Work::Lint(design) => lint(design).map(|()| None),
            Work::FourState(check) => check.run().map(|()| None),
            Work::Count { unit, config, synthesiser } => synthesiser.area(*unit, config).map(Some),
        }?;
        Ok(Entry {
            kind: self.kind,
            subject: self.subject.clone(),
            verdict: self.kind.verdict().into(),
            seconds: (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            tools: self.tools.clone(),
            key: self.key.clone(),
            area,
        })
    }
}

fn proof_key(proof: &Proof, tools: &str) -> String {
    let [translation, decision] = prove_commands(proof);
    let texts = [&proof.checker].into_iter().chain(proof.modules.iter().map(|module| &module.body));
    let texts: Vec<String> = texts.map(|text| code(text)).collect();
    let commands = [translation.as_str(), &decision];
    key(commands.into_iter().chain(texts.iter().map(String::as_str)), tools)
}

pub(super) fn area_key(design: &Design, yosys: &str) -> String {
    let script = Synthesiser::SCRIPT.join("; ");
    key([Synthesiser::RULE, &script, &design.content_hash()], yosys)
}

fn key<'a>(parts: impl IntoIterator<Item = &'a str>, tools: &'a str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts.into_iter().chain([tools]) {
        hasher.update(part.as_bytes());
        hasher.update(b"\0");
    }
    hasher.finalize().to_hex()[..32].to_string()
}
