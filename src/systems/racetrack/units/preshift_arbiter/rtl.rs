//! RTL of the preshift arbiter in rust-hdl.

use super::{Params, PreshiftArbiter};
use crate::emit::hdl::{Sheet, print};
use crate::emit::{Design, Module, Proof, wrapped};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;
use rust_hdl::prelude::*;

/// The preshift arbiter for `B` banks.
#[derive(LogicBlock, Default)]
pub struct Block<const B: usize> {
    pub request_i: Signal<In, Bits<B>>,
    pub aligned_i: Signal<In, Bits<B>>,
    pub busy_i: Signal<In, Bits<B>>,
    pub aligned_only_i: Signal<In, Bit>,
    pub preshift_en_i: Signal<In, Bit>,
    pub preshift_o: Signal<Out, Bits<B>>,
}

impl<const B: usize> Logic for Block<B> {
    #[hdl_gen]
    fn update(&mut self) {
        self.preshift_o.next = 0.into();
        if self.preshift_en_i.val() || self.aligned_only_i.val() {
            self.preshift_o.next =
                self.request_i.val() & !self.aligned_i.val() & !self.busy_i.val();
        }
    }
}

fn body<const B: usize>(params: &Params) -> Result<String> {
    let ports = unit_ports::<PreshiftArbiter>(params);
    let sheet = Sheet {
        module: "rf_preshift_arbiter",
        contract: &wrapped(PreshiftArbiter::CONTRACT).join("\n"),
        ports: &ports,
        notes: &[],
    };
    print(&mut Block::<B>::default(), &sheet).map_err(Error::emission(PreshiftArbiter::NAME))
}

/// Verilog printers by number of banks: 2, 4, 8, 16, 32.
const BODY: [fn(&Params) -> Result<String>; 5] =
    [body::<2>, body::<4>, body::<8>, body::<16>, body::<32>];

pub fn design(params: &Params) -> Result<Design> {
    let body = BODY[params.banks.ilog2() as usize - 1](params)?;
    let module = Module::leaf(PreshiftArbiter::OWNER, "rf_preshift_arbiter", body);
    Ok(Design { modules: vec![module] })
}

#[derive(Template)]
#[template(path = "racetrack/props/preshift_arbiter_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    Ok(vec![Proof {
        name: "preshift_arbiter_check",
        claim: "RM-I18: who shifts ahead is idle, has a request, and is not aligned".into(),
        checker: Checker { params }.render().map_err(Error::emission(PreshiftArbiter::NAME))?,
        modules: design(params)?.modules,
    }])
}

#[cfg(test)]
mod tests {
    use super::super::Out;
    use super::*;
    use crate::config::Config;
    use crate::units::source::assert_agrees;
    use rust_hdl::prelude::Block as _;

    #[test]
    fn the_source_agrees_with_the_model() {
        let config = crate::systems::config(Config::DEFAULT).unwrap();
        let mut block = Block::<16>::default();
        block.connect_all();
        assert_agrees::<PreshiftArbiter>(&config, |i| {
            block.request_i.next = u64::from(i.request).to_bits();
            block.aligned_i.next = u64::from(i.aligned).to_bits();
            block.busy_i.next = u64::from(i.busy).to_bits();
            block.aligned_only_i.next = i.aligned_only;
            block.preshift_en_i.next = i.preshift_en;
            assert!(simulate(&mut block, 50), "the source does not settle");
            Out { preshift: block.preshift_o.val().to_u32() }
        });
    }
}
