//! RTL of the shift controller in rust-hdl.

use super::{Params, ShiftController};
use crate::emit::hdl::{Const, Flop, Sheet, Var, print};
use crate::emit::{Design, Module, Proof};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use crate::{comment, dff_setup};
use askama::Template;
use rust_hdl::prelude::*;

/// Operation codes, in the order of the port description.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Op {
    Nop,
    Read,
    Write,
    ShiftLeft,
    ShiftRight,
}

/// The shift controller for offsets of `W` bits.
#[derive(LogicBlock, Default)]
pub struct Block<const W: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_valid_i: Signal<In, Bit>,
    pub req_write_i: Signal<In, Bit>,
    pub read_offset_i: Signal<In, Bits<W>>,
    pub write_offset_i: Signal<In, Bits<W>>,
    pub grant_i: Signal<In, Bit>,
    pub preshift_en_i: Signal<In, Bit>,
    pub op_o: Signal<Out, Op>,
    pub head_o: Signal<Out, Bits<W>>,
    pub aligned_o: Signal<Out, Bit>,
    pub busy_o: Signal<Out, Bit>,
    write_hold: Const<Bits<3>>,
    head: Flop<Bits<W>>,
    hold: Flop<Bits<3>>,
    at_offset: Signal<Local, Bit>,
    right: Signal<Local, Bit>,
    shifts: Signal<Local, Bit>,
    step: Var<Bits<W>>,
    op: Var<Op>,
}

const NOTES: &[(&str, &str)] = &[
    ("write_hold", "cycles that a write holds the bank after its first"),
    ("head", "offset under the ports"),
    ("hold", "cycles that the running write still needs"),
];

impl<const W: usize> Block<W> {
    pub fn new(params: &Params) -> Self {
        Self {
            write_hold: Const(((params.write_cycles - 1) as u64).to_bits()),
            head: Flop::new((params.geometry.rest_offset() as u64).to_bits()),
            ..Default::default()
        }
    }
}

impl<const W: usize> Logic for Block<W> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, head, hold);
        self.head_o.next = self.head.q.val();
        self.busy_o.next = self.hold.q.val() != 0;

        comment!("Both offsets are compared before it is known which of them counts.");
        self.at_offset.next = (self.req_write_i.val()
            && self.head.q.val() == self.write_offset_i.val())
            || (!self.req_write_i.val() && self.head.q.val() == self.read_offset_i.val());
        self.right.next = (self.req_write_i.val() && self.head.q.val() < self.write_offset_i.val())
            || (!self.req_write_i.val() && self.head.q.val() < self.read_offset_i.val());
        self.aligned_o.next = self.req_valid_i.val() && self.at_offset.val();
        self.shifts.next = self.req_valid_i.val()
            && !self.at_offset.val()
            && !self.busy_o.val()
            && (self.grant_i.val() || self.preshift_en_i.val());

        comment!("What the bank does this cycle.");
        self.op.next = Op::Nop;
        if self.shifts.val() {
            if self.right.val() {
                self.op.next = Op::ShiftRight;
            } else {
                self.op.next = Op::ShiftLeft;
            }
        } else if self.aligned_o.val() && self.grant_i.val() && !self.busy_o.val() {
            if self.req_write_i.val() {
                self.op.next = Op::Write;
            } else {
                self.op.next = Op::Read;
            }
        }
        self.op_o.next = self.op.val();

        comment!("Where the head goes: towards an offset of the region, so it never leaves it.");
        if self.right.val() {
            self.step.next = self.head.q.val() + 1;
        } else {
            self.step.next = self.head.q.val() - 1;
        }
        if self.shifts.val() {
            self.head.d.next = self.step.val();
        }

        comment!("How long a write still holds the bank.");
        if self.busy_o.val() {
            self.hold.d.next = self.hold.q.val() - 1;
        } else if self.op.val() == Op::Write {
            self.hold.d.next = self.write_hold.val();
        }
    }
}

fn body<const W: usize>(params: &Params) -> Result<String> {
    let ports = unit_ports::<ShiftController>(params);
    let sheet = Sheet {
        module: "rf_shift_controller",
        contract: ShiftController::CONTRACT,
        ports: &ports,
        notes: NOTES,
    };
    print(&mut Block::<W>::new(params), &sheet).map_err(Error::emission(ShiftController::NAME))
}

/// Verilog printers by offset width, 1 to 6 bits.
const BODY: [fn(&Params) -> Result<String>; 6] =
    [body::<1>, body::<2>, body::<3>, body::<4>, body::<5>, body::<6>];

pub fn design(params: &Params) -> Result<Design> {
    let body = BODY[params.geometry.offset_bits() - 1](params)?;
    let module = Module::leaf(ShiftController::OWNER, "rf_shift_controller", body);
    Ok(Design { modules: vec![module] })
}

#[derive(Template)]
#[template(path = "racetrack/props/shift_controller_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    offset_bits: usize,
}

/// Write latencies above 1 that are always proved, beside the configured one.
const WRITE_CYCLES: [usize; 3] = [2, 3, 8];

/// Proofs at the configured size. Writes of one cycle never use the hold counter, so longer writes
/// are proved as well.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let others = WRITE_CYCLES.into_iter().filter(|&cycles| cycles != params.write_cycles);
    [params.write_cycles]
        .into_iter()
        .chain(others)
        .map(|write_cycles| check(&Params { write_cycles, ..params.clone() }))
        .collect()
}

fn check(params: &Params) -> Result<Proof> {
    let checker = Checker { params, offset_bits: params.geometry.offset_bits() };
    Ok(Proof {
        name: "shift_controller_check",
        claim: format!(
            "RM-I1 to RM-I4, RM-I7: head in bounds, access only when aligned, one operation at a \
             time, every shift one step nearer, no idle cycle before the access; writes of {} cycles",
            params.write_cycles
        ),
        checker: checker.render().map_err(Error::emission(ShiftController::NAME))?,
        modules: design(params)?.modules,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Op as ModelOp, Out};
    use super::*;
    use crate::config::Config;
    use crate::units::source::assert_agrees;
    use rust_hdl::prelude::Block as _;

    #[test]
    fn the_source_agrees_with_the_model() {
        let config =
            crate::systems::config_with(Config::DEFAULT, &["racetrack.write_cycles=3"]).unwrap();
        let mut block = Block::<4>::new(&ShiftController::params(&config));
        block.connect_all();
        assert_agrees::<ShiftController>(&config, |i| {
            block.clk_i.next = Clock { clk: false };
            block.rst_ni.next = i.rst_n;
            block.req_valid_i.next = i.req_valid;
            block.req_write_i.next = i.req_write;
            block.read_offset_i.next = u64::from(i.read_offset).to_bits();
            block.write_offset_i.next = u64::from(i.write_offset).to_bits();
            block.grant_i.next = i.grant;
            block.preshift_en_i.next = i.preshift_en;
            assert!(simulate(&mut block, 50), "the source does not settle");
            let out = Out {
                op: match block.op_o.val() {
                    Op::Nop => ModelOp::Nop,
                    Op::Read => ModelOp::Read,
                    Op::Write => ModelOp::Write,
                    Op::ShiftLeft => ModelOp::ShiftLeft,
                    Op::ShiftRight => ModelOp::ShiftRight,
                },
                head: block.head_o.val().to_u8(),
                aligned: block.aligned_o.val(),
                busy: block.busy_o.val(),
            };
            block.clk_i.next = Clock { clk: true };
            assert!(simulate(&mut block, 50), "the source does not settle");
            out
        });
    }
}
