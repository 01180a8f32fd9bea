//! Warp loads of an execution: which may share, and what keeps the others from sharing.

use super::lifetimes::{Lifetime, Load};
use super::pattern::{Shape, WINDOW, shape};
use crate::bits::LANES;
use crate::error::Result;
use crate::ptx::exec::{Event, Schedule, Watch};
use crate::ptx::isa::{Access, Op, Space};
use crate::ptx::kernel::window;
use crate::run::Case;
use serde::Serialize;

/// Counts of an execution's warp loads of global memory, each by one lane at least. The first group
/// is by what keeps a load from sharing, whatever the options are; the second has the others by the
/// least option that they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loads {
    pub loads: u64,
    /// Ordered, or not from the SM's cache.
    pub ordered: u64,
    /// Not one value of 32 bits.
    pub width: u64,
    /// A lane's address is outside of the 64 MiB that begin with the first buffer.
    pub outside: u64,
    /// The lanes' addresses have no pattern that any option knows.
    pub irregular: u64,
    /// Other living lanes may need the old value of the destination.
    pub kept: u64,

    /// May share with `lanes = "prefix"`.
    pub prefix: u64,
    /// Only with `lanes = "run"`.
    pub run: u64,
    /// Only with `rows`.
    pub rows: u64,

    /// Loads that may share with `lanes = "prefix"` by all living lanes, and with every option:
    /// those for which nothing need be known of the old value of the destination.
    pub prefix_by_all: u64,
    pub by_all: u64,
    /// One value of 32 bits and a pattern under the lanes that load, whatever lanes these are.
    pub patterned: u64,
}

impl Loads {
    /// Executes a launch whose instructions have these lifetimes, and counts its loads, too.
    ///
    /// # Errors
    /// The fault that ends the execution.
    pub fn count(&mut self, case: &Case, lifetimes: &[Lifetime]) -> Result<()> {
        case.run(Schedule::default(), &mut Counting { lifetimes, loads: self }, || ())?;
        Ok(())
    }

    /// Loads that may share with every option.
    pub fn may_share(&self) -> u64 {
        self.prefix + self.run + self.rows
    }

    /// A warp load of this kind by some lanes, whose other living lanes need nothing if `whole`.
    fn add(&mut self, load: Load, lanes: u32, living: u32, addresses: &[u64; LANES]) {
        self.loads += 1;
        let is_whole = match load {
            Load::Ordered => return self.ordered += 1,
            Load::Width => return self.width += 1,
            Load::Word { whole } => whole,
        };
        let Some(words) = in_window(lanes, addresses) else { return self.outside += 1 };
        let shape = shape(lanes, &words);
        self.patterned += u64::from(shape.is_some());
        let all_load = lanes == living;
        let is_known = shape.is_some_and(|shape| shape != Shape::Scattered);
        self.by_all += u64::from(all_load && is_known);
        self.prefix_by_all += u64::from(all_load && shape == Some(Shape::Prefix));
        let counter = match shape {
            _ if is_known && !is_whole && !all_load => &mut self.kept,
            Some(Shape::Prefix) => &mut self.prefix,
            Some(Shape::Run) => &mut self.run,
            Some(Shape::Rows) => &mut self.rows,
            Some(Shape::Scattered) | None => &mut self.irregular,
        };
        *counter += 1;
    }
}

/// The lanes' words in the window; none if a lane's is outside.
fn in_window(lanes: u32, addresses: &[u64; LANES]) -> Option<[u32; LANES]> {
    let mut words = [0; LANES];
    for (lane, (word, address)) in words.iter_mut().zip(addresses).enumerate() {
        if lanes >> lane & 1 != 0 {
            let within = address.checked_sub(window::BUFFERS).filter(|at| *at < WINDOW)?;
            *word = (within / 4) as u32;
        }
    }
    Some(words)
}

/// Whether an access is one of global memory. A generic one goes where its first lane goes.
fn is_global(access: &Access, lanes: u32, addresses: &[u64; LANES]) -> bool {
    let first = addresses.get(lanes.trailing_zeros() as usize);
    access.space == Space::Global || first.is_some_and(|address| *address >= window::GLOBAL)
}

struct Counting<'a> {
    lifetimes: &'a [Lifetime],
    loads: &'a mut Loads,
}

impl Watch for Counting<'_> {
    fn executed(&mut self, event: &Event) {
        let Some(load) = self.lifetimes[event.pc].load else { return };
        let Op::Load(access) = &event.instruction.op else { return };
        if event.lanes != 0 && is_global(access, event.lanes, event.addresses) {
            self.loads.add(load, event.lanes, event.living, event.addresses);
        }
    }
}
