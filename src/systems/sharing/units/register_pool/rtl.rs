//! Template of the pool and its context.

use super::{HOLDS, Params, QUERIES, RegisterPool};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sharing::units::registers::Registers;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "sharing/rf_register_pool.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    queries: usize,
    holds: usize,
    /// Bits of a row number.
    row_bits: usize,
    /// Groups of eight rows in a bank.
    eights: usize,
    /// Unused rows of the last group of eight.
    spare_rows: usize,
    /// For each bit of a row number, a mask of the rows whose number has that bit set.
    row_masks: Vec<String>,
}

impl Body<'_> {
    /// The row number, zero-extended to the width of a register number.
    fn extended(&self) -> String {
        let row = "row";
        match self.params.phys_bits() - self.row_bits {
            0 => row.into(),
            zeros => format!("{{{zeros}'d0, {row}}}"),
        }
    }
}

/// Mask of the rows whose number has that bit set, with the lowest row in the lowest bit.
fn rows_with(bit: usize, rows: usize) -> String {
    let half = 1 << bit;
    let (periods, rest) = (rows / (2 * half), rows % (2 * half));
    let run = |length: usize, value| format!("{{{length}{{1'b{value}}}}}");
    let mut runs = match rest {
        0 => vec![],
        rest if rest <= half => vec![run(rest, 0)],
        rest => vec![run(rest - half, 1), run(half, 0)],
    };
    if periods > 0 {
        runs.push(format!("{{{periods}{{{}, {}}}}}", run(half, 1), run(half, 0)));
    }
    format!("{{{}}}", runs.join(", "))
}

pub fn design(params: &Params) -> Result<Design> {
    let rows = params.registers.rows;
    let row_bits = bits_for(rows);
    let body = Body {
        params,
        contract: comment(RegisterPool::CONTRACT),
        ports: port_list(&unit_ports::<RegisterPool>(params)),
        queries: QUERIES,
        holds: HOLDS,
        row_bits,
        eights: rows.div_ceil(8),
        spare_rows: rows.next_multiple_of(8) - rows,
        row_masks: (0..row_bits).map(|bit| rows_with(bit, rows)).collect(),
    };
    let body = body.render().map_err(Error::emission(RegisterPool::NAME))?;
    Ok(Design { modules: vec![Module::leaf(RegisterPool::OWNER, "rf_register_pool", body)] })
}

#[derive(Template)]
#[template(path = "sharing/props/register_pool_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// The proofs, on two banks of two rows, with and without kept registers.
pub fn proofs() -> Result<Vec<Proof>> {
    let proof = |keep| {
        let params = &Params { registers: Registers { banks: 2, rows: 2 }, keep };
        let kind = if keep { "registers are kept" } else { "nothing is kept" };
        Ok(Proof {
            name: "register_pool_check",
            claim: format!(
                "LOC-I1, LOC-I2: any register's count is how often it was taken or mapped, less how \
                 often it was unmapped; what is offered is not mapped, held or, while one is free, \
                 kept; one is offered while there is one, from the first bank that has it; 4 \
                 registers in 2 banks, {kind}"
            ),
            checker: Checker { params }.render().map_err(Error::emission(RegisterPool::NAME))?,
            modules: design(params)?.modules,
        })
    };
    [false, true].into_iter().map(proof).collect()
}
