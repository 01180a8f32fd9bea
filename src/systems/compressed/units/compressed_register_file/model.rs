//! Behavioural model: the models of the parts, wired.

use super::{In, MAX_COLLECTORS, Out, Params};
use crate::bits::{LANES, WarpRegister};
use crate::stream::Placer;
use crate::systems::compressed::indirection::Indirection;
use crate::systems::compressed::units::{
    collector_unit, indirection_table, slice_array, value_converter, value_extractor,
    value_truncator,
};
use crate::systems::sram::config::BankPorts;
use crate::units::Model as _;
use crate::units::channels::{MAX_BANKS, Placed, READ_PORTS, WRITE_PORTS, ones};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    table: indirection_table::Model,
    /// Who asked on each read channel in the last cycle: collector unit and slot.
    asked: [(u8, u8); READ_PORTS],
    collectors: Vec<collector_unit::Model>,
    /// Warp of each collector unit's operands.
    warps: [u8; MAX_COLLECTORS],
    /// Collector units that are not idle; bit c is unit c.
    awake: u32,
    /// Of each bank: the part that it has read.
    coming: [Option<Part>; MAX_BANKS],
    arrays: Vec<slice_array::Model>,
    extractor: value_extractor::Model,
    converter: value_converter::Model,
    truncator: value_truncator::Model,
    writes: [Channel; WRITE_PORTS],
    /// The collector unit that goes first.
    turn: usize,
}

/// A part of an operand, and whose it is.
#[derive(Clone, Copy, Debug)]
struct Part {
    cu: usize,
    entry: Indirection,
    part: usize,
}

/// A write channel's writes: one that is looked up, one that goes to its banks.
#[derive(Clone, Copy, Debug)]
struct Channel {
    looked_up: Option<LookedUp>,
    placed: Option<PlacedWrite>,
}

#[derive(Clone, Copy, Debug)]
struct LookedUp {
    warp: u8,
    lane_mask: u32,
    data: WarpRegister,
    /// Its entry, if it came in an earlier cycle.
    entry: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct PlacedWrite {
    warp: u8,
    lane_mask: u32,
    entry: Indirection,
    data: [WarpRegister; 2],
    /// Parts that are yet to be written.
    left: [bool; 2],
}

/// A part of a write that a bank performs.
#[derive(Clone, Copy, Debug)]
struct Stored {
    channel: usize,
    part: usize,
    row: u16,
}

/// What a cycle comes to.
struct Decision {
    table: indirection_table::In,
    found: indirection_table::Out,
    /// Write channels that take another write.
    room: u8,
    /// Write channels whose write is written whole.
    written: u8,
    /// By bank.
    stored: [Option<Stored>; MAX_BANKS],
    reads: [Option<(Part, u16)>; MAX_BANKS],
    /// Banks with a request.
    request: u32,
    /// By collector unit: the part that comes, the converted operand.
    parts: [WarpRegister; MAX_COLLECTORS],
    converted: [Option<WarpRegister>; MAX_COLLECTORS],
}

impl Model {
    fn decide(&self, i: &In) -> Decision {
        let (stored, written) = self.stores(i);
        let (reads, read_request) = self.reads(i, &stored);
        let write_request = ones_of(&stored);
        let mut room = 0;
        for (n, channel) in self.writes.iter().enumerate() {
            let moves = channel.placed.is_none() || written >> n & 1 != 0;
            room |= u8::from(channel.looked_up.is_none() || moves) << n;
        }
        let table = indirection_table::In {
            rst_n: i.rst_n,
            load_valid: i.load_valid,
            load_register: i.load_register,
            load_entry: i.load_entry,
            source_valid: i.read_valid,
            source_register: i.read_reg,
            destination_valid: i.write_valid & room,
            destination_register: i.write_reg,
        };
        let mut parts = [[0; LANES]; MAX_COLLECTORS];
        for (bank, part) in self.coming.iter().enumerate() {
            if let Some(Part { cu, entry, part }) = part {
                parts[*cu] = self.extracted(bank, entry, *part);
            }
        }
        Decision {
            found: self.table.outputs(&table),
            table,
            room,
            written,
            stored,
            reads,
            request: read_request | write_request,
            parts,
            converted: self.conversions(),
        }
    }

    /// What each bank writes, and the channels whose write is written whole.
    fn stores(&self, i: &In) -> ([Option<Stored>; MAX_BANKS], u8) {
        let placer = self.placer(i);
        let mut stored: [Option<Stored>; MAX_BANKS] = [None; MAX_BANKS];
        let mut written = 0;
        for (channel, write) in self.writes.iter().enumerate() {
            let Some(write) = &write.placed else { continue };
            let mut whole = true;
            for part in (0..2).filter(|part| write.left[*part]) {
                let (bank, row) = placer.place(write.warp, write.entry.registers[part]);
                match stored[bank] {
                    None => stored[bank] = Some(Stored { channel, part, row: row as u16 }),
                    Some(_) => whole = false,
                }
            }
            written |= u8::from(whole) << channel;
        }
        (stored, written)
    }

    /// What each bank reads, and the banks that are asked.
    fn reads(
        &self,
        i: &In,
        stored: &[Option<Stored>; MAX_BANKS],
    ) -> ([Option<(Part, u16)>; MAX_BANKS], u32) {
        let placer = self.placer(i);
        let mut reads = [None; MAX_BANKS];
        let mut request = 0;
        for cu in self.in_turns() {
            let Some(asked) = self.collectors[cu].request() else { continue };
            let collector_unit::Request { entry, part, .. } = asked;
            let (bank, row) = placer.place(self.warps[cu], entry.registers[part]);
            let place = Placed { bank, entry: row as u16 };
            request |= 1 << bank;
            let blocked = stored[bank].is_some_and(|stored| match self.params.ports {
                BankPorts::Shared => true,
                BankPorts::Separate => stored.row == place.entry,
            });
            if reads[bank].is_none() && !blocked {
                reads[bank] = Some((Part { cu, entry, part }, place.entry));
            }
        }
        (reads, request)
    }

    /// The operands that are converted, by collector unit.
    fn conversions(&self) -> [Option<WarpRegister>; MAX_COLLECTORS] {
        let mut converted = [None; MAX_COLLECTORS];
        let offered =
            self.in_turns().filter_map(|cu| Some((cu, self.collectors[cu].conversion()?)));
        for (cu, operand) in offered.take(self.params.converters) {
            let slices = operand.slices as u8;
            let inputs = value_converter::In { slices, data: *operand.data };
            converted[cu] = Some(self.converter.outputs(&inputs).data);
        }
        converted
    }

    fn extracted(&self, bank: usize, entry: &Indirection, part: usize) -> WarpRegister {
        let inputs = value_extractor::In {
            masks: entry.masks,
            part: part == 1,
            signed: entry.signed,
            data: *self.arrays[bank].read_data(),
        };
        self.extractor.outputs(&inputs).data
    }

    /// Collector units that are not idle, the one whose turn it is first.
    fn in_turns(&self) -> impl Iterator<Item = usize> {
        let first = self.awake & (u32::MAX << self.turn);
        ones(first).chain(ones(self.awake & !first))
    }

    fn placer(&self, i: &In) -> Placer {
        Placer {
            placement: self.params.placement.placement,
            banks: self.params.placement.banks,
            regs_per_thread: usize::from(i.regs_per_thread),
        }
    }

    /// What the outputs are; `o` holds outputs of this model, as they were before or as after reset.
    fn answer(&self, d: &Decision, o: &mut Out) {
        o.read_ready = d.found.source_ready;
        o.write_ready = d.found.destination_ready & d.room;
        o.written = d.written;
        o.bank_request = d.request;
        o.bank_read = ones_of(&d.reads);
        o.bank_write = ones_of(&d.stored);
        o.converted = 0;
        let before = std::mem::take(&mut o.rsp_valid);
        for cu in ones(self.awake) {
            let converted = d.converted[cu].as_ref();
            o.converted |= u32::from(converted.is_some()) << cu;
            if let Some((slot, data)) = self.collectors[cu].answer(&d.parts[cu], converted) {
                o.rsp_valid |= 1 << cu;
                (o.rsp_slot[cu], o.rsp_data[cu]) = (slot as u8, data);
            }
        }
        for cu in ones(before & !o.rsp_valid) {
            (o.rsp_slot[cu], o.rsp_data[cu]) = (0, [0; LANES]);
        }
    }

    fn clock(&mut self, i: &In, d: &Decision) {
        self.table.tick(&d.table);
        if !i.rst_n {
            return self.clear();
        }
        if d.reads.iter().any(Option::is_some) || d.converted.iter().any(Option::is_some) {
            self.turn = (self.turn + 1) % self.params.collector_units;
        }
        self.store(d);
        self.move_writes(i, d);
        self.collect(i, d);
    }

    /// The banks write and read.
    fn store(&mut self, d: &Decision) {
        for bank in 0..self.params.placement.banks {
            if let Some(Stored { channel, part, row }) = d.stored[bank]
                && let Some(write) = &mut self.writes[channel].placed
            {
                let mask = write.entry.masks[part];
                self.arrays[bank].write(row, write.lane_mask, mask, &write.data[part]);
                write.left[part] = false;
            }
            match d.reads[bank] {
                Some((_, row)) => self.arrays[bank].read(row),
                None => self.arrays[bank].rest(),
            }
        }
    }

    /// Writes go on: what is written whole leaves, what was looked up is truncated, what is
    /// accepted is looked up.
    fn move_writes(&mut self, i: &In, d: &Decision) {
        let accepted = i.write_valid & d.found.destination_ready & d.room;
        for n in 0..WRITE_PORTS {
            let found =
                (d.found.destination_found >> n & 1 != 0).then_some(d.found.destination_entry[n]);
            let truncator = &self.truncator;
            let channel = &mut self.writes[n];
            if d.written >> n & 1 != 0 {
                channel.placed = None;
            }
            if let Some(write) = &mut channel.looked_up {
                write.entry = write.entry.or(found);
            }
            if channel.placed.is_none() {
                channel.placed = channel.looked_up.take().map(|write| truncated(truncator, &write));
            }
            if accepted >> n & 1 != 0 {
                channel.looked_up = Some(LookedUp {
                    warp: i.write_warp[n],
                    lane_mask: i.write_lane_mask[n],
                    data: i.write_data[n],
                    entry: None,
                });
            }
        }
    }

    /// Collector units take in what comes and what is asked for.
    fn collect(&mut self, i: &In, d: &Decision) {
        let mut granted = 0u32;
        for bank in 0..self.params.placement.banks {
            self.coming[bank] = d.reads[bank].map(|(part, _)| part);
            granted |= d.reads[bank].map_or(0, |(part, _)| 1 << part.cu);
        }
        for cu in ones(self.awake) {
            let converted = d.converted[cu].is_some();
            self.collectors[cu].clock(granted >> cu & 1 != 0, &d.parts[cu], converted);
        }
        for n in ones(d.found.source_found.into()) {
            let (cu, slot) = self.asked[n];
            let entry = Indirection::from_word(d.found.source_entry[n]);
            self.collectors[usize::from(cu)].locate(usize::from(slot), entry);
        }
        for n in ones((i.read_valid & d.found.source_ready).into()) {
            let (cu, slot) = (i.read_cu[n], i.read_slot[n]);
            self.asked[n] = (cu, slot);
            let cu = usize::from(cu);
            self.warps[cu] = i.read_warp[n];
            self.collectors[cu].claim(usize::from(slot));
            self.awake |= 1 << cu;
        }
        for cu in ones(self.awake) {
            self.awake &= !(u32::from(self.collectors[cu].is_idle()) << cu);
        }
    }

    /// As after reset; what is stored stays.
    fn clear(&mut self) {
        self.collectors.iter_mut().for_each(collector_unit::Model::clear);
        self.arrays.iter_mut().for_each(slice_array::Model::rest);
        self.coming = [None; MAX_BANKS];
        self.writes = [Channel { looked_up: None, placed: None }; WRITE_PORTS];
        (self.awake, self.turn) = (0, 0);
    }
}

/// The places that are taken; bit n is place n.
fn ones_of<T>(places: &[Option<T>]) -> u32 {
    places.iter().enumerate().fold(0, |mask, (n, place)| mask | u32::from(place.is_some()) << n)
}

/// A write as its banks take it.
fn truncated(truncator: &value_truncator::Model, write: &LookedUp) -> PlacedWrite {
    let entry = Indirection::from_word(write.entry.unwrap_or_default());
    let inputs = value_truncator::In { float: entry.float, masks: entry.masks, data: write.data };
    PlacedWrite {
        warp: write.warp,
        lane_mask: write.lane_mask,
        entry,
        data: truncator.outputs(&inputs).data,
        left: [true, entry.is_split()],
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            table: indirection_table::Model::new(&params.table),
            asked: [(0, 0); READ_PORTS],
            collectors: vec![collector_unit::Model::new(&params.collector); params.collector_units],
            warps: [0; MAX_COLLECTORS],
            awake: 0,
            coming: [None; MAX_BANKS],
            arrays: vec![slice_array::Model::new(&params.array); params.banks()],
            extractor: value_extractor::Model::new(&params.extractor),
            converter: value_converter::Model::new(&params.converter),
            truncator: value_truncator::Model::new(&params.truncator),
            writes: [Channel { looked_up: None, placed: None }; WRITE_PORTS],
            turn: 0,
            params: params.clone(),
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

    fn step(&mut self, i: &In, o: &mut Out) {
        let decision = self.decide(i);
        self.answer(&decision, o);
        self.clock(i, &decision);
    }

    fn accepts(&self, i: &In) -> bool {
        self.table.accepts(&self.decide(i).table)
    }
}
