//! The cache's template, its memories, and its checkers.

use super::{OperandCache, Params};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::expanded::config::CacheIndex;
use crate::units::memory::Memory;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_operand_cache.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

impl Body<'_> {
    /// Bits of the word number of a line in its bank.
    fn set_bits(&self) -> usize {
        bits_for(self.params.sets())
    }

    /// A Verilog constant with the bank of each line.
    fn banks(&self) -> String {
        self.table(self.params.bank_bits(), |line| line % self.params.banks)
    }

    /// A Verilog constant with the word of each line in its bank.
    fn sets(&self) -> String {
        self.table(self.set_bits(), |line| line / self.params.banks)
    }

    /// A Verilog constant with a number for each line, line 0 lowest.
    fn table(&self, bits: usize, number: impl Fn(usize) -> usize) -> String {
        let lines = (0..self.params.lines).rev();
        let digits: String = lines.map(|line| format!("{:0bits$b}", number(line))).collect();
        let quads = digits.len().div_ceil(4);
        let padded = format!("{digits:0>width$}", width = 4 * quads);
        let hex: String = (0..quads)
            .filter_map(|quad| u8::from_str_radix(&padded[4 * quad..4 * quad + 4], 2).ok())
            .map(|digit| format!("{digit:x}"))
            .collect();
        format!("{}'h{hex}", digits.len())
    }

    /// The term that a warp adds to the line of its registers, if lines depend on it.
    fn warp(&self, sign: &str, warp: &str) -> String {
        let (have, need) = (self.params.warp_bits(), self.params.line_bits());
        match self.params.index {
            CacheIndex::Register => String::new(),
            CacheIndex::Swizzled if have < need => {
                format!("{sign}{{{}'d0, {warp}}}", need - have)
            }
            CacheIndex::Swizzled if have == 1 => format!("{sign}{warp}"),
            CacheIndex::Swizzled => format!("{sign}{warp}[{}:0]", need - 1),
        }
    }

    /// One bit, widened to the queue's count.
    fn one_bit(&self, bit: &str) -> String {
        match self.params.count_bits() - 1 {
            0 => format!("({bit})"),
            zeros => format!("{{{zeros}'d0, {bit}}}"),
        }
    }
}

const BANK: &str = "rf_operand_cache_memory";

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(OperandCache::CONTRACT),
        ports: port_list(&unit_ports::<OperandCache>(params)),
    };
    let body = body.render().map_err(Error::emission(OperandCache::NAME))?;
    let bank = Memory {
        entries: params.sets(),
        data_bits: params.data_bits(),
        mask_bits: params.lanes,
        two_ports: false,
    };
    let mut module = Module::leaf(OperandCache::OWNER, "rf_operand_cache", body);
    module.children = vec![(BANK, params.banks)];
    Ok(Design { modules: vec![bank.module(OperandCache::OWNER, BANK)?, module] })
}

#[derive(Template)]
#[template(path = "expanded/props/operand_cache_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

impl Checker<'_> {
    /// The term that a warp adds to the choice between two lines, if lines depend on it.
    fn warp(&self, warp: &str) -> String {
        match self.params.index {
            CacheIndex::Register => String::new(),
            CacheIndex::Swizzled => format!(" ^ {warp}"),
        }
    }
}

/// Two warps with four registers each, two lines.
fn small(index: CacheIndex, banks: usize) -> Params {
    Params {
        reads: 1,
        writes: 2,
        warps: 2,
        reg_bits: 2,
        collector_units: 2,
        operand_slots: 2,
        lines: 2,
        banks,
        index,
        depth: 1,
        lanes: 2,
        lane_bits: 1,
    }
}

/// Proofs for one bank, then for two.
pub fn proofs() -> Result<Vec<Proof>> {
    let kinds = [
        (small(CacheIndex::Swizzled, 1), "by register and warp in a bank"),
        (small(CacheIndex::Register, 2), "by register in two banks"),
    ];
    let proof = |(params, placed): &(Params, &str)| {
        Ok(Proof {
            name: "operand_cache_check",
            claim: format!(
                "EXP-I9, I10, I14, I15: a pinned register is read as it was written last, here or in \
                 the scratchpad; no pinned line is claimed; what is there is found; reads are answered \
                 once; 2 warps with 4 registers, 2 lines {placed}, one queued write"
            ),
            checker: Checker { params }.render().map_err(Error::emission(OperandCache::NAME))?,
            modules: design(params)?.modules,
        })
    };
    kinds.iter().map(proof).collect()
}
