//! A register file that is a hardware unit.

use super::{Answer, Counts, Offer, Pass, RegisterFile, Reply, SHARED_BANKS, Write};
use crate::bits::LANES;
use crate::units::channels::{READ_PORTS, Requests, Responses, WRITE_PORTS};
use crate::units::{InOf, Model, OutOf, ParamsOf, Unit};

/// Ties the SM's channels to a unit's ports.
pub trait Channels: Unit {
    /// Settings that are not in the configuration.
    type Mode: Clone + Send + Sync;

    /// Inputs of a cycle without requests; `reset` is the first one.
    fn quiet(mode: &Self::Mode, regs_per_thread: usize, reset: bool) -> InOf<Self>;

    /// Inputs that load its tables, one per cycle, before the kernel starts.
    fn setup(_mode: &Self::Mode, _regs_per_thread: usize) -> Vec<InOf<Self>> {
        Vec::new()
    }

    /// Request channels of the unit.
    fn requests(inputs: &mut InOf<Self>) -> Requests<'_>;

    /// Whether a write never overtakes a read of its register that was accepted before it.
    const KEEPS_ORDER: bool;

    /// Whether loads are looked up: [`RegisterFile::looks_up`].
    const LOOKS_UP: bool = false;

    /// Rows of shared memory in its storage, none if it has none:
    /// [`RegisterFile::has_shared_memory`].
    fn shared_rows(_params: &ParamsOf<Self>) -> usize {
        0
    }

    /// Drives the ports other than the request channels.
    fn offer(_inputs: &mut InOf<Self>, _offer: &Offer) {}

    /// Takes the outputs of these ports; `reply` already has those of the channels.
    fn reply(_inputs: &InOf<Self>, _outputs: &OutOf<Self>, _reply: &mut Reply) {}

    /// Whether two registers of a thread share storage.
    fn overlap(_mode: &Self::Mode, a: u8, b: u8) -> bool {
        a == b
    }

    /// Registers of a thread that requests can name, given enough bank entries.
    fn registers(_mode: &Self::Mode, regs_per_thread: usize) -> usize {
        regs_per_thread
    }

    /// Responses of the unit.
    fn responses(outputs: &OutOf<Self>) -> Responses<'_>;

    /// Bit n: write channel n's oldest outstanding write has completed.
    fn written(inputs: &InOf<Self>, outputs: &OutOf<Self>) -> u8;

    /// Names of the events of a bank other than reads, writes and waits.
    const BANK_EVENTS: &'static [&'static str] = &[];

    /// Names of the events that belong to no bank.
    const FILE_EVENTS: &'static [&'static str] = &[];

    /// State of the counters between cycles.
    type Memory: Default;

    /// Activity of the cycle.
    fn operation(
        memory: &mut Self::Memory,
        inputs: &InOf<Self>,
        outputs: &OutOf<Self>,
    ) -> Operation;

    /// Maximum wait that the unit's contract allows, cycles.
    fn most_wait(_params: &ParamsOf<Self>) -> u64 {
        u64::MAX
    }

    /// Length of the current wait so far, cycles.
    fn waited(_memory: &Self::Memory) -> u64 {
        0
    }

    /// Description of the waiting part and of the cause, for messages.
    fn waits_for(_outputs: &OutOf<Self>) -> String {
        String::new()
    }

    /// Cycles after a read or a write in which banks may be busy although [`Operation::working`]
    /// does not report it.
    fn settles_in(_params: &ParamsOf<Self>) -> u32 {
        0
    }
}

/// Maximum events of either list of [`Channels`].
pub const MAX_EVENTS: usize = 12;

/// Pads a cycle's events with zeros.
#[inline]
pub fn events<const N: usize>(first: [u32; N]) -> [u32; MAX_EVENTS] {
    const { assert!(N <= MAX_EVENTS) };
    let mut all = [0; MAX_EVENTS];
    all[..N].copy_from_slice(&first);
    all
}

/// Activity in one cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Operation {
    /// Banks with a request; bit b is bank b.
    pub request: u32,
    /// Banks that read.
    pub read: u32,
    /// Banks that write.
    pub write: u32,
    /// Banks that are busy without a request.
    pub working: u32,
    /// Whether all busy parts wait for the SM and only count cycles.
    pub stuck: bool,
    /// For each of [`Channels::BANK_EVENTS`], the banks in which it happens.
    pub bank_events: [u32; MAX_EVENTS],
    /// Occurrences of each of [`Channels::FILE_EVENTS`].
    pub file_events: [u32; MAX_EVENTS],
}

/// A unit that is clocked: its model, its RTL, or both in lockstep.
pub trait Clocked<U: Unit> {
    /// One cycle with these inputs: computes the outputs, then applies the clock edge.
    fn step(&mut self, inputs: &InOf<U>, outputs: &mut OutOf<U>);

    /// First disagreement of the two sides.
    fn disagreement(&self) -> Option<&str> {
        None
    }
}

/// A unit's model.
pub struct Modelled<U: Unit>(U::Model);

impl<U: Unit> Modelled<U> {
    /// The model in its reset state.
    pub fn new(params: &ParamsOf<U>) -> Self {
        Modelled(U::Model::new(params))
    }
}

impl<U: Unit> Clocked<U> for Modelled<U> {
    #[inline]
    fn step(&mut self, inputs: &InOf<U>, outputs: &mut OutOf<U>) {
        debug_assert!(self.0.accepts(inputs), "the SM broke the register file's contract");
        self.0.step(inputs, outputs);
    }
}

/// A register file that is a unit, clocked as its model or its RTL. A wait beyond the bound of its
/// contract is a disagreement.
pub struct Ported<U: Channels, C: Clocked<U>> {
    clocked: C,
    mode: U::Mode,
    inputs: InOf<U>,
    outputs: OutOf<U>,
    in_flight: InFlight,
    settles_in: u32,
    shared_rows: usize,
    most_wait: u64,
    /// Message about a wait beyond the bound, if there was one.
    overdue: Option<String>,
    memory: U::Memory,
    counts: Counts,
    banks: usize,
}

/// Accepted requests that are not complete.
#[derive(Clone, Copy, Debug, Default)]
struct InFlight {
    /// Reads that are not answered.
    reads: u64,
    /// Writes that are not acknowledged.
    writes: u64,
    /// Whether a bank is busy, has a request, or gets one at this clock edge.
    requests: bool,
    /// Remaining cycles in which banks may be busy without a request.
    unsettled: u32,
    /// Whether all busy parts wait for the SM.
    stuck: bool,
}

impl<U: Channels, C: Clocked<U>> Ported<U, C> {
    /// A register file with a number of banks.
    pub fn new(clocked: C, params: &ParamsOf<U>, mode: U::Mode, banks: usize) -> Self {
        Ported {
            clocked,
            inputs: U::quiet(&mode, 1, true),
            mode,
            outputs: OutOf::<U>::default(),
            in_flight: InFlight::default(),
            settles_in: U::settles_in(params),
            shared_rows: U::shared_rows(params),
            most_wait: U::most_wait(params),
            overdue: None,
            memory: U::Memory::default(),
            counts: Counts::default(),
            banks,
        }
    }

    #[cold]
    fn is_overdue(&mut self) {
        let what =
            || format!("{}, for more than {} cycles", U::waits_for(&self.outputs), self.most_wait);
        self.overdue.get_or_insert_with(what);
    }

    fn zero(&self) -> Counts {
        Counts::new(self.banks, U::BANK_EVENTS, U::FILE_EVENTS)
    }

    fn step(&mut self, inputs: &InOf<U>) {
        self.clocked.step(inputs, &mut self.outputs);
    }

    /// Writes zeros to every register, one per request, and to every row of shared memory, so that
    /// no storage is read before it is written.
    fn clear(&mut self, regs_per_thread: usize, warps: usize) {
        let registers = (0..warps)
            .flat_map(|warp| (0..regs_per_thread).map(move |reg| (warp as u8, reg as u8)));
        let mut reply = Reply::default();
        let mut offer = Offer::default();
        for (warp, reg) in registers {
            let data = [0; LANES];
            offer.writes.push(Write { warp, reg, lane_mask: u32::MAX, data, fill: false });
            let mut written = false;
            while !written {
                self.cycle(&offer, &mut reply);
                if reply.write_ready & 1 != 0 {
                    offer.writes.clear();
                }
                written = reply.written & 1 != 0;
            }
        }
        for row in 0..self.shared_rows {
            let rows = [row as u32; SHARED_BANKS];
            offer.pass = Some(Pass { stores: true, enables: u128::MAX, rows, ..Pass::default() });
            self.cycle(&offer, &mut reply);
            while !reply.pass_ready {
                self.cycle(&offer, &mut reply);
            }
        }
        offer.pass = None;
        while !self.is_idle() {
            self.cycle(&offer, &mut reply);
        }
    }
}

impl<U: Channels, C: Clocked<U>> RegisterFile for Ported<U, C> {
    fn begin(&mut self, regs_per_thread: usize, warps: usize) {
        self.step(&U::quiet(&self.mode, regs_per_thread, true));
        for inputs in U::setup(&self.mode, regs_per_thread) {
            self.step(&inputs);
        }
        self.inputs = U::quiet(&self.mode, regs_per_thread, false);
        self.in_flight = InFlight::default();
        self.memory = U::Memory::default();
        self.counts = self.zero();
        self.clear(U::registers(&self.mode, regs_per_thread), warps);
        self.counts = self.zero();
    }

    #[inline]
    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        put(offer, U::requests(&mut self.inputs));
        U::offer(&mut self.inputs, offer);
        self.clocked.step(&self.inputs, &mut self.outputs);
        take(&U::responses(&self.outputs), reply);
        U::reply(&self.inputs, &self.outputs, reply);
        reply.written = U::written(&self.inputs, &self.outputs);
        let operation = U::operation(&mut self.memory, &self.inputs, &self.outputs);
        count::<U>(&mut self.counts, &operation);
        if U::waited(&self.memory) > self.most_wait {
            self.is_overdue();
        }
        self.in_flight.advance(offer, reply, &operation, self.settles_in);
    }

    fn is_idle(&self) -> bool {
        let InFlight { reads, writes, requests, unsettled, .. } = self.in_flight;
        reads == 0 && writes == 0 && !requests && unsettled == 0
    }

    fn is_stuck(&self) -> bool {
        let InFlight { reads, writes, unsettled, stuck, .. } = self.in_flight;
        stuck && reads == 0 && writes == 0 && unsettled == 0
    }

    fn waits_for(&self) -> String {
        U::waits_for(&self.outputs)
    }

    fn keeps_order(&self) -> bool {
        U::KEEPS_ORDER
    }

    fn looks_up(&self) -> bool {
        U::LOOKS_UP
    }

    fn overlap(&self, a: u8, b: u8) -> bool {
        U::overlap(&self.mode, a, b)
    }

    fn has_shared_memory(&self) -> bool {
        self.shared_rows > 0
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn disagreement(&self) -> Option<&str> {
        self.clocked.disagreement().or(self.overdue.as_deref())
    }
}

impl InFlight {
    #[inline]
    fn advance(&mut self, offer: &Offer, reply: &Reply, operation: &Operation, settles_in: u32) {
        let accepted = |ready: u8, offered: usize| {
            u64::from((ready & (1u16 << offered).wrapping_sub(1) as u8).count_ones())
        };
        let reads = accepted(reply.read_ready, offer.reads.len());
        let writes = accepted(reply.write_ready, offer.writes.len());
        self.reads += reads;
        self.reads -= reply.answers.len() as u64;
        self.writes += writes;
        self.writes -= u64::from(reply.written.count_ones());
        // A request that is accepted in this cycle is visible from the next cycle on.
        self.stuck = operation.stuck && operation.request == 0 && reads + writes == 0;
        self.requests = operation.request | operation.working != 0 || reads + writes != 0;
        self.unsettled = match operation.read | operation.write {
            0 => self.unsettled.saturating_sub(1),
            _ => settles_in,
        };
    }
}

/// Drives the request channels. Idle channels drive warp 0, register 0.
#[inline]
fn put(offer: &Offer, channels: Requests) {
    *channels.read_valid = (1u16 << offer.reads.len()).wrapping_sub(1) as u8;
    (*channels.read_warp, *channels.read_reg) = ([0; READ_PORTS], [0; READ_PORTS]);
    let (mut dead, mut promote) = (0, 0);
    for (n, read) in offer.reads.iter().enumerate() {
        (channels.read_cu[n], channels.read_slot[n]) = (read.cu, read.slot);
        (channels.read_warp[n], channels.read_reg[n]) = (read.warp, read.reg);
        dead |= u8::from(read.dead) << n;
        promote |= u8::from(read.promote) << n;
    }
    if let Some(hints) = channels.hints {
        (*hints.dead, *hints.promote) = (dead, promote);
    }
    *channels.write_valid = (1 << offer.writes.len()) - 1;
    (*channels.write_warp, *channels.write_reg) = ([0; WRITE_PORTS], [0; WRITE_PORTS]);
    for (n, write) in offer.writes.iter().enumerate() {
        (channels.write_warp[n], channels.write_reg[n]) = (write.warp, write.reg);
        channels.write_lane_mask[n] = write.lane_mask;
        channels.write_data[n] = write.data;
    }
}

/// Takes the outputs of the channels.
#[inline]
fn take(channels: &Responses, reply: &mut Reply) {
    (reply.read_ready, reply.write_ready) = (channels.read_ready, channels.write_ready);
    reply.answers.clear();
    let mut valid = channels.rsp_valid;
    while valid != 0 {
        let n = valid.trailing_zeros() as usize;
        valid &= valid - 1;
        let (cu, slot) = (channels.rsp_cu[n], channels.rsp_slot[n]);
        reply.answers.push(Answer { cu, slot, data: channels.rsp_data[n] });
    }
}

#[inline]
fn count<U: Channels>(counts: &mut Counts, operation: &Operation) {
    counts.cycles += 1;
    for index in 0..U::FILE_EVENTS.len() {
        counts.events.add(index, operation.file_events[index].into());
    }
    let Operation { read, write, bank_events, .. } = *operation;
    let waits = operation.request & !read & !write;
    let events = &bank_events[..U::BANK_EVENTS.len()];
    let mut any = events.iter().fold(waits | read | write, |any, event| any | event);
    while any != 0 {
        let bank = any.trailing_zeros();
        any &= any - 1;
        let of = |mask: u32| u64::from(mask >> bank & 1);
        let counts = &mut counts.banks[bank as usize];
        counts.reads += of(read);
        counts.writes += of(write);
        counts.waits += of(waits);
        for (index, event) in events.iter().enumerate() {
            counts.events.add(index, of(*event));
        }
    }
}
