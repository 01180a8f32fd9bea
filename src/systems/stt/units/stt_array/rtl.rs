//! Template contexts of the array, of its cells and of the checker.

use super::{Disturbance, Params, SttArray};
use crate::emit::{Design, Module, Owner, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::stt::units::restore_selector::{self, RestoreSelector};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "stt/rf_stt_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    cells: &'static str,
    contract: String,
    ports: String,
}

#[derive(Template)]
#[template(path = "stt/rf_stt_cells.v", escape = "none")]
struct Cells<'a> {
    params: &'a Params,
    module: &'static str,
}

impl Cells<'_> {
    fn disturbance(&self) -> &Disturbance {
        &self.params.disturbance
    }
}

/// An array of any size: the modules of the array and of its cells, with these names and this
/// owner.
///
/// # Errors
/// Errors of emission.
pub fn design_as(
    params: &Params,
    owner: Owner,
    [name, cells]: [&'static str; 2],
) -> Result<Design> {
    let body = Body {
        params,
        module: name,
        cells,
        contract: comment(SttArray::CONTRACT),
        ports: port_list(&unit_ports::<SttArray>(params)),
    };
    let body = body.render().map_err(Error::emission(SttArray::NAME))?;
    let text = Cells { params, module: cells }.render().map_err(Error::emission(SttArray::NAME))?;
    let mut storage = Module::leaf(owner, cells, text);
    storage.macro_bits = Some(params.entries * params.data_bits());
    let mut module = Module::leaf(owner, name, body);
    module.children = vec![(cells, 1)];
    Ok(Design { modules: vec![storage, module] })
}

#[derive(Template)]
#[template(path = "stt/props/stt_array_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    /// Whether to check the write masks of restores, with the checker's cells in place of the
    /// array's.
    masks: bool,
}

/// Proofs of an array with two entries of two one-bit lanes, driven by the restore selector. Any
/// stored ones may fall in a read.
pub fn proofs(_: &Params) -> Result<Vec<Proof>> {
    let selector = restore_selector::Params { read_cycles: 1, write_cycles: 3 };
    let disturbance = Disturbance::Free;
    let params = Params { entries: 2, lanes: 2, lane_bits: 1, disturbance, selector };
    let claims = [
        "STT-I1, STT-I2: a read gives each lane as it was written last, whichever ones fell, unless \
         a restore was skipped since",
        "STT-I4: a selective restore writes the ones that are gone, a direct one all ones, neither \
         a zero",
    ];
    let prove = |(masks, claim): (bool, &str)| {
        let mut modules = SttArray::design(&params)?.modules;
        if masks {
            modules.retain(|module| module.macro_bits.is_none());
        }
        modules.extend(RestoreSelector::design(&params.selector)?.modules);
        let checker = Checker { params: &params, masks };
        Ok(Proof {
            name: "stt_array_check",
            claim: format!("{claim}; two entries of two bits"),
            checker: checker.render().map_err(Error::emission(SttArray::NAME))?,
            modules,
        })
    };
    [false, true].into_iter().zip(claims).map(prove).collect()
}
