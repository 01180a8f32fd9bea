//! The prefetcher's template, and its checkers.

use super::{Params, RegisterPrefetcher};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::expanded::config::Queue;
use crate::units::memory::Memory;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_register_prefetcher.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

impl Body<'_> {
    /// Number of registers that have the same remainder.
    fn groups(&self) -> usize {
        1 << self.params.upper_bits()
    }

    /// Whether the last warp to enter has the next turn.
    fn is_front(&self) -> bool {
        self.params.queue == Queue::Front
    }

    /// The place of the first warp in the ring, as wide as a sum of places.
    fn first(&self) -> String {
        let zeros = self.params.count_bits() + 1 - self.params.warp_bits();
        format!("{{{zeros}'d0, first_q}}")
    }

    /// A place in the ring, as wide as a sum of places.
    fn at(&self, n: &str) -> String {
        format!("{n}[{}:0]", self.params.count_bits())
    }

    /// A warp slot's number.
    fn warp(&self, n: &str) -> String {
        format!("{n}[{}:0]", self.params.warp_bits() - 1)
    }

    /// One bit, widened to a number of warps.
    fn bit(&self, bit: &str) -> String {
        match self.params.count_bits() - 1 {
            0 => bit.to_string(),
            zeros => format!("{{{zeros}'d0, {bit}}}"),
        }
    }

    /// The vector, widened to all registers that a register number can name.
    fn padded(&self) -> String {
        match self.groups() * self.params.lines - self.params.registers {
            0 => "vector".to_string(),
            zeros => format!("{{{zeros}'d0, vector}}"),
        }
    }
}

const TABLE: &str = "rf_register_prefetcher_memory";

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(RegisterPrefetcher::CONTRACT),
        ports: port_list(&unit_ports::<RegisterPrefetcher>(params)),
    };
    let body = body.render().map_err(Error::emission(RegisterPrefetcher::NAME))?;
    let table = Memory {
        entries: params.warps,
        data_bits: params.registers,
        mask_bits: 1,
        two_ports: true,
    };
    let mut module = Module::leaf(RegisterPrefetcher::OWNER, "rf_register_prefetcher", body);
    module.children = vec![(TABLE, 1)];
    Ok(Design { modules: vec![table.module(RegisterPrefetcher::OWNER, TABLE)?, module] })
}

#[derive(Template)]
#[template(path = "expanded/props/register_prefetcher_check.sv", escape = "none")]
struct Checker {
    /// Maximum number of turns that a warp waits for.
    most: usize,
}

/// Proofs for three warps with four registers each and two lines, one for each kind of queue.
pub fn proofs() -> Result<Vec<Proof>> {
    let (warps, max_passed) = (3, 1);
    let all_turns = warps * (usize::from(max_passed) + 1);
    let kinds = [(Queue::Front, "the last one", all_turns), (Queue::Back, "the first one", warps)];
    let proof = |(queue, next, most): (Queue, &str, usize)| {
        let params = Params { warps, registers: 4, reg_bits: 2, lines: 2, queue, max_passed };
        Ok(Proof {
            name: "register_prefetcher_check",
            claim: format!(
                "EXP-I7, I11, I12: a warp holds its bundle once all registers of the vector that it \
                 named are there or claimed and filled, until it is released; turns follow one \
                 another, and a warp's comes after at most {most}; 3 warps with 4 registers, 2 lines, \
                 {next} of the queue goes next{}",
                if queue == Queue::Front { ", one passes at most" } else { "" }
            ),
            checker: Checker { most }
                .render()
                .map_err(Error::emission(RegisterPrefetcher::NAME))?,
            modules: design(&params)?.modules,
        })
    };
    kinds.into_iter().map(proof).collect()
}
