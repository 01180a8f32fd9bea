//! Faults that are planted in a unit's Verilog, to see that its checks find them.

use crate::emit::Module;
use crate::error::{Error, Result};

/// Keys that a configuration sets, `KEY=VALUE`, over the default one.
pub type Keys = &'static [&'static str];

/// A change to one module, and the checks that must find it. [`crate::evidence`] has a record of each.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The module that changes, of the unit or of the proof.
    pub module: &'static str,
    /// The text that is replaced where it occurs first.
    pub from: &'static str,
    /// The text in its place.
    pub to: &'static str,
    /// The configuration of the lockstep that finds it.
    pub lockstep: Option<Keys>,
    /// The proof that it refutes, by its place among the unit's, and the configuration.
    pub proof: Option<(usize, Keys)>,
}

impl Fault {
    /// A fault that no check finds yet.
    pub const fn new(module: &'static str, from: &'static str, to: &'static str) -> Fault {
        Fault { module, from, to, lockstep: None, proof: None }
    }

    /// It is found in lockstep.
    pub const fn in_lockstep(self, keys: Keys) -> Fault {
        Fault { lockstep: Some(keys), ..self }
    }

    /// It refutes the unit's proof of this number.
    pub const fn refutes(self, proof: usize, keys: Keys) -> Fault {
        Fault { proof: Some((proof, keys)), ..self }
    }

    /// Changes the module.
    ///
    /// # Errors
    /// The module, or the text in it, is gone.
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
