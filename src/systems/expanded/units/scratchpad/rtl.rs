//! The scratchpad's template, its memories, and its checkers.

use super::{Params, Scratchpad};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::memory::Memory;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_scratchpad.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

const BANK: &str = "rf_scratchpad_memory";

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(Scratchpad::CONTRACT),
        ports: port_list(&unit_ports::<Scratchpad>(params)),
    };
    let body = body.render().map_err(Error::emission(Scratchpad::NAME))?;
    let bank = Memory {
        entries: params.rows,
        data_bits: 8 * Params::WORD_BYTES,
        mask_bits: Params::WORD_BYTES,
        two_ports: false,
    };
    let mut module = Module::leaf(Scratchpad::OWNER, "rf_scratchpad", body);
    module.children = vec![(BANK, params.banks)];
    Ok(Design { modules: vec![bank.module(Scratchpad::OWNER, BANK)?, module] })
}

#[derive(Template)]
#[template(path = "expanded/props/scratchpad_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// A proof for two rows in two banks, with at most three passes in a row.
pub fn proofs() -> Result<Vec<Proof>> {
    let params = &Params { rows: 2, banks: 2, max_shared_run: 3 };
    Ok(vec![Proof {
        name: "scratchpad_check",
        claim: "EXP-I10, I11 as the scratchpad has them: any byte is as it was stored or written last, \
                for passes and for registers; each request is accepted once and answered once, and a \
                register waits for 3 passes at most; 2 rows in 2 banks, runs of 3"
            .into(),
        checker: Checker { params }.render().map_err(Error::emission(Scratchpad::NAME))?,
        modules: design(params)?.modules,
    }])
}
