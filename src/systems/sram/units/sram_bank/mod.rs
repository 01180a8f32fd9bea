#![doc = include_str!("contract.md")]

mod faults;

use super::sram_array::{self, SramArray};
use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Owner, Proof};
use crate::error::{Error, Result};
use crate::ports;
use crate::systems::sram::config::Sram;
use crate::units::bank::{
    self, Action, Bank, Driver, Front, In, Out, Part, Parts, Storage, Wanted, Write,
    answers_in_time, answers_right, in_order,
};
use crate::units::{Fault, Model as _, Position, Unit, read_queue, write_buffer};
use askama::Template;
use bitflags::bitflags;

pub type SramBank = Bank<SramStorage>;
pub type Params = bank::Params<SramStorage>;

/// The SRAM storage of a bank. It performs requests in the cycle of their grant and answers a read
/// in the next cycle.
#[derive(Clone, Debug)]
pub struct SramStorage {
    array: sram_array::Model,
}

ports! {
    /// No inputs beside those of the front.
    #[derive(Copy)]
    pub struct OwnIn(params: &sram_array::Params) -> Direction::Input {}
}

ports! {
    /// No outputs beside those of the front.
    #[derive(Copy)]
    pub struct OwnOut(params: &sram_array::Params) -> Direction::Output {}
}

bitflags! {
    /// No scenarios beside those of the front.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {}
}

/// Operations that the memory performs in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Served {
    read: bool,
    write: bool,
}

impl Action for Served {
    #[inline]
    fn reads(self) -> bool {
        self.read
    }

    #[inline]
    fn writes(self) -> bool {
        self.write
    }
}

/// The driver of no inputs.
#[derive(Default)]
pub struct Nothing;

impl Driver<SramStorage> for Nothing {}

const OWNER: Owner = Owner { unit: SramStorage::NAME, keys: SramStorage::KEYS };

impl Storage for SramStorage {
    const NAME: &'static str = "sram_bank";
    const MODULE: &'static str = "rf_sram_bank";
    const SUMMARY: &'static str = "one bank of the SRAM register file, with its buffers";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.registers",
        "gpu.collector_units",
        "gpu.operand_slots",
        "sram.bank_ports",
        "sram.read_queue_depth",
        "sram.write_buffer_depth",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;
    const WAITING: [(Owner, &'static str); 2] =
        [(OWNER, "rf_sram_read_queue"), (OWNER, "rf_sram_write_buffer")];

    type Params = sram_array::Params;
    type In = OwnIn;
    type Out = OwnOut;
    type Action = Served;
    type Scenarios = Scenarios;
    type Driver = Nothing;

    fn params(config: &Config) -> Params {
        let (array, sram) = (SramArray::params(config), Sram::from(config));
        let position = Position::of_entries(array.entry_bits());
        let queue = read_queue::Params {
            depth: sram.read_queue_depth,
            position,
            collector_units: config.gpu().collector_units,
            operand_slots: config.gpu().operand_slots,
            hint_bits: 0,
        };
        let buffer = write_buffer::Params {
            depth: sram.write_buffer_depth,
            position,
            read_queue_depth: queue.depth,
            lanes: LANES,
            lane_bits: 32,
        };
        let shared = Front { two_ports: array.two_ports, max_write_run: 0, queue, buffer };
        Params { shared, own: array }
    }

    fn new(params: &sram_array::Params) -> Self {
        SramStorage { array: sram_array::Model::new(params) }
    }

    fn holds(&self, entry: u16) -> bool {
        self.array.holds(entry)
    }

    #[inline]
    fn decide(&self, wanted: &Wanted, grant: bool, _: &OwnIn) -> Served {
        Served { read: grant && wanted.read.is_some(), write: grant && wanted.write.is_some() }
    }

    #[inline]
    fn outputs(&self, _: &Wanted, _: Served) -> OwnOut {
        OwnOut {}
    }

    #[inline]
    fn clock(&mut self, _: Served, read: Option<u16>, write: Option<Write<'_>>, _: &OwnIn) {
        if let Some(write) = write {
            self.array.write(&write);
        }
        match read {
            Some(row) => self.array.read(row),
            None => self.array.rest(),
        }
    }

    #[inline]
    fn answer(&self) -> Option<&WarpRegister> {
        self.array.read_valid().then(|| self.array.read_data())
    }

    #[inline]
    fn read_data(&self) -> &WarpRegister {
        self.array.read_data()
    }

    fn clear(&mut self) {
        self.array.rest();
    }

    fn parts(params: &sram_array::Params) -> Result<Parts> {
        let text =
            Text { array: params.modules()[0] }.render().map_err(Error::emission(Self::NAME))?;
        Ok(Parts { text, designs: vec![SramArray::design(params)?] })
    }

    fn proofs() -> Result<Vec<Proof>> {
        let mut proofs = Vec::new();
        for two_ports in [false, true] {
            let part = Part { asserts: if two_ports { TWO_PORTS } else { ONE_PORT }, ..PART };
            let params = small(two_ports, 4);
            proofs.push(in_order::<Self>(&params, part, &sizes(&params))?);
            let two_entries = small(two_ports, 2);
            proofs.push(answers_right::<Self>(&two_entries, PART, &sizes(&two_entries))?);
            let access = bank::Access::Read;
            proofs.push(answers_in_time::<Self>(&params, PART, access, [2, 2], &sizes(&params))?);
        }
        Ok(proofs)
    }

    fn scenarios(_: &In<Self>, _: &Out<Self>) -> Scenarios {
        Scenarios::empty()
    }

    fn entries(params: &sram_array::Params) -> usize {
        params.entries
    }
}

#[derive(Template)]
#[template(path = "sram/bank_storage.v", escape = "none")]
struct Text {
    /// Name of the array's module.
    array: &'static str,
}

const PART: Part = Part { wires: "  wire busy = 1'b0;", assumes: "", asserts: "" };

/// Assertions for one port: every grant with a request performs an access, and serviceable writes
/// have priority.
const ONE_PORT: &str = "\
      assert ((performs_read || performs_write) == (grant_i && req_valid));
      if (write_next && older_reads_q == 0) assert (performs_write == grant_i);";

/// Assertions for two ports: in addition, a granted read is performed unless an older write of its
/// entry waits.
const TWO_PORTS: &str = "\
      assert ((performs_read || performs_write) == (grant_i && req_valid));
      if (write_next && older_reads_q == 0) assert (performs_write == grant_i);
      if (read_next && older_q == 0) assert (performs_read == grant_i);";

/// Parameters of a bank small enough for proofs: eight reads, two writes, few entries of one bit.
fn small(two_ports: bool, entries: usize) -> Params {
    let (depth, lanes, lane_bits) = (8, 1, 1);
    let position = Position::of_entries(bits_for(entries));
    let queue =
        read_queue::Params { depth, position, collector_units: 2, operand_slots: 2, hint_bits: 0 };
    let buffer =
        write_buffer::Params { depth: 2, position, read_queue_depth: depth, lanes, lane_bits };
    let shared = Front { two_ports, max_write_run: 0, queue, buffer };
    Params { shared, own: sram_array::Params { entries, two_ports, lanes, lane_bits, slices: 1 } }
}

fn sizes(params: &Params) -> String {
    let ports = if params.shared.two_ports { "1r1w" } else { "1rw" };
    let (entries, depth) = (params.own.entries, params.shared.queue.depth);
    format!("{ports}, {entries} entries, {depth} reads, {} writes", params.shared.buffer.depth)
}
