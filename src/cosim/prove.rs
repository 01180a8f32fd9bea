//! Unbounded proofs: Yosys turns checker and unit into an and-inverter graph, and ABC's property
//! directed reachability (`pdr`) finds an invariant or a counterexample.
//!
//! A checker whose name ends in `_inductive` states the invariant itself and is proved by
//! induction: ABC searches two cycles from any state for a counterexample. Its assertions must hold
//! in the second cycle if all of them hold in the first, or if the first is a reset.
//!
//! Registers and memories without reset start at any value. Inputs are free, except for the
//! checker's assumptions.

use crate::emit::Proof;
use crate::error::{Error, Result};
use crate::temporary;
use crate::tools::{ABC, YOSYS, run};
use std::process::Command;

/// ABC's commands for any checker, and for one that is inductive.
const REACH: &str = "read_aiger proof.aig; fold; strash; pdr";
const INDUCT: &str = "read_aiger proof.aig; fold; strash; bmc3 -F 2";

/// Lines that ABC prints for a property that holds.
const HOLDS: [&str; 2] = ["Property proved", "No output asserted in 2 frames"];

/// Ending of the names of inductive checkers.
const INDUCTIVE: &str = "_inductive";

/// Commands of Yosys and ABC for a checker.
pub fn prove_commands(proof: &Proof) -> [String; 2] {
    let sources: Vec<String> = proof.modules.iter().map(|module| module.file()).collect();
    let translate = format!(
        "read_verilog -formal -sv checker.sv; read_verilog {}; prep -flatten -top {}; \
         memory_map; opt; async2sync; formalff -clk2ff -ff2anyinit; setundef -undriven -anyseq; \
         opt -fast; delete -output; chformal -cover -remove; dffunmap; techmap; \
         abc -g AND -fast; opt_clean; write_aiger -I -B -zinit -no-startoffset proof.aig",
        sources.join(" "),
        proof.name
    );
    let decide = if proof.name.ends_with(INDUCTIVE) { INDUCT } else { REACH };
    [translate, decide.into()]
}

/// Proves one checker.
///
/// # Errors
/// [`Error::Disagreement`] if the claim is refuted or undecided; missing tools.
pub fn prove(proof: &Proof) -> Result<()> {
    let yosys = YOSYS.find()?;
    let abc = ABC.find()?;
    let folder = temporary::Folder::new()?;
    folder.write("checker.sv", &proof.checker)?;
    for module in &proof.modules {
        folder.write(&module.file(), &module.text())?;
    }
    let [translation, decision] = prove_commands(proof);
    let mut translate = Command::new(&yosys.path);
    run(&YOSYS, translate.current_dir(folder.path()).args(["-q", "-p", &translation]))?;
    let mut decide = Command::new(&abc.path);
    decide.current_dir(folder.path());
    // ABC reports the result only as text: its exit code is always 0.
    let printed = run(&ABC, decide.args(["-c", &decision]))?;
    if HOLDS.iter().any(|text| printed.contains(text)) {
        return Ok(());
    }
    let frame = printed.lines().find(|line| line.contains("was asserted in frame"));
    let how = frame.map_or("left open", str::trim);
    Err(Error::Disagreement(format!("{}: {}: {how}", proof.name, proof.claim)))
}
