//! The table's template, and its checker.

use super::{Params, REGISTER_BYTES, RegisterAllocationTable};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_register_allocation_table.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

impl Body<'_> {
    /// Bits of the sums that give a line, at least those of a number of registers.
    fn line_sum(&self) -> usize {
        self.params.line_bits().max(REGISTERS_BITS)
    }

    /// Bits of the sums that give a row, at least those of a number of registers.
    fn row_sum(&self) -> usize {
        self.params.row_bits().max(REGISTERS_BITS)
    }

    /// A vector of the module, widened to the sums of lines.
    fn as_line(&self, name: &str) -> String {
        self.wide(name, self.line_sum())
    }

    /// A vector of the module, widened to the sums of rows.
    fn as_row(&self, name: &str) -> String {
        self.wide(name, self.row_sum())
    }

    fn wide(&self, name: &str, to: usize) -> String {
        let bits = match name {
            "offset_q" => self.params.line_bits(),
            "warp" | "earlier" => self.params.warp_bits(),
            "registers" | "spilled" => REGISTERS_BITS,
            _ => Params::REG_BITS,
        };
        match to - bits {
            0 => name.to_string(),
            zeros => format!("{{{zeros}'d0, {name}}}"),
        }
    }
}

/// Bits of a number of registers, 1 to 256.
const REGISTERS_BITS: usize = 9;

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(RegisterAllocationTable::CONTRACT),
        ports: port_list(&unit_ports::<RegisterAllocationTable>(params)),
    };
    let body = body.render().map_err(Error::emission(RegisterAllocationTable::NAME))?;
    let name = "rf_register_allocation_table";
    Ok(Design { modules: vec![Module::leaf(RegisterAllocationTable::OWNER, name, body)] })
}

#[derive(Template)]
#[template(path = "expanded/props/register_allocation_table_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// A proof for every legal launch on four warp slots, 16 lines and 8 rows.
pub fn proofs() -> Result<Vec<Proof>> {
    let params = &Params {
        channels: 2,
        addresses: 2,
        warps: 4,
        ctas: 4,
        lines: 16,
        bytes: 8 * REGISTER_BYTES,
    };
    let checker = Checker { params };
    Ok(vec![Proof {
        name: "register_allocation_table_check",
        claim: "EXP-I2, I3, I3', I4, I16: of every legal launch, registers in the scratchpad have rows \
                of their own beside the arrays of all CTAs, the others have lines of their own; a \
                register is in the scratchpad if and only if its CTA is a mix CTA and it is Start_Reg \
                or a later one; 4 warp slots, 16 lines, 8 rows, up to 4 registers"
            .into(),
        checker: checker.render().map_err(Error::emission(RegisterAllocationTable::NAME))?,
        modules: design(params)?.modules,
    }])
}
