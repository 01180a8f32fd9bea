//! Memories as memory compilers offer them: one port for reads and writes, or one port for each.
//! The module is a simulation model with the ports of a foundry's macro. Its bits are counted as
//! storage, not synthesised.

use crate::bits::bits_for;
use crate::emit::{Module, Owner, Port};
use crate::error::{Error, Result};
use askama::Template;

/// Ports of an array whose lanes are written in separate slices: `lane_mask` gets one bit for each
/// slice.
pub fn sliced(mut ports: Vec<Port>, slices: usize) -> Vec<Port> {
    for mask in ports.iter_mut().filter(|port| slices > 1 && port.name == "lane_mask") {
        mask.shape.bits *= slices;
        mask.doc = "slices to write, those of lane 0 lowest";
    }
    ports
}

/// A memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Number of words.
    pub entries: usize,
    /// Bits of a word.
    pub data_bits: usize,
    /// Number of parts of a word that can be written separately, all of the same width.
    pub mask_bits: usize,
    /// Whether a read and a write can be performed in one cycle; else only one of them.
    pub two_ports: bool,
}

#[derive(Template)]
#[template(path = "rf_memory.v", escape = "none")]
struct Body {
    module: &'static str,
    what: String,
    entries: usize,
    address_bits: usize,
    data_bits: usize,
    mask_bits: usize,
    /// Bits of a separately written part.
    part: usize,
    two_ports: bool,
}

impl Body {
    fn read(&self) -> &'static str {
        if self.two_ports { "read_req_i" } else { "req_i && !we_i" }
    }

    fn write(&self) -> &'static str {
        if self.two_ports { "write_req_i" } else { "req_i && we_i" }
    }

    fn address(&self, access: &str) -> String {
        if self.two_ports { format!("{access}_addr_i") } else { "addr_i".into() }
    }
}

impl Memory {
    /// The memory as a module of this name, whose header names the owner.
    ///
    /// # Errors
    /// Errors of emission.
    pub fn module(&self, owner: Owner, module: &'static str) -> Result<Module> {
        let ports = if self.two_ports { "two ports" } else { "one port" };
        let body = Body {
            module,
            what: format!("{} words of {} bits with {ports}", self.entries, self.data_bits),
            entries: self.entries,
            address_bits: bits_for(self.entries),
            data_bits: self.data_bits,
            mask_bits: self.mask_bits,
            part: self.data_bits / self.mask_bits,
            two_ports: self.two_ports,
        };
        let body = body.render().map_err(Error::emission(owner.unit))?;
        let mut module = Module::leaf(owner, module, body);
        module.macro_bits = Some(self.entries * self.data_bits);
        Ok(module)
    }
}
