//! Behaviour of the file: the models of its units, connected.

use super::{In, Out, Params, REGS_PER_THREAD};
use crate::systems::expanded::units::register_allocation_table::REGISTER_BYTES;
use crate::systems::expanded::units::{
    operand_cache, register_allocation_table, register_prefetcher, scratchpad, warp_limiter,
};
use crate::systems::sram::units::sram_register_file as banks;
use crate::units::Model as _;
use crate::units::channels::{READ_PORTS, WRITE_PORTS, ones};

/// Behavioural model of the file.
#[derive(Clone)]
pub struct Model {
    banks: banks::Model,
    bank_in: banks::In,
    bank_out: banks::Out,
    table: register_allocation_table::Model,
    cache: operand_cache::Model,
    cache_in: operand_cache::In,
    cache_out: operand_cache::Out,
    prefetcher: register_prefetcher::Model,
    scratchpad: scratchpad::Model,
    scratchpad_in: scratchpad::In,
    limiter: warp_limiter::Model,
}

/// Where the registers of the channels are.
struct Places {
    /// Read and write channels whose register is in the scratchpad, and lines of all channels.
    reads: u8,
    writes: u8,
    lines: [u16; register_allocation_table::CHANNELS],
}

impl Model {
    /// Locates the channels' registers.
    #[inline]
    fn places(&self, i: &In) -> Places {
        let shared = &i.shared;
        let reads = shared.read_warp.iter().zip(&shared.read_reg);
        let writes = shared.write_warp.iter().zip(&shared.write_reg);
        let mut places = Places { reads: 0, writes: 0, lines: [0; 11] };
        for (k, (warp, reg)) in reads.enumerate() {
            places.reads |= u8::from(self.table.in_spm(*warp, *reg)) << k;
            places.lines[k] = self.table.line(*warp, *reg);
        }
        for (k, (warp, reg)) in writes.enumerate() {
            places.writes |= u8::from(self.table.in_spm(*warp, *reg)) << k;
            places.lines[READ_PORTS + k] = self.table.line(*warp, *reg);
        }
        places
    }

    /// Offers the banks the requests for the register file, and clocks them.
    #[inline]
    fn clock_banks(&mut self, i: &In, places: &Places) {
        let (from, to) = (&i.shared, &mut self.bank_in.shared);
        (to.rst_n, to.regs_per_thread) = (from.rst_n, REGS_PER_THREAD);
        to.read_valid = from.read_valid & !places.reads;
        to.write_valid = from.write_valid & !places.writes;
        (to.read_cu, to.read_slot) = (from.read_cu, from.read_slot);
        for k in 0..READ_PORTS {
            [to.read_reg[k], to.read_warp[k]] = places.lines[k].to_le_bytes();
        }
        for k in 0..WRITE_PORTS {
            [to.write_reg[k], to.write_warp[k]] = places.lines[READ_PORTS + k].to_le_bytes();
            if to.write_valid >> k & 1 != 0 {
                to.write_lane_mask[k] = from.write_lane_mask[k];
                to.write_data[k] = from.write_data[k];
            }
        }
        self.banks.step(&self.bank_in, &mut self.bank_out);
    }

    /// Clocks the scratchpad with a pass, or with the access that the cache requests.
    #[inline]
    fn clock_scratchpad(&mut self, i: &In, o: &mut Out) {
        let (from, to) = (&i.own, &mut self.scratchpad_in);
        to.rst_n = i.shared.rst_n;
        (to.pass_valid, to.pass_stores) = (from.pass_valid, from.pass_stores);
        if from.pass_valid {
            (to.pass_row, to.pass_enable) = (from.pass_row, from.pass_enable);
            to.pass_data = from.pass_data;
        }
        let asks = self.cache.asks();
        to.register_valid = asks.is_some();
        if let Some((writes, warp, reg)) = asks {
            to.register_writes = writes;
            to.register_row = (self.table.address(warp, reg) as usize / REGISTER_BYTES) as u16;
            if writes {
                let (lanes, data) = self.cache.oldest();
                (to.register_lanes, to.register_data) = (lanes, *data);
            }
        }
        let says = self.scratchpad.outputs(to);
        self.scratchpad.tick(to);
        let own = &mut o.own;
        (own.pass_ready, own.answered) = (says.pass_ready, says.answered);
        own.words = says.words;
        own.moved = says.register_granted;
        own.moved_back = own.moved && to.register_writes;
        self.cache_in.spilled_granted = says.register_granted;
        if says.fetched {
            self.cache_in.fetched_data = says.fetched_data;
        }
    }

    /// Clocks the cache and the prefetcher.
    #[inline]
    fn clock_cache(&mut self, i: &In, places: &Places, o: &mut Out) {
        let (shared, own) = (&i.shared, &i.own);
        let mut asks = self.bundle(i);
        let wants = self.prefetcher.outputs(&asks);
        let to = &mut self.cache_in;
        to.rst_n = shared.rst_n;
        to.read_valid = shared.read_valid & places.reads;
        (to.read_cu, to.read_slot) = (shared.read_cu, shared.read_slot);
        (to.read_warp, to.read_reg) = (shared.read_warp, shared.read_reg);
        to.write_valid = shared.write_valid & places.writes;
        (to.write_warp, to.write_reg) = (shared.write_warp, shared.write_reg);
        for k in (0..WRITE_PORTS).filter(|k| places.writes >> k & 1 != 0) {
            to.write_lane_mask[k] = shared.write_lane_mask[k];
            to.write_data[k] = shared.write_data[k];
        }
        (to.pin, to.pin_warp) = (wants.pin, wants.pin_warp);
        (to.pin_wanted, to.pin_upper) = (wants.pin_wanted, wants.pin_upper);
        (to.claim, to.claim_warp, to.claim_reg) = (wants.claim, wants.claim_warp, wants.claim_reg);
        (to.released, to.ended) = (own.released, own.ended);
        self.cache.step(&self.cache_in, &mut self.cache_out);
        let says = &self.cache_out;
        (asks.present, asks.claimed) = (says.present, says.claimed);
        self.prefetcher.tick(&asks);

        let o = &mut o.own;
        (o.bundle_none, o.holds) = (wants.bundle_none, wants.holds);
        (o.queued, o.fetches) = (wants.queued, wants.pin || wants.claim || says.filling);
        (o.claims, o.claim_warp, o.claim_reg) = (wants.claim, wants.claim_warp, wants.claim_reg);
        (o.direct, o.written_back, o.blocked) = (says.direct, says.written_back, says.blocked);
        o.busy = says.busy || wants.busy;
        o.waits = says.blocked && !says.busy;
    }

    /// Answers of banks and cache. Channels without an answer give zeros.
    #[inline]
    fn answer(&self, o: &mut Out) {
        let (from, to) = (&self.bank_out.shared, &mut o.shared);
        for n in ones((from.rsp_valid | to.rsp_valid).into()) {
            (to.rsp_cu[n], to.rsp_slot[n]) = (from.rsp_cu[n], from.rsp_slot[n]);
            to.rsp_data[n] = from.rsp_data[n];
        }
        to.rsp_valid = from.rsp_valid;
        (to.bank_request, to.bank_grant) = (from.bank_request, from.bank_grant);
        (to.bank_read, to.bank_write) = (from.bank_read, from.bank_write);
        let (from, to) = (&self.cache_out, &mut o.own);
        for n in ones((from.answered | to.cache_valid).into()) {
            (to.cache_cu[n], to.cache_slot[n]) = (from.answer_cu[n], from.answer_slot[n]);
            to.cache_data[n] = from.answer_data[n];
        }
        to.cache_valid = from.answered;
    }

    /// Loads a launch into the table, and clocks the limiter.
    #[inline]
    fn clock_launch(&mut self, i: &In, o: &mut Out) {
        let own = &i.own;
        let count = warp_limiter::In {
            rst_n: i.shared.rst_n,
            begin: own.load,
            issued: own.issued,
            ended: own.ended,
        };
        let says = self.limiter.outputs(&count);
        o.own.active = says.active;
        o.own.busy |= says.divides;
        o.own.waits &= !says.divides;
        self.limiter.tick(&count);
        if !i.shared.rst_n || own.load || own.load_base {
            self.table.tick(&table_inputs(i));
        }
    }

    /// The prefetcher's inputs, without `present` and `claimed`.
    #[inline]
    fn bundle(&self, i: &In) -> register_prefetcher::In {
        let own = &i.own;
        register_prefetcher::In {
            rst_n: i.shared.rst_n,
            bundle_valid: own.bundle_valid,
            bundle_warp: own.bundle_warp,
            bundle_set: own.bundle_set,
            bundle_mix: self.table.is_mix(own.bundle_warp),
            spilled_from: self.table.spilled_from(),
            released: own.released,
            filling: self.cache.fills(),
            ..register_prefetcher::In::default()
        }
    }
}

/// Inputs that load the table.
fn table_inputs(i: &In) -> register_allocation_table::In {
    let own = &i.own;
    register_allocation_table::In {
        rst_n: i.shared.rst_n,
        load: own.load,
        enable: own.enable,
        start_warp: own.start_warp,
        start_reg: own.start_reg,
        max_reg: i.shared.regs_per_thread.wrapping_sub(1) as u8,
        offset: own.offset,
        load_base: own.load_base,
        base_cta: own.base_cta,
        base: own.base,
        base_warp: own.base_warp,
        ..register_allocation_table::In::default()
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let own = &params.own;
        Model {
            banks: banks::Model::new(&own.banks),
            bank_in: banks::In::default(),
            bank_out: banks::Out::default(),
            table: register_allocation_table::Model::new(&own.table),
            cache: operand_cache::Model::new(&own.cache),
            cache_in: operand_cache::In::default(),
            cache_out: operand_cache::Out::default(),
            prefetcher: register_prefetcher::Model::new(&own.prefetcher),
            scratchpad: scratchpad::Model::new(&own.scratchpad),
            scratchpad_in: scratchpad::In::default(),
            limiter: warp_limiter::Model::new(&own.limiter),
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
        let places = self.places(i);
        self.clock_banks(i, &places);
        self.clock_scratchpad(i, o);
        self.clock_cache(i, &places, o);
        self.answer(o);
        let (banks, cache) = (&self.bank_out.shared, &self.cache_out);
        o.shared.read_ready = banks.read_ready & !places.reads | cache.read_ready & places.reads;
        o.shared.write_ready =
            banks.write_ready & !places.writes | cache.write_ready & places.writes;
        o.own.in_cache = u16::from(places.reads) | u16::from(places.writes) << READ_PORTS;
        self.clock_launch(i, o);
    }

    /// A register in the scratchpad may be read only while its bundle is held. A warp may present a
    /// bundle only when it holds none. Rows of passes and of registers must exist, and loads must
    /// be in order.
    fn accepts(&self, i: &In) -> bool {
        let (shared, own) = (&i.shared, &i.own);
        let may_read = |k: usize| {
            let (warp, reg) = (shared.read_warp[k], shared.read_reg[k]);
            !self.table.in_spm(warp, reg) || self.cache.holds(warp, reg)
        };
        let row = |(writes, warp, reg)| scratchpad::In {
            register_valid: true,
            register_writes: writes,
            register_row: (self.table.address(warp, reg) as usize / REGISTER_BYTES) as u16,
            ..scratchpad::In::default()
        };
        let port = scratchpad::In {
            pass_valid: own.pass_valid,
            pass_row: own.pass_row,
            pass_enable: own.pass_enable,
            ..self.cache.asks().map(row).unwrap_or_default()
        };
        !shared.rst_n
            || ones(shared.read_valid.into()).all(may_read)
                && self.scratchpad.accepts(&port)
                && self.table.accepts(&table_inputs(i))
                && self.prefetcher.accepts(&self.bundle(i))
    }
}
