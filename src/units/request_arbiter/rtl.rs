//! The arbiter in rust-hdl.

use super::{CONTRACT, NAME, Params};
use crate::emit::hdl::{Const, Flop, Sheet, Var, print};
use crate::emit::{Design, Module, Owner, Proof, wrapped};
use crate::error::{Error, Result};
use crate::units::ports_of;
use crate::{comment, dff_setup};
use askama::Template;
use rust_hdl::prelude::*;

/// The arbiter of `B` banks, whose numbers have `N` bits.
#[derive(LogicBlock, Default)]
pub struct Block<const B: usize, const N: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub request_i: Signal<In, Bits<B>>,
    pub aligned_i: Signal<In, Bits<B>>,
    pub busy_i: Signal<In, Bits<B>>,
    pub aligned_only_i: Signal<In, Bit>,
    pub grant_o: Signal<Out, Bits<B>>,
    max_banks: Const<Bits<6>>,
    start: Flop<Bits<N>>,
    held: Var<Bits<6>>,
    taken: Var<Bits<6>>,
    bank: Var<Bits<N>>,
}

const NOTES: &[(&str, &str)] = &[
    ("max_banks", "banks that may be busy in a cycle"),
    ("start", "where the search begins"),
    ("held", "banks that a write holds"),
    ("taken", "banks that are busy so far"),
];

impl<const B: usize, const N: usize> Block<B, N> {
    pub fn new(params: &Params) -> Self {
        Self { max_banks: Const((params.max_banks as u64).to_bits()), ..Default::default() }
    }
}

impl<const B: usize, const N: usize> Logic for Block<B, N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, start);
        comment!("Banks that an earlier write holds count as busy.");
        self.held.next = 0.into();
        for j in 0..B {
            if self.busy_i.val().get_bit(j) {
                self.held.next = self.held.val() + 1;
            }
        }

        comment!("From start upwards, around the end, until MaxBanks are busy.");
        self.taken.next = self.held.val();
        self.grant_o.next = 0.into();
        for i in 0..B {
            self.bank.next = self.start.q.val() + i.to_bits();
            if self.request_i.val().get_bit(self.bank.val().index())
                && !self.busy_i.val().get_bit(self.bank.val().index())
                && (self.aligned_i.val().get_bit(self.bank.val().index())
                    || !self.aligned_only_i.val())
                && self.taken.val() < self.max_banks.val()
            {
                self.grant_o.next = self.grant_o.val().replace_bit(self.bank.val().index(), true);
                self.taken.next = self.taken.val() + 1;
                self.start.d.next = self.bank.val() + 1;
            }
        }
    }
}

fn body<const B: usize, const N: usize>(params: &Params, module: &str) -> Result<String> {
    let ports = ports_of::<super::In, super::Out>(params);
    let sheet =
        Sheet { module, contract: &wrapped(CONTRACT).join("\n"), ports: &ports, notes: NOTES };
    print(&mut Block::<B, N>::new(params), &sheet).map_err(Error::emission(NAME))
}

/// The printer of each number of banks: 2, 4, 8, 16, 32.
const BODY: [fn(&Params, &str) -> Result<String>; 5] =
    [body::<2, 1>, body::<4, 2>, body::<8, 3>, body::<16, 4>, body::<32, 5>];

/// The arbiter as a module of that name, which belongs to that unit: another register file grants
/// another number of banks.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let body = BODY[params.banks.ilog2() as usize - 1](params, module)?;
    Ok(Design { modules: vec![Module::leaf(owner, module, body)] })
}

#[derive(Template)]
#[template(path = "props/request_arbiter_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    bank_bits: usize,
    /// Cycles within which a bank that keeps requesting is granted.
    bound: usize,
}

pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let bound = params.banks.div_ceil(params.max_banks);
    let checker = Checker { params, bank_bits: params.banks.ilog2() as usize, bound };
    Ok(vec![Proof {
        name: "request_arbiter_check",
        claim: format!(
            "RM-I14, RM-I16, RM-I17: grants only to requests, never too many, work conserving, \
             within {bound} cycles"
        ),
        checker: checker.render().map_err(Error::emission(NAME))?,
        modules: design_as(params, Owner { unit: NAME, keys: &[] }, "rf_request_arbiter")?.modules,
    }])
}

#[cfg(test)]
mod tests {
    use super::super::Out;
    use super::*;
    use crate::config::Config;
    use crate::systems::racetrack::units::RequestArbiter;
    use crate::units::Unit as _;
    use crate::units::source::assert_agrees;
    use rust_hdl::prelude::Block as _;

    #[test]
    fn the_source_agrees_with_the_model() {
        let config = crate::systems::config(Config::DEFAULT, &[]).unwrap();
        let mut block = Block::<16, 4>::new(&RequestArbiter::params(&config));
        block.connect_all();
        assert_agrees::<RequestArbiter>(&config, |i| {
            block.clk_i.next = Clock { clk: false };
            block.rst_ni.next = i.rst_n;
            block.request_i.next = u64::from(i.request).to_bits();
            block.aligned_i.next = u64::from(i.aligned).to_bits();
            block.busy_i.next = u64::from(i.busy).to_bits();
            block.aligned_only_i.next = i.aligned_only;
            assert!(simulate(&mut block, 50), "the source does not settle");
            let out = Out { grant: block.grant_o.val().to_u32() };
            block.clk_i.next = Clock { clk: true };
            assert!(simulate(&mut block, 50), "the source does not settle");
            out
        });
    }
}
