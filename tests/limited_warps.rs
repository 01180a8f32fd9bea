//! Does the SM count for a register file what its warps issue, and keep to the limit of active warps
//! that the register file gives?

use crate::support::fermi;
use regforge::config::{Config, Options};
use regforge::run::{Backend, Case, Simulation, System};
use regforge::sm::register_file::{Counts, Offer, RegisterFile, Reply};
use regforge::sm::{Outcome, Reason, Watch};
use regforge::systems;
use regforge::systems::expanded::units::warp_limiter::{In, Model, WarpLimiter};
use regforge::systems::sram::Sram;
use regforge::units::{Model as _, Unit};
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// A register file of SRAM beside what limits active warps.
struct Limited {
    file: Box<dyn RegisterFile>,
    limit: Limit,
    /// The limit that it gives now.
    active: Rc<Cell<u8>>,
}

enum Limit {
    /// From the beginning.
    Always(u8),
    /// As the unit's model says.
    Counted(Box<Model>),
}

impl RegisterFile for Limited {
    fn begin(&mut self, regs_per_thread: usize, warps: usize) {
        self.file.begin(regs_per_thread, warps);
    }

    fn cycle(&mut self, offer: &Offer, reply: &mut Reply) {
        self.file.cycle(offer, reply);
        reply.active = match &mut self.limit {
            Limit::Always(active) => *active,
            Limit::Counted(model) => {
                let inputs =
                    In { rst_n: true, begin: false, issued: offer.issued, ended: offer.ended };
                let active = model.outputs(&inputs).active;
                model.tick(&inputs);
                active
            }
        };
        self.active.set(reply.active);
    }

    fn is_idle(&self) -> bool {
        self.file.is_idle()
    }

    fn keeps_order(&self) -> bool {
        self.file.keeps_order()
    }

    fn counts(&self) -> &Counts {
        self.file.counts()
    }
}

/// Warps that have issued since they waited last, and what was issued, and who ended, when.
#[derive(Default)]
struct Seen {
    active: u64,
    most_active: u32,
    issued: Vec<(u64, usize)>,
    ended: Vec<(u64, usize)>,
}

impl Watch for Seen {
    fn issued(&mut self, cycle: u64, slot: usize, _: usize) {
        self.active |= 1 << slot;
        self.most_active = self.most_active.max(self.active.count_ones());
        self.issued.push((cycle, slot));
    }

    fn ended(&mut self, cycle: u64, slot: usize) {
        self.active &= !(1 << slot);
        self.ended.push((cycle, slot));
    }

    fn waits(&mut self, _: u64, slot: usize, why: Reason) {
        if why != Reason::Dependence {
            self.active &= !(1 << slot);
        }
    }
}

fn config(scheduler: &str) -> Config {
    systems::config_with("fermi", &[format!("sm.scheduler={scheduler}")]).unwrap()
}

/// A launch, and the limit at its end.
fn run(kernel: &str, config: &Config, limit: Limit) -> (Outcome, Seen, u8) {
    let path = format!("kernels/{kernel}/case.toml");
    let case = Arc::new(Case::on_allocated_registers(Path::new(&path)).unwrap());
    let compiled = Sram.compile(&case, config, &Options::default()).unwrap();
    let simulation = Simulation::new(&Sram, &*compiled, config).unwrap();
    let file = compiled.build(config, Backend::Model, 1).unwrap();
    let active = Rc::default();
    let file = Limited { file, limit, active: Rc::clone(&active) };
    let mut seen = Seen::default();
    let outcome = simulation.run_on(Box::new(file), &mut seen).unwrap();
    assert_eq!(case.is_right(&outcome.memory), Some(true), "{kernel}");
    (outcome, seen, active.get())
}

const KERNELS: [&str; 4] = ["matrix_multiply_tiled", "hotspot", "reduction", "bfs"];
const SCHEDULERS: [&str; 2] = ["ltlws_lrr", "ltlws_gto"];

#[test]
fn no_more_warps_are_active_than_allowed() {
    for kernel in KERNELS {
        for scheduler in SCHEDULERS {
            let config = config(scheduler);
            let cycles = [1, 2, 5, 48].map(|most| {
                let (outcome, seen, _) = run(kernel, &config, Limit::Always(most));
                assert!(seen.most_active <= u32::from(most), "{kernel} {scheduler} {most}");
                outcome.statistics.cycles
            });
            assert!(cycles[0] > cycles[3], "{kernel} {scheduler}: {cycles:?}");
        }
        // More are active where the limit is another's.
        let (_, seen, _) = run(kernel, &config("lrr"), Limit::Always(1));
        assert!(seen.most_active > 1, "{kernel}");
    }
}

/// Equation 14, by what was seen of the run.
#[test]
fn the_limit_is_what_warps_issued_until_the_first_ended() {
    for kernel in KERNELS {
        for scheduler in SCHEDULERS {
            let model = Model::new(&WarpLimiter::params(&fermi()));
            let (_, seen, limit) = run(kernel, &config(scheduler), Limit::Counted(Box::new(model)));
            let (end, first) = *seen.ended.iter().min().unwrap();
            let before = || seen.issued.iter().filter(|(cycle, _)| *cycle < end);
            let of_first = before().filter(|(_, slot)| *slot == first).count();
            let most = (before().count() / of_first.max(1)).clamp(1, 48);
            assert_eq!(usize::from(limit), most, "{kernel} {scheduler}");
        }
    }
}
