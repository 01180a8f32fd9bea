//! STT-RAM storage behind the front of a bank: array, restore selector, write buffer and read
//! buffer.

use super::{Params, proofs, stim};
use crate::bits::{Field, LANES, Shape, WarpRegister, merge_lanes};
use crate::config::Config;
use crate::emit::{Owner, Proof};
use crate::error::{Error, Result};
use crate::ports;
use crate::systems::stt::config::{FrontPorts, Stt};
use crate::systems::stt::units::read_buffer::{self, ReadBuffer};
use crate::systems::stt::units::restore_selector::{self, Mode, Op, RestoreSelector};
use crate::systems::stt::units::stt_array::{self, SttArray};
use crate::systems::stt::units::stt_write_buffer::{self, SttWriteBuffer};
use crate::units::bank::{self, Front, In, Out, Parts, Storage, Wanted, Write};
use crate::units::channels::NewWrite;
use crate::units::{Fault, Model as _, Position, Unit, read_queue, write_buffer};
use askama::Template;

/// Hint: the register is not read again before it is written.
pub const DEAD: u8 = 1;
/// Hint: the register is read often.
pub const PROMOTE: u8 = 2;
/// Bits of the hints.
pub const HINT_BITS: usize = 2;

/// Parameters of the storage.
#[derive(Clone, Debug)]
pub struct StorageParams {
    pub array: stt_array::Params,
    pub writes: stt_write_buffer::Params,
    pub reads: read_buffer::Params,
    /// Minimum number of buffered writes at which an idle array drains one.
    pub drain_from: usize,
    /// Minimum number of buffered writes at which a drain has priority over reads.
    pub drain_first_from: usize,
}

/// The STT-RAM storage of a bank.
#[derive(Clone, Debug)]
pub struct SttStorage {
    selector: restore_selector::Model,
    array: stt_array::Model,
    writes: stt_write_buffer::Model,
    reads: read_buffer::Model,
    drain_from: usize,
    drain_first_from: usize,
    all_lanes: u32,
    /// Entry of the array's operation.
    entry: u16,
    /// Whether the last operation of the array was a write.
    wrote_last: bool,
    /// Whether a drain began in the previous cycle, so that its data enter the array's latch now.
    drained: bool,
    /// Whether the register of the last array read enters the read buffer with its answer.
    fill: bool,
    /// Lanes of this register that the write buffer held when the read began.
    overlay: u32,
    /// Source of the answer.
    source: Source,
    /// Answer with lanes of both the array and the write buffer.
    mixed: WarpRegister,
}

/// Source of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Source {
    /// No read was performed.
    #[default]
    Nothing,
    Array,
    Writes,
    Reads,
    Mixed,
}

/// Source of a performed read, and its restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Served {
    /// No read is performed.
    #[default]
    Nothing,
    /// Served by the write buffer.
    WriteBuffer,
    /// Served by the read buffer.
    ReadBuffer,
    /// Served by the array; dead, so not restored.
    Skipped,
    /// Served by the array; not restored in mode `None`.
    Unprotected,
    /// Served by the array; restored selectively.
    Selective,
    /// Served by the array; restored directly.
    Direct,
}

impl Served {
    /// Bits of the code.
    pub const BITS: usize = 3;
    /// All values, in the order of their codes.
    pub const ALL: [Served; 7] = [
        Served::Nothing,
        Served::WriteBuffer,
        Served::ReadBuffer,
        Served::Skipped,
        Served::Unprotected,
        Served::Selective,
        Served::Direct,
    ];
}

impl Field for Served {
    fn store(&self, _: Shape, words: &mut [u32]) {
        words[0] = *self as u32;
    }

    fn load(_: Shape, words: &[u32]) -> Self {
        Served::ALL.get(words[0] as usize).copied().unwrap_or_default()
    }
}

ports! {
    /// Inputs beside those of the front.
    #[derive(Copy)]
    pub struct OwnIn(params: &StorageParams) -> Direction::Input {
        /// hints of the offered read: bit 0 dead, bit 1 promote
        read_hints: u8 = HINT_BITS;
        /// None 0, Selective 1, Direct 2, Adaptive 3
        restore_mode: Mode = Mode::BITS;
        /// a selective restore ends early if nothing was lost
        early_out: bool = 1;
        /// writes enter the write buffer
        write_buffer_en: bool = 1;
        /// the read buffer answers reads and is filled
        read_buffer_en: bool = 1;
        /// a dead read drops the buffered write of its register
        cancel_en: bool = 1;
    }
}

ports! {
    /// Outputs beside those of the front.
    #[derive(Copy)]
    pub struct OwnOut(params: &StorageParams) -> Direction::Output {
        /// Idle, Read, Write, Reverse, Selective, Direct: 0 to 5
        op: Op = Op::BITS;
        /// how the read is served: 0 to 6, see the contract
        served: Served = Served::BITS;
        /// a dead read is performed
        dead: bool = 1;
        /// a drain of a buffered write to the array starts
        drain: bool = 1;
        /// the register that is read will fill the read buffer
        fill: bool = 1;
        /// the array is busy, or will drain without a request
        working: bool = 1;
    }
}

/// Action of the storage in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Action {
    read: bool,
    write: bool,
    /// Inputs of the restore selector: the operation that starts in the array.
    selector: restore_selector::In,
    /// Operation of the array in this cycle.
    op: Op,
    served: Served,
    dead: bool,
    drain: bool,
    fill: bool,
    working: bool,
}

impl bank::Action for Action {
    #[inline]
    fn reads(self) -> bool {
        self.read
    }

    #[inline]
    fn writes(self) -> bool {
        self.write
    }
}

impl Action {
    /// Source and restore of the performed read; `Nothing` without a read.
    pub fn served(self) -> Served {
        self.served
    }

    /// Whether a dead read is performed.
    pub fn reads_dead(self) -> bool {
        self.dead
    }

    /// Whether the register that the array reads will enter the read buffer.
    pub fn fills(self) -> bool {
        self.fill
    }

    /// Whether the array is busy, or will start a drain without a request.
    pub fn works(self) -> bool {
        self.working
    }

    /// Whether a drain of a buffered write to the array starts.
    pub fn drains(self) -> bool {
        self.drain
    }
}

impl SttStorage {
    /// Whether a read, and whether a write, starts in the array. `full`: the write buffer answers
    /// the read of the front. `needs`: this read needs the array.
    #[inline]
    fn choose(
        &self,
        wanted: &Wanted,
        grant: bool,
        i: &OwnIn,
        full: bool,
        needs: bool,
    ) -> [bool; 2] {
        if !self.selector.is_free(i.early_out, self.array.disturbed()) {
            return [false, false];
        }
        let count = self.writes.count();
        let direct = !i.write_buffer_en && count == 0 && grant && wanted.write.is_some();
        let first_from = if i.write_buffer_en { self.drain_first_from } else { 1 };
        let write_first = (direct || count >= first_from) && !(self.wrote_last && needs);
        let read = grant && needs && !write_first;
        let late = direct || count >= self.drain_from && !(grant && full);
        [read, write_first || !read && late]
    }

    /// Whether the register of this cycle's answer enters the read buffer. State only.
    #[inline]
    fn fills_now(&self) -> bool {
        self.fill && !self.is_busy()
    }

    /// Restore of a read of the array.
    #[inline]
    fn restored(selector: &restore_selector::In) -> Served {
        match selector.restore_mode {
            _ if selector.dead => Served::Skipped,
            Mode::None => Served::Unprotected,
            Mode::Direct => Served::Direct,
            Mode::Adaptive if selector.conflict => Served::Direct,
            Mode::Selective | Mode::Adaptive => Served::Selective,
        }
    }
}

#[derive(Template)]
#[template(path = "stt/bank_storage.v", escape = "none")]
struct Text<'a> {
    params: &'a StorageParams,
    entry_bits: usize,
    lanes: usize,
    data_bits: usize,
    count_bits: usize,
    /// Whether a read of the array takes more than one cycle, so that it holds the front.
    holds: bool,
    /// Name of the grant signal that the front may use.
    grant: &'static str,
}

const OWNER: Owner = Owner { unit: SttStorage::NAME, keys: SttStorage::KEYS };

impl Storage for SttStorage {
    const NAME: &'static str = "stt_bank";
    const MODULE: &'static str = "rf_stt_bank";
    const SUMMARY: &'static str = "one bank of the STT-RAM register file, with its buffers";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.registers",
        "gpu.collector_units",
        "gpu.operand_slots",
        "stt.bank_ports",
        "stt.read_queue_depth",
        "stt.write_buffer_depth",
        "stt.read_cycles",
        "stt.write_cycles",
        "stt.buffered_writes",
        "stt.buffered_reads",
        "stt.drain_from",
        "stt.drain_first_from",
        "stt.disturb",
        "stt.node_nm",
    ];
    const FAULTS: &'static [Fault] = super::faults::FAULTS;
    const WAITING: [(Owner, &'static str); 2] =
        [(OWNER, "rf_stt_read_queue"), (OWNER, "rf_stt_front_buffer")];

    type Params = StorageParams;
    type In = OwnIn;
    type Out = OwnOut;
    type Action = Action;
    type Scenarios = stim::Scenarios;
    type Driver = stim::Schemes;

    fn params(config: &Config) -> Params {
        let stt = Stt::from(config);
        let array = SttArray::params(config);
        let position = Position::of_entries(array.entry_bits());
        let queue = read_queue::Params {
            depth: stt.read_queue_depth,
            position,
            collector_units: config.gpu().collector_units,
            operand_slots: config.gpu().operand_slots,
            hint_bits: HINT_BITS,
        };
        let buffer = write_buffer::Params {
            depth: stt.write_buffer_depth,
            position,
            read_queue_depth: queue.depth,
            lanes: LANES,
            lane_bits: 32,
        };
        let shared = Front {
            two_ports: stt.bank_ports == FrontPorts::Separate,
            max_write_run: 0,
            queue,
            buffer,
        };
        let own = StorageParams {
            array,
            writes: SttWriteBuffer::params(config),
            reads: ReadBuffer::params(config),
            drain_from: stt.drain_from,
            drain_first_from: stt.drain_first_from,
        };
        Params { shared, own }
    }

    fn new(params: &StorageParams) -> Self {
        SttStorage {
            selector: restore_selector::Model::new(&params.array.selector),
            array: stt_array::Model::new(&params.array),
            writes: stt_write_buffer::Model::new(&params.writes),
            reads: read_buffer::Model::new(&params.reads),
            drain_from: params.drain_from,
            drain_first_from: params.drain_first_from,
            all_lanes: params.writes.all_lanes(),
            entry: 0,
            wrote_last: false,
            drained: false,
            fill: false,
            overlay: 0,
            source: Source::Nothing,
            mixed: [0; LANES],
        }
    }

    fn holds(&self, entry: u16) -> bool {
        self.array.holds(entry)
    }

    #[inline]
    fn is_busy(&self) -> bool {
        self.selector.is_reading()
    }

    #[inline]
    fn is_moving(&self) -> bool {
        !self.selector.is_idle() || self.writes.count() > 0
    }

    #[inline]
    fn hints(inputs: &OwnIn) -> u8 {
        inputs.read_hints
    }

    #[inline]
    fn destroys(hints: u8) -> bool {
        hints & DEAD != 0
    }

    #[inline]
    fn decide(&self, wanted: &Wanted, grant: bool, i: &OwnIn) -> Action {
        let grant = grant && !self.is_busy();
        let reads = wanted.read.is_some();
        let full = wanted.read.is_some_and(|row| self.writes.lanes(row) == self.all_lanes);
        let cached = !full
            && i.read_buffer_en
            && wanted.read.is_some_and(|row| self.reads.hits(row, self.fills_now()));
        let needs_array = reads && !full && !cached;
        let [array_read, array_write] = self.choose(wanted, grant, i, full, needs_array);
        let buffered = self.writes.count() > 0;
        let drain = array_write && buffered;
        let read = array_read || grant && (cached || full && !drain);
        let write = grant
            && wanted.write.is_some_and(|row| match i.write_buffer_en {
                true => self.writes.push_ready(row, drain),
                false => array_write && !buffered,
            });
        let dead = wanted.hints & DEAD != 0;
        let selector = restore_selector::In {
            rst_n: true,
            read: array_read,
            dead,
            conflict: wanted.followed || self.writes.count() >= self.drain_first_from,
            write: array_write,
            restore_mode: i.restore_mode,
            early_out: i.early_out,
            disturbed: self.array.disturbed(),
        };
        let served = match (read, array_read, full) {
            (false, ..) => Served::Nothing,
            (_, true, _) => Self::restored(&selector),
            (_, _, true) => Served::WriteBuffer,
            _ => Served::ReadBuffer,
        };
        let op = self.selector.outputs(&selector).op;
        let restored = matches!(served, Served::Selective | Served::Direct);
        let fill = restored && wanted.hints & PROMOTE != 0 && i.read_buffer_en;
        let drain_from = if i.write_buffer_en { self.drain_from } else { 1 };
        let working = op != Op::Idle || self.writes.count() >= drain_from;
        let dead = read && dead;
        Action { read, write, selector, op, served, dead, drain, fill, working }
    }

    #[inline]
    fn outputs(&self, _: &Wanted, action: Action) -> OwnOut {
        let Action { op, served, dead, drain, fill, working, .. } = action;
        OwnOut { op, served, dead, drain, fill, working }
    }

    #[inline]
    fn clock(&mut self, action: Action, read: Option<u16>, write: Option<Write<'_>>, i: &OwnIn) {
        let Action { selector, served, drain, dead, .. } = action;
        let new = write.map(|write| NewWrite {
            entry: write.row,
            lane_mask: write.lane_mask,
            data: write.data,
        });
        let direct = new.filter(|_| selector.write && !drain);
        let started = match (selector.read, drain) {
            (true, _) => read,
            (_, true) => self.writes.oldest_entry(),
            _ => direct.map(|write| write.entry),
        };
        let filled = self.fills_now().then(|| (self.entry, *self.read_data()));
        self.entry = started.unwrap_or(self.entry);

        let reads_on = self.is_busy();
        let now = self.selector.cycle(&selector);
        let late = self.drained.then(|| (self.writes.data_lanes(), self.writes.data()));
        let load = late.or(direct.map(|write| (write.lane_mask, write.data)));
        self.array.clock(now.op, now.last, self.entry, load);

        let cached = served == Served::ReadBuffer;
        let dead = read.filter(|_| dead);
        self.reads.clock(
            read.filter(|_| cached),
            dead,
            filled.as_ref().map(|(entry, data)| (*entry, data)),
            new.map(|write| write.entry),
        );
        let pushed = new.filter(|_| direct.is_none());
        let overlay = read.filter(|_| !cached);
        if let Some(row) = overlay {
            self.overlay = self.writes.lanes(row);
        }
        self.writes.clock(pushed, drain, overlay, dead.filter(|_| i.cancel_en));

        self.fill = action.fill || self.fill && reads_on;
        self.drained = drain;
        if selector.read || selector.write {
            self.wrote_last = selector.write;
        }
        let read_ends = now.op == Op::Read && now.last;
        self.source = match served {
            Served::WriteBuffer => Source::Writes,
            Served::ReadBuffer => Source::Reads,
            _ if !read_ends => Source::Nothing,
            _ if self.overlay == 0 => Source::Array,
            _ => Source::Mixed,
        };
        if self.source == Source::Mixed {
            self.mixed = *self.array.read_data();
            merge_lanes(&mut self.mixed, self.writes.data(), self.overlay);
        }
    }

    #[inline]
    fn answer(&self) -> Option<&WarpRegister> {
        (self.source != Source::Nothing).then(|| self.read_data())
    }

    #[inline]
    fn read_data(&self) -> &WarpRegister {
        match self.source {
            Source::Nothing | Source::Array => self.array.read_data(),
            Source::Writes => self.writes.data(),
            Source::Reads => self.reads.data(),
            Source::Mixed => &self.mixed,
        }
    }

    fn clear(&mut self) {
        self.selector.clear();
        self.array.clear();
        self.writes.clear();
        self.reads.clear();
        (self.wrote_last, self.drained, self.fill, self.overlay) = (false, false, false, 0);
        self.source = Source::Nothing;
    }

    fn parts(params: &StorageParams) -> Result<Parts> {
        let holds = params.array.selector.read_cycles > 1;
        let text = Text {
            params,
            holds,
            grant: if holds { "granted" } else { "grant_i" },
            entry_bits: params.array.entry_bits(),
            lanes: params.array.lanes,
            data_bits: params.array.data_bits(),
            count_bits: params.writes.count_bits(),
        };
        let text = text.render().map_err(Error::emission(Self::NAME))?;
        let designs = vec![
            RestoreSelector::design(&params.array.selector)?,
            SttArray::design(&params.array)?,
            SttWriteBuffer::design(&params.writes)?,
            ReadBuffer::design(&params.reads)?,
        ];
        Ok(Parts { text, designs })
    }

    fn proofs() -> Result<Vec<Proof>> {
        proofs::proofs()
    }

    fn scenarios(inputs: &In<Self>, outputs: &Out<Self>) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    fn reachable(params: &Params) -> stim::Scenarios {
        stim::reachable(params)
    }

    fn entries(params: &StorageParams) -> usize {
        params.array.entries
    }
}
