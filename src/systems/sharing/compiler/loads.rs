//! Counts the warp loads of an execution that may share, and the reasons why others may not.

use super::lifetimes::{Lifetime, Load};
use super::pattern::{Shape, WINDOW, shape};
use crate::bits::LANES;
use crate::error::Result;
use crate::ptx::exec::{Event, Schedule, Watch};
use crate::ptx::isa::{Access, Op, Space};
use crate::ptx::kernel::window;
use crate::run::Case;
use serde::Serialize;

/// Counts of the warp loads of global memory with at least one lane. The first group counts loads
/// that cannot share under any option, by reason. The second group counts the other loads, by the
/// weakest option that they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loads {
    pub loads: u64,
    /// Ordered loads, and loads that bypass the SM's cache.
    pub ordered: u64,
    /// Loads of anything but one 32-bit value.
    pub width: u64,
    /// Loads with an address outside the window of 64 MiB that begins at the first buffer.
    pub outside: u64,
    /// Loads whose addresses have no pattern that an option supports.
    pub irregular: u64,
    /// Loads for which other living lanes may need the old value of the destination.
    pub kept: u64,

    /// Loads that may share with `lanes = "prefix"`.
    pub prefix: u64,
    /// Loads that may share only with `lanes = "run"`.
    pub run: u64,
    /// Loads that may share only with `rows`.
    pub rows: u64,

    /// Loads by all living lanes that may share with `lanes = "prefix"`. Nothing need be known
    /// about the old value of the destination.
    pub prefix_by_all: u64,
    /// Loads by all living lanes that may share with every option.
    pub by_all: u64,
    /// Loads of one 32-bit value whose lanes have a pattern, also if they are not adjacent.
    pub patterned: u64,
}

impl Loads {
    /// Executes a launch whose instructions have these lifetimes, and adds its loads to the counts.
    ///
    /// # Errors
    /// The fault that ends the execution.
    pub fn count(&mut self, case: &Case, lifetimes: &[Lifetime]) -> Result<()> {
        case.run(Schedule::default(), &mut Counting { lifetimes, loads: self }, || ())?;
        Ok(())
    }

    /// Number of loads that may share if all options are on.
    pub fn may_share(&self) -> u64 {
        self.prefix + self.run + self.rows
    }

    /// Counts a warp load by `lanes`. The other living lanes may need the old value of the
    /// destination unless the load is `whole`.
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

/// Words of the window that the lanes load; none if an address is outside.
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

/// Whether an access is to global memory. The first lane decides the space of a generic access.
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
