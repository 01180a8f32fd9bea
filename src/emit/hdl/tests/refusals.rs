//! Units that cannot be printed, one small unit per cause, and the author's messages.

use super::{input, output};
use crate::emit::Port;
use crate::emit::hdl::{Flop, Sheet, Var, print};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// A unit with clock and reset, a 3-bit input `a_i`, an 8-bit input `b_i`, an 8-bit output `x_o` and what else is
/// listed, and the message that its author gets.
macro_rules! refused {
    ($test:ident, $unit:ident { $($field:ident: $type:ty),* }, $message:literal) => {
        #[derive(LogicBlock, Default)]
        struct $unit {
            clk_i: Signal<In, Clock>,
            rst_ni: Signal<In, Bit>,
            a_i: Signal<In, Bits<3>>,
            b_i: Signal<In, Bits<8>>,
            x_o: Signal<Out, Bits<8>>,
            $($field: $type,)*
        }
        #[test]
        fn $test() {
            assert_eq!(message(&mut $unit::default(), &ports(), &[]), $message);
        }
    };
}

fn ports() -> Vec<Port> {
    vec![input("rst_n", 1, ""), input("a", 3, ""), input("b", 8, ""), output("x", 8, "")]
}

fn message(unit: &mut dyn Block, ports: &[Port], notes: &[(&str, &str)]) -> String {
    let sheet = Sheet { module: "rf_unit", contract: "", ports, notes };
    print(unit, &sheet).map_or_else(|error| error.to_string(), |text| panic!("printed:\n{text}"))
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
struct Pair {
    left: Bits<4>,
    right: Bits<4>,
}

#[derive(LogicBlock, Default)]
struct Inner {
    in_i: Signal<In, Bit>,
}

impl Logic for Inner {
    fn update(&mut self) {}
}

const LIMIT: u64 = 5;

refused!(
    sub_block,
    SubBlock { inner: Inner },
    "`inner` is a sub-block; a printed unit cannot have one"
);
impl Logic for SubBlock {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    array_of_flops,
    ArrayOfFlops { bank: [Flop<Bit>; 2] },
    "`bank` is an array; a printed unit cannot have one"
);
impl Logic for ArrayOfFlops {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    array_of_variables,
    ArrayOfVariables { bank: [Var<Bit>; 2] },
    "`bank` is an array; a printed unit cannot have one"
);
impl Logic for ArrayOfVariables {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    structure,
    Structure { pair: Var<Pair> },
    "`pair` is a struct; a printed unit cannot have one"
);
impl Logic for Structure {
    #[hdl_gen]
    fn update(&mut self) {
        self.pair.next.left = self.b_i.val().get_bits::<4>(0);
    }
}

refused!(
    signed,
    SignedVariable { s: Var<Signed<8>> },
    "`s` is a signed number; a printed unit cannot have one"
);
impl Logic for SignedVariable {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    wide,
    Wide { w: Var<Bits<65>> },
    "`w` is a signal of no bits or more than 64; a printed unit cannot have one"
);
impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    second_clock,
    SecondClock { c: Signal<In, Clock> },
    "`c` is a clock other than the input `clk_i`; a printed unit cannot have one"
);
impl Logic for SecondClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    bit_of_an_expression,
    BitOfAnExpression {},
    "in `x_o`: cannot print a bit of an expression; make the expression a `Var`"
);
impl Logic for BitOfAnExpression {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val().replace_bit(0, (self.b_i.val() + 1).get_bit(0));
    }
}

refused!(
    replace_bit_inside,
    ReplaceBitInside {},
    "in `x_o`: cannot print `replace_bit` inside an expression; assign it first"
);
impl Logic for ReplaceBitInside {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val().replace_bit(0, true) + 1;
    }
}

refused!(
    replace_bit_of_itself,
    ReplaceBitOfItself {},
    "in `x_o`: cannot print `replace_bit` with a value that depends on the target"
);
impl Logic for ReplaceBitOfItself {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
        self.x_o.next =
            self.x_o.val().replace_bit(0, false).replace_bit(1, self.x_o.val().get_bit(0));
    }
}

refused!(
    low_part,
    LowPart {},
    "in `x_o`: cannot print the low part of this expression; make it a `Var` first"
);
impl Logic for LowPart {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = bit_cast::<8, 3>(bit_cast::<3, 8>(self.b_i.val() >> 1));
    }
}

refused!(
    rust_constant,
    RustConstant {},
    "in `x_o`: unknown name `LIMIT`; make a Rust constant a field of type `Const`"
);
impl Logic for RustConstant {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val() + LIMIT;
    }
}

refused!(literal, Literal {}, "in `x_o`: 256 does not fit 8 bits");
impl Logic for Literal {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val() & 0x100;
    }
}

refused!(
    loop_variable_as_data,
    LoopVariableAsData { v: Var<Bits<3>> },
    "in `v`: 8 does not fit 3 bits"
);
impl Logic for LoopVariableAsData {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
        self.v.next = 0.into();
        for i in 0..9_usize {
            self.v.next = self.a_i.val() + i.to_bits();
        }
    }
}

refused!(
    operands,
    Operands {},
    "in the condition of an `if`: the operands of `==` have 3 and 8 bits"
);
impl Logic for Operands {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = 0.into();
        if self.a_i.val().index() == self.b_i.val().index() {
            self.x_o.next = self.b_i.val();
        }
    }
}

refused!(added_bit, AddedBit {}, "in `x_o`: the operands of `+` have 8 and 1 bits");
impl Logic for AddedBit {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val() + self.a_i.val().get_bit(0);
    }
}

refused!(value_width, ValueWidth {}, "in `x_o`: a value of 3 bits where 8 are needed");
impl Logic for ValueWidth {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.a_i.val().index().to_bits();
    }
}

refused!(
    index_width,
    IndexWidth {},
    "in the condition of an `if`: `b_i` needs an index of 3 bits, not 8"
);
impl Logic for IndexWidth {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = 0.into();
        if self.b_i.val().get_bit(self.b_i.val().index()) {
            self.x_o.next = self.b_i.val();
        }
    }
}

refused!(
    index_range,
    IndexRange {},
    "in `x_o`: an index runs over the end of `b_i`, which has 8 bits"
);
impl Logic for IndexRange {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = 0.into();
        for i in 0..8_usize {
            self.x_o.next = self.x_o.val().replace_bit(0, self.b_i.val().get_bit(i + 1));
        }
    }
}

refused!(latch, Latch {}, "`x_o` is not assigned on every path: a latch");
impl Logic for Latch {
    #[hdl_gen]
    fn update(&mut self) {
        if self.a_i.val().get_bit(0) {
            self.x_o.next = self.b_i.val();
        }
    }
}

refused!(
    latch_in_match,
    LatchInMatch { v: Var<Bits<8>> },
    "`x_o` is not assigned on every path: a latch"
);
impl Logic for LatchInMatch {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a_i.val().get_bit(0) {
            true => self.x_o.next = self.b_i.val(),
            false => self.v.next = self.b_i.val(),
        }
    }
}

refused!(latch_by_bits, LatchByBits {}, "`x_o` is not assigned on every path: a latch");
impl Logic for LatchByBits {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..8_usize {
            self.x_o.next = self.x_o.val().replace_bit(i, self.b_i.val().get_bit(i));
        }
    }
}

refused!(
    read_before_write,
    ReadBeforeWrite { v: Var<Bits<8>> },
    "`v` is read before it has its final value"
);
impl Logic for ReadBeforeWrite {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.v.val();
        self.v.next = self.b_i.val();
    }
}

refused!(
    read_between_writes,
    ReadBetweenWrites { v: Var<Bits<8>> },
    "`v` is read before it has its final value"
);
impl Logic for ReadBetweenWrites {
    #[hdl_gen]
    fn update(&mut self) {
        self.v.next = self.b_i.val();
        self.x_o.next = self.v.val();
        self.v.next = self.b_i.val() + 1;
    }
}

refused!(
    read_on_a_path_without_value,
    ReadOnAPathWithoutValue { v: Var<Bits<8>> },
    "`v` is read before it has its final value"
);
impl Logic for ReadOnAPathWithoutValue {
    #[hdl_gen]
    fn update(&mut self) {
        if self.a_i.val().get_bit(0) {
            self.v.next = 1.into();
            self.x_o.next = 0.into();
        } else {
            self.x_o.next = self.v.val();
            self.v.next = 0.into();
        }
    }
}

refused!(
    undriven,
    Undriven { v: Var<Bits<8>> },
    "`v` is never assigned"
);
impl Logic for Undriven {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.v.val();
    }
}

refused!(
    constant_block,
    ConstantBlock {},
    "`x_o` depends on constants only, but takes more than one assignment"
);
impl Logic for ConstantBlock {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = 0.into();
        for i in 0..8_usize {
            self.x_o.next = self.x_o.val().replace_bit(i, true);
        }
    }
}

refused!(
    written_input,
    WrittenInput {},
    "`b_i` cannot be assigned: it is an input, a constant or the output of a flop"
);
impl Logic for WrittenInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = 0.into();
        self.b_i.next = 0.into();
    }
}

refused!(
    shared_loop_variable,
    SharedLoopVariable { v: Var<Bits<8>> },
    "the name `i` is taken, by another part of the unit or by the language"
);
impl Logic for SharedLoopVariable {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
        self.v.next = self.b_i.val();
        for i in 0..8_usize {
            self.x_o.next = self.x_o.val().replace_bit(i, false);
        }
        for i in 0..8_usize {
            self.v.next = self.v.val().replace_bit(i, false);
        }
    }
}

refused!(
    nested_loop_variable,
    NestedLoopVariable {},
    "the name `i` is taken, by another part of the unit or by the language"
);
impl Logic for NestedLoopVariable {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
        for i in 0..8_usize {
            self.x_o.next = self.x_o.val().replace_bit(i, true);
            for i in 0..8_usize {
                self.x_o.next = self.x_o.val().replace_bit(i, false);
            }
        }
    }
}

refused!(
    keyword,
    Keyword { priority: Var<Bit> },
    "the name `priority` is taken, by another part of the unit or by the language"
);
impl Logic for Keyword {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
    }
}

refused!(
    name_behind_output,
    NameBehindOutput { x: Var<Bits<8>> },
    "the name `x` is taken, by another part of the unit or by the language"
);
impl Logic for NameBehindOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.x.next = self.b_i.val();
        self.x_o.next = self.b_i.val();
        if self.a_i.val().get_bit(0) {
            self.x_o.next = self.x.val();
        }
    }
}

refused!(stray_comment, StrayComment {}, "a comment with nothing after it: `The end.`");
impl Logic for StrayComment {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.b_i.val();
        comment!("The end.");
    }
}

refused!(
    flop_without_setup,
    FlopWithoutSetup { kept: Flop<Bits<8>> },
    "the flop `kept` is not in `dff_setup!` with the clock `clk_i`"
);
impl Logic for FlopWithoutSetup {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.kept.q.val();
    }
}

refused!(
    flop_input_read,
    FlopInputRead { kept: Flop<Bits<8>> },
    "in `x_o`: `kept.d` cannot be read: it is an input of a flop; read its `q`"
);
impl Logic for FlopInputRead {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, kept);
        self.x_o.next = self.kept.d.val();
    }
}

refused!(
    inner_setup,
    InnerSetup { kept: Flop<Bits<8>> },
    "in `update`: cannot print `dff_setup!` in an inner block"
);
impl Logic for InnerSetup {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.kept.q.val();
        if self.a_i.val().get_bit(0) {
            dff_setup!(self, clk_i, kept);
        }
    }
}

refused!(
    conditional_enable,
    ConditionalEnable { kept: Flop<Bits<8>> },
    "`kept_en` is not assigned on every path: a latch"
);
impl Logic for ConditionalEnable {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, kept);
        self.x_o.next = self.kept.q.val();
        if self.a_i.val().get_bit(0) {
            self.kept.en.next = false;
        }
    }
}

refused!(link, Linked {}, "in `update`: cannot print a link between interfaces");
impl Logic for Linked {
    #[hdl_gen]
    fn update(&mut self) {
        Signal::<Out, Bits<8>>::join(&mut self.x_o, &mut self.b_i);
    }
}

#[derive(LogicBlock, Default)]
struct Copies {
    a_i: Signal<In, Bits<8>>,
    x_o: Signal<Out, Bits<8>>,
}

impl Logic for Copies {
    #[hdl_gen]
    fn update(&mut self) {
        self.x_o.next = self.a_i.val();
    }
}

#[test]
fn notes_must_belong_to_something() {
    let ports = [input("a", 8, ""), output("x", 8, "")];
    let text = message(&mut Copies::default(), &ports, &[("y", "")]);
    assert_eq!(text, "a note for `y`, which the unit does not have");
}

#[test]
fn ports_must_equal_the_sheet() {
    let told = |ports: &[Port]| message(&mut Copies::default(), ports, &[]);
    let (a, x, y) = (input("a", 8, ""), output("x", 8, ""), input("y", 1, ""));
    let more = [a.clone(), x.clone(), y];
    assert_eq!(told(&more), "the sheet lists port `y_i`, which the block does not have");
    let less = std::slice::from_ref(&a);
    assert_eq!(told(less), "the block has port `x_o`, which the sheet does not list");
    let wide = [a.clone(), output("x", 9, "")];
    assert_eq!(told(&wide), "port `x_o` has 8 bits in the block and 9 in the sheet");
    let clocked = [input("rst_n", 1, ""), a, x];
    assert_eq!(told(&clocked), "the sheet lists port `rst_ni`, which the block does not have");
}

#[derive(LogicBlock, Default)]
struct Reversed {
    x_o: Signal<In, Bits<8>>,
}

impl Logic for Reversed {
    #[hdl_gen]
    fn update(&mut self) {}
}

#[test]
fn ports_must_have_the_sheets_direction() {
    let text = message(&mut Reversed::default(), &[output("x", 8, "")], &[]);
    assert_eq!(text, "port `x_o` has one direction in the block and the other in the sheet");
}

#[test]
fn update_must_be_hdl_gen() {
    assert_eq!(message(&mut Inner::default(), &[], &[]), "the block has no `#[hdl_gen] fn update`");
}
