//! Connects the ports of the sharing register file to the SM: channels, accesses and releases.

use super::units::mapping_controller::VERDICTS;
use super::units::sharing_register_file::{In, Out, OwnIn, OwnOut, SharingRegisterFile};
use crate::bits::LANES;
use crate::sm::register_file::{AccessKind, Channels, Offer, Operation, Register, Reply, events};
use crate::units::channels::{Requests, Responses, requests, responses};

/// Numbers of registers in use.
#[derive(Default)]
pub struct Levels {
    /// Mapped registers of warps.
    mapped: u32,
    /// Maxima of mapped registers of warps and of mapped physical registers.
    most: [u32; 2],
}

impl Levels {
    /// Updates the maxima and returns their increase in this cycle.
    fn rise(&mut self, own: &OwnOut) -> [u32; 2] {
        self.mapped = self.mapped + u32::from(own.mapped) - u32::from(own.unmapped);
        let now = [self.mapped, own.in_use.into()];
        std::array::from_fn(|n| {
            let rise = now[n].saturating_sub(self.most[n]);
            self.most[n] += rise;
            rise
        })
    }
}

impl Channels for SharingRegisterFile {
    type Memory = Levels;
    type Mode = ();

    fn quiet((): &(), regs_per_thread: usize, reset: bool) -> In {
        let mut inputs = In::default();
        inputs.shared.rst_n = !reset;
        inputs.shared.regs_per_thread = regs_per_thread as u16;
        inputs
    }

    /// The file does not delay a request for older reads of its register.
    const KEEPS_ORDER: bool = false;

    const LOOKS_UP: bool = true;

    /// No register must be written before it is read.
    fn registers((): &(), _: usize) -> usize {
        0
    }

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        requests!(&mut inputs.shared)
    }

    fn offer(inputs: &mut In, offer: &Offer) {
        let fill = |mask, (n, fill)| mask | u8::from(fill) << n;
        let fills = offer.writes.iter().map(|write| write.fill).enumerate();
        let mut own = OwnIn { write_fill: fills.fold(0, fill), ..OwnIn::default() };
        own.release_valid = (1 << offer.releases.len()) - 1;
        for (n, release) in offer.releases.iter().enumerate() {
            (own.release_warp[n], own.release_reg[n]) = (release.warp, release.reg);
        }
        own.leave_valid = offer.leave.is_some();
        own.leave_warp = offer.leave.unwrap_or(0);
        if let Some(access) = &offer.access {
            own.access_valid = true;
            own.access_kind = match access.kind {
                AccessKind::Load => 0,
                AccessKind::Store => 1,
                AccessKind::Flush => 2,
            };
            (own.access_warp, own.access_reg) = (access.warp, access.reg);
            (own.access_whole, own.access_missing) = (access.whole, access.missing);
            (own.access_bytes, own.access_lanes) = (access.bytes, access.lanes);
            own.access_inside = access.inside & access.lanes;
            let active = |lane: usize| (access.lanes >> lane & 1) * access.addresses[lane];
            own.access_address = std::array::from_fn::<_, LANES, _>(active);
        }
        inputs.own = own;
    }

    #[inline]
    fn responses(outputs: &Out) -> Responses<'_> {
        responses!(&outputs.shared)
    }

    fn reply(_: &In, outputs: &Out, reply: &mut Reply) {
        let own = &outputs.own;
        reply.access_ready = own.access_ready;
        reply.verdict = own.verdict_valid.then(|| VERDICTS[usize::from(own.verdict)]);
        let woken = Register { warp: own.woken_warp, reg: own.woken_reg };
        reply.woken = own.woken_valid.then_some(woken);
        reply.release_ready = own.release_ready;
        reply.leave_ready = own.leave_ready;
        reply.left = own.left;
    }

    #[inline]
    fn written(_: &In, outputs: &Out) -> u8 {
        outputs.own.written
    }

    /// Counts of eligible loads and of their verdicts; of stores and flushes that deleted entries
    /// of the table, and of loads that replaced an entry; of copies of shared registers. The last
    /// two are the maximum numbers of mapped registers of warps and of mapped physical registers.
    const FILE_EVENTS: &'static [&'static str] = &[
        "eligible",
        "recorded",
        "unrecorded",
        "held",
        "coming",
        "merged",
        "invalidated",
        "flushed",
        "evicted",
        "copies",
        "mapped_at_most",
        "registers_at_most",
    ];

    fn operation(levels: &mut Levels, inputs: &In, outputs: &Out) -> Operation {
        let (shared, own) = (&outputs.shared, &outputs.own);
        let judged =
            |verdict: u8| u32::from(own.verdict_valid && own.eligible && own.verdict == verdict);
        let eligible = u32::from(own.verdict_valid && own.eligible);
        let [mapped, in_use] = levels.rise(own);
        let accepted = inputs.own.access_valid && own.access_ready;
        let released = inputs.own.release_valid & own.release_ready != 0;
        let begins = accepted || released || inputs.own.leave_valid || own.copied;
        let working = own.busy || begins;
        Operation {
            request: shared.bank_request,
            read: shared.bank_read,
            write: shared.bank_write,
            working: u32::from(working),
            file_events: events([
                eligible,
                judged(0),
                judged(1),
                judged(2),
                judged(3),
                judged(4),
                u32::from(own.lost && !own.flushes),
                u32::from(own.lost && own.flushes),
                u32::from(own.evicted),
                u32::from(own.copied),
                mapped,
                in_use,
            ]),
            ..Operation::default()
        }
    }
}
