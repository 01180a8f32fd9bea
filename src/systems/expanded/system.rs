use super::compiler::bundles::{Bundle, bundles};
use super::compiler::split::{Bounds, Split, least_start, split_into};
use super::compiler::{Expansion, Launched};
use super::config::{self, Expanded as Settings};
use super::register_file::Mode;
use super::techniques::TECHNIQUES;
use super::units::expanded_register_file::ExpandedRegisterFile;
use super::units::register_allocation_table::{REGISTER_BYTES, RegisterAllocationTable};
use crate::bits::RegisterSet;
use crate::compiler::occupancy::Resources;
use crate::config::{Config, Illegal, Options, Placement};
use crate::error::Result;
use crate::run::backend::register_file;
use crate::run::{Backend, Case, Compiled, System, TechniqueReport};
use crate::sm::register_file::{RegisterFile, SHARED_BANKS};
use crate::sm::{Bundles, Outcome};
use crate::units::Unit;
use serde_json::{Value, json};
use std::sync::Arc;

/// The register file whose registers may be partly in the scratchpad.
pub struct Expanded;

impl System for Expanded {
    fn name(&self) -> &'static str {
        "expanded"
    }

    fn summary(&self) -> &'static str {
        "SRAM banks, with overflow registers in the scratchpad (shared memory)"
    }

    /// Always `false`: registers that only a profile adds have no references to order them by.
    fn takes_profiles(&self) -> bool {
        false
    }

    fn compile(&self, case: &Arc<Case>, config: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        check(config)?;
        let keys = Settings::from(config);
        case.check_registers(keys.max_registers)?;
        Ok(Box::new(Compilation::new(case, config, keys)))
    }

    fn techniques(&self) -> Option<&'static TechniqueReport> {
        Some(&TECHNIQUES)
    }
}

/// Rejects configurations that the units do not support.
fn check(config: &Config) -> Result<()> {
    let gpu = config.gpu();
    let refuse = |key, bound| Err(config.refuse(Illegal { key, bound }));
    if gpu.placement == Placement::Gpgpusim {
        let bound = "swizzled or linear, because registers of mix CTAs follow those of other CTAs";
        return refuse("gpu.placement", bound.into());
    }
    if gpu.shared_bytes == 0 || !gpu.shared_bytes.is_multiple_of(REGISTER_BYTES) {
        return refuse("gpu.shared_bytes", format!("a multiple of {REGISTER_BYTES} bytes"));
    }
    if config.shared().banks != SHARED_BANKS {
        let bound = format!("{SHARED_BANKS} banks, as in the scratchpad");
        return refuse("shared.banks", bound);
    }
    Ok(())
}

/// A case whose registers may be partly in the scratchpad.
struct Compilation {
    /// The case; if there are mix CTAs, with its registers ordered by weight.
    case: Case,
    expansion: Expansion,
    sm: Resources,
    keys: Settings,
}

impl Compilation {
    fn new(case: &Case, config: &Config, keys: Settings) -> Compilation {
        let sm = Resources::baseline(config.gpu());
        let launched = Launched {
            kernel: &case.kernel,
            homes: &case.homes,
            threads_per_cta: case.geometry.threads(),
            shared_bytes: case.geometry.shared() as usize,
            ctas: case.geometry.ctas() as usize,
        };
        let expansion = Expansion::new(&launched, &sm, &keys);
        let registers = expansion.order.words().len();
        // Without mix CTAs the homes are kept.
        let case = match expansion.split.ctas_mix {
            0 => case.clone(),
            _ => case.rehomed(expansion.homes.clone(), registers),
        };
        Compilation { case, expansion, sm, keys }
    }

    /// Registers of a thread, rounded up to the allocation granularity.
    fn registers(&self) -> usize {
        self.case.registers().next_multiple_of(self.sm.register_granularity.max(1))
    }

    /// The split for `resident` CTAs, which must fit.
    fn split(&self, resident: usize) -> Split {
        let Settings { tau_percent, .. } = self.keys;
        let bounds = Bounds { tau_percent, spill_from: self.expansion.spill_from };
        let needs = self.case.needs(self.case.registers());
        split_into(resident, &needs, &self.sm, bounds).expect("no more CTAs than fit")
    }
}

impl Compiled for Compilation {
    fn case(&self) -> &Case {
        &self.case
    }

    fn build(
        &self,
        config: &Config,
        backend: Backend,
        resident: usize,
    ) -> Result<Box<dyn RegisterFile>> {
        let mode = Mode {
            split: self.split(resident),
            warps: self.case.geometry.warps(),
            registers: self.registers(),
            table: RegisterAllocationTable::params(config),
        };
        register_file::<ExpandedRegisterFile>(mode, config, backend)
    }

    fn most_resident(&self) -> Option<usize> {
        Some(self.expansion.split.ctas())
    }

    fn footprint(&self, _: usize) -> String {
        let Expansion { spill_from, .. } = self.expansion;
        let registers = self.case.registers();
        let Settings { tau_percent, cache_lines, .. } = self.keys;
        let reason = match spill_from > least_start(registers, tau_percent) {
            true => format!(
                "because an instruction needs two registers of the same cache line (of \
                 {cache_lines})"
            ),
            false => format!("because expars.tau_percent = {tau_percent}"),
        };
        let (warps, shared) = (self.case.geometry.warps(), self.case.geometry.shared());
        format!(
            "a CTA of {warps} warps with {registers} registers per thread, {spill_from} of which \
             stay in the register file {reason}, and {shared} bytes of shared memory"
        )
    }

    fn bundles(&self, resident: usize) -> Option<Bundles> {
        let split = self.split(resident);
        if split.ctas_mix == 0 {
            return None;
        }
        let Expansion { steps, spill_from, .. } = &self.expansion;
        let bound = match self.keys.bundles {
            config::Bundles::Kernel => *spill_from,
            config::Bundles::Launch => split.start_reg,
        };
        let all = bundles(steps, bound, self.keys.cache_lines);
        let with_pref = all.into_iter().filter(|bundle| bundle.needs_pref(bound));
        let with_pref = with_pref.map(|bundle| (bundle.code.clone(), set(&bundle)));
        Some(Bundles::new(steps.len(), with_pref, self.keys.pref_slots == 1))
    }

    fn summary(&self, resident: usize, outcome: &Outcome) -> Option<(&'static str, Value)> {
        let Split { ctas_rf, ctas_mix, start_reg } = self.split(resident);
        let mut all = json!(outcome.register_file.events);
        all["ctas_rf"] = json!(ctas_rf);
        all["ctas_mix"] = json!(ctas_mix);
        all["start_reg"] = json!(start_reg);
        Some(("expansion", all))
    }
}

/// The registers that the instructions of a bundle read or write.
fn set(bundle: &Bundle) -> RegisterSet {
    bundle.vector.iter().fold(RegisterSet::default(), |mut set, reg| {
        set[reg / 64] |= 1 << (reg % 64);
        set
    })
}
