//! Template context of the write buffer.

use super::{Params, SttWriteBuffer};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Owner, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::memory::Memory;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "stt/rf_stt_write_buffer.v", escape = "none")]
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
        contract: comment(SttWriteBuffer::CONTRACT),
        ports: port_list(&unit_ports::<SttWriteBuffer>(params)),
        index_bits: bits_for(params.depth),
    };
    let body = body.render().map_err(Error::emission(SttWriteBuffer::NAME))?;
    let words = Memory {
        entries: params.depth,
        data_bits: params.data_bits(),
        mask_bits: params.lanes,
        two_ports: true,
    };
    let mut module = Module::leaf(owner, name, body);
    module.children = vec![(memory, 1)];
    Ok(Design { modules: vec![words.module(owner, memory)?, module] })
}

#[derive(Template)]
#[template(path = "stt/props/stt_write_buffer_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proofs of a buffer for three writes of four entries of two bits.
pub fn proofs() -> Result<Vec<Proof>> {
    let params = &Params { depth: 3, entry_bits: 2, lanes: 2, lane_bits: 1 };
    let claim = "STT-I15, STT-I16, STT-I17: pushed lanes are read and drained as they were written \
                 last, none is lost but of what is cancelled, at most one write of a register is \
                 buffered, and it leaves with one of the next three drains; 3 writes, two lanes of a \
                 bit";
    Ok(vec![Proof {
        name: "stt_write_buffer_check",
        claim: claim.into(),
        checker: Checker { params }.render().map_err(Error::emission(SttWriteBuffer::NAME))?,
        modules: SttWriteBuffer::design(params)?.modules,
    }])
}
