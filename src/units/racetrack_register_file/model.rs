//! The register file's behaviour: its parts' models, wired.

use super::{In, MAX_ANSWERS, Out, Params, READ_PORTS, WRITE_PORTS};
use crate::stream::Placer;
use crate::units::{
    Model as _, map_table, preshift_arbiter, racetrack_bank, request_arbiter, shift_controller::Op,
};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    banks: Vec<racetrack_bank::Model>,
    maps: Vec<map_table::Model>,
    request_arbiter: request_arbiter::Model,
    preshift_arbiter: preshift_arbiter::Model,
}

/// Which banks want, are given, and do what in a cycle; bit b is bank b.
#[derive(Clone, Copy, Default)]
struct Banks {
    request: u32,
    grant: u32,
    preshift: u32,
}

/// A channel's request, placed.
#[derive(Clone, Copy)]
struct Placed {
    bank: usize,
    entry: u16,
}

impl Model {
    fn place(&self, i: &In, warp: u8, reg: u8) -> Placed {
        let placement = &self.params.placement;
        let placer = Placer {
            placement: placement.placement,
            banks: placement.banks,
            regs_per_thread: usize::from(i.regs_per_thread),
        };
        let (bank, entry) = placer.place(warp, reg);
        Placed { bank, entry: entry as u16 }
    }

    fn reads(&self, i: &In) -> [Placed; READ_PORTS] {
        std::array::from_fn(|n| self.place(i, i.read_warp[n], i.read_reg[n]))
    }

    fn writes(&self, i: &In) -> [Placed; WRITE_PORTS] {
        std::array::from_fn(|n| self.place(i, i.write_warp[n], i.write_reg[n]))
    }

    fn arbiter_inputs(&self, i: &In) -> request_arbiter::In {
        let banks = |test: &dyn Fn(&racetrack_bank::Model) -> bool| {
            let bits = self.banks.iter().enumerate().map(|(n, bank)| u32::from(test(bank)) << n);
            bits.sum()
        };
        request_arbiter::In {
            rst_n: i.rst_n,
            request: banks(&|bank| bank.request().valid),
            aligned: banks(&|bank| bank.aligned()),
            busy: banks(&|bank| bank.busy()),
            aligned_only: i.aligned_only,
        }
    }

    fn arbitrate(&self, i: &In) -> Banks {
        let inputs = self.arbiter_inputs(i);
        let grant = self.request_arbiter.outputs(&inputs).grant;
        let preshift = self.preshift_arbiter.outputs(&preshift_arbiter::In {
            request: inputs.request,
            aligned: inputs.aligned,
            busy: inputs.busy,
            grant,
            aligned_only: i.aligned_only,
            preshift_en: i.preshift_en,
        });
        Banks { request: inputs.request, grant, preshift: preshift.preshift }
    }

    /// Whether the places of the running kernel are within the banks.
    fn fits(&self, placed: Placed) -> bool {
        usize::from(placed.entry) < self.params.map.geometry.positions()
            && self.maps[placed.bank].knows(placed.entry)
    }
}

/// The channels that are the lowest of those, among the valid ones before them, that ask for their
/// bank.
fn lowest<const N: usize>(valid: u8, places: &[Placed; N]) -> u8 {
    let (mut asked, mut lowest) = (0u32, 0);
    for (n, place) in places.iter().enumerate() {
        lowest |= u8::from(asked >> place.bank & 1 == 0) << n;
        asked |= u32::from(valid >> n & 1) << place.bank;
    }
    lowest
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
        }
    }

    fn outputs(&self, i: &In) -> Out {
        let mut o = Out::default();
        let (reads, writes) = (self.reads(i), self.writes(i));
        let ready = |places: &[Placed], ready: &dyn Fn(&racetrack_bank::Model) -> bool| {
            let bits = places.iter().enumerate();
            bits.map(|(n, place)| u8::from(ready(&self.banks[place.bank])) << n).sum::<u8>()
        };
        o.read_ready = ready(&reads, &|bank| bank.read_ready()) & lowest(i.read_valid, &reads);
        o.write_ready = ready(&writes, &|bank| bank.write_ready()) & lowest(i.write_valid, &writes);

        let answers = self.banks.iter().filter_map(racetrack_bank::Model::answer);
        for (n, (cu, slot, data)) in answers.take(MAX_ANSWERS).enumerate() {
            o.rsp_valid |= 1 << n;
            (o.rsp_cu[n], o.rsp_slot[n], o.rsp_data[n]) = (cu, slot, *data);
        }

        let banks = self.arbitrate(i);
        o.bank_request = banks.request;
        o.bank_grant = banks.grant;
        for (n, bank) in self.banks.iter().enumerate() {
            let op = bank.op(banks.grant >> n & 1 != 0, banks.preshift >> n & 1 != 0);
            o.bank_read |= u32::from(op == Op::Read) << n;
            o.bank_write |= u32::from(op == Op::Write) << n;
            o.bank_shift |= u32::from(op.shifts()) << n;
        }
        o
    }

    fn tick(&mut self, i: &In) {
        let banks = self.arbitrate(i);
        let (reads, writes) = (self.reads(i), self.writes(i));
        let reading = i.read_valid & lowest(i.read_valid, &reads);
        let writing = i.write_valid & lowest(i.write_valid, &writes);
        self.request_arbiter.tick(&self.arbiter_inputs(i));
        let mut inputs = racetrack_bank::In::default();
        for n in 0..self.banks.len() {
            let map = &self.maps[n];
            inputs.rst_n = i.rst_n;
            inputs.grant = banks.grant >> n & 1 != 0;
            inputs.preshift_en = banks.preshift >> n & 1 != 0;
            let read = (0..READ_PORTS).find(|&c| reading >> c & 1 != 0 && reads[c].bank == n);
            inputs.read_valid = read.is_some();
            if let Some(channel) = read {
                (inputs.read_cu, inputs.read_slot) = (i.read_cu[channel], i.read_slot[channel]);
                (inputs.read_port, inputs.read_offset) = map.place(reads[channel].entry);
            }
            let write = (0..WRITE_PORTS).find(|&c| writing >> c & 1 != 0 && writes[c].bank == n);
            inputs.write_valid = write.is_some();
            if let Some(channel) = write {
                (inputs.write_port, inputs.write_offset) = map.place(writes[channel].entry);
                inputs.write_lane_mask = i.write_lane_mask[channel];
                inputs.write_data = i.write_data[channel];
            }
            self.banks[n].tick(&inputs);
        }
        let map = &mut self.maps[usize::from(i.map_bank)];
        if i.rst_n && i.map_valid {
            map.load(i.map_entry, i.map_port, i.map_offset);
        }
        if !i.rst_n {
            self.maps.iter_mut().for_each(map_table::Model::clear);
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let geometry = self.params.map.geometry;
        let legal = |valid: u8, places: &[Placed]| {
            places.iter().enumerate().all(|(n, place)| valid >> n & 1 == 0 || self.fits(*place))
        };
        geometry.contains(i.map_port, i.map_offset)
            && usize::from(i.map_entry) < geometry.positions()
            && legal(i.read_valid, &self.reads(i))
            && legal(i.write_valid, &self.writes(i))
    }
}
