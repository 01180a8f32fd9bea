//! RTL of the restore selector in rust-hdl.

use super::{Params, RestoreSelector};
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
    Idle,
    Read,
    Write,
    Reverse,
    Selective,
    Direct,
}

/// Codes of the restore modes.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Mode {
    Unprotected,
    SelectiveAlways,
    DirectAlways,
    Adaptive,
}

/// Codes of the restore that follows a read.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Restore {
    Nothing,
    Lost,
    Ones,
}

/// The restore selector.
#[derive(LogicBlock, Default)]
pub struct Block {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub read_i: Signal<In, Bit>,
    pub dead_i: Signal<In, Bit>,
    pub conflict_i: Signal<In, Bit>,
    pub write_i: Signal<In, Bit>,
    pub restore_mode_i: Signal<In, Mode>,
    pub early_out_i: Signal<In, Bit>,
    pub disturbed_i: Signal<In, Bit>,
    pub op_o: Signal<Out, Op>,
    pub last_o: Signal<Out, Bit>,
    pub free_o: Signal<Out, Bit>,
    pub sensed_o: Signal<Out, Bit>,
    pub restore_o: Signal<Out, Restore>,
    read_hold: Const<Bits<3>>,
    write_hold: Const<Bits<3>>,
    running: Flop<Op>,
    hold: Flop<Bits<3>>,
    kind: Flop<Restore>,
    sensed: Flop<Bit>,
    op: Var<Op>,
    left: Var<Bits<3>>,
    restore: Var<Restore>,
    last: Var<Bit>,
}

const NOTES: &[(&str, &str)] = &[
    ("read_hold", "cycles of a read after its first"),
    ("write_hold", "cycles of a write after its first"),
    ("running", "what the array does unless it starts something"),
    ("hold", "cycles of it that come after this one"),
    ("kind", "what follows the read under way"),
    ("sensed", "the cycle before was the last of a reverse read"),
];

impl Block {
    pub fn new(params: &Params) -> Self {
        Self {
            read_hold: Const(((params.read_cycles - 1) as u64).to_bits()),
            write_hold: Const(((params.write_cycles - 1) as u64).to_bits()),
            ..Default::default()
        }
    }
}

impl Logic for Block {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, running, hold, kind, sensed);
        self.sensed_o.next = self.sensed.q.val();
        self.free_o.next = self.running.q.val() == Op::Idle
            || (self.sensed.q.val() && self.early_out_i.val() && !self.disturbed_i.val());

        comment!("What the array does this cycle.");
        self.op.next = self.running.q.val();
        self.left.next = self.hold.q.val();
        self.restore.next = self.kind.q.val();
        if self.free_o.val() {
            self.op.next = Op::Idle;
            self.left.next = 0.into();
            self.restore.next = Restore::Nothing;
            if self.read_i.val() {
                self.op.next = Op::Read;
                self.left.next = self.read_hold.val();
                if !self.dead_i.val() {
                    if self.restore_mode_i.val() == Mode::SelectiveAlways
                        || (self.restore_mode_i.val() == Mode::Adaptive && !self.conflict_i.val())
                    {
                        self.restore.next = Restore::Lost;
                    } else if self.restore_mode_i.val() == Mode::DirectAlways
                        || self.restore_mode_i.val() == Mode::Adaptive
                    {
                        self.restore.next = Restore::Ones;
                    }
                }
            } else if self.write_i.val() {
                self.op.next = Op::Write;
                self.left.next = self.write_hold.val();
            }
        }
        self.last.next = self.op.val() != Op::Idle && self.left.val() == 0;
        self.op_o.next = self.op.val();
        self.last_o.next = self.last.val();
        self.restore_o.next = self.restore.val();

        comment!("What it does next.");
        self.running.d.next = self.op.val();
        self.hold.d.next = 0.into();
        self.kind.d.next = self.restore.val();
        self.sensed.d.next = self.last.val() && self.op.val() == Op::Reverse;
        if !self.last.val() {
            if self.op.val() != Op::Idle {
                self.hold.d.next = self.left.val() - 1;
            }
        } else if self.op.val() == Op::Read && self.restore.val() == Restore::Lost {
            self.running.d.next = Op::Reverse;
            self.hold.d.next = self.read_hold.val();
        } else if self.op.val() == Op::Read && self.restore.val() == Restore::Ones {
            self.running.d.next = Op::Direct;
            self.hold.d.next = self.write_hold.val();
        } else if self.op.val() == Op::Reverse {
            self.running.d.next = Op::Selective;
            self.hold.d.next = self.write_hold.val();
        } else {
            self.running.d.next = Op::Idle;
        }
    }
}

pub fn design(params: &Params) -> Result<Design> {
    let ports = unit_ports::<RestoreSelector>(params);
    let sheet = Sheet {
        module: "rf_restore_selector",
        contract: RestoreSelector::CONTRACT,
        ports: &ports,
        notes: NOTES,
    };
    let body =
        print(&mut Block::new(params), &sheet).map_err(Error::emission(RestoreSelector::NAME))?;
    let module = Module::leaf(RestoreSelector::OWNER, "rf_restore_selector", body);
    Ok(Design { modules: vec![module] })
}

#[derive(Template)]
#[template(path = "stt/props/restore_selector_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Latencies that are always proved, beside the configured ones: the shortest and the longest.
const LATENCIES: [Params; 2] =
    [Params { read_cycles: 1, write_cycles: 3 }, Params { read_cycles: 4, write_cycles: 8 }];

pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    [*params].into_iter().chain(LATENCIES).map(|params| check(&params)).collect()
}

fn check(params: &Params) -> Result<Proof> {
    let Params { read_cycles, write_cycles } = params;
    Ok(Proof {
        name: "restore_selector_check",
        claim: format!(
            "STT-I3, STT-I5: nothing starts during a restore, occupancies, dead reads are not \
             restored and others as the mode says; reads of {read_cycles} and writes of \
             {write_cycles} cycles"
        ),
        checker: Checker { params }.render().map_err(Error::emission(RestoreSelector::NAME))?,
        modules: design(params)?.modules,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Mode as ModelMode, Op as ModelOp, Out, Restore as ModelRestore};
    use super::*;
    use crate::config::Config;
    use crate::units::source::assert_agrees;
    use rust_hdl::prelude::Block as _;

    #[test]
    fn the_source_agrees_with_the_model() {
        let config = crate::systems::config_with(Config::DEFAULT, &["stt.write_cycles=3"]).unwrap();
        let mut block = Block::new(&RestoreSelector::params(&config));
        block.connect_all();
        assert_agrees::<RestoreSelector>(&config, |i| {
            block.clk_i.next = Clock { clk: false };
            block.rst_ni.next = i.rst_n;
            block.read_i.next = i.read;
            block.dead_i.next = i.dead;
            block.conflict_i.next = i.conflict;
            block.write_i.next = i.write;
            block.restore_mode_i.next = match i.restore_mode {
                ModelMode::None => Mode::Unprotected,
                ModelMode::Selective => Mode::SelectiveAlways,
                ModelMode::Direct => Mode::DirectAlways,
                ModelMode::Adaptive => Mode::Adaptive,
            };
            block.early_out_i.next = i.early_out;
            block.disturbed_i.next = i.disturbed;
            assert!(simulate(&mut block, 50), "the source does not settle");
            let out = Out {
                op: match block.op_o.val() {
                    Op::Idle => ModelOp::Idle,
                    Op::Read => ModelOp::Read,
                    Op::Write => ModelOp::Write,
                    Op::Reverse => ModelOp::Reverse,
                    Op::Selective => ModelOp::Selective,
                    Op::Direct => ModelOp::Direct,
                },
                last: block.last_o.val(),
                free: block.free_o.val(),
                sensed: block.sensed_o.val(),
                restore: match block.restore_o.val() {
                    Restore::Nothing => ModelRestore::None,
                    Restore::Lost => ModelRestore::Selective,
                    Restore::Ones => ModelRestore::Direct,
                },
            };
            block.clk_i.next = Clock { clk: true };
            assert!(simulate(&mut block, 50), "the source does not settle");
            out
        });
    }
}
