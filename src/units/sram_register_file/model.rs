//! The register file's behaviour: its parts' models, wired.

use super::{In, MAX_ANSWERS, Out, Params};
use crate::bits::LANES;
use crate::units::channels::{
    MAX_BANKS, NewWrite, Placed, READ_PORTS, WRITE_PORTS, lowest, ones, place,
};
use crate::units::sram_bank::{self, Served};
use crate::units::{Model as _, read_queue, request_arbiter};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    banks: Vec<sram_bank::Model>,
    request_arbiter: request_arbiter::Model,
    /// Banks that are not idle: only these need looking at.
    awake: u32,
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
        let arbiter = self.arbiter_inputs(i);
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

    fn arbiter_inputs(&self, i: &In) -> request_arbiter::In {
        let requests = ones(self.awake).filter(|&n| self.banks[n].requests());
        request_arbiter::In {
            rst_n: i.rst_n,
            request: requests.fold(0, |request, n| request | 1 << n),
            ..request_arbiter::In::default()
        }
    }

    /// What the outputs are; `o` holds outputs of this model, as they were before or as after reset.
    fn answer(&self, decision: &Decision, o: &mut Out) {
        (o.read_ready, o.write_ready) = (0, 0);
        for (n, place) in decision.reads.iter().enumerate() {
            o.read_ready |= u8::from(self.banks[place.bank].read_ready()) << n;
        }
        for (n, place) in decision.writes.iter().enumerate() {
            o.write_ready |= u8::from(self.banks[place.bank].write_ready()) << n;
        }
        o.read_ready &= decision.lowest_reads;
        o.write_ready &= decision.lowest_writes;
        o.bank_request = decision.arbiter.request;
        o.bank_grant = decision.grant;
        (o.bank_read, o.bank_write) = (0, 0);
        let (before, direct) = (std::mem::take(&mut o.rsp_valid), self.params.answers_directly());
        let mut answers = 0;
        for n in ones(self.awake) {
            let bank = &self.banks[n];
            let channel = if direct { n } else { answers };
            if let Some((cu, slot, data)) = bank.answer().filter(|_| channel < MAX_ANSWERS) {
                o.rsp_valid |= 1 << channel;
                (o.rsp_cu[channel], o.rsp_slot[channel]) = (cu, slot);
                o.rsp_data[channel] = *data;
                answers += 1;
            }
            let served = decision.served[n];
            o.bank_read |= u32::from(served.read) << n;
            o.bank_write |= u32::from(served.write) << n;
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
            self.awake = 0;
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
        for n in ones(self.awake | read_banks | write_banks) {
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
            self.awake = self.awake & !(1 << n) | u32::from(!self.banks[n].is_idle()) << n;
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: params.clone(),
            banks: vec![sram_bank::Model::new(&params.bank); params.banks()],
            request_arbiter: request_arbiter::Model::new(&params.request_arbiter),
            awake: 0,
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
