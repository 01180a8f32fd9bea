//! Behavioural model of the file: the connected models of its parts.

use super::held::{Asked, Held, Places, Ready};
use super::{In, Out, Params, REGS_PER_THREAD};
use crate::bits::{LANES, WarpRegister};
use crate::systems::sharing::units::mapping_controller;
use crate::systems::sharing::units::{
    address_mapping_table, address_pattern, merge_unit, register_pool, rename_table,
};
use crate::systems::sram::units::sram_register_file as banks;
use crate::units::channels::{Placed, READ_PORTS, WRITE_PORTS, ones, place};
use crate::units::{Model as _, placement};
use std::mem::take;

/// The read channel that merges and copies use, too.
const MERGE_READ: usize = READ_PORTS - 1;
/// The write channel that merges and copies use, too.
const MERGE_WRITE: usize = WRITE_PORTS - 1;

/// Behavioural model of the file.
#[derive(Clone)]
pub struct Model {
    banks: banks::Model,
    bank_in: banks::In,
    bank_out: banks::Out,
    table: address_mapping_table::Model,
    map: rename_table::Model,
    pool: register_pool::Model,
    merge: merge_unit::Model,
    controller: mapping_controller::Model,
    pattern: address_pattern::Model,
    /// The request stage, if there is one.
    held: Option<Box<Held>>,
    /// Read that each channel offers to the banks.
    reads: [Read; READ_PORTS],
    /// Write that each channel offers to the banks.
    writes: [Write; WRITE_PORTS],
    /// Collector unit and slot of a read that waits to be answered with zeros.
    zero: Option<(u8, u8)>,
    /// Placement of the entries in the map.
    placement: placement::Params,
    /// Access that is looked up in this cycle, the first one after its acceptance.
    looked_up: Access,
    /// Access that takes effect in this cycle, the second one after its acceptance.
    judged: Access,
    /// Destination of the merge or copy in flight.
    merge_to: u16,
    /// Whether the job in flight is a copy.
    copies: bool,
    /// Operand slot that marks the reads of the merge unit.
    merge_slot: u8,
    /// Highest answer channel.
    last_answer: usize,
}

/// A read that is offered to the banks.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    valid: bool,
    cu: u8,
    slot: u8,
    /// Physical register, if the register is mapped.
    phys: Option<u16>,
}

/// A write that is offered to the banks.
#[derive(Clone, Copy, Debug)]
struct Write {
    valid: bool,
    phys: u16,
    fill: bool,
    lane_mask: u32,
    data: WarpRegister,
}

/// An access in flight, with the pattern of its addresses.
#[derive(Clone, Copy, Debug, Default)]
struct Access {
    valid: bool,
    kind: u8,
    warp: u8,
    reg: u8,
    /// Place of the destination in the map.
    place: Placed,
    whole: bool,
    missing: bool,
    pattern: address_pattern::Out,
}

impl Access {
    const STORE: u8 = 1;
    const FLUSH: u8 = 2;

    fn is_load(&self) -> bool {
        self.valid && self.kind == 0
    }

    fn is(&self, kind: u8) -> bool {
        self.valid && self.kind == kind
    }
}

/// Requests of the merge unit to the banks.
struct Merging {
    out: merge_unit::Out,
    /// Whether the merge unit uses the highest read channel.
    reads: bool,
    /// Whether the merge unit uses the highest write channel.
    writes: bool,
}

/// Requests that the banks accepted.
#[derive(Clone, Copy, Default)]
struct Moved {
    /// Channels whose read was accepted, or moved on to be answered with zeros.
    reads: u8,
    /// Channels whose write was accepted and so is in place.
    writes: u8,
    /// Channels through which a recorded register was filled, also by a merge.
    fills: u8,
    /// Whether the read of the merge unit was accepted.
    merge_read: bool,
    /// Whether the write of the merge unit was accepted.
    merge_write: bool,
}

/// Inputs and outputs of the parts in a cycle: the look-ups and the decisions.
struct Decision {
    map_in: rename_table::In,
    map: rename_table::Out,
    table_in: address_mapping_table::In,
    table: address_mapping_table::Out,
    pool_in: register_pool::In,
    pool: register_pool::Out,
    controller_in: mapping_controller::In,
    controller: mapping_controller::Out,
    /// Channel of the write that maps its register to the free register.
    writer: Option<usize>,
}

impl Decision {
    /// Requests that are looked up in this cycle and proceed, given the read channels with room.
    fn looked_up(&self, read_room: u8) -> Ready {
        Ready {
            reads: self.map.read_ready & read_room,
            writes: self.controller.write_go,
            releases: self.map.change_ready >> 4 & 3,
            access: self.controller.access_ready,
        }
    }
}

impl Model {
    /// Offers the waiting requests to the banks, and clocks the banks.
    fn clock_banks(&mut self, rst_n: bool, merging: &Merging) -> Moved {
        let i = &mut self.bank_in.shared;
        (i.rst_n, i.regs_per_thread) = (rst_n, REGS_PER_THREAD);
        (i.read_valid, i.write_valid) = (0, 0);
        for (n, read) in self.reads.iter().enumerate() {
            let asks = if n == MERGE_READ && merging.reads {
                Some((0, self.merge_slot, merging.out.read_phys))
            } else {
                read.phys.filter(|_| read.valid).map(|phys| (read.cu, read.slot, phys))
            };
            let (cu, slot, phys) = asks.unwrap_or_default();
            i.read_valid |= u8::from(asks.is_some()) << n;
            (i.read_cu[n], i.read_slot[n]) = (cu, slot);
            [i.read_reg[n], i.read_warp[n]] = phys.to_le_bytes();
        }
        for (n, write) in self.writes.iter().enumerate() {
            let merges = n == MERGE_WRITE && merging.writes;
            i.write_valid |= u8::from(merges || write.valid) << n;
            let phys = if merges { merging.out.write_phys } else { write.phys };
            [i.write_reg[n], i.write_warp[n]] = phys.to_le_bytes();
            i.write_lane_mask[n] = u32::MAX;
            if merges {
                i.write_data[n] = merging.out.write_data;
            } else if write.valid {
                i.write_lane_mask[n] = write.lane_mask;
                i.write_data[n] = write.data;
            }
        }
        self.banks.step(&self.bank_in, &mut self.bank_out);
        let (i, o) = (&self.bank_in.shared, &self.bank_out.shared);
        let (reads, writes) = (i.read_valid & o.read_ready, i.write_valid & o.write_ready);
        let fill = |mask, (n, write): (usize, &Write)| mask | u8::from(write.fill) << n;
        let fills = self.writes.iter().enumerate().fold(0, fill);
        let merge_read = merging.reads && reads >> MERGE_READ & 1 != 0;
        let merge_write = merging.writes && writes >> MERGE_WRITE & 1 != 0;
        let writes = writes & !(u8::from(merge_write) << MERGE_WRITE);
        let merge_fill = u8::from(merge_write && !self.copies) << MERGE_WRITE;
        Moved {
            reads: reads & !(u8::from(merge_read) << MERGE_READ),
            writes,
            fills: writes & fills | merge_fill,
            merge_read,
            merge_write,
        }
    }

    /// Requests of the merge unit. State only.
    fn merging(&self) -> Merging {
        let out = self.merge.outputs(&merge_unit::In::default());
        let reads = out.read_valid && !self.reads[MERGE_READ].valid;
        let writes = out.write_valid && !self.writes[MERGE_WRITE].valid;
        Merging { out, reads, writes }
    }

    /// Passes on the answers of the banks and the answer with zeros. An answer to the merge unit
    /// shows only its data. Channels with an answer in the previous cycle are cleared, as in the
    /// banks.
    fn answer(&mut self, before: u16, o: &mut Out) -> Option<WarpRegister> {
        let (from, to) = (&self.bank_out.shared, &mut o.shared);
        let mut merge = None;
        let changed = before | take(&mut to.rsp_valid) | from.rsp_valid;
        for n in ones(changed.into()) {
            to.rsp_data[n] = from.rsp_data[n];
            let merges = from.rsp_valid >> n & 1 != 0 && from.rsp_slot[n] == self.merge_slot;
            (to.rsp_cu[n], to.rsp_slot[n]) = if merges {
                merge = Some(from.rsp_data[n]);
                (0, 0)
            } else {
                to.rsp_valid |= from.rsp_valid & 1 << n;
                (from.rsp_cu[n], from.rsp_slot[n])
            };
        }
        let n = self.last_answer;
        if from.rsp_valid >> n & 1 == 0
            && let Some((cu, slot)) = self.zero.take()
        {
            to.rsp_valid |= 1 << n;
            (to.rsp_cu[n], to.rsp_slot[n]) = (cu, slot);
        }
        o.shared.bank_request = from.bank_request;
        o.shared.bank_grant = from.bank_grant;
        o.shared.bank_read = from.bank_read;
        o.shared.bank_write = from.bank_write;
        merge
    }

    /// Performs all look-ups and decisions of a cycle.
    fn decide(
        &self,
        i: &In,
        asked: Asked,
        moved: &Moved,
        room: [u8; 2],
        merge: &merge_unit::Out,
    ) -> Decision {
        let Asked { channels: In { shared, own }, places } = asked;
        let load = self.judged.is_load();
        let [read_room, write_room] = room;
        let offered = shared.write_valid & write_room;
        let mut map_in = rename_table::In {
            rst_n: i.shared.rst_n,
            regs_per_thread: i.shared.regs_per_thread,
            read_valid: shared.read_valid & read_room,
            read_bank: places.reads.map(|place| place.bank),
            read_entry: places.reads.map(|place| place.entry),
            change_valid: u8::from(load) | offered << 1 | own.release_valid << 4,
            leave_valid: i.own.leave_valid,
            leave_warp: i.own.leave_warp,
            walk_go: own.release_valid & 1 == 0,
            ..rename_table::In::default()
        };
        let Access { warp, reg, place, .. } = self.judged;
        let ([w0, w1, w2], [r0, r1]) = (places.writes, places.releases);
        let changes = [place, w0, w1, w2, r0, r1];
        map_in.change_bank = changes.map(|place| place.bank);
        map_in.change_entry = changes.map(|place| place.entry);
        let w = shared.write_warp;
        map_in.set_warp = [warp, w[0], w[1], w[2]];
        let map = self.map.outputs(&map_in);
        let released = own.release_valid & map.change_ready >> 4 & map.change_mapped >> 4;
        let walks = map_in.walk_go && map.walk_valid;
        map_in.clear = released;

        let phys = map.change_phys;
        let first = if walks { map.walk_phys } else { phys[4] };
        let mut table_in = address_mapping_table::In {
            rst_n: i.shared.rst_n,
            query_valid: map.change_mapped | u8::from(walks) << 4,
            query_phys: [phys[0], phys[1], phys[2], phys[3], first, phys[5], 0],
            fill_valid: moved.fills,
            ..address_mapping_table::In::default()
        };
        table_in.fill_phys = std::array::from_fn(|n| self.writes[n].phys);
        if moved.merge_write {
            table_in.fill_phys[MERGE_WRITE] = self.merge_to;
        }
        self.look(&mut table_in);
        let table = self.table.outputs(&table_in);

        let mut controller_in = mapping_controller::In {
            rst_n: i.shared.rst_n,
            load,
            regular: self.judged.pattern.regular,
            whole: self.judged.whole,
            missing: self.judged.missing,
            warp,
            reg,
            mapped: map.change_mapped & 1 != 0,
            recorded: table.recorded & 1 != 0,
            hit: table.hit,
            hit_ready: table.hit_ready,
            hit_phys: table.hit_phys,
            pair: table.pair,
            merging: merge.busy,
            write_valid: shared.write_valid,
            write_free: self.write_free(&map, write_room, merge),
            write_fill: own.write_fill,
            write_whole: whole(&shared.write_lane_mask),
            write_mapped: map.change_mapped >> 1 & 7,
            write_recorded: table.recorded >> 1 & 7,
            fill_valid: moved.fills,
            fill_phys: table_in.fill_phys,
            ..mapping_controller::In::default()
        };
        let mut pool_in = register_pool::In {
            rst_n: i.shared.rst_n,
            query_phys: [phys[0], phys[1], phys[2], phys[3]],
            hit_phys: table.hit_phys,
            ..register_pool::In::default()
        };
        let single = self.pool.single(&pool_in.query_phys);
        controller_in.single = single & 1 != 0;
        controller_in.write_single = single >> 1 & 7;
        controller_in.hit_full = self.pool.is_full(table.hit_phys);
        let taker = self.controller.taker(&controller_in);
        let home = if load || taker == 0 { 0 } else { taker.trailing_zeros() as usize + 1 };
        pool_in.take_home = map_in.change_bank[home];
        let offer = self.pool.offer(pool_in.take_home);
        let take_phys = offer.map_or(0, |offer| offer.phys);
        (controller_in.can_take, controller_in.take_phys) = (offer.is_some(), take_phys);
        let controller = self.controller.outputs(&controller_in);
        let writer = ones(controller.write_set.into()).next();

        map_in.set = u8::from(controller.set) | controller.write_set << 1;
        map_in.set_phys = if controller.map { table.hit_phys } else { take_phys };
        pool_in.take = controller.take;
        (pool_in.map, pool_in.map_phys) = (controller.map, table.hit_phys);
        let old = if controller.set { Some(0) } else { writer.map(|n| n + 1) };
        let old = old.filter(|n| map.change_mapped >> n & 1 != 0);
        pool_in.unmap = u8::from(old.is_some()) | (released | u8::from(walks)) << 1;
        let from = old.unwrap_or(0);
        pool_in.unmap_phys = [phys[from], first, phys[5]];
        pool_in.unmap_recorded = table.recorded >> from & 1 | table.recorded >> 4 << 1 & 6;
        let pool = self.pool.outputs(&pool_in);
        table_in.query_phys[6] = pool.take_phys;
        let kept = controller.take && pool.take_kept;
        table_in.query_valid |= u8::from(pool.take_kept) << 6;
        table_in.drop = (pool.released & 1) << from
            | controller.write_drop << 1
            | (pool.released >> 1) << 4
            | u8::from(kept) << 6;
        table_in.use_hit = controller.map;
        table_in.record = controller.record;
        table_in.record_phys = if controller.record_own { phys[0] } else { pool.take_phys };
        Decision { map_in, map, table_in, table, pool_in, pool, controller_in, controller, writer }
    }

    /// Drives the look-up of the table, and its changes by a judged store or flush.
    fn look(&self, table: &mut address_mapping_table::In) {
        let Access { valid, pattern, .. } = self.looked_up;
        if valid && self.looked_up.kind != Access::FLUSH {
            table.look_valid = true;
            table.look_store = self.looked_up.is(Access::STORE);
            (table.base, table.stride) = (pattern.base, pattern.stride);
            (table.first, table.last, table.end) = (pattern.first, pattern.last, pattern.end);
            (table.rows, table.pitch) = (pattern.rows, pattern.pitch);
            (table.low, table.high) = (pattern.low, pattern.high);
        }
        table.invalidate = self.judged.is(Access::STORE) && self.judged.pattern.touches;
        table.flush = self.judged.is(Access::FLUSH);
    }

    /// Writes that only the sharing rules can still delay. A write is not among them if a copy
    /// builds its register, or if a copy or a merge has yet to read it.
    fn write_free(&self, map: &rename_table::Out, room: u8, merge: &merge_unit::Out) -> u8 {
        let is_kept = |phys: u16| {
            let made = merge.busy && self.copies && phys == self.merge_to;
            made || ones(merge.held.into()).any(|source| phys == merge.held_phys[source])
        };
        let kept = |mask, n| mask | u8::from(is_kept(map.change_phys[n + 1])) << n;
        map.change_ready >> 1 & room & !(0..WRITE_PORTS).fold(0, kept) & 7
    }
}

/// Writes of all lanes; bit n is write channel n.
fn whole(masks: &[u32; WRITE_PORTS]) -> u8 {
    let one = |all, (n, mask): (usize, &u32)| all | u8::from(*mask == u32::MAX) << n;
    masks.iter().enumerate().fold(0, one)
}

impl Model {
    /// Lowest channel whose read is of an unmapped register, if the read can move on to `zero`.
    fn to_zero(&self) -> Option<usize> {
        let waits = |read: &Read| read.valid && read.phys.is_none();
        self.reads.iter().position(waits).filter(|_| self.zero.is_none())
    }

    /// The access that is accepted in this cycle, to be looked up in the next.
    fn accept(&self, In { shared, own: i }: &In, ready: bool) -> Access {
        if !i.access_valid || !ready {
            return Access::default();
        }
        let (warp, reg) = (i.access_warp, i.access_reg);
        let [place] = place(&self.placement, shared.regs_per_thread, &[warp], &[reg]);
        let addresses = address_pattern::In {
            lanes: i.access_lanes,
            inside: i.access_inside,
            bytes: i.access_bytes,
            address: i.access_address,
        };
        Access {
            valid: true,
            kind: i.access_kind,
            warp,
            reg,
            place,
            whole: i.access_whole,
            missing: i.access_missing,
            pattern: self.pattern.outputs(&addresses),
        }
    }

    fn show(&self, o: &mut Out, moved: &Moved, ready: Ready, busy: bool, decision: &Decision) {
        let Decision { map, table_in, table, controller, controller_in, .. } = decision;
        let Decision { pool, pool_in, writer, .. } = decision;
        (o.shared.read_ready, o.shared.write_ready) = (ready.reads, ready.writes);
        let own = &mut o.own;
        own.written = moved.writes;
        (own.access_ready, own.release_ready) = (ready.access, ready.releases);
        own.verdict_valid = controller_in.load;
        (own.verdict, own.eligible) = (controller.verdict, controller.eligible);
        (own.woken_valid, own.woken_warp) = (controller.woken, controller.woken_warp);
        own.woken_reg = controller.woken_reg;
        (own.leave_ready, own.left) = (map.leave_ready, map.left);
        own.busy = busy || controller.busy || !map.leave_ready;
        let is_new = |n: usize| map.change_mapped >> n & 1 == 0;
        own.mapped = controller.set && is_new(0) || writer.is_some_and(|n| is_new(n + 1));
        own.unmapped = (pool_in.unmap >> 1).count_ones() as u8;
        (own.in_use, own.copied) = (pool.in_use, controller.copy);
        (own.lost, own.flushes) = (table.lost, table_in.flush);
        own.evicted = controller.record && table.full;
    }

    fn clock(&mut self, asked: Asked, moved: &Moved, rsp: Option<WarpRegister>, d: &Decision) {
        let In { shared, own } = asked.channels;
        for n in ones(moved.reads.into()) {
            self.reads[n].valid = false;
        }
        for n in ones(moved.writes.into()) {
            self.writes[n].valid = false;
        }
        for n in ones((d.map_in.read_valid & d.map.read_ready).into()) {
            let phys = (d.map.read_mapped >> n & 1 != 0).then_some(d.map.read_phys[n]);
            let (cu, slot) = (shared.read_cu[n], shared.read_slot[n]);
            self.reads[n] = Read { valid: true, cu, slot, phys };
        }
        for n in ones(d.controller.write_go.into()) {
            let fill = own.write_fill >> n & 1 != 0;
            let is_new = d.controller.write_set >> n & 1 != 0;
            let phys = if is_new { d.pool.take_phys } else { d.map.change_phys[n + 1] };
            let (mut lane_mask, mut data) = (shared.write_lane_mask[n], shared.write_data[n]);
            if fill || is_new {
                let lanes = data.iter_mut().enumerate();
                lanes.for_each(|(lane, word)| *word *= lane_mask >> lane & 1);
                lane_mask = u32::MAX;
            }
            self.writes[n] = Write { valid: true, phys, fill, lane_mask, data };
        }
        self.clock_merge(moved, rsp, d);
        self.map.tick(&d.map_in);
        let (hold, hold_phys) = (self.merge.held(), self.merge.sources());
        self.pool.tick(&register_pool::In { hold, hold_phys, ..d.pool_in });
        self.table.tick(&d.table_in);
        self.controller.clock(&d.controller_in, &d.controller);
    }

    fn clock_merge(&mut self, moved: &Moved, rsp: Option<WarpRegister>, d: &Decision) {
        let (starts, copy) = (d.controller.merge || d.controller.copy, d.controller.copy);
        let pattern = &self.judged.pattern;
        let old = d.writer.map_or(0, |n| d.map.change_phys[n + 1]);
        self.merge.tick(&merge_unit::In {
            rst_n: true,
            start: starts,
            copy,
            first: pattern.first,
            last: pattern.last,
            split: d.table.split,
            a_phys: if copy { old } else { d.table.a_phys },
            a_shift: d.table.a_shift,
            b_phys: d.table.b_phys,
            b_shift: d.table.b_shift,
            dest_phys: d.pool.take_phys,
            read_ready: moved.merge_read,
            rsp_valid: rsp.is_some(),
            rsp_data: rsp.unwrap_or([0; LANES]),
            write_ready: moved.merge_write,
        });
        if starts {
            (self.merge_to, self.copies) = (d.pool.take_phys, copy);
        }
    }

    /// Resets the parts. The banks are reset by their inputs.
    fn clear(&mut self, d: &Decision) {
        self.map.tick(&d.map_in);
        self.pool.tick(&d.pool_in);
        self.table.tick(&d.table_in);
        self.controller.tick(&d.controller_in);
        self.merge.tick(&merge_unit::In::default());
        self.reads = Default::default();
        self.writes.iter_mut().for_each(|write| write.valid = false);
        self.zero = None;
        (self.looked_up, self.judged) = (Access::default(), Access::default());
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let own = &params.own;
        let write = Write { valid: false, phys: 0, fill: false, lane_mask: 0, data: [0; LANES] };
        Model {
            banks: banks::Model::new(&own.banks),
            bank_in: banks::In::default(),
            bank_out: banks::Out::default(),
            table: address_mapping_table::Model::new(&own.table),
            map: rename_table::Model::new(&own.map),
            pool: register_pool::Model::new(&own.pool),
            merge: merge_unit::Model::new(&own.merge),
            controller: mapping_controller::Model::new(&own.controller),
            pattern: address_pattern::Model::new(&own.pattern),
            placement: own.map.placement.clone(),
            held: params.shared.request_stage.then(|| Box::new(Held::new())),
            reads: Default::default(),
            writes: [write; WRITE_PORTS],
            zero: None,
            looked_up: Access::default(),
            judged: Access::default(),
            merge_to: 0,
            copies: false,
            merge_slot: params.shared.front.queue.operand_slots as u8,
            last_answer: params.shared.max_banks() - 1,
        }
    }

    fn outputs(&self, i: &In) -> Out {
        let mut o = Out::default();
        self.clone().step(i, &mut o);
        o
    }

    fn tick(&mut self, i: &In) {
        self.step(i, &mut Out::default());
    }

    fn step(&mut self, i: &In, o: &mut Out) {
        let merging = self.merging();
        let stages = self.reads.iter().any(|read| read.valid)
            || self.writes.iter().any(|write| write.valid)
            || self.zero.is_some();
        let accesses = self.looked_up.valid || self.judged.valid;
        let holds = self.held.as_ref().is_some_and(|held| !held.is_empty());
        let busy = holds || stages || accesses || merging.out.busy;
        let to_zero = self.to_zero();
        let before = self.bank_out.shared.rsp_valid;
        let mut moved = self.clock_banks(i.shared.rst_n, &merging);
        let rsp = self.answer(before, o);
        if let Some(n) = to_zero {
            self.zero = Some((self.reads[n].cu, self.reads[n].slot));
            moved.reads |= 1 << n;
        }
        let empty = |all, (n, valid): (usize, bool)| all | u8::from(!valid) << n;
        let reads = self.reads.iter().map(|read| read.valid).enumerate().fold(0, empty);
        let writes = self.writes.iter().map(|write| write.valid).enumerate().fold(0, empty);
        let open = |closed: bool| if closed { 0 } else { u8::MAX };
        let urgent = merging.out.urgent;
        let room = [
            (reads | moved.reads) & open(urgent && merging.out.read_valid),
            (writes | moved.writes) & open(urgent),
        ];
        let places = Places::of(&self.placement, i);
        let mut held = self.held.take();
        let offered = Asked { channels: i, places: &places };
        let asked = held.as_ref().map_or(offered, |held| held.asked());
        let decision = self.decide(i, asked, &moved, room, &merging.out);
        let looked_up = decision.looked_up(room[0]);
        let ready = held.as_ref().map_or(looked_up, |held| held.ready(looked_up));
        self.show(o, &moved, ready, busy, &decision);
        match i.shared.rst_n {
            true => {
                self.clock(asked, &moved, rsp, &decision);
                self.judged = self.looked_up;
                self.looked_up = self.accept(i, ready.access);
                if let Some(held) = &mut held {
                    held.clock(looked_up, i, &places, ready);
                }
            }
            false => {
                self.clear(&decision);
                if let Some(held) = &mut held {
                    held.clear();
                }
            }
        }
        self.held = held;
    }
}
