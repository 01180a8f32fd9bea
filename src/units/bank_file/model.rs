//! Behavioural model of a file: the models of its parts, connected.

use super::held::Held;
use super::{In, InFile, MAX_ANSWERS, Out, Params, SharedIn, SharedOut, bank_params};
use crate::bits::LANES;
use crate::units::bank::{self, Action as _, NewRead, Wanted};
use crate::units::channels::{
    MAX_BANKS, NewWrite, Placed, READ_PORTS, WRITE_PORTS, lowest, ones, place,
};
use crate::units::{Model as _, placement, request_arbiter};

/// Behavioural model of a file of banks.
#[derive(Clone, Debug)]
pub struct Model<S: InFile> {
    placement: placement::Params,
    answers_directly: bool,
    banks: Vec<bank::Model<S>>,
    request_arbiter: request_arbiter::Model,
    shown: Shown,
    /// The request stage, if the configuration has one.
    held: Option<Held>,
}

/// Cached bank status, so that idle banks are skipped; bit b is bank b.
#[derive(Clone, Debug, Default)]
struct Shown {
    wanted: [Wanted; MAX_BANKS],
    /// Banks with a request.
    requests: u32,
    aligned: u32,
    /// Banks that answer a read in this cycle.
    answers: u32,
    busy: u32,
    moving: u32,
    /// Banks whose read queue is full.
    reads_full: u32,
    /// Banks whose write buffer is full.
    writes_full: u32,
}

impl Shown {
    fn of<S: InFile>(banks: &[bank::Model<S>]) -> Shown {
        let mut shown = Shown::default();
        banks.iter().enumerate().for_each(|(n, bank)| shown.look(n, bank));
        shown
    }

    #[inline(always)]
    fn look<S: InFile>(&mut self, n: usize, bank: &bank::Model<S>) {
        let set = |mask: &mut u32, bit: bool| *mask = *mask & !(1 << n) | u32::from(bit) << n;
        self.wanted[n] = bank.wanted();
        set(&mut self.requests, bank.requests());
        set(&mut self.aligned, bank.storage().is_aligned(&self.wanted[n]));
        set(&mut self.answers, bank.answer().is_some());
        set(&mut self.busy, bank.storage().is_busy());
        set(&mut self.moving, bank.storage().is_moving());
        set(&mut self.reads_full, !bank.read_ready());
        set(&mut self.writes_full, !bank.write_ready());
    }

    /// Banks that change without a new action.
    #[inline]
    fn awake(&self) -> u32 {
        self.answers | self.moving
    }
}

/// Channels that address one of these banks.
#[inline]
fn channels_of(places: &[Placed], banks: u32) -> u8 {
    if banks == 0 {
        return 0;
    }
    let one = |mask, (n, place): (usize, &Placed)| mask | ((banks >> place.bank & 1) as u8) << n;
    places.iter().enumerate().fold(0, one)
}

/// Decisions of a cycle; bit b of a vector is bank b.
pub(super) struct Decision<S: InFile> {
    pub reads: [Placed; READ_PORTS],
    pub writes: [Placed; WRITE_PORTS],
    /// Channels with no lower valid channel addressing the same bank.
    lowest_reads: u8,
    lowest_writes: u8,
    arbiter: request_arbiter::In,
    grant: u32,
    /// Banks that may move without a grant.
    ahead: u32,
    /// Action of each bank.
    actions: [S::Action; MAX_BANKS],
    /// Banks that may act in this cycle.
    acting: u32,
}

impl<S: InFile> Decision<S> {
    /// The read that a channel offers.
    #[inline]
    pub fn read(&self, i: &In<S>, channel: usize) -> NewRead {
        NewRead {
            cu: i.shared.read_cu[channel],
            slot: i.shared.read_slot[channel],
            entry: self.reads[channel].entry,
            hints: S::channel_hints(&i.own, channel),
        }
    }

    /// The write that a channel offers.
    #[inline]
    pub fn write<'a>(&self, i: &'a In<S>, channel: usize) -> NewWrite<'a> {
        NewWrite {
            entry: self.writes[channel].entry,
            lane_mask: i.shared.write_lane_mask[channel],
            data: &i.shared.write_data[channel],
        }
    }
}

/// The channel whose request is offered to each bank.
pub(super) struct Offered {
    banks: u32,
    channel: [u8; MAX_BANKS],
}

impl Offered {
    #[inline]
    pub fn new(valid: u8, bank: impl Fn(usize) -> u8) -> Offered {
        let mut offered = Offered { banks: 0, channel: [0; MAX_BANKS] };
        for channel in ones(valid.into()) {
            let bank = bank(channel);
            offered.channel[usize::from(bank)] = channel as u8;
            offered.banks |= 1 << bank;
        }
        offered
    }

    #[inline]
    fn channel(&self, bank: usize) -> Option<usize> {
        (self.banks >> bank & 1 != 0).then(|| self.channel[bank].into())
    }
}

impl<S: InFile> Model<S> {
    /// Places of the channels' registers.
    #[inline]
    fn places(&self, i: &SharedIn) -> ([Placed; READ_PORTS], [Placed; WRITE_PORTS]) {
        let reads = place(&self.placement, i.regs_per_thread, &i.read_warp, &i.read_reg);
        let writes = place(&self.placement, i.regs_per_thread, &i.write_warp, &i.write_reg);
        (reads, writes)
    }

    #[inline]
    fn decide(&self, i: &In<S>) -> Decision<S> {
        let (shared, own) = (&i.shared, &i.own);
        let (reads, writes) = self.places(shared);
        let arbiter = request_arbiter::In {
            rst_n: shared.rst_n,
            request: self.shown.requests,
            aligned: self.shown.aligned,
            busy: self.shown.busy,
            aligned_only: S::aligned_only(own),
        };
        let grant = self.request_arbiter.outputs(&arbiter).grant;
        let ahead = S::ahead(own, &arbiter);
        let going_on = if S::GOES_ON { self.shown.requests | self.shown.moving } else { 0 };
        let acting = grant | ahead | going_on;
        let mut actions = [S::Action::default(); MAX_BANKS];
        for n in ones(acting) {
            let own = S::bank_inputs(own, n, ahead >> n & 1 != 0);
            let (storage, wanted) = (self.banks[n].storage(), &self.shown.wanted[n]);
            actions[n] = storage.decide(wanted, grant >> n & 1 != 0, &own);
        }
        Decision {
            lowest_reads: lowest(shared.read_valid, &reads),
            lowest_writes: lowest(shared.write_valid, &writes),
            reads,
            writes,
            arbiter,
            grant,
            ahead,
            actions,
            acting,
        }
    }

    /// Sets the outputs; `o` must hold the previous outputs or the reset outputs.
    fn answer(&self, decision: &Decision<S>, o: &mut Out<S>) {
        let &Shown { reads_full, writes_full, .. } = &self.shown;
        (o.shared.read_ready, o.shared.write_ready) = match &self.held {
            None => (
                decision.lowest_reads & !channels_of(&decision.reads, reads_full),
                decision.lowest_writes & !channels_of(&decision.writes, writes_full),
            ),
            Some(held) => held.ready(!reads_full, !writes_full),
        };
        o.shared.bank_request =
            decision.arbiter.request | self.held.as_ref().map_or(0, Held::waiting);
        o.shared.bank_grant = decision.grant;
        (o.shared.bank_read, o.shared.bank_write) = (0, 0);
        o.own = S::FileOut::default();
        for n in ones(decision.acting) {
            let action = decision.actions[n];
            o.shared.bank_read |= u32::from(action.reads()) << n;
            o.shared.bank_write |= u32::from(action.writes()) << n;
            S::note(&mut o.own, n, action);
        }
        self.answer_reads(&mut o.shared);
    }

    fn answer_reads(&self, o: &mut SharedOut) {
        let before = std::mem::take(&mut o.rsp_valid);
        for (count, n) in ones(self.shown.answers).enumerate() {
            let channel = if self.answers_directly { n } else { count };
            let answer = self.banks[n].answer().filter(|_| channel < MAX_ANSWERS);
            if let Some((cu, slot, data)) = answer {
                o.rsp_valid |= 1 << channel;
                (o.rsp_cu[channel], o.rsp_slot[channel]) = (cu, slot);
                o.rsp_data[channel] = *data;
            }
        }
        // Channels that had an answer in the last cycle and have none now.
        for n in ones((before & !o.rsp_valid).into()) {
            (o.rsp_cu[n], o.rsp_slot[n], o.rsp_data[n]) = (0, 0, [0; LANES]);
        }
    }

    fn clock(&mut self, i: &In<S>, decision: &Decision<S>) {
        let SharedIn { rst_n, read_valid, write_valid, .. } = i.shared;
        if !rst_n {
            self.request_arbiter.clear();
            self.banks.iter_mut().for_each(bank::Model::clear);
            self.shown = Shown::of(&self.banks);
            self.held.iter_mut().for_each(Held::clear);
            return;
        }
        self.request_arbiter.granted(decision.grant);
        let Shown { reads_full, writes_full, .. } = self.shown;
        let (reading, writing) = match &self.held {
            None => (
                Offered::new(read_valid & decision.lowest_reads, |n| decision.reads[n].bank),
                Offered::new(write_valid & decision.lowest_writes, |n| decision.writes[n].bank),
            ),
            Some(held) => held.offered(),
        };
        let offered = reading.banks | writing.banks;
        for n in ones(decision.acting | self.shown.awake() | offered | S::touched(&i.own)) {
            let read = reading.channel(n).map(|channel| match &self.held {
                None => decision.read(i, channel),
                Some(held) => held.read(channel),
            });
            let write = writing.channel(n).map(|channel| match &self.held {
                None => decision.write(i, channel),
                Some(held) => held.write(channel),
            });
            let own = S::bank_inputs(&i.own, n, decision.ahead >> n & 1 != 0);
            self.banks[n].clock(decision.actions[n], read, write, &own);
            self.shown.look(n, &self.banks[n]);
        }
        if let Some(held) = &mut self.held {
            held.clock(i, decision, !reads_full, !writes_full);
        }
    }

    /// Whether a place is inside its bank.
    fn fits(&self, placed: Placed) -> bool {
        self.banks[usize::from(placed.bank)].storage().holds(placed.entry)
    }
}

impl<S: InFile> crate::units::Model for Model<S> {
    type Params = Params<S>;
    type In = In<S>;
    type Out = Out<S>;

    fn new(params: &Params<S>) -> Self {
        let shared = &params.shared;
        let banks = vec![bank::Model::new(&bank_params::<S>(params)); shared.banks()];
        Model {
            placement: shared.placement.clone(),
            answers_directly: shared.answers_directly(),
            shown: Shown::of(&banks),
            banks,
            request_arbiter: request_arbiter::Model::new(&shared.request_arbiter),
            held: shared.request_stage.then(|| Held::new(shared.banks())),
        }
    }

    fn outputs(&self, i: &In<S>) -> Out<S> {
        let mut o = Out::<S>::default();
        self.answer(&self.decide(i), &mut o);
        o
    }

    fn tick(&mut self, i: &In<S>) {
        let decision = self.decide(i);
        self.clock(i, &decision);
    }

    /// Places and arbitrates once for both the outputs and the clock edge.
    fn step(&mut self, i: &In<S>, o: &mut Out<S>) {
        let decision = self.decide(i);
        self.answer(&decision, o);
        self.clock(i, &decision);
    }

    fn accepts(&self, i: &In<S>) -> bool {
        let legal = |valid: u8, places: &[Placed]| {
            places.iter().enumerate().all(|(n, place)| valid >> n & 1 == 0 || self.fits(*place))
        };
        let (reads, writes) = self.places(&i.shared);
        let mut banks = self.banks.iter().enumerate();
        legal(i.shared.read_valid, &reads)
            && legal(i.shared.write_valid, &writes)
            && banks.all(|(n, bank)| bank.storage().accepts(&S::bank_inputs(&i.own, n, false)))
    }
}
