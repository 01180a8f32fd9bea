//! How many CTAs of a kernel an SM holds, and how many of them it should run.
//!
//! [`Resources::residency`] divides what an SM has by what a CTA takes; the scarcest resource gives
//! the most CTAs that fit, the kernel's highest TLP. [`choose`] then takes, of all TLPs up to it, the
//! one with the best predicted IPC. It knows the kernel from three profiles: with the real L1 and
//! no shifts (`cache`), with an L1 that always hits and no shifts (`ideal`), and with an L1 that
//! always hits and the shifts of the racetrack (`racetrack`). What shifting costs, `ideal` less
//! `racetrack`, is taken off `cache`, as if the two effects did not meet. Of equal predictions the
//! smaller TLP wins, as fewer registers are shifted less far.
//!
//! More shifts cannot make a kernel faster, but a profile can say so, because a warp scheduler
//! meets another order. Such a negative cost enters the prediction as it is and is reported.
//!
//! Source: Liang and Wang 2016, section 4.2, equations 1 and 2, and tables 1 and 2.

use crate::bits::LANES;

/// What an SM has for its CTAs.
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
}

/// What a kernel takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelNeeds {
    pub threads_per_cta: usize,
    pub regs_per_thread: usize,
    /// Shared memory of a CTA in bytes.
    pub shared_bytes: usize,
}

/// Whether a thread gets more registers than it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// As many as it uses: what the paper's table 1 is computed with.
    Exact,
    /// The next multiple of four, as GPGPU-Sim allots them.
    GpgpuSim,
}

/// What runs out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Registers,
    Threads,
    WarpSlots,
    CtaSlots,
    SharedMemory,
}

/// How a kernel fills an SM.
#[derive(Clone, Debug, PartialEq)]
pub struct Residency {
    /// CTAs at once; 0 if not even one fits.
    pub tlp: usize,
    /// All resources that hold no further CTA once `tlp` are there.
    pub limits: Vec<Limit>,
    /// Resident threads in percent of those the SM can hold.
    pub occupancy: f64,
    /// Allotted registers in percent of those the SM has.
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
    };

    /// The same SM with a register file of another size.
    pub const fn with_register_file(self, bytes: usize) -> Resources {
        Resources { registers: bytes / size_of::<u32>(), ..self }
    }

    /// How many CTAs of a kernel fit, and how full the SM is then.
    pub fn residency(&self, needs: &KernelNeeds, allocation: Allocation) -> Residency {
        let taken = needs.taken(allocation);
        let fits = [
            (Limit::Registers, self.registers.checked_div(taken.registers)),
            (Limit::Threads, self.threads.checked_div(taken.threads)),
            (Limit::WarpSlots, self.warps.checked_div(taken.warps)),
            (Limit::CtaSlots, Some(self.ctas)),
            (Limit::SharedMemory, self.shared_bytes.checked_div(taken.shared_bytes)),
        ];
        // A resource of which a CTA takes nothing sets no limit.
        let tlp = fits.iter().filter_map(|(_, ctas)| *ctas).min().unwrap_or(self.ctas);
        Residency {
            tlp,
            limits: fits.iter().filter(|(_, c)| *c == Some(tlp)).map(|(limit, _)| *limit).collect(),
            occupancy: percent(tlp.saturating_mul(taken.threads), self.threads),
            register_utilisation: percent(tlp.saturating_mul(taken.registers), self.registers),
        }
    }
}

impl KernelNeeds {
    /// What one CTA takes of each resource. Registers are allotted to whole warps.
    fn taken(&self, allocation: Allocation) -> Resources {
        let warps = self.threads_per_cta.div_ceil(LANES);
        let regs_per_thread = match allocation {
            Allocation::Exact => self.regs_per_thread,
            Allocation::GpgpuSim => self.regs_per_thread.div_ceil(4).saturating_mul(4),
        };
        Resources {
            registers: warps.saturating_mul(LANES).saturating_mul(regs_per_thread),
            threads: self.threads_per_cta,
            warps,
            ctas: 1,
            shared_bytes: self.shared_bytes,
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// A kernel's IPC at every TLP, the first at TLP 1. Three runs for each TLP.
#[derive(Clone, Debug, PartialEq)]
pub struct Profiles {
    /// Real L1, no shifts.
    pub cache: Vec<f64>,
    /// L1 that always hits, no shifts.
    pub ideal: Vec<f64>,
    /// L1 that always hits, shifts of the racetrack.
    pub racetrack: Vec<f64>,
}

/// The TLP to run a kernel at.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub tlp: usize,
    /// Predicted IPC at every TLP, the first at TLP 1.
    pub predicted: Vec<f64>,
    /// Where the profiles say that shifting gains IPC: scheduling noise.
    pub noise: Vec<Noise>,
}

/// A negative cost of shifting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    pub tlp: usize,
    /// IPC that shifting costs, below 0.
    pub shift_cost: f64,
}

/// Profiles from which nothing can be chosen.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileError {
    #[error("the profiles are empty, expected the IPC at TLP 1 at least")]
    Empty,
    #[error(
        "the profiles hold {cache} (cache), {ideal} (ideal) and {racetrack} (racetrack) TLPs, \
         expected equally many"
    )]
    Lengths { cache: usize, ideal: usize, racetrack: usize },
    #[error("the {profile} profile says {ipc} at TLP {tlp}, expected a finite IPC of at least 0")]
    NotAnIpc { profile: &'static str, tlp: usize, ipc: f64 },
}

/// The TLP with the best predicted IPC, the smaller one of equals.
///
/// # Errors
/// [`ProfileError`] for profiles that are empty, of unequal length, or not IPCs.
pub fn choose(profiles: &Profiles) -> Result<Choice, ProfileError> {
    profiles.check()?;
    let costs: Vec<f64> =
        profiles.ideal.iter().zip(&profiles.racetrack).map(|(ideal, rm)| ideal - rm).collect();
    let predicted: Vec<f64> =
        profiles.cache.iter().zip(&costs).map(|(cache, cost)| cache - cost).collect();
    let noise = costs.iter().enumerate().filter(|(_, cost)| **cost < 0.0);
    let noise = noise.map(|(n, cost)| Noise { tlp: n + 1, shift_cost: *cost }).collect();
    Ok(Choice { tlp: first_best(&predicted) + 1, predicted, noise })
}

impl Profiles {
    fn check(&self) -> Result<(), ProfileError> {
        let lengths = [self.cache.len(), self.ideal.len(), self.racetrack.len()];
        let [cache, ideal, racetrack] = lengths;
        if lengths == [0; 3] {
            return Err(ProfileError::Empty);
        }
        if ideal != cache || racetrack != cache {
            return Err(ProfileError::Lengths { cache, ideal, racetrack });
        }
        check_ipcs("cache", &self.cache)?;
        check_ipcs("ideal", &self.ideal)?;
        check_ipcs("racetrack", &self.racetrack)
    }
}

fn check_ipcs(profile: &'static str, ipcs: &[f64]) -> Result<(), ProfileError> {
    match ipcs.iter().position(|ipc| !ipc.is_finite() || *ipc < 0.0) {
        Some(n) => Err(ProfileError::NotAnIpc { profile, tlp: n + 1, ipc: ipcs[n] }),
        None => Ok(()),
    }
}

/// Index of the first of the largest values.
fn first_best(values: &[f64]) -> usize {
    let mut best = 0;
    for (n, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = n;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A line of table 1, and what the same kernel comes to with 256 KB (claims `rm-e13`).
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

    /// The paper states no kernel's shared memory; none of its TLPs needs it for a limit.
    fn needs(row: &Row) -> KernelNeeds {
        KernelNeeds { threads_per_cta: row.threads, regs_per_thread: row.regs, shared_bytes: 0 }
    }

    /// Equal after rounding to as many digits as are printed.
    fn prints_as(value: f64, printed: f64, unit: f64) -> bool {
        (value - printed).abs() <= unit / 2.0
    }

    #[test]
    fn table_1_comes_out() {
        for row in &TABLE_1 {
            let got = Resources::FERMI.residency(&needs(row), Allocation::Exact);
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
            let got = LARGE.residency(&needs(row), Allocation::Exact);
            assert_eq!((got.tlp, got.limits.as_slice()), row.large, "{}", row.claim);
        }
    }

    /// GPGPU-Sim's own rounding disagrees with the paper, although the paper's figures are of
    /// GPGPU-Sim: b+tree would use all registers, and a third CTA of histo_final would not fit
    /// into 256 KB (3 * 512 * 44 = 67,584 of 65,536). So table 1 is computed without it.
    #[test]
    fn rounded_registers_are_not_what_the_paper_counts() {
        let small =
            |n: usize| Resources::FERMI.residency(&needs(&TABLE_1[n]), Allocation::GpgpuSim);
        let large = |n: usize| LARGE.residency(&needs(&TABLE_1[n]), Allocation::GpgpuSim);
        assert_eq!([0, 1, 2, 3, 4].map(|n| small(n).tlp), [2, 4, 1, 1, 3]);
        assert_eq!(small(1).register_utilisation, 100.0);
        assert_eq!([0, 1, 2, 3, 4].map(|n| large(n).tlp), [4, 6, 2, 2, 6]);
    }

    #[test]
    fn shared_memory_slots_and_size_limit_too() {
        let kernel = |threads_per_cta, shared_bytes| KernelNeeds {
            threads_per_cta,
            regs_per_thread: 1,
            shared_bytes,
        };
        let of = |kernel| Resources::FERMI.residency(&kernel, Allocation::Exact);
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

    fn profiles(cache: &[f64], ideal: &[f64], racetrack: &[f64]) -> Profiles {
        Profiles { cache: cache.to_vec(), ideal: ideal.to_vec(), racetrack: racetrack.to_vec() }
    }

    #[test]
    fn cost_of_shifts_moves_the_choice() {
        let cache = [10.0, 18.0, 20.0, 19.0];
        let free = choose(&profiles(&cache, &[9.0; 4], &[9.0; 4])).unwrap();
        assert_eq!((free.tlp, free.predicted.as_slice()), (3, cache.as_slice()));
        let shifting = choose(&profiles(&cache, &[9.0; 4], &[8.5, 7.0, 4.0, 3.0])).unwrap();
        assert_eq!((shifting.tlp, shifting.predicted), (2, vec![9.5, 16.0, 15.0, 13.0]));
        assert!(shifting.noise.is_empty());
    }

    #[test]
    fn of_equals_the_smaller_tlp_wins() {
        assert_eq!(choose(&profiles(&[1.0, 2.0, 2.0], &[0.0; 3], &[0.0; 3])).unwrap().tlp, 2);
        assert_eq!(choose(&profiles(&[0.0; 8], &[0.0; 8], &[0.0; 8])).unwrap().tlp, 1);
        // Equal only after the cost of shifts.
        assert_eq!(choose(&profiles(&[3.0, 4.0], &[5.0, 6.0], &[5.0, 5.0])).unwrap().tlp, 1);
    }

    #[test]
    fn a_gain_from_shifting_is_reported_and_used() {
        let choice = choose(&profiles(&[3.0, 3.0], &[5.0, 5.0], &[4.0, 5.25])).unwrap();
        assert_eq!((choice.tlp, choice.predicted), (2, vec![2.0, 3.25]));
        assert_eq!(choice.noise, [Noise { tlp: 2, shift_cost: -0.25 }]);
    }

    #[test]
    fn bad_profiles_are_refused() {
        let error = |cache: &[f64], ideal: &[f64], racetrack: &[f64]| {
            choose(&profiles(cache, ideal, racetrack)).unwrap_err().to_string()
        };
        assert!(error(&[], &[], &[]).contains("empty"));
        assert!(error(&[1.0], &[1.0, 2.0], &[1.0]).contains("1 (cache), 2 (ideal) and 1"));
        assert!(error(&[1.0], &[1.0], &[]).contains("0 (racetrack)"));
        assert!(
            error(&[1.0, 2.0], &[1.0, f64::NAN], &[1.0, 1.0])
                .contains("ideal profile says NaN at TLP 2")
        );
        assert!(error(&[f64::INFINITY], &[1.0], &[1.0]).contains("cache"));
        assert!(error(&[1.0], &[1.0], &[-1.0]).contains("racetrack profile says -1"));
    }

    prop_compose! {
        /// Sixty-fourths, so that sums and differences are exact.
        fn any_profiles()(triples in prop::collection::vec(prop::array::uniform3(0u16..1000), 1..=8)) -> Profiles {
            let of = |n: usize| triples.iter().map(|t| f64::from(t[n]) / 64.0).collect();
            Profiles { cache: of(0), ideal: of(1), racetrack: of(2) }
        }
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
        fn the_choice_is_a_profiled_tlp_and_no_smaller_is_as_good(profiles in any_profiles()) {
            let Choice { tlp, predicted, .. } = choose(&profiles).unwrap();
            prop_assert!((1..=profiles.cache.len()).contains(&tlp));
            let best = predicted[tlp - 1];
            prop_assert!(predicted[..tlp - 1].iter().all(|ipc| *ipc < best));
            prop_assert!(predicted[tlp - 1..].iter().all(|ipc| *ipc <= best));
        }

        #[test]
        fn only_the_difference_of_the_ideal_profiles_counts(
            profiles in any_profiles(), more in 0u16..1000,
        ) {
            let raised = |ipcs: &[f64]| ipcs.iter().map(|ipc| ipc + f64::from(more) / 64.0).collect();
            let raised = Profiles {
                cache: profiles.cache.clone(),
                ideal: raised(&profiles.ideal),
                racetrack: raised(&profiles.racetrack),
            };
            prop_assert_eq!(choose(&profiles), choose(&raised));
        }

        #[test]
        fn so_many_ctas_fit_and_no_more(needs in any_kernel()) {
            for allocation in [Allocation::Exact, Allocation::GpgpuSim] {
                let Residency { tlp, limits, .. } = LARGE.residency(&needs, allocation);
                let taken = needs.taken(allocation);
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

        /// RM-I25: what runs on the baseline runs with the larger register file.
        #[test]
        fn more_registers_never_cost_a_cta(needs in any_kernel()) {
            let tlp = |resources: Resources| resources.residency(&needs, Allocation::Exact).tlp;
            prop_assert!(tlp(LARGE) >= tlp(Resources::FERMI));
        }
    }
}
