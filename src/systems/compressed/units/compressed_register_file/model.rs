//! Behavioural model, which connects the models of the parts.

use super::{In, MAX_COLLECTORS, Out, Params, Shape, SharedIn, SharedOut, packed_bank_params};
use crate::bits::{LANES, WarpRegister};
use crate::stream::Placer;
use crate::systems::compressed::indirection::Indirection;
use crate::systems::compressed::units::storages::PackedStorage;
use crate::systems::compressed::units::{
    collector_unit, indirection_table, packed_bank, value_converter, value_extractor,
    value_truncator,
};
use crate::units::bank::{Action as _, Wanted};
use crate::units::channels::{MAX_BANKS, READ_PORTS, WRITE_PORTS, ones};
use crate::units::{Model as _, request_arbiter};

#[derive(Clone, Debug)]
pub struct Model<S> {
    shape: Shape,
    table: indirection_table::Model,
    /// Requester on each read channel in the previous cycle.
    asked: [Asker; READ_PORTS],
    collectors: Vec<collector_unit::Model>,
    /// Places of both parts of the operand, by collector unit and slot.
    places: Vec<[[Place; 2]; collector_unit::MAX_SLOTS]>,
    /// Collector units that are not idle; bit c is unit c.
    awake: u32,
    /// Looked-up registers to be passed to the collector units.
    located: Vec<Located>,
    /// With stages: the part that each collector unit requests from a bank.
    asking: Vec<Option<Asking>>,
    /// Part that each bank read in the previous cycle.
    coming: [Option<Part>; MAX_BANKS],
    /// With stages: extracted parts on the way to their collector units.
    extracted: Vec<Extracted>,
    banks: Vec<packed_bank::Model<S>>,
    request_arbiter: request_arbiter::Model,
    /// Collector unit whose read each bank was asked for in the previous cycle and did not perform.
    held: [Option<u8>; MAX_BANKS],
    extractor: value_extractor::Model,
    converter: value_converter::Model,
    truncator: value_truncator::Model,
    writes: [Channel; WRITE_PORTS],
    /// With stages: operands that converters have taken.
    taken: Vec<Operand>,
    /// With stages: converted operands.
    converted: Vec<Operand>,
    /// The collector unit that comes first in turn order.
    turn: usize,
}

/// Bank and row of a part of a value.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    bank: u8,
    row: u16,
}

/// Requester of a register.
#[derive(Clone, Copy, Debug, Default)]
struct Asker {
    cu: u8,
    slot: u8,
    warp: u8,
}

/// Table entry of a looked-up register, with the bank and row of each part.
#[derive(Clone, Copy, Debug)]
struct Located {
    asker: Asker,
    entry: Indirection,
    places: [Place; 2],
}

/// A part that a collector unit requests from a bank.
#[derive(Clone, Copy, Debug)]
struct Asking {
    request: collector_unit::Request,
    place: Place,
}

/// A part of an operand, with its collector unit.
#[derive(Clone, Copy, Debug)]
struct Part {
    cu: u8,
    request: collector_unit::Request,
}

/// An extracted part, as its collector unit receives it.
#[derive(Clone, Copy, Debug)]
struct Extracted {
    part: Part,
    data: WarpRegister,
}

/// An operand before or after conversion.
#[derive(Clone, Copy, Debug)]
struct Operand {
    cu: u8,
    slot: u8,
    slices: u8,
    data: WarpRegister,
}

/// Writes in flight on a write channel: one that is looked up, one that is written to its banks,
/// and with stages up to two between them in the truncator, the oldest last.
#[derive(Clone, Copy, Debug, Default)]
struct Channel {
    looked_up: Option<LookedUp>,
    truncating: [Option<PlacedWrite>; 2],
    placed: Option<PlacedWrite>,
}

impl Channel {
    /// Whether it can take another write. `written`: the placed write completes in this cycle.
    #[inline]
    fn has_room(&self, stages: bool, written: bool) -> bool {
        self.looked_up.is_none()
            || (stages && self.truncating.iter().any(Option::is_none))
            || self.placed.is_none()
            || written
    }

    /// Moves the writes in the truncator on by one stage where the next stage is free.
    #[inline]
    fn advance(&mut self) {
        let [decoded, rounded] = &mut self.truncating;
        if self.placed.is_none() {
            self.placed = rounded.take();
        }
        if rounded.is_none() {
            *rounded = decoded.take();
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct LookedUp {
    warp: u8,
    lane_mask: u32,
    data: WarpRegister,
    /// Table entry, if it arrived in an earlier cycle.
    entry: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct PlacedWrite {
    lane_mask: u32,
    /// Slices of each part.
    masks: [u8; 2],
    places: [Place; 2],
    data: [WarpRegister; 2],
    /// Whether each part is still to be written.
    left: [bool; 2],
}

/// A part of a write that is requested from a bank.
#[derive(Clone, Copy, Debug)]
struct Stored {
    channel: u8,
    part: u8,
    entry: u16,
}

/// A part of an operand that is requested from a bank.
#[derive(Clone, Copy, Debug)]
struct Read {
    part: Part,
    entry: u16,
}

/// Requests to the banks, by bank.
struct Asked {
    stores: [Option<Stored>; MAX_BANKS],
    reads: [Option<Read>; MAX_BANKS],
    wanted: [Wanted; MAX_BANKS],
    /// Banks with a request; bit b is bank b.
    request: u32,
}

/// Operations of the banks. In vectors, bit b is bank b.
struct Served<S: PackedStorage> {
    grant: u32,
    /// Banks that may move without a grant.
    ahead: u32,
    actions: [S::Action; MAX_BANKS],
    read: u32,
    write: u32,
}

/// Decisions of a cycle.
struct Decision<S: PackedStorage> {
    table: indirection_table::In,
    found: indirection_table::Out,
    /// Write channels that can take another write.
    room: u8,
    /// Write channels whose placed write completes.
    written: u8,
    asked: Asked,
    served: Served<S>,
}

/// Values that arrive at collector units in a cycle, by unit. They are not a part of [`Decision`]
/// because they are too large to be moved with it.
struct Values {
    parts: [Option<Extracted>; MAX_COLLECTORS],
    /// Converted operands, with their slots.
    converted: [Option<(usize, WarpRegister)>; MAX_COLLECTORS],
    /// Collector units whose operand a converter takes; bit c is unit c.
    taken: u32,
    /// With stages: the operands in converters move on.
    moves: bool,
}

impl Values {
    #[inline]
    fn none() -> Values {
        let (parts, converted) =
            ([const { None }; MAX_COLLECTORS], [const { None }; MAX_COLLECTORS]);
        Values { parts, converted, taken: 0, moves: true }
    }

    fn part(&self, cu: usize) -> Option<collector_unit::Part<'_>> {
        let Extracted { part, data } = self.parts[cu].as_ref()?;
        let collector_unit::Request { slot, last, .. } = part.request;
        Some(collector_unit::Part { slot, last, data })
    }

    /// Slot of the arriving part, and whether it is the last one.
    fn coming(&self, cu: usize) -> Option<(usize, bool)> {
        self.part(cu).map(|part| (part.slot, part.last))
    }

    fn converted(&self, cu: usize) -> Option<(usize, &WarpRegister)> {
        self.converted[cu].as_ref().map(|(slot, data)| (*slot, data))
    }
}

impl<S: PackedStorage> Model<S> {
    fn decide(&self, i: &In<S>) -> Decision<S> {
        let asked = self.ask();
        let served = self.serve(i, &asked);
        let written = self.written(&asked, served.write);
        let mut room = 0;
        for (n, channel) in self.writes.iter().enumerate() {
            let has_room = channel.has_room(self.shape.stages(), written >> n & 1 != 0);
            room |= u8::from(has_room) << n;
        }
        let table = table_inputs(&i.shared, room);
        Decision { found: self.table.outputs(&table), table, room, written, asked, served }
    }

    /// Finds the parts and the converted operands that arrive at collector units.
    fn find(&self, values: &mut Values) {
        let mut come = |extracted: Extracted| {
            values.parts[usize::from(extracted.part.cu)] = Some(extracted);
        };
        match self.shape.stages() {
            false => self.extract().for_each(&mut come),
            true => self.extracted.iter().copied().for_each(&mut come),
        }
        match self.shape.stages() {
            false => self.convert_at_once(values),
            true => self.convert_in_stages(values),
        }
    }

    /// Operands offered to converters, in turn order.
    fn offered(&self) -> impl Iterator<Item = (usize, collector_unit::Conversion<'_>)> {
        self.in_turns().filter_map(|cu| Some((cu, self.collectors[cu].conversion()?)))
    }

    /// Converters return an operand in the cycle in which they take it.
    fn convert_at_once(&self, values: &mut Values) {
        for (cu, operand) in self.offered() {
            if values.taken.count_ones() as usize == self.shape.converters {
                break;
            }
            if self.collectors[cu].converted_ready(values.coming(cu)) {
                let converted = self.convert(operand.slices as u8, operand.data);
                values.converted[cu] = Some((operand.slot, converted));
                values.taken |= 1 << cu;
            }
        }
    }

    /// Converted operands come back and others are taken, unless the collector unit of one of the
    /// converted operands answers another operand.
    fn convert_in_stages(&self, values: &mut Values) {
        let meets = |operand: &Operand| {
            let cu = usize::from(operand.cu);
            !self.collectors[cu].converted_ready(values.coming(cu))
        };
        values.moves = !self.converted.iter().any(meets);
        if values.moves {
            for Operand { cu, slot, data, .. } in &self.converted {
                values.converted[usize::from(*cu)] = Some((usize::from(*slot), *data));
            }
            for (cu, _) in self.offered().take(self.shape.converters) {
                values.taken |= 1 << cu;
            }
        }
    }

    fn convert(&self, slices: u8, data: &WarpRegister) -> WarpRegister {
        self.converter.outputs(&value_converter::In { slices, data: *data }).data
    }

    /// Converters convert the operands that they took before, and take the offered ones.
    fn move_operands(&mut self, values: &Values) {
        std::mem::swap(&mut self.taken, &mut self.converted);
        for n in 0..self.converted.len() {
            let Operand { slices, data, .. } = self.converted[n];
            self.converted[n].data = self.convert(slices, &data);
        }
        self.taken.clear();
        for cu in ones(values.taken) {
            if let Some(operand) = self.collectors[cu].conversion() {
                let (slot, slices) = (operand.slot as u8, operand.slices as u8);
                self.taken.push(Operand { cu: cu as u8, slot, slices, data: *operand.data });
            }
        }
    }

    /// Requests to the banks.
    fn ask(&self) -> Asked {
        let stores = self.stores();
        let (reads, read_request) = self.reads(&stores);
        let request = read_request | ones_of(&stores);
        let mut wanted = [Wanted::default(); MAX_BANKS];
        for bank in ones(request) {
            let (read, write) = (reads[bank].map(|read| read.entry), stores[bank]);
            wanted[bank] = self.banks[bank].wanted(read, write.map(|write| write.entry));
        }
        Asked { stores, reads, wanted, request }
    }

    /// Write request to each bank: the lowest part that addresses it.
    fn stores(&self) -> [Option<Stored>; MAX_BANKS] {
        let mut stores: [Option<Stored>; MAX_BANKS] = [None; MAX_BANKS];
        for (channel, write) in self.writes.iter().enumerate() {
            let Some(write) = &write.placed else { continue };
            for part in (0..2).filter(|part| write.left[*part]) {
                let Place { bank, row } = write.places[part];
                let (channel, part) = (channel as u8, part as u8);
                stores[usize::from(bank)].get_or_insert(Stored { channel, part, entry: row });
            }
        }
        stores
    }

    /// Read request to each bank, and the banks that collector units request. A read that was
    /// requested in the previous cycle and not performed comes first.
    fn reads(&self, stores: &[Option<Stored>; MAX_BANKS]) -> ([Option<Read>; MAX_BANKS], u32) {
        let mut reads: [Option<Read>; MAX_BANKS] = [None; MAX_BANKS];
        let mut request = 0;
        for cu in self.in_turns() {
            let asking = if self.shape.stages() { self.asking[cu] } else { self.asks(cu) };
            let Some(Asking { request: asked, place: Place { bank, row } }) = asking else {
                continue;
            };
            let bank = usize::from(bank);
            let cu = cu as u8;
            let read = Read { part: Part { cu, request: asked }, entry: row };
            request |= 1 << bank;
            let blocked =
                stores[bank].is_some_and(|stored| match self.shape.file.front.two_ports {
                    false => true,
                    true => stored.entry == read.entry,
                });
            if !blocked && (reads[bank].is_none() || self.held[bank] == Some(cu)) {
                reads[bank] = Some(read);
            }
        }
        (reads, request)
    }

    /// Operations of the banks.
    fn serve(&self, i: &In<S>, asked: &Asked) -> Served<S> {
        let mut arbiter = request_arbiter::In {
            rst_n: i.shared.rst_n,
            request: asked.request,
            aligned_only: S::aligned_only(&i.own),
            ..request_arbiter::In::default()
        };
        if S::MOVES {
            for (n, bank) in self.banks.iter().enumerate() {
                arbiter.aligned |= u32::from(bank.storage().is_aligned(&asked.wanted[n])) << n;
                arbiter.busy |= u32::from(bank.storage().is_busy()) << n;
            }
        }
        let grant = self.request_arbiter.outputs(&arbiter).grant;
        let ahead = S::ahead(&i.own, &arbiter);
        let actions = [S::Action::default(); MAX_BANKS];
        let mut served = Served { grant, ahead, actions, read: 0, write: 0 };
        for n in ones(asked.request) {
            let own = S::bank_inputs(&i.own, n, ahead >> n & 1 != 0);
            let storage = self.banks[n].storage();
            let action = storage.decide(&asked.wanted[n], grant >> n & 1 != 0, &own);
            served.read |= u32::from(action.reads()) << n;
            served.write |= u32::from(action.writes()) << n;
            served.actions[n] = action;
        }
        served
    }

    /// The channels whose write completes when `banks` write.
    fn written(&self, asked: &Asked, banks: u32) -> u8 {
        let mut left: [[bool; 2]; WRITE_PORTS] = std::array::from_fn(|n| {
            self.writes[n].placed.as_ref().map_or([false; 2], |write| write.left)
        });
        for stored in ones(banks).filter_map(|bank| asked.stores[bank]) {
            left[usize::from(stored.channel)][usize::from(stored.part)] = false;
        }
        let whole = |n: usize| self.writes[n].placed.is_some() && left[n] == [false; 2];
        (0..WRITE_PORTS).fold(0, |written, n| written | u8::from(whole(n)) << n)
    }

    /// The part that a collector unit requests.
    fn asks(&self, cu: usize) -> Option<Asking> {
        let request = self.collectors[cu].request()?;
        Some(Asking { request, place: self.places[cu][request.slot][request.part] })
    }

    /// Parts that the banks read in the previous cycle, extracted.
    fn extract(&self) -> impl Iterator<Item = Extracted> {
        let read = self.coming.iter().enumerate();
        read.filter_map(|(bank, part)| {
            let part = (*part)?;
            let collector_unit::Request { entry, part: second, .. } = part.request;
            let inputs = value_extractor::In {
                masks: entry.masks,
                part: second == 1,
                signed: entry.signed,
                data: *self.banks[bank].read_data(),
            };
            Some(Extracted { part, data: self.extractor.outputs(&inputs).data })
        })
    }

    /// Collector units that are not idle, in turn order.
    fn in_turns(&self) -> impl Iterator<Item = usize> {
        let first = self.awake & (u32::MAX << self.turn);
        ones(first).chain(ones(self.awake & !first))
    }

    /// Places of both parts of a warp's value.
    fn places(&self, i: &SharedIn, warp: u8, entry: &Indirection) -> [Place; 2] {
        let placer = Placer {
            placement: self.shape.placement().placement,
            banks: self.shape.banks(),
            regs_per_thread: usize::from(i.regs_per_thread),
        };
        entry.registers.map(|register| {
            let (bank, row) = placer.place(warp, register);
            Place { bank: bank as u8, row: row as u16 }
        })
    }

    /// Computes the outputs. `o` must hold the previous outputs or the reset outputs.
    fn answer(&self, d: &Decision<S>, values: &Values, o: &mut SharedOut) {
        o.read_ready = d.found.source_ready;
        o.write_ready = d.found.destination_ready & d.room;
        o.written = d.written;
        o.bank_request = d.asked.request;
        o.bank_grant = d.served.grant;
        o.bank_read = d.served.read;
        o.bank_write = d.served.write;
        o.converted = values.taken;
        let before = std::mem::take(&mut o.rsp_valid);
        for cu in ones(self.awake) {
            let answer = self.collectors[cu].answer(values.part(cu), values.converted(cu));
            if let Some((slot, data)) = answer {
                o.rsp_valid |= 1 << cu;
                (o.rsp_slot[cu], o.rsp_data[cu]) = (slot as u8, data);
            }
        }
        for cu in ones(before & !o.rsp_valid) {
            (o.rsp_slot[cu], o.rsp_data[cu]) = (0, [0; LANES]);
        }
    }

    /// Computes the storage's own outputs.
    fn note(d: &Decision<S>, o: &mut S::FileOut) {
        *o = S::FileOut::default();
        for bank in ones(d.asked.request) {
            S::note(o, bank, d.served.actions[bank]);
        }
    }

    fn clock(&mut self, i: &In<S>, d: &Decision<S>, values: &Values) {
        self.table.tick(&d.table);
        let shared = &i.shared;
        if !shared.rst_n {
            return self.clear();
        }
        self.request_arbiter.granted(d.served.grant);
        if d.served.read != 0 || values.taken != 0 {
            self.turn = (self.turn + 1) % self.shape.collector_units;
        }
        if self.shape.stages() {
            self.move_parts();
        }
        self.work(i, d);
        self.move_writes(shared, d);
        if self.shape.stages() && values.moves {
            self.move_operands(values);
        }
        self.collect(shared, d, values);
    }

    /// Extracts the parts that the banks have read.
    fn move_parts(&mut self) {
        let mut extracted = std::mem::take(&mut self.extracted);
        extracted.clear();
        extracted.extend(self.extract());
        self.extracted = extracted;
    }

    /// The banks write, read and move.
    fn work(&mut self, i: &In<S>, d: &Decision<S>) {
        for n in 0..self.banks.len() {
            let mut written = (0, 0, &[0; LANES]);
            if let Some(Stored { channel, part, .. }) = d.asked.stores[n]
                && let Some(write) = &mut self.writes[usize::from(channel)].placed
            {
                let part = usize::from(part);
                write.left[part] &= d.served.write >> n & 1 == 0;
                written = (write.lane_mask, write.masks[part], &write.data[part]);
            }
            let own = S::bank_inputs(&i.own, n, d.served.ahead >> n & 1 != 0);
            self.banks[n].clock(d.served.actions[n], &d.asked.wanted[n], written, &own);
            let read = d.asked.reads[n].map(|read| read.part);
            let performed = d.served.read >> n & 1 != 0;
            self.coming[n] = read.filter(|_| performed);
            self.held[n] = read.filter(|_| !performed).map(|part| part.cu);
        }
    }

    /// Moves writes on: completed writes are removed, looked-up writes are truncated and placed,
    /// accepted writes are looked up.
    fn move_writes(&mut self, i: &SharedIn, d: &Decision<S>) {
        let accepted = i.write_valid & d.found.destination_ready & d.room;
        for n in 0..WRITE_PORTS {
            let found =
                (d.found.destination_found >> n & 1 != 0).then_some(d.found.destination_entry[n]);
            if d.written >> n & 1 != 0 {
                self.writes[n].placed = None;
            }
            if let Some(write) = &mut self.writes[n].looked_up {
                write.entry = write.entry.or(found);
            }
            if self.shape.stages() {
                self.writes[n].advance();
            }
            if self.next_stage(n).is_none() {
                let looked_up = self.writes[n].looked_up.take();
                *self.next_stage(n) = looked_up.map(|write| self.truncated(i, &write));
            }
            if accepted >> n & 1 != 0 {
                self.writes[n].looked_up = Some(LookedUp {
                    warp: i.write_warp[n],
                    lane_mask: i.write_lane_mask[n],
                    data: i.write_data[n],
                    entry: None,
                });
            }
        }
    }

    /// Stage that follows the lookup of a write.
    fn next_stage(&mut self, channel: usize) -> &mut Option<PlacedWrite> {
        let Channel { truncating, placed, .. } = &mut self.writes[channel];
        if self.shape.stages() { &mut truncating[0] } else { placed }
    }

    /// A looked-up write after truncation, with the places of its parts.
    fn truncated(&self, i: &SharedIn, write: &LookedUp) -> PlacedWrite {
        let entry = Indirection::from_word(write.entry.unwrap_or_default());
        let inputs =
            value_truncator::In { float: entry.float, masks: entry.masks, data: write.data };
        PlacedWrite {
            lane_mask: write.lane_mask,
            masks: entry.masks,
            places: self.places(i, write.warp, &entry),
            data: self.truncator.outputs(&inputs).data,
            left: [true, entry.is_split()],
        }
    }

    /// Collector units receive grants, parts, converted operands, table entries and claims.
    fn collect(&mut self, i: &SharedIn, d: &Decision<S>, values: &Values) {
        let read = self.coming.iter().flatten().fold(0u32, |read, part| read | 1 << part.cu);
        let granted = if self.shape.stages() { self.ask_next(read) } else { read };
        for cu in ones(self.awake) {
            let (granted, taken) = (granted >> cu & 1 != 0, values.taken >> cu & 1 != 0);
            let converted = values.converted(cu).map(|(slot, _)| slot);
            self.collectors[cu].clock(granted, values.part(cu), taken, converted);
        }
        if self.shape.stages() {
            self.locate();
        }
        for n in ones(d.found.source_found.into()) {
            let asker = self.asked[n];
            let entry = Indirection::from_word(d.found.source_entry[n]);
            self.located.push(Located { asker, entry, places: self.places(i, asker.warp, &entry) });
        }
        if !self.shape.stages() {
            self.locate();
        }
        for n in ones((i.read_valid & d.found.source_ready).into()) {
            let (cu, slot) = (i.read_cu[n], i.read_slot[n]);
            self.asked[n] = Asker { cu, slot, warp: i.read_warp[n] };
            let cu = usize::from(cu);
            self.collectors[cu].claim(usize::from(slot));
            self.awake |= 1 << cu;
        }
        for cu in ones(self.awake) {
            self.awake &= !(u32::from(self.collectors[cu].is_idle()) << cu);
        }
    }

    /// With stages: grants collector units whose request register is empty or is read now; bit c is
    /// unit c.
    fn ask_next(&mut self, read: u32) -> u32 {
        let mut granted = 0;
        for cu in ones(self.awake) {
            if self.asking[cu].is_none() || read >> cu & 1 != 0 {
                self.asking[cu] = self.asks(cu);
                granted |= u32::from(self.asking[cu].is_some()) << cu;
            }
        }
        granted
    }

    /// Passes looked-up registers to their collector units.
    fn locate(&mut self) {
        for Located { asker: Asker { cu, slot, .. }, entry, places } in self.located.drain(..) {
            let (cu, slot) = (usize::from(cu), usize::from(slot));
            self.places[cu][slot] = places;
            self.collectors[cu].locate(slot, entry);
        }
    }

    /// Resets everything but the table and the contents of the banks.
    fn clear(&mut self) {
        self.request_arbiter.clear();
        self.collectors.iter_mut().for_each(collector_unit::Model::clear);
        self.banks.iter_mut().for_each(packed_bank::Model::clear);
        self.held = [None; MAX_BANKS];
        self.coming = [None; MAX_BANKS];
        self.writes = [Channel::default(); WRITE_PORTS];
        self.located.clear();
        self.asking.fill(None);
        self.extracted.clear();
        self.taken.clear();
        self.converted.clear();
        (self.awake, self.turn) = (0, 0);
    }
}

/// Inputs of the table. Only write channels in `room` look up a register.
fn table_inputs(i: &SharedIn, room: u8) -> indirection_table::In {
    indirection_table::In {
        rst_n: i.rst_n,
        load_valid: i.load_valid,
        load_register: i.load_register,
        load_entry: i.load_entry,
        source_valid: i.read_valid,
        source_register: i.read_reg,
        destination_valid: i.write_valid & room,
        destination_register: i.write_reg,
    }
}

/// Mask of the elements that are `Some`; bit n is element n.
fn ones_of<T>(places: &[Option<T>]) -> u32 {
    places.iter().enumerate().fold(0, |mask, (n, place)| mask | u32::from(place.is_some()) << n)
}

impl<S: PackedStorage> crate::units::Model for Model<S> {
    type Params = Params<S>;
    type In = In<S>;
    type Out = Out<S>;

    fn new(params: &Params<S>) -> Self {
        let shape = params.shared.clone();
        let bank = packed_bank::Model::new(&packed_bank_params::<S>(params));
        Model {
            table: indirection_table::Model::new(&shape.table),
            asked: [Asker::default(); READ_PORTS],
            collectors: vec![collector_unit::Model::new(&shape.collector); shape.collector_units],
            places: vec![[[Place::default(); 2]; collector_unit::MAX_SLOTS]; shape.collector_units],
            awake: 0,
            located: Vec::with_capacity(READ_PORTS),
            asking: vec![None; shape.collector_units],
            extracted: Vec::with_capacity(MAX_BANKS),
            coming: [None; MAX_BANKS],
            banks: vec![bank; shape.banks()],
            request_arbiter: request_arbiter::Model::new(&shape.file.request_arbiter),
            held: [None; MAX_BANKS],
            extractor: value_extractor::Model::new(&shape.extractor),
            converter: value_converter::Model::new(&shape.converter),
            truncator: value_truncator::Model::new(&shape.truncator),
            writes: [Channel::default(); WRITE_PORTS],
            taken: Vec::with_capacity(shape.converters),
            converted: Vec::with_capacity(shape.converters),
            turn: 0,
            shape,
        }
    }

    fn outputs(&self, i: &In<S>) -> Out<S> {
        let mut o = Out::<S>::default();
        let decision = self.decide(i);
        let mut values = Values::none();
        self.find(&mut values);
        self.answer(&decision, &values, &mut o.shared);
        Self::note(&decision, &mut o.own);
        o
    }

    fn tick(&mut self, i: &In<S>) {
        let decision = self.decide(i);
        let mut values = Values::none();
        self.find(&mut values);
        self.clock(i, &decision, &values);
    }

    fn step(&mut self, i: &In<S>, o: &mut Out<S>) {
        let decision = self.decide(i);
        let mut values = Values::none();
        self.find(&mut values);
        self.answer(&decision, &values, &mut o.shared);
        Self::note(&decision, &mut o.own);
        self.clock(i, &decision, &values);
    }

    /// Checks the rules of the table and the storage, and that requested slots are free. The other
    /// rules for requesters are not checked.
    fn accepts(&self, i: &In<S>) -> bool {
        let is_free = |n: usize| {
            let collector = self.collectors.get(usize::from(i.shared.read_cu[n]));
            collector.is_some_and(|unit| unit.is_free(i.shared.read_slot[n].into()))
        };
        let mut banks = self.banks.iter().enumerate();
        self.table.accepts(&table_inputs(&i.shared, u8::MAX))
            && ones(i.shared.read_valid.into()).all(is_free)
            && banks.all(|(n, bank)| bank.storage().accepts(&S::bank_inputs(&i.own, n, false)))
    }
}
