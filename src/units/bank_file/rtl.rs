//! The Verilog template of a file, which includes the storage's part.

use super::{BankFile, InFile, Params, bank_params};
use crate::bits::bits_for;
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::bank::Bank;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::request_stage::{self, RequestStage};
use crate::units::{Unit, placement, request_arbiter, unit_ports};
use askama::Template;

/// A storage's part of a file's Verilog.
pub struct Parts {
    /// Declarations of the arbiter's inputs `aligned`, `busy` and `aligned_only`, and logic beside
    /// the arbiter.
    pub arbitration: String,
    /// Verilog expression of the hints of read channel `hc`, if reads have hints. A bank gets the
    /// hints of its read as `read_hints`.
    pub channel_hints: &'static str,
    /// Wires of bank `b`.
    pub bank_wires: String,
    /// Connections of bank `b` in addition to its front's.
    pub connections: String,
    /// Units that the text instantiates, and their number of instances.
    pub designs: Vec<(Design, usize)>,
}

#[derive(Template)]
#[template(path = "rf_bank_file.v", escape = "none")]
struct Body<'a> {
    module: &'static str,
    bank_module: &'static str,
    placement: &'static str,
    arbiter: &'static str,
    contract: String,
    ports: String,
    banks: usize,
    max_banks: usize,
    bank_bits: usize,
    entry_bits: usize,
    warp_bits: usize,
    cu_bits: usize,
    slot_bits: usize,
    /// Whether each bank has an answer channel of its own.
    direct: bool,
    /// Bits of a number of answers, 0 to `max_banks`.
    rank_bits: usize,
    /// Bits of a read's hints.
    hint_bits: usize,
    channel_hints: &'static str,
    /// Module of the request stage, if there is one.
    stage: Option<&'static str>,
    arbitration: &'a str,
    bank_wires: &'a str,
    connections: &'a str,
}

/// Contract of ready with a request stage, appended to the file's contract, whose rules of ready it
/// replaces.
const STAGED: &str = "With the request stage of this configuration each channel holds its accepted \
    request until the request's bank takes it: one request of a bank in a cycle, the oldest first. \
    Ready is whether the channel's register is empty, or emptied in this cycle; it depends on the \
    state alone. bank_request includes the banks of held requests.";

fn contract<S: InFile>(staged: bool) -> String {
    match staged {
        true => format!("{}\n\n{STAGED}\n", S::FILE_CONTRACT.trim_end()),
        false => S::FILE_CONTRACT.into(),
    }
}

pub(super) fn design<S: InFile>(params: &Params<S>) -> Result<Design> {
    let shared = &params.shared;
    let [(placement_owner, placement), (arbiter_owner, arbiter)] = S::FILE_PARTS;
    let parts = S::file_parts(&params.own)?;
    let body = Body {
        module: S::FILE_MODULE,
        bank_module: S::MODULE,
        placement,
        arbiter,
        contract: comment(&contract::<S>(shared.request_stage)),
        ports: port_list(&unit_ports::<BankFile<S>>(params)),
        banks: shared.banks(),
        max_banks: shared.max_banks(),
        bank_bits: shared.placement.bank_bits(),
        entry_bits: shared.placement.entry_bits(),
        warp_bits: shared.placement.warp_bits(),
        cu_bits: shared.front.queue.cu_bits(),
        slot_bits: shared.front.queue.slot_bits(),
        direct: shared.answers_directly(),
        rank_bits: bits_for(shared.max_banks() + 1),
        hint_bits: shared.front.queue.hint_bits,
        channel_hints: parts.channel_hints,
        stage: shared.request_stage.then_some(request_stage::MODULE),
        arbitration: parts.arbitration.trim_end(),
        bank_wires: parts.bank_wires.trim_end(),
        connections: parts.connections.trim_end(),
    };
    let body = body.render().map_err(Error::emission(S::FILE))?;
    let placement = placement::design_as(&shared.placement, placement_owner, placement)?;
    let arbiter = request_arbiter::design_as(&shared.request_arbiter, arbiter_owner, arbiter)?;
    let bank = Bank::<S>::design(&bank_params::<S>(params))?;
    let stage = shared.request_stage.then(|| request_stage::Params { banks: shared.banks() });
    let stage = stage.map(|stage| RequestStage::design(&stage)).transpose()?;
    let designs = [(placement, READ_PORTS + WRITE_PORTS), (arbiter, 1)];
    let stage = stage.map(|stage| (stage, 1));
    let designs = designs.into_iter().chain(stage).chain(parts.designs);
    let designs = designs.chain([(bank, shared.banks())]);
    let designs: Vec<(Design, usize)> = designs.collect();
    let mut module = Module::leaf(BankFile::<S>::OWNER, S::FILE_MODULE, body);
    module.children = designs.iter().map(|(part, count)| (part.top().name, *count)).collect();
    let mut modules: Vec<Module> = designs.into_iter().flat_map(|(part, _)| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}
