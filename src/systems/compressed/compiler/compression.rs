//! Effect of static data compression on a kernel: registers and occupancy, with integers, floats or
//! both compressed.

use super::needs::{classes, needs};
use super::ranges::{Limits, Ranges};
use super::slices::{Packing, pack};
use crate::bits::float::Format;
use crate::compiler::allocate::allocate;
use crate::compiler::liveness::Liveness;
use crate::compiler::occupancy::{KernelNeeds, Limit, Resources};
use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::Kernel;
use serde::Serialize;

/// Kinds of values that are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compressed {
    Nothing,
    Integers,
    Floats,
    Both,
}

/// Result of packing the registers of a kernel in one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variant {
    pub compressed: Compressed,
    /// Physical registers of a thread.
    pub registers: usize,
    /// Lower bound of the registers of a thread: the maximum of live slices, in registers.
    pub lower_bound: usize,
    /// Entries of the indirection table, 0 without a table.
    pub entries: usize,
    /// Entries that are split over two registers.
    pub split: usize,
    pub ctas: usize,
    pub warps: usize,
    /// Resident threads in percent of those the SM can hold.
    pub occupancy: f64,
    /// Resources that admit no further CTA.
    pub limits: Vec<Limit>,
}

/// A kernel whose registers are webs, with the parameters of its launch.
pub struct Launched<'a> {
    pub kernel: &'a Kernel,
    pub limits: Limits,
    pub threads_per_cta: usize,
    /// Shared memory of a CTA in bytes.
    pub shared_bytes: usize,
}

impl Launched<'_> {
    /// The kernel with nothing and with integers compressed and, if there are `formats` for its
    /// registers, with floats and with both. `split` allows a value in two registers. Variants that
    /// do not fit an indirection table are left out.
    pub fn variants(
        &self,
        formats: Option<&[Format]>,
        sm: &Resources,
        split: bool,
    ) -> Vec<Variant> {
        use Compressed::{Both, Floats, Integers, Nothing};
        let cfg = Cfg::new(self.kernel);
        let live = Liveness::new(self.kernel, &cfg);
        let whole = allocate(self.kernel, &cfg, &live);
        let ranges = Ranges::new(self.kernel, &cfg, &live, &self.limits);
        let classes = classes(self.kernel);
        let packed = |compressed| {
            let ranges = matches!(compressed, Integers | Both).then_some(&ranges);
            let formats = formats.filter(|_| matches!(compressed, Floats | Both));
            let needs = needs(&classes, ranges, formats);
            let packing = pack(self.kernel, &cfg, &live, &whole, &needs, split)?;
            let Packing { registers, lower_bound, table, .. } = packing;
            let split = table.iter().filter(|entry| entry.is_split()).count();
            Some(self.variant(compressed, sm, [registers, lower_bound, table.len(), split]))
        };
        // Without a table, pairs of words are aligned.
        let live_words = live.maximum(self.kernel, &cfg).words;
        let nothing = self.variant(Nothing, sm, [whole.registers, live_words, 0, 0]);
        let others: &[Compressed] =
            if formats.is_some() { &[Integers, Floats, Both] } else { &[Integers] };
        [nothing].into_iter().chain(others.iter().copied().filter_map(packed)).collect()
    }

    fn variant(
        &self,
        compressed: Compressed,
        sm: &Resources,
        [registers, lower_bound, entries, split]: [usize; 4],
    ) -> Variant {
        let residency = sm.residency(&KernelNeeds {
            threads_per_cta: self.threads_per_cta,
            regs_per_thread: registers,
            shared_bytes: self.shared_bytes,
        });
        Variant {
            compressed,
            registers,
            lower_bound,
            entries,
            split,
            ctas: residency.tlp,
            warps: residency.warps,
            occupancy: residency.occupancy,
            limits: residency.limits,
        }
    }
}
