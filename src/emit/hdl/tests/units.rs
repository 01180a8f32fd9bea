//! The units that the tests print.

use super::{input, output};
use crate::emit::Port;
use crate::emit::hdl::{Const, Flop, Sheet, Var};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use std::sync::LazyLock;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Op {
    Nop,
    Read,
    Write,
    ShiftLeft,
    ShiftRight,
}

#[derive(LogicBlock, Default)]
pub struct ShiftController<const W: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub req_valid_i: Signal<In, Bit>,
    pub req_write_i: Signal<In, Bit>,
    pub req_offset_i: Signal<In, Bits<W>>,
    pub grant_i: Signal<In, Bit>,
    pub preshift_en_i: Signal<In, Bit>,
    pub op_o: Signal<Out, Op>,
    pub head_o: Signal<Out, Bits<W>>,
    pub aligned_o: Signal<Out, Bit>,
    pub busy_o: Signal<Out, Bit>,
    pub last_offset: Const<Bits<W>>,
    pub write_hold: Const<Bits<3>>,
    pub head: Flop<Bits<W>>,
    pub hold: Flop<Bits<3>>,
    pub shifts: Var<Bit>,
}

impl<const W: usize> ShiftController<W> {
    pub fn new(last: u64, rest: u64, write_cycles: u64) -> Self {
        Self {
            last_offset: Const(last.to_bits()),
            write_hold: Const((write_cycles - 1).to_bits()),
            head: Flop::new(rest.to_bits()),
            ..Default::default()
        }
    }
}

impl<const W: usize> Logic for ShiftController<W> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, head, hold);
        self.head_o.next = self.head.q.val();
        self.aligned_o.next =
            self.req_valid_i.val() && self.head.q.val() == self.req_offset_i.val();
        self.busy_o.next = self.hold.q.val() != 0;
        self.shifts.next = self.req_valid_i.val()
            && !self.aligned_o.val()
            && !self.busy_o.val()
            && (self.grant_i.val() || self.preshift_en_i.val());

        comment!("What the bank does this cycle.");
        self.op_o.next = Op::Nop;
        if self.shifts.val() {
            if self.head.q.val() < self.req_offset_i.val() {
                self.op_o.next = Op::ShiftRight;
            } else {
                self.op_o.next = Op::ShiftLeft;
            }
        } else if self.aligned_o.val() && self.grant_i.val() && !self.busy_o.val() {
            if self.req_write_i.val() {
                self.op_o.next = Op::Write;
            } else {
                self.op_o.next = Op::Read;
            }
        }

        comment!("Where the head goes; it never leaves 0 to LastOffset.");
        if self.op_o.val() == Op::ShiftRight && self.head.q.val() != self.last_offset.val() {
            self.head.d.next = self.head.q.val() + 1;
        } else if self.op_o.val() == Op::ShiftLeft && self.head.q.val() != 0 {
            self.head.d.next = self.head.q.val() - 1;
        }

        comment!("How long a write still holds the bank.");
        self.hold.d.next = 0.into();
        if self.busy_o.val() {
            self.hold.d.next = self.hold.q.val() - 1;
        } else if self.op_o.val() == Op::Write {
            self.hold.d.next = self.write_hold.val();
        }
    }
}

pub fn controller_sheet() -> Sheet<'static> {
    static PORTS: LazyLock<Vec<Port>> = LazyLock::new(|| {
        vec![
            input("rst_n", 1, "synchronous, active low"),
            input("req_valid", 1, "the bank has a request"),
            input("req_write", 1, "the request is a write"),
            input("req_offset", 4, "the offset that it needs under the ports"),
            input("grant", 1, "one of this cycle's busy banks"),
            input("preshift_en", 1, "may shift without a grant"),
            output("op", 3, "OpNop .. OpShiftRight"),
            output("head", 4, "offset under the ports now"),
            output("aligned", 1, "valid request and head at its offset"),
            output("busy", 1, "a write is still running"),
        ]
    });
    Sheet {
        module: "rf_shift_controller",
        contract: "Decides, once a cycle, what one racetrack bank does: read, write, shift one \
                   step, or nothing.\n\nThe head position is the offset that lies under all \
                   access ports.",
        ports: &PORTS,
        notes: &[
            ("last_offset", "96 positions over 8 ports: offsets 0 to 11"),
            ("write_hold", "cycles that a write holds the bank after its first"),
            ("head_reset", "head position after reset"),
            ("hold", "cycles that the running write still needs"),
        ],
    }
}

#[derive(LogicBlock, Default)]
pub struct Arbiter<const N: usize> {
    pub request_i: Signal<In, Bits<N>>,
    pub misaligned_i: Signal<In, Bits<N>>,
    pub grant_o: Signal<Out, Bits<N>>,
    pub preshift_o: Signal<Out, Bits<N>>,
    pub count: Var<Bits<3>>,
}

impl<const N: usize> Logic for Arbiter<N> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The lowest four requests win.");
        self.count.next = 0.into();
        self.grant_o.next = 0.into();
        for i in 0..N {
            if self.request_i.val().get_bit(i) & (self.count.val() < 4) {
                self.grant_o.next = self.grant_o.val().replace_bit(i, true);
                self.count.next = self.count.val() + 1;
            }
        }
        self.preshift_o.next = !self.grant_o.val() & self.misaligned_i.val();
    }
}

pub fn arbiter_sheet() -> Sheet<'static> {
    static PORTS: LazyLock<Vec<Port>> = LazyLock::new(|| {
        vec![
            input("request", 16, ""),
            input("misaligned", 16, ""),
            output("grant", 16, "at most four ones"),
            output("preshift", 16, ""),
        ]
    });
    Sheet {
        module: "rf_shift_arbiter",
        contract: "Grants up to four of 16 requests, lowest index first.",
        ports: &PORTS,
        notes: &[],
    }
}

/// Rotating priority: loops, an index that is data, a loop variable that is data.
#[derive(LogicBlock, Default)]
pub struct Rotating {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub request_i: Signal<In, Bits<16>>,
    pub grant_o: Signal<Out, Bits<16>>,
    pub first_o: Signal<Out, Bits<4>>,
    pub any_o: Signal<Out, Bit>,
    pub max_grants: Const<Bits<5>>,
    pub start: Flop<Bits<4>>,
    pub count: Var<Bits<5>>,
    pub place: Var<Bits<4>>,
}

impl Rotating {
    pub fn new(max_grants: u64) -> Self {
        Self { max_grants: Const(max_grants.to_bits()), ..Default::default() }
    }
}

impl Logic for Rotating {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, start);
        comment!("From start upwards, around the end, until MaxGrants are granted.");
        self.count.next = 0.into();
        self.grant_o.next = 0.into();
        for i in 0..16_usize {
            self.place.next = self.start.q.val() + i.to_bits();
            if self.request_i.val().get_bit(self.place.val().index())
                & (self.count.val() < self.max_grants.val())
            {
                self.grant_o.next = self.grant_o.val().replace_bit(self.place.val().index(), true);
                self.count.next = self.count.val() + 1;
            }
        }
        comment!("The lowest granted index.");
        self.first_o.next = 0.into();
        for j in 0..16_usize {
            if self.grant_o.val().get_bit(15 - j) {
                self.first_o.next = (15 - j).to_bits();
            }
        }
        self.any_o.next = self.grant_o.val().any();
        comment!("Whoever was granted is last in the next cycle.");
        self.start.en.next = self.any_o.val();
        self.start.d.next = self.first_o.val() + 1;
    }
}

pub fn rotating_sheet() -> Sheet<'static> {
    static PORTS: LazyLock<Vec<Port>> = LazyLock::new(|| {
        vec![
            input("rst_n", 1, "synchronous, active low"),
            input("request", 16, "one bit per bank"),
            output("grant", 16, "at most MaxGrants ones"),
            output("first", 4, "lowest granted index, 0 if there is none"),
            output("any", 1, "first counts"),
        ]
    });
    Sheet {
        module: "rf_rotating_arbiter",
        contract: "Grants some of 16 requests with rotating priority.",
        ports: &PORTS,
        notes: &[
            ("max_grants", "grants in one cycle"),
            ("start", "where the search begins"),
            ("count", "grants so far"),
        ],
    }
}

/// One of each: what the other units do not need.
#[derive(LogicBlock, Default)]
pub struct Expressions {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<8>>,
    pub b_i: Signal<In, Bits<8>>,
    pub flag_i: Signal<In, Bit>,
    pub mixed_o: Signal<Out, Bits<8>>,
    pub sum_o: Signal<Out, Bits<9>>,
    pub low_o: Signal<Out, Bits<4>>,
    pub shifted_o: Signal<Out, Bits<8>>,
    pub reduced_o: Signal<Out, Bit>,
    pub compared_o: Signal<Out, Bit>,
    pub grouped_o: Signal<Out, Bit>,
    pub nibbles_o: Signal<Out, Bits<8>>,
    pub picked_o: Signal<Out, Bit>,
    pub patched_o: Signal<Out, Bits<8>>,
    pub constant_o: Signal<Out, Bits<64>>,
    pub state_o: Signal<Out, Op>,
    pub long_o: Signal<Out, Bit>,
    pub big: Const<Bits<64>>,
    pub which: Const<Bits<3>>,
    pub state: Flop<Op>,
    pub toggle: Flop<Bit>,
    pub half: Var<Bits<4>>,
}

impl Expressions {
    pub fn new() -> Self {
        Self {
            big: Const(0xfeed_f00d_dead_beef_u64.to_bits()),
            which: Const(5_u64.to_bits()),
            state: Flop::new(Op::Read),
            toggle: Flop::new(true),
            ..Default::default()
        }
    }
}

impl Logic for Expressions {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, state, toggle);
        self.mixed_o.next = (self.a_i.val() & 0x0f) | (self.b_i.val() ^ !self.a_i.val());
        self.sum_o.next =
            bit_cast::<9, 8>(self.a_i.val()) + bit_cast::<9, 8>(self.b_i.val()) - bits::<9>(3);
        self.low_o.next = bit_cast::<4, 8>(self.a_i.val() - self.b_i.val() + 1);
        self.shifted_o.next =
            (self.a_i.val() << 3) ^ (self.b_i.val() >> self.a_i.val().get_bits::<2>(1));
        self.reduced_o.next = self.a_i.val().any() && !self.b_i.val().all() || self.a_i.val().xor();
        self.compared_o.next = (self.a_i.val() >= self.b_i.val())
            ^ (self.a_i.val().get_bits::<4>(0) <= self.b_i.val().get_bits::<4>(4))
            ^ (self.a_i.val().get_bits::<2>(0) > self.b_i.val().get_bits::<2>(0));
        self.grouped_o.next = (self.a_i.val() & 3) == self.b_i.val()
            || self.a_i.val() + 1 < self.b_i.val() && (self.flag_i.val() != self.toggle.q.val());
        comment!("The larger nibble of a in both halves, \"twice\".");
        self.half.next = 0.into();
        for i in 0..2_usize {
            if i == 1 && self.flag_i.val() {
                comment!(
                    "A comment so long that it must go on in a second line, which begins where the first began."
                );
                self.half.next = 7.into();
            }
            if self.a_i.val().get_bits::<4>(4 * i) > self.half.val() {
                self.half.next = self.a_i.val().get_bits::<4>(4 * i);
            }
        }
        self.nibbles_o.next =
            (bit_cast::<8, 4>(self.half.val()) << 4) | bit_cast::<8, 4>(self.half.val());
        self.picked_o.next = self.a_i.val().get_bit(self.which.val().index())
            ^ self.b_i.val().get_bit(self.a_i.val().get_bits::<3>(0).index())
            ^ self.a_i.val().get_bit(7);
        self.patched_o.next =
            self.a_i.val().replace_bit(7, self.flag_i.val()).replace_bit(0, false);
        self.constant_o.next = self.big.val();
        comment!("Around the states; b == 255 stops.");
        match self.state.q.val() {
            Op::Nop => self.state.d.next = Op::Read,
            Op::Read => {
                if self.flag_i.val() {
                    self.state.d.next = Op::Write;
                } else if self.a_i.val() == 0 {
                    comment!("Nothing to do.");
                    self.state.d.next = Op::Nop;
                    self.toggle.d.next = !self.toggle.q.val();
                } else {
                    self.state.d.next = Op::ShiftLeft;
                }
            }
            Op::Write => self.state.d.next = Op::ShiftLeft,
            Op::ShiftLeft => self.state.d.next = Op::ShiftRight,
            Op::ShiftRight => self.state.d.next = Op::Nop,
        }
        comment!("The stop.");
        if self.b_i.val() == 255 {
            self.state.d.next = self.state.q.val();
        }
        self.state_o.next = self.state.q.val();
        self.long_o.next = self.flag_i.val()
            && (self.a_i.val() == self.b_i.val()
                || self.a_i.val().get_bit(0) && self.b_i.val().get_bit(1)
                || self.a_i.val().get_bit(2) && self.b_i.val().get_bit(3))
            && self.state.q.val() != Op::ShiftRight;
    }
}

pub fn expressions_sheet() -> Sheet<'static> {
    static PORTS: LazyLock<Vec<Port>> = LazyLock::new(|| {
        vec![
            input("rst_n", 1, "synchronous, active low"),
            input("a", 8, ""),
            input("b", 8, ""),
            input("flag", 1, ""),
            output("mixed", 8, ""),
            output("sum", 9, ""),
            output("low", 4, ""),
            output("shifted", 8, ""),
            output("reduced", 1, ""),
            output("compared", 1, ""),
            output("grouped", 1, ""),
            output("nibbles", 8, ""),
            output("picked", 1, ""),
            output("patched", 8, ""),
            output("constant", 64, ""),
            output("state", 3, ""),
            output("long", 1, ""),
        ]
    });
    Sheet {
        module: "rf_expressions",
        contract: "One of each.",
        ports: &PORTS,
        notes: &[("Op::Nop", "nothing"), ("half", "the larger nibble of a")],
    }
}
