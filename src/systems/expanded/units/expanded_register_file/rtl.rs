//! The file's template and what it needs.

use super::{ExpandedRegisterFile, Params};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::expanded::units::operand_cache::OperandCache;
use crate::systems::expanded::units::register_allocation_table::RegisterAllocationTable;
use crate::systems::expanded::units::register_prefetcher::RegisterPrefetcher;
use crate::systems::expanded::units::scratchpad::Scratchpad;
use crate::systems::expanded::units::warp_limiter::WarpLimiter;
use crate::systems::sram::units::sram_register_file::SramRegisterFile;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_expanded_register_file.v", escape = "none")]
struct Body {
    contract: String,
    ports: String,
    cu_bits: usize,
    slot_bits: usize,
    warp_bits: usize,
    bank_warp_bits: usize,
    line_bits: usize,
    address_bits: usize,
    row_bits: usize,
    lines: usize,
    upper_bits: usize,
}

impl Body {
    /// The line of channel n as warp and register of the banks.
    fn number(&self) -> String {
        let line = format!("line[{l}*n +: {l}]", l = self.line_bits);
        match self.bank_warp_bits + 8 - self.line_bits {
            0 => line,
            zeros => format!("{{{zeros}'d0, {line}}}"),
        }
    }

    /// The row of an address.
    fn row(&self) -> String {
        format!("address[{}:7]", self.row_bits + 6)
    }
}

pub(super) fn design(params: &Params) -> Result<Design> {
    let (shared, own) = (&params.shared, &params.own);
    let body = Body {
        contract: comment(ExpandedRegisterFile::CONTRACT),
        ports: port_list(&unit_ports::<ExpandedRegisterFile>(params)),
        cu_bits: shared.front.queue.cu_bits(),
        slot_bits: shared.front.queue.slot_bits(),
        warp_bits: own.table.warp_bits(),
        bank_warp_bits: own.banks.shared.placement.warp_bits(),
        line_bits: own.table.line_bits(),
        address_bits: own.table.address_bits(),
        row_bits: own.scratchpad.row_bits(),
        lines: own.cache.lines,
        upper_bits: own.cache.upper_bits(),
    };
    let body = body.render().map_err(Error::emission(ExpandedRegisterFile::NAME))?;
    let parts = [
        RegisterAllocationTable::design(&own.table)?,
        SramRegisterFile::design(&own.banks)?,
        OperandCache::design(&own.cache)?,
        RegisterPrefetcher::design(&own.prefetcher)?,
        Scratchpad::design(&own.scratchpad)?,
        WarpLimiter::design(&own.limiter)?,
    ];
    let mut module = Module::leaf(ExpandedRegisterFile::OWNER, "rf_expanded_register_file", body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}
