//! The queue's Verilog template, its checker and their values.

use super::{CONTRACT, In, NAME, Out, Params};
use crate::emit::{Design, Module, Owner, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Position, ports_of};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_read_queue.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    contract: String,
    ports: String,
    /// Bits of a stored read: tag, slot and position.
    read_bits: usize,
}

/// The queue under the module name `module`. `owner` is the unit whose keys the header lists: the
/// queues of different banks differ in size.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let body = Body {
        params,
        module,
        contract: comment(CONTRACT),
        ports: port_list(&ports_of::<In, Out>(params)),
        read_bits: params.tag_bits() + params.slot_bits() + params.position.bits(),
    };
    let body = body.render().map_err(Error::emission(NAME))?;
    Ok(Design { modules: vec![Module::leaf(owner, module, body)] })
}

#[derive(Template)]
#[template(path = "props/read_queue_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proofs with a depth of four and of eight reads, eight entries and two rows, whatever the
/// configuration's sizes.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let proof = |depth| {
        let params =
            &Params { depth, position: Position { entry_bits: 3, above_bits: 1 }, ..*params };
        Ok(Proof {
            name: "read_queue_check",
            claim: format!(
                "RM-I12, RM-I13: reads leave once, in order, unchanged; the probe finds them; \
                 depth {depth}"
            ),
            checker: Checker { params }.render().map_err(Error::emission(NAME))?,
            modules: design_as(params, Owner { unit: NAME, keys: &[] }, "rf_read_queue")?.modules,
        })
    };
    [4, 8].into_iter().map(proof).collect()
}
