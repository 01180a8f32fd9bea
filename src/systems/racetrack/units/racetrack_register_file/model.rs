//! The register file's behaviour: its parts' models, wired.

use super::{In, MAX_ANSWERS, Out, Params};
use crate::bits::LANES;
use crate::systems::racetrack::units::racetrack_bank::Request;
use crate::systems::racetrack::units::shift_controller::Op;
use crate::systems::racetrack::units::{map_table, preshift_arbiter, racetrack_bank};
use crate::units::channels::{
    MAX_BANKS, NewWrite, Placed, READ_PORTS, WRITE_PORTS, lowest, ones, place,
};
use crate::units::{Model as _, read_queue, request_arbiter};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    banks: Vec<racetrack_bank::Model>,
    maps: Vec<map_table::Model>,
    request_arbiter: request_arbiter::Model,
    preshift_arbiter: preshift_arbiter::Model,
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
    /// What each bank does that is not idle.
    ops: [Op; MAX_BANKS],
}

impl Model {
    fn decide(&self, i: &In) -> Decision {
        let placement = &self.params.placement;
        let reads = place(placement, i.regs_per_thread, &i.read_warp, &i.read_reg);
        let writes = place(placement, i.regs_per_thread, &i.write_warp, &i.write_reg);
        let mut requests = [Request::default(); MAX_BANKS];
        ones(self.awake).for_each(|n| requests[n] = self.banks[n].request());
        let arbiter = self.arbiter_inputs(i, &requests);
        let grant = self.request_arbiter.outputs(&arbiter).grant;
        let preshift = self.preshift_arbiter.outputs(&preshift_arbiter::In {
            request: arbiter.request,
            aligned: arbiter.aligned,
            busy: arbiter.busy,
            grant,
            aligned_only: i.aligned_only,
            preshift_en: i.preshift_en,
        });
        let mut ops = [Op::Nop; MAX_BANKS];
        for n in ones(self.awake) {
            let (grant, preshift) = (grant >> n & 1 != 0, preshift.preshift >> n & 1 != 0);
            ops[n] = self.banks[n].op(&requests[n], grant, preshift);
        }
        Decision {
            lowest_reads: lowest(i.read_valid, &reads),
            lowest_writes: lowest(i.write_valid, &writes),
            reads,
            writes,
            arbiter,
            grant,
            ops,
        }
    }

    fn arbiter_inputs(&self, i: &In, requests: &[Request; MAX_BANKS]) -> request_arbiter::In {
        let mut inputs = request_arbiter::In {
            rst_n: i.rst_n,
            aligned_only: i.aligned_only,
            ..request_arbiter::In::default()
        };
        for n in ones(self.awake) {
            let bank = &self.banks[n];
            inputs.request |= u32::from(requests[n].valid) << n;
            inputs.aligned |= u32::from(bank.aligned(&requests[n])) << n;
            inputs.busy |= u32::from(bank.busy()) << n;
        }
        inputs
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
        (o.bank_read, o.bank_write, o.bank_shift) = (0, 0, 0);
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
            let op = decision.ops[n];
            o.bank_read |= u32::from(op == Op::Read) << n;
            o.bank_write |= u32::from(op == Op::Write) << n;
            o.bank_shift |= u32::from(op.shifts()) << n;
        }
        // Those that had an answer before and have none now.
        for n in ones((before & !o.rsp_valid).into()) {
            (o.rsp_cu[n], o.rsp_slot[n], o.rsp_data[n]) = (0, 0, [0; LANES]);
        }
    }

    fn clock(&mut self, i: &In, decision: &Decision) {
        self.request_arbiter.tick(&decision.arbiter);
        if !i.rst_n {
            self.banks.iter_mut().for_each(racetrack_bank::Model::clear);
            self.maps.iter_mut().for_each(map_table::Model::clear);
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
        let geometry = self.params.map.geometry;
        for n in ones(self.awake | read_banks | write_banks) {
            let position = |entry: u16| {
                let (port, offset) = self.maps[n].place(entry);
                geometry.join(port, offset)
            };
            let read = (read_banks >> n & 1 != 0).then(|| {
                let channel = reading[n];
                read_queue::Entry {
                    cu: i.read_cu[channel],
                    slot: i.read_slot[channel],
                    position: position(decision.reads[channel].entry),
                }
            });
            let write = (write_banks >> n & 1 != 0).then(|| {
                let channel = writing[n];
                NewWrite {
                    position: position(decision.writes[channel].entry),
                    lane_mask: i.write_lane_mask[channel],
                    data: &i.write_data[channel],
                }
            });
            self.banks[n].clock(decision.ops[n], read, write);
            self.awake = self.awake & !(1 << n) | u32::from(!self.banks[n].is_idle()) << n;
        }
        if i.map_valid {
            self.maps[usize::from(i.map_bank)].load(i.map_entry, i.map_port, i.map_offset);
        }
    }

    /// Whether the places of the running kernel are within the banks.
    fn fits(&self, placed: Placed) -> bool {
        usize::from(placed.entry) < self.params.map.geometry.positions()
            && self.maps[placed.bank].knows(placed.entry)
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: params.clone(),
            banks: vec![racetrack_bank::Model::new(&params.bank); params.banks()],
            maps: vec![map_table::Model::new(&params.map); params.banks()],
            request_arbiter: request_arbiter::Model::new(&params.request_arbiter),
            preshift_arbiter: preshift_arbiter::Model::new(&params.preshift_arbiter),
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
        let geometry = self.params.map.geometry;
        let legal = |valid: u8, places: &[Placed]| {
            places.iter().enumerate().all(|(n, place)| valid >> n & 1 == 0 || self.fits(*place))
        };
        let placed = self.decide(i);
        geometry.contains(i.map_port, i.map_offset)
            && usize::from(i.map_entry) < geometry.positions()
            && legal(i.read_valid, &placed.reads)
            && legal(i.write_valid, &placed.writes)
    }
}
