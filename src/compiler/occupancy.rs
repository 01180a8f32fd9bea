//! Occupancy: the number of CTAs of a kernel that fit on an SM.
//!
//! [`Resources::residency`] divides each resource of an SM by the amount that a CTA takes. The
//! scarcest resource gives the maximum number of CTAs, the kernel's highest TLP.
//!
//! Registers per thread may be rounded up to a multiple. The papers count the registers that the
//! kernel uses; GPGPU-Sim rounds up to a multiple of four. A Fermi GPU allocates 64 registers at a
//! time to a warp, a multiple of two per thread.
//!
//! Source: Liang and Wang 2016, section 4.2 and tables 1 and 2.

use crate::bits::LANES;
use crate::config::Gpu;
use serde::Serialize;

/// Resources of an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// 32-bit registers.
    pub registers: usize,
    pub threads: usize,
    /// Warp slots.
    pub warps: usize,
    /// CTA slots.
    pub ctas: usize,
    /// Shared memory in bytes.
    pub shared_bytes: usize,
    /// Granularity of register allocation: registers per thread are rounded up to a multiple of
    /// this.
    pub register_granularity: usize,
}

/// Resources that a kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelNeeds {
    pub threads_per_cta: usize,
    pub regs_per_thread: usize,
    /// Shared memory per CTA in bytes.
    pub shared_bytes: usize,
}

/// Resource that limits occupancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    Registers,
    Threads,
    WarpSlots,
    CtaSlots,
    SharedMemory,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Registers => "registers",
            Limit::Threads => "threads",
            Limit::WarpSlots => "warp slots",
            Limit::CtaSlots => "CTA slots",
            Limit::SharedMemory => "shared memory",
        })
    }
}

/// Occupancy of an SM by a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Residency {
    /// Resident CTAs; 0 if not even one fits.
    pub tlp: usize,
    /// Warps of these CTAs.
    pub warps: usize,
    /// Every resource that allows no further CTA after `tlp` CTAs.
    pub limits: Vec<Limit>,
    /// Resident threads in percent of the SM's maximum.
    pub occupancy: f64,
    /// Allocated registers in percent of the SM's registers.
    pub register_utilisation: f64,
}

impl Resources {
    /// The baseline SM with its 128 KB SRAM register file (table 2; claims `rm-t2-regs`,
    /// `rm-t2-threads`, `rm-t2-blocks`, `rm-t2-shared`, `rm-warp`).
    pub const FERMI: Resources = Resources {
        registers: 32_768,
        threads: 1_536,
        warps: 1_536 / LANES,
        ctas: 8,
        shared_bytes: 48 << 10,
        register_granularity: 1,
    };

    /// An SM with the baseline's SRAM register file.
    pub fn baseline(gpu: &Gpu) -> Resources {
        Resources {
            registers: gpu.registers,
            threads: gpu.warps * LANES,
            warps: gpu.warps,
            ctas: gpu.ctas,
            shared_bytes: gpu.shared_bytes,
            register_granularity: gpu.register_granularity,
        }
    }

    /// The same SM with a register file of `bytes` bytes.
    pub const fn with_register_file(self, bytes: usize) -> Resources {
        Resources { registers: bytes / size_of::<u32>(), ..self }
    }

    /// Maximum resident CTAs of a kernel, and the occupancy of the SM with them.
    pub fn residency(&self, needs: &KernelNeeds) -> Residency {
        let taken = needs.taken(self.register_granularity);
        let fits = [
            (Limit::Registers, self.registers.checked_div(taken.registers)),
            (Limit::Threads, self.threads.checked_div(taken.threads)),
            (Limit::WarpSlots, self.warps.checked_div(taken.warps)),
            (Limit::CtaSlots, Some(self.ctas)),
            (Limit::SharedMemory, self.shared_bytes.checked_div(taken.shared_bytes)),
        ];
        // A resource that the CTA does not use sets no limit.
        let tlp = fits.iter().filter_map(|(_, ctas)| *ctas).min().unwrap_or(self.ctas);
        Residency {
            tlp,
            warps: tlp.saturating_mul(taken.warps),
            limits: fits.iter().filter(|(_, c)| *c == Some(tlp)).map(|(limit, _)| *limit).collect(),
            occupancy: percent(tlp.saturating_mul(taken.threads), self.threads),
            register_utilisation: percent(tlp.saturating_mul(taken.registers), self.registers),
        }
    }
}

/// Resources that one CTA takes.
struct Taken {
    registers: usize,
    threads: usize,
    warps: usize,
    shared_bytes: usize,
}

impl KernelNeeds {
    /// Resources that one CTA takes. Registers are allocated to complete warps.
    fn taken(&self, register_granularity: usize) -> Taken {
        let warps = self.threads_per_cta.div_ceil(LANES);
        let granularity = register_granularity.max(1);
        let regs_per_thread =
            self.regs_per_thread.div_ceil(granularity).saturating_mul(granularity);
        Taken {
            registers: warps.saturating_mul(LANES).saturating_mul(regs_per_thread),
            threads: self.threads_per_cta,
            warps,
            shared_bytes: self.shared_bytes,
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A row of table 1, and the CTAs of the same kernel with 256 KB (claims `rm-e13`).
    struct Row {
        claim: &'static str,
        threads: usize,
        regs: usize,
        tlp: usize,
        occupancy: f64,
        utilisation: f64,
        large: (usize, &'static [Limit]),
    }

    const fn row(
        claim: &'static str,
        (threads, regs): (usize, usize),
        (tlp, occupancy, utilisation): (usize, f64, f64),
        large: (usize, &'static [Limit]),
    ) -> Row {
        Row { claim, threads, regs, tlp, occupancy, utilisation, large }
    }

    use Limit::{Registers, Threads, WarpSlots};

    const THREADS: &[Limit] = &[Threads, WarpSlots];
    const TABLE_1: [Row; 5] = [
        row("rm-t1-hotspot", (256, 60), (2, 33.0, 93.75), (4, &[Registers])),
        row("rm-t1-btree", (256, 30), (4, 67.0, 93.75), (6, THREADS)),
        row(
            "rm-t1-histo-final",
            (512, 41),
            (1, 33.0, 64.06),
            (3, &[Registers, Threads, WarpSlots]),
        ),
        row("rm-t1-histo-main", (768, 22), (1, 50.0, 51.56), (2, THREADS)),
        row(
            "rm-t1-mri-gridding",
            (256, 40),
            (3, 50.0, 93.75),
            (6, &[Registers, Threads, WarpSlots]),
        ),
    ];

    const LARGE: Resources = Resources::FERMI.with_register_file(256 << 10);

    /// The paper does not state shared memory; none of its TLPs needs it as a limit.
    fn needs(row: &Row) -> KernelNeeds {
        KernelNeeds { threads_per_cta: row.threads, regs_per_thread: row.regs, shared_bytes: 0 }
    }

    /// Whether two figures are equal when rounded to the printed digits.
    fn prints_as(value: f64, printed: f64, unit: f64) -> bool {
        (value - printed).abs() <= unit / 2.0
    }

    #[test]
    fn table_1_comes_out() {
        for row in &TABLE_1 {
            let got = Resources::FERMI.residency(&needs(row));
            assert_eq!(got.tlp, row.tlp, "{}", row.claim);
            assert_eq!(got.limits, [Limit::Registers], "{}", row.claim);
            assert!(prints_as(got.occupancy, row.occupancy, 1.0), "{}: {got:?}", row.claim);
            let utilisation = got.register_utilisation;
            assert!(prints_as(utilisation, row.utilisation, 0.01), "{}: {got:?}", row.claim);
        }
    }

    #[test]
    fn twice_the_registers_give_the_stated_tlps() {
        for row in &TABLE_1 {
            let got = LARGE.residency(&needs(row));
            assert_eq!((got.tlp, got.limits.as_slice()), row.large, "{}", row.claim);
        }
    }

    /// GPGPU-Sim rounds registers, and the paper's figures come from GPGPU-Sim, but rounding
    /// contradicts table 1: b+tree would use all registers, and a third CTA of histo_final would
    /// not fit into 256 KB (3 * 512 * 44 = 67,584 of 65,536). So table 1 is computed without
    /// rounding.
    #[test]
    fn rounded_registers_are_not_what_the_paper_counts() {
        let rounded = |sm| Resources { register_granularity: 4, ..sm };
        let small = |n: usize| rounded(Resources::FERMI).residency(&needs(&TABLE_1[n]));
        let large = |n: usize| rounded(LARGE).residency(&needs(&TABLE_1[n]));
        assert_eq!([0, 1, 2, 3, 4].map(|n| small(n).tlp), [2, 4, 1, 1, 3]);
        assert_eq!(small(1).register_utilisation, 100.0);
        assert_eq!([0, 1, 2, 3, 4].map(|n| large(n).tlp), [4, 6, 2, 2, 6]);
    }

    /// Claims `sdc-t1-original` and `sdc-t1-both`, `sdc-imgvf-regs` and `sdc-imgvf-blocks`.
    #[test]
    fn imgvf_comes_out() {
        let of = |regs_per_thread| {
            let needs = KernelNeeds { threads_per_cta: 320, regs_per_thread, shared_bytes: 0 };
            Resources::FERMI.residency(&needs)
        };
        assert_eq!((of(52).tlp, of(29).tlp), (1, 3));
        assert!(prints_as(of(52).occupancy, 21.0, 1.0) && prints_as(of(29).occupancy, 62.5, 0.1));
    }

    /// Claims `exp-t3-*` without `exp-t3-st`, whose registers per thread are not a whole number:
    /// CTAs per SM, warps, and the shared bytes and registers of a CTA.
    #[test]
    fn table_3_of_expars_comes_out() {
        let rows = [
            ("lbm", 7, 4, 0, 4608),
            ("mq", 4, 8, 0, 7168),
            ("sge", 5, 4, 512, 5632),
            ("bt", 2, 16, 0, 12288),
            ("hs", 3, 8, 3072, 9216),
            ("leuk", 7, 6, 0, 4608),
            ("mc", 5, 8, 2048, 6144),
            ("conv", 7, 6, 0, 4608),
            ("est", 5, 8, 0, 6144),
            ("merg", 2, 16, 8192, 12288),
            ("qua", 2, 12, 0, 12288),
            ("sing1", 5, 8, 0, 6144),
            ("sing2", 4, 8, 0, 7168),
        ];
        for (name, ctas, warps, shared_bytes, registers) in rows {
            let threads_per_cta = warps * LANES;
            let regs_per_thread = registers / threads_per_cta;
            assert_eq!(regs_per_thread * threads_per_cta, registers, "{name}");
            let needs = KernelNeeds { threads_per_cta, regs_per_thread, shared_bytes };
            let got = Resources::FERMI.residency(&needs);
            assert_eq!((got.tlp, got.warps), (ctas, ctas * warps), "{name}");
            assert_eq!(got.limits, [Registers], "{name}");
        }
    }

    #[test]
    fn shared_memory_slots_and_size_limit_too() {
        let kernel = |threads_per_cta, shared_bytes| KernelNeeds {
            threads_per_cta,
            regs_per_thread: 1,
            shared_bytes,
        };
        let of = |kernel| Resources::FERMI.residency(&kernel);
        let shared = of(kernel(32, 20 << 10));
        assert_eq!((shared.tlp, shared.limits), (2, vec![Limit::SharedMemory]));
        let slots = of(kernel(32, 0));
        assert_eq!((slots.tlp, slots.limits), (8, vec![Limit::CtaSlots]));
        // 193 threads are seven warps: 48 / 7 = 6, though 1536 / 193 = 7.
        let warps = of(kernel(193, 0));
        assert_eq!((warps.tlp, warps.limits), (6, vec![Limit::WarpSlots]));
        assert_eq!(of(kernel(2_000, 0)).tlp, 0);
        assert_eq!(of(kernel(usize::MAX, usize::MAX)).tlp, 0);
    }

    prop_compose! {
        fn any_kernel()(
            threads_per_cta in 1usize..=1536, regs_per_thread in 1usize..=64, shared_bytes in 0usize..60_000,
        ) -> KernelNeeds {
            KernelNeeds { threads_per_cta, regs_per_thread, shared_bytes }
        }
    }

    proptest! {
        #[test]
        fn so_many_ctas_fit_and_no_more(needs in any_kernel()) {
            for register_granularity in [1, 2, 4] {
                let sm = Resources { register_granularity, ..LARGE };
                let Residency { tlp, limits, .. } = sm.residency(&needs);
                let taken = needs.taken(register_granularity);
                let fits = |ctas: usize| {
                    ctas * taken.registers <= LARGE.registers
                        && ctas * taken.threads <= LARGE.threads
                        && ctas * taken.warps <= LARGE.warps
                        && ctas <= LARGE.ctas
                        && ctas * taken.shared_bytes <= LARGE.shared_bytes
                };
                prop_assert!(fits(tlp) && !fits(tlp + 1) && !limits.is_empty());
            }
        }

        /// RM-I25: every kernel that runs on the baseline also runs with the larger register file.
        #[test]
        fn more_registers_never_cost_a_cta(needs in any_kernel()) {
            let tlp = |resources: Resources| resources.residency(&needs).tlp;
            prop_assert!(tlp(LARGE) >= tlp(Resources::FERMI));
        }
    }
}
