//! Template context of the read buffer.

use super::{Params, ReadBuffer};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Owner, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::memory::Memory;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "stt/rf_read_buffer.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    depth: usize,
    module: &'static str,
    memory: &'static str,
    contract: String,
    ports: String,
    index_bits: usize,
}

/// A buffer of any size: the modules of the buffer and of its memory, with these names and this
/// owner.
///
/// # Errors
/// Errors of emission.
pub fn design_as(
    params: &Params,
    owner: Owner,
    [name, memory]: [&'static str; 2],
) -> Result<Design> {
    let body = Body {
        params,
        depth: params.depth,
        module: name,
        memory,
        contract: comment(ReadBuffer::CONTRACT),
        ports: port_list(&unit_ports::<ReadBuffer>(params)),
        index_bits: bits_for(params.depth),
    };
    let body = body.render().map_err(Error::emission(ReadBuffer::NAME))?;
    let words = Memory {
        entries: params.depth,
        data_bits: params.data_bits(),
        mask_bits: 1,
        two_ports: true,
    };
    let mut module = Module::leaf(owner, name, body);
    module.children = vec![(memory, 1)];
    Ok(Design { modules: vec![words.module(owner, memory)?, module] })
}

#[derive(Template)]
#[template(path = "stt/props/read_buffer_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proofs of a buffer for four registers of eight entries of two bits. With two copies of one
/// register, the combined place number would select a third place and give wrong data.
pub fn proofs() -> Result<Vec<Proof>> {
    let params = &Params { depth: 4, entry_bits: 3, lane_bits: 2, lanes: 1 };
    let claim = "STT-I10, STT-I11, STT-I12: a hit gives what the register holds, from its one copy; \
                 a write drops it in its cycle; 4 registers of two bits";
    Ok(vec![Proof {
        name: "read_buffer_check",
        claim: claim.into(),
        checker: Checker { params }.render().map_err(Error::emission(ReadBuffer::NAME))?,
        modules: ReadBuffer::design(params)?.modules,
    }])
}
