//! Building blocks of a unit besides rust-hdl's `Signal`: [`Flop`], [`Var`], [`Const`] and two
//! macros.
//!
//! rust-hdl's own flop has no reset, and its `Constant` has no `Default`. `#[hdl_gen]` recognises
//! `dff_setup!` and `comment!` only by name, so our own macros with these names can replace
//! rust-hdl's.

use rust_hdl::prelude::*;

/// The source that identifies a block as our flop; rust-hdl's own printer would print it.
pub(super) const FLOP_SOURCE: &str =
    "always @(posedge clock) if (!rst_n) q <= init; else if (en) q <= d;";

/// A flop with synchronous active-low reset to `init` and an enable.
///
/// `dff_setup!` wires it. By default it is enabled and holds its value. Read `q`, write `d`. If
/// `update` writes `en`, it must write it on every path.
#[derive(Clone, Debug, LogicBlock)]
pub struct Flop<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub en: Signal<In, Bit>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    pub init: Constant<T>,
}

impl<T: Synth> Flop<T> {
    /// A flop with reset value `init`.
    pub fn new(init: T) -> Self {
        Flop {
            clock: Default::default(),
            rst_n: Default::default(),
            en: Default::default(),
            d: Default::default(),
            q: Default::default(),
            init: Constant::new(init),
        }
    }
}

impl<T: Synth> Default for Flop<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for Flop<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            if !self.rst_n.val() {
                self.q.next = self.init.val();
            } else if self.en.val() {
                self.q.next = self.d.val();
            }
        }
    }

    fn connect(&mut self) {
        self.q.connect();
        self.rst_n.connect();
        self.en.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(FLOP_SOURCE.into())
    }
}

/// A variable: `val()` is the value last written in this `update`, as with a blocking assignment in
/// Verilog.
pub type Var<T> = Signal<Local, T>;

/// A named constant; printed as a localparam if the unit reads it.
#[derive(Copy, Clone, Debug, Default)]
pub struct Const<T: Synth>(pub T);

impl<T: Synth> Const<T> {
    pub fn val(&self) -> T {
        self.0
    }
}

impl<T: Synth> Logic for Const<T> {
    fn update(&mut self) {}
}

impl<T: Synth> Block for Const<T> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        Constant::new(self.0).accept(name, probe);
    }
}

/// Wires flops: `dff_setup!(self, clk_i, head, hold);`. Must come once, before the flops are
/// written.
///
/// The reset is the unit's `rst_ni`. Every flop is enabled and holds its value until it is written.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($flop:ident),+ $(,)?) => {
        $($self.$flop.clock.next = $self.$clock.val();
          $self.$flop.rst_n.next = $self.rst_ni.val();
          $self.$flop.en.next = true;
          $self.$flop.d.next = $self.$flop.q.val();)+
    };
}

/// A comment in the generated Verilog, above the next statement; expands to nothing in Rust.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
