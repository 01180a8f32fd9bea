//! The register file's behaviour: its parts' models, wired.

use super::{In, MAX_ANSWERS, Out, Params};
use crate::bits::LANES;
use crate::systems::sram::units::sram_bank::{self, Served};
use crate::units::channels::{
    MAX_BANKS, NewWrite, Placed, READ_PORTS, WRITE_PORTS, lowest, ones, place,
};
use crate::units::{Model as _, read_queue, request_arbiter};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    banks: Vec<sram_bank::Model>,
    request_arbiter: request_arbiter::Model,
    shown: Shown,
}

/// What the banks show by their state; bit b is bank b. Kept, so that only banks that something
/// happens to are looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    requests: u32,
    answers: u32,
    read_ready: u32,
    write_ready: u32,
}

impl Shown {
    fn of(banks: &[sram_bank::Model]) -> Shown {
        let mut shown = Shown::default();
        banks.iter().enumerate().for_each(|(n, bank)| shown.look(n, bank));
        shown
    }

    #[inline]
    fn look(&mut self, n: usize, bank: &sram_bank::Model) {
        let set = |mask: &mut u32, bit: bool| *mask = *mask & !(1 << n) | u32::from(bit) << n;
        set(&mut self.requests, bank.requests());
        set(&mut self.answers, bank.answer().is_some());
        set(&mut self.read_ready, bank.read_ready());
        set(&mut self.write_ready, bank.write_ready());
    }

    /// Banks that change by themselves.
    fn awake(&self) -> u32 {
        self.requests | self.answers
    }
}

/// The channels whose request's bank is in a set.
#[inline]
fn channels_of(places: &[Placed], banks: u32) -> u8 {
    let one = |mask, (n, place): (usize, &Placed)| mask | ((banks >> place.bank & 1) as u8) << n;
    places.iter().enumerate().fold(0, one)
}

/// What a cycle comes to; of the vectors bit b is bank b.
struct Decision {
    reads: [Placed; READ_PORTS],
    writes: [Placed; WRITE_PORTS],
    /// Channels before which no lower one asks for their bank.
    lowest_reads: u8,
    lowest_writes: u8,
    arbiter: request_arbiter::In,
    grant: u32,
    /// What each bank performs.
    served: [Served; MAX_BANKS],
}

impl Model {
    fn decide(&self, i: &In) -> Decision {
        let placement = &self.params.placement;
        let reads = place(placement, i.regs_per_thread, &i.read_warp, &i.read_reg);
        let writes = place(placement, i.regs_per_thread, &i.write_warp, &i.write_reg);
        let request = self.shown.requests;
        let arbiter = request_arbiter::In { rst_n: i.rst_n, request, ..Default::default() };
        let grant = self.request_arbiter.outputs(&arbiter).grant;
        let mut served = [Served::default(); MAX_BANKS];
        ones(grant).for_each(|n| served[n] = self.banks[n].served());
        Decision {
            lowest_reads: lowest(i.read_valid, &reads),
            lowest_writes: lowest(i.write_valid, &writes),
            reads,
            writes,
            arbiter,
            grant,
            served,
        }
    }

    /// What the outputs are; `o` holds outputs of this model, as they were before or as after reset.
    fn answer(&self, decision: &Decision, o: &mut Out) {
        let Shown { answers, read_ready, write_ready, .. } = self.shown;
        o.read_ready = channels_of(&decision.reads, read_ready) & decision.lowest_reads;
        o.write_ready = channels_of(&decision.writes, write_ready) & decision.lowest_writes;
        o.bank_request = decision.arbiter.request;
        o.bank_grant = decision.grant;
        (o.bank_read, o.bank_write) = (0, 0);
        for n in ones(decision.grant) {
            let served = decision.served[n];
            o.bank_read |= u32::from(served.read) << n;
            o.bank_write |= u32::from(served.write) << n;
        }
        let (before, direct) = (std::mem::take(&mut o.rsp_valid), self.params.answers_directly());
        for (count, n) in ones(answers).enumerate() {
            let channel = if direct { n } else { count };
            if let Some((cu, slot, data)) = self.banks[n].answer().filter(|_| channel < MAX_ANSWERS)
            {
                o.rsp_valid |= 1 << channel;
                (o.rsp_cu[channel], o.rsp_slot[channel]) = (cu, slot);
                o.rsp_data[channel] = *data;
            }
        }
        // Those that had an answer before and have none now.
        for n in ones((before & !o.rsp_valid).into()) {
            (o.rsp_cu[n], o.rsp_slot[n], o.rsp_data[n]) = (0, 0, [0; LANES]);
        }
    }

    fn clock(&mut self, i: &In, decision: &Decision) {
        self.request_arbiter.tick(&decision.arbiter);
        if !i.rst_n {
            self.banks.iter_mut().for_each(sram_bank::Model::clear);
            self.shown = Shown::of(&self.banks);
            return;
        }
        // Of each bank that is offered something: by which channel.
        let (mut reading, mut writing) = ([0; MAX_BANKS], [0; MAX_BANKS]);
        let (mut read_banks, mut write_banks) = (0u32, 0u32);
        for channel in ones((i.read_valid & decision.lowest_reads).into()) {
            let bank = decision.reads[channel].bank;
            reading[bank] = channel;
            read_banks |= 1 << bank;
        }
        for channel in ones((i.write_valid & decision.lowest_writes).into()) {
            let bank = decision.writes[channel].bank;
            writing[bank] = channel;
            write_banks |= 1 << bank;
        }
        for n in ones(self.shown.awake() | read_banks | write_banks) {
            let read = (read_banks >> n & 1 != 0).then(|| {
                let channel = reading[n];
                read_queue::Entry {
                    cu: i.read_cu[channel],
                    slot: i.read_slot[channel],
                    position: decision.reads[channel].entry,
                }
            });
            let write = (write_banks >> n & 1 != 0).then(|| {
                let channel = writing[n];
                NewWrite {
                    position: decision.writes[channel].entry,
                    lane_mask: i.write_lane_mask[channel],
                    data: &i.write_data[channel],
                }
            });
            self.banks[n].clock(decision.served[n], read, write);
            self.shown.look(n, &self.banks[n]);
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let banks = vec![sram_bank::Model::new(&params.bank); params.banks()];
        Model {
            params: params.clone(),
            shown: Shown::of(&banks),
            banks,
            request_arbiter: request_arbiter::Model::new(&params.request_arbiter),
        }
    }

    fn outputs(&self, i: &In) -> Out {
        let mut o = Out::default();
        self.answer(&self.decide(i), &mut o);
        o
    }

    fn tick(&mut self, i: &In) {
        let decision = self.decide(i);
        self.clock(i, &decision);
    }

    /// Placed and arbitrated once.
    fn step(&mut self, i: &In, o: &mut Out) {
        let decision = self.decide(i);
        self.answer(&decision, o);
        self.clock(i, &decision);
    }

    fn accepts(&self, i: &In) -> bool {
        let fits = |place: &Placed| usize::from(place.entry) < self.params.placement.entries;
        let legal = |valid: u8, places: &[Placed]| {
            places.iter().enumerate().all(|(n, place)| valid >> n & 1 == 0 || fits(place))
        };
        let placed = self.decide(i);
        legal(i.read_valid, &placed.reads) && legal(i.write_valid, &placed.writes)
    }
}
