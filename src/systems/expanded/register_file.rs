//! Connects the expanded register file to the SM: its channels, and the ports for passes, bundles
//! and instruction counts.

use super::compiler::split::Split;
use super::units::expanded_register_file::{ExpandedRegisterFile, In, Out, OwnIn, Params};
use super::units::register_allocation_table::{self, REGISTER_BYTES};
use crate::sm::register_file::{Answer, Channels, Offer, Operation, Reply, events};
use crate::units::channels::{READ_PORTS, Requests, Responses, ones, requests, responses};

/// A launch to load into the register file.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The CTAs that have registers in the scratchpad, and which registers.
    pub split: Split,
    /// Warps of a CTA.
    pub warps: usize,
    /// Registers of a thread.
    pub registers: usize,
    /// Parameters of the table that is loaded.
    pub table: register_allocation_table::Params,
}

impl Mode {
    /// The variables that all CTAs share.
    fn variables(&self) -> OwnIn {
        let Split { ctas_rf, ctas_mix, start_reg } = self.split;
        let mut own = OwnIn { load: true, enable: ctas_mix > 0, ..OwnIn::default() };
        if own.enable {
            let first = ctas_rf * self.warps;
            own.start_warp = first as u8;
            own.start_reg = start_reg as u8;
            own.offset = self.table.offset(first, self.registers, start_reg);
        }
        own
    }

    /// The entry of a mix CTA. The regions of registers are allocated from the end of the
    /// scratchpad downwards.
    fn base(&self, mix: usize) -> OwnIn {
        let of_cta = (self.registers - self.split.start_reg) * self.warps * REGISTER_BYTES;
        OwnIn {
            load_base: true,
            base_cta: mix as u8,
            base: (self.table.bytes - (mix + 1) * of_cta) as u32,
            base_warp: ((self.split.ctas_rf + mix) * self.warps) as u8,
            ..OwnIn::default()
        }
    }
}

/// Cycles in a row of the current turn in which no pinned line blocked it.
#[derive(Default)]
pub struct Turn(u64);

impl Channels for ExpandedRegisterFile {
    type Memory = Turn;
    type Mode = Mode;

    fn quiet(mode: &Mode, _: usize, reset: bool) -> In {
        let mut inputs = In::default();
        inputs.shared.rst_n = !reset;
        inputs.shared.regs_per_thread = mode.registers as u16;
        inputs
    }

    fn setup(mode: &Mode, regs_per_thread: usize) -> Vec<In> {
        let shared = Self::quiet(mode, regs_per_thread, false).shared;
        let bases = (0..mode.split.ctas_mix).map(|mix| mode.base(mix));
        let all = [mode.variables()].into_iter().chain(bases);
        all.map(|own| In { shared: shared.clone(), own }).collect()
    }

    const KEEPS_ORDER: bool = true;

    fn shared_rows(params: &Params) -> usize {
        params.own.scratchpad.rows
    }

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        requests!(&mut inputs.shared)
    }

    #[inline]
    fn offer(inputs: &mut In, offer: &Offer) {
        let mut own = OwnIn {
            released: offer.released,
            issued: offer.issued,
            ended: offer.ended,
            ..OwnIn::default()
        };
        if let Some(pass) = &offer.pass {
            (own.pass_valid, own.pass_stores) = (true, pass.stores);
            own.pass_enable = std::array::from_fn(|bank| (pass.enables >> (4 * bank)) as u8 & 0xf);
            for bank in pass.banks() {
                own.pass_row[bank] = pass.rows[bank] as u16;
                own.pass_data[bank] = if pass.stores { pass.words[bank] } else { 0 };
            }
        }
        if let Some(bundle) = &offer.bundle {
            (own.bundle_valid, own.bundle_warp) = (true, bundle.warp);
            own.bundle_set = bundle.registers;
        }
        inputs.own = own;
    }

    #[inline]
    fn responses(outputs: &Out) -> Responses<'_> {
        responses!(&outputs.shared)
    }

    #[inline]
    fn reply(inputs: &In, outputs: &Out, reply: &mut Reply) {
        let own = &outputs.own;
        for n in ones(own.cache_valid.into()) {
            let (cu, slot) = (own.cache_cu[n], own.cache_slot[n]);
            reply.answers.push(Answer { cu, slot, data: own.cache_data[n] });
        }
        reply.pass_ready = own.pass_ready;
        (reply.answered, reply.words) = (own.answered, own.words);
        reply.holds = own.holds | u64::from(own.bundle_none) << inputs.own.bundle_warp;
        reply.active = own.active;
    }

    /// A write counts as written when it is accepted, because banks and cache keep order.
    #[inline]
    fn written(inputs: &In, outputs: &Out) -> u8 {
        inputs.shared.write_valid & outputs.shared.write_ready
    }

    /// In this order: bundles that warps presented; registers that were fetched, written back on
    /// eviction, and written directly; passes of shared memory, and cycles in which a pass waited;
    /// cycles in which the scratchpad's port was used; reads and writes of the cache; warp cycles
    /// spent waiting for a bundle: in the queue, for a line that another warp pins, and for the
    /// scratchpad's port.
    const FILE_EVENTS: &'static [&'static str] = &[
        "prefs",
        "fetches",
        "write_backs",
        "direct_writes",
        "passes",
        "delayed_passes",
        "port_cycles",
        "cache_reads",
        "cache_writes",
        "queue_waits",
        "pin_waits",
        "port_waits",
    ];

    #[inline]
    fn operation(turn: &mut Turn, inputs: &In, outputs: &Out) -> Operation {
        let (shared, own) = (&outputs.shared, &outputs.own);
        let waits = own.fetches && !own.blocked;
        turn.0 = if waits { turn.0 + 1 } else { 0 };
        let passes = inputs.own.pass_valid && own.pass_ready;
        let reads = inputs.shared.read_valid & shared.read_ready;
        let writes = inputs.shared.write_valid & shared.write_ready;
        let cached = (u32::from(reads) | u32::from(writes) << READ_PORTS) & u32::from(own.in_cache);
        let cache_writes = (cached >> READ_PORTS).count_ones() - u32::from(own.direct);
        Operation {
            request: shared.bank_request,
            read: shared.bank_read,
            write: shared.bank_write,
            stuck: own.waits && inputs.own.released | inputs.own.ended == 0,
            working: u32::from(own.busy || inputs.own.bundle_valid || inputs.own.ended != 0),
            file_events: events([
                u32::from(inputs.own.bundle_valid),
                u32::from(own.moved && !own.moved_back),
                u32::from(own.written_back),
                u32::from(own.direct),
                u32::from(passes),
                u32::from(inputs.own.pass_valid && !own.pass_ready),
                u32::from(passes || own.moved),
                (cached & 0xff).count_ones(),
                cache_writes,
                u32::from(own.queued),
                u32::from(own.fetches && own.blocked),
                u32::from(waits),
            ]),
            ..Operation::default()
        }
    }

    fn most_wait(params: &Params) -> u64 {
        params.own.most_wait()
    }

    fn waited(turn: &Turn) -> u64 {
        turn.0
    }

    fn waits_for(outputs: &Out) -> String {
        let own = &outputs.own;
        let of = match own.claims {
            true => format!("a cache line for register {}", own.claim_reg),
            false => "the fill of a cache line".to_string(),
        };
        format!("warp slot {} waits for its bundle, {of}", own.claim_warp)
    }
}
