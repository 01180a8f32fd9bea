//! Faults that are planted in a unit's Verilog, to show that its checks find them.

use crate::emit::Module;
use crate::error::{Error, Result};

/// Keys, `KEY=VALUE`, that differ from the default configuration.
pub type Keys = &'static [&'static str];

/// A change to one module, and the checks that must find it. [`crate::evidence`] records the result
/// of each.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The module that is changed: a module of the unit or of the proof.
    pub module: &'static str,
    /// The text whose first occurrence is replaced.
    pub from: &'static str,
    /// The replacement.
    pub to: &'static str,
    /// The configuration of the lockstep run that must find the fault, if one must.
    pub lockstep: Option<Keys>,
    /// The proof that the fault must refute, if any: its index among the unit's proofs, and the
    /// configuration.
    pub proof: Option<(usize, Keys)>,
}

impl Fault {
    /// A fault that no check must find yet.
    pub const fn new(module: &'static str, from: &'static str, to: &'static str) -> Fault {
        Fault { module, from, to, lockstep: None, proof: None }
    }

    /// Adds: lockstep in this configuration must find the fault.
    pub const fn in_lockstep(self, keys: Keys) -> Fault {
        Fault { lockstep: Some(keys), ..self }
    }

    /// Adds: the fault must refute the unit's proof of this index, in this configuration.
    pub const fn refutes(self, proof: usize, keys: Keys) -> Fault {
        Fault { proof: Some((proof, keys)), ..self }
    }

    /// Plants the fault in its module.
    ///
    /// # Errors
    /// The module is not among these, or does not contain the text.
    pub fn plant(&self, modules: &mut [Module]) -> Result<()> {
        let Fault { module, from, to, .. } = self;
        let found = modules.iter_mut().find(|one| one.name == *module);
        let Some(module) = found.filter(|module| module.body.contains(from)) else {
            let message = format!("{module}: the place of a planted fault is gone: {from:?}");
            return Err(Error::Disagreement(message));
        };
        module.body = module.body.replacen(from, to, 1);
        Ok(())
    }
}
