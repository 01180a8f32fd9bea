//! The template of a bank, which includes a part from its storage, and the checker of all banks.

use super::{PackedBank, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::compressed::units::storages::PackedStorage;
use crate::units::bank::{self, Dut, Part};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "compressed/rf_packed_bank.v", escape = "none")]
struct Body<'a> {
    module: &'static str,
    contract: String,
    ports: String,
    row_bits: usize,
    lanes: usize,
    slices: usize,
    data_bits: usize,
    storage: &'a str,
}

pub(super) fn design<S: PackedStorage>(params: &Params<S>) -> Result<Design> {
    let module = S::PACKED_BANK.module;
    let front = &params.shared.front;
    let bank::Parts { text, designs } = S::parts(&params.own)?;
    let body = Body {
        module,
        contract: comment(PackedBank::<S>::CONTRACT),
        ports: port_list(&unit_ports::<PackedBank<S>>(params)),
        row_bits: front.queue.position.row_bits(),
        lanes: front.buffer.lanes,
        slices: params.shared.slices,
        data_bits: front.buffer.data_bits(),
        storage: text.trim_end(),
    };
    let body = body.render().map_err(Error::emission(S::PACKED_BANK.name))?;
    let mut module = Module::leaf(PackedBank::<S>::OWNER, module, body);
    module.children = designs.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = designs.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

/// Bounds that the proofs assume and show: cycles from a request to its grant and to its access.
#[derive(Clone, Copy)]
pub struct Timing {
    /// Cycles from a request to a grant (assumed).
    pub wait: usize,
    /// Cycles from a request to its access (proved).
    pub step: usize,
}

#[derive(Template)]
#[template(path = "compressed/props/packed_bank_check.sv", escape = "none")]
struct Check {
    dut: Dut,
    part: Part,
    timing: Timing,
    entry_bits: usize,
    data_bits: usize,
    /// Bits per slice.
    slice: usize,
    slices: usize,
    two_ports: bool,
}

/// Proof that only requested accesses are performed, in time, and that reads return the last write
/// of each slice.
///
/// # Errors
/// Errors of emission.
pub fn checks<S: PackedStorage>(
    params: &Params<S>,
    part: Part,
    timing: Timing,
    sizes: &str,
) -> Result<Proof> {
    let front = &params.shared.front;
    let checker = Check {
        dut: Dut::new(S::PACKED_BANK.module, &unit_ports::<PackedBank<S>>(params)),
        part,
        timing,
        entry_bits: front.queue.position.entry_bits,
        data_bits: front.buffer.data_bits(),
        slice: front.buffer.lane_bits / params.shared.slices,
        slices: params.shared.slices,
        two_ports: front.two_ports,
    };
    Ok(Proof {
        name: "packed_bank_check",
        claim: format!(
            "SDC-I12, C2, C5: only what is asked for is performed, within {} cycles; a read gives the \
             last write of each slice; {sizes}",
            timing.step
        ),
        checker: checker.render().map_err(Error::emission(S::PACKED_BANK.name))?,
        modules: design::<S>(params)?.modules,
    })
}
