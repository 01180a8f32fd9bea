//! Report of a kernel's run on one or several SMs, as text and as JSON.
//!
//! The text uses GPGPU-Sim's names, one `name = value` per line, so that scripts that read
//! GPGPU-Sim's output can also read this one. Cycles are those of the run. Counts and energy are
//! sums over all simulated SMs, averages are means over them. The names mean here:
//!
//! - `gpu_sim_insn`: thread instructions; `gpgpu_n_tot_w_icount`: warp instructions.
//! - `gpu_occupancy`: warp slots with a warp, divided by all slots and cycles.
//! - `L1D_...`: global and local memory and atomics; `L1T_...`: textures; `L2_...`: accesses of the
//!   simulated SMs to L2, which never refuses a request, so its reservation fails are 0. Pending
//!   hits do not count as misses.
//! - `gpgpu_n_load_insn`, `gpgpu_n_store_insn`: thread accesses to global and local memory, atomics
//!   among the loads; `gpgpu_n_shmem_insn`: thread accesses to shared memory.
//! - `gpgpu_n_shmem_bkconflict`: passes of shared memory beyond the first of each access.
//! - `gpgpu_n_mem_read_global`: lines that loads and atomics request from L2;
//!   `gpgpu_n_mem_write_global`: lines that stores write. Local memory has its own names, also for
//!   lines that L1 writes back.
//! - `gpgpu_stall_shd_mem`: cycles in which the load/store unit could not request a line. GPGPU-Sim
//!   also counts bank conflicts and the second line of an access.
//! - `Warp Occupancy Distribution`, in cycles times schedulers: `Stall`: no free collector unit, or
//!   a fence; `W0_Idle`: no decoded instruction; `W0_Scoreboard`: all warps wait for registers;
//!   `Wn`: an instruction with n active lanes was issued.

use crate::config::Config;
use crate::error::Result;
use crate::run::{Backend, Simulation};
use crate::sm::memory::{self, Accesses};
use crate::sm::register_file::{BankCounts, Counts};
use crate::sm::{OfSm, Outcome, Statistics};
use crate::table::{grouped, terminal};
use crate::tech::Account;
use serde_json::{Value, json};
use std::fmt::Write;

/// A finished run of a kernel.
pub struct Simulated {
    pub configuration: String,
    pub launch: String,
    pub kernel: String,
    /// Name of the system.
    pub register_file: &'static str,
    pub backend: Backend,
    /// The one SM with that backend, if the others use models; `None` if all SMs have it.
    pub backend_sm: Option<usize>,
    /// Resident CTAs per SM.
    pub resident: usize,
    /// Registers per thread that have an entry in the register file.
    pub registers: usize,
    /// Whether the output is as expected; `None` if the launch has no expected output.
    pub agrees: Option<bool>,
    pub statistics: Statistics,
    pub memory: memory::Statistics,
    pub counts: Counts,
    pub energy: Option<Account>,
    /// JSON field that the system adds, with its name.
    pub summary: Option<(&'static str, Value)>,
    /// Figures of each SM.
    pub sms: Vec<OfSm>,
    /// Number of SMs that share L2 and DRAM, including the simulated ones.
    pub sharers: usize,
    /// Warp slots of an SM: those that its resident CTAs fill, and all.
    pub warps: [usize; 2],
    pub collector_units: usize,
}

impl Simulated {
    /// # Errors
    /// Errors of [`Simulation::residents`].
    pub fn new(
        simulation: &Simulation,
        outcome: &Outcome,
        agrees: Option<bool>,
    ) -> Result<Simulated> {
        let &Simulation { system, compiled, config, backend, backend_sm, .. } = simulation;
        let case = compiled.case();
        let resident = simulation.residents()?;
        Ok(Simulated {
            configuration: config.name().into(),
            launch: case.launch.name.clone(),
            kernel: case.kernel.name.clone(),
            register_file: system.name(),
            backend,
            backend_sm,
            resident,
            registers: simulation.regs_per_thread(),
            agrees,
            statistics: outcome.statistics.clone(),
            memory: outcome.hierarchy.clone(),
            counts: outcome.register_file.clone(),
            energy: system.energy(&outcome.register_file, outcome.sm_cycles(), config),
            summary: compiled.summary(resident, outcome),
            sms: outcome.sms.clone(),
            sharers: config.gpu().sms,
            warps: [resident * case.geometry.warps(), config.gpu().warps],
            collector_units: config.gpu().collector_units,
        })
    }

    /// Warp slots with a warp, in percent of all slots and cycles.
    pub fn occupancy(&self) -> f64 {
        percent(self.statistics.warp_cycles, self.sm_cycles() * self.warps[1] as u64)
    }

    /// Occupancy with the maximum resident CTAs all the time, in percent.
    pub fn static_occupancy(&self) -> f64 {
        percent(self.warps[0] as u64, self.warps[1] as u64)
    }

    /// Cycles times SMs.
    fn sm_cycles(&self) -> u64 {
        self.statistics.cycles * self.sms.len() as u64
    }

    /// The complete report.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let out = &mut text;
        // Writing to a string does not fail.
        let _ = self.write_names(out);
        if self.sms.len() > 1 {
            let _ = self.write_sms(out);
        }
        let _ = self.write_register_file(out);
        text
    }

    fn write_names(&self, out: &mut String) -> std::fmt::Result {
        let Statistics { cycles, thread_instructions, .. } = self.statistics;
        let s = &self.statistics;
        let m = &self.memory;
        // GPGPU-Sim prints the space at the end, and some scripts expect it.
        writeln!(out, "kernel_name = {} ", self.kernel)?;
        for name in ["gpu_sim", "gpu_tot_sim"] {
            writeln!(out, "{name}_cycle = {cycles}")?;
            writeln!(out, "{name}_insn = {thread_instructions}")?;
        }
        writeln!(out, "gpu_ipc = {:.4}", s.ipc())?;
        writeln!(out, "gpu_tot_ipc = {:.4}", s.ipc())?;
        writeln!(out, "gpu_tot_issued_cta = {}", s.ctas)?;
        writeln!(out, "gpu_occupancy = {:.4}%", self.occupancy())?;
        writeln!(
            out,
            "static occupancy: {:.4}%, {} CTAs of {} warps in {} warp slots",
            self.static_occupancy(),
            self.resident,
            self.warps[0] / self.resident.max(1),
            self.warps[1]
        )?;
        let l1 = [m.loads, m.stores, m.local_loads, m.local_stores, m.atomics];
        let fails = m.load_reservation_failures + m.store_reservation_failures;
        write_cache(out, "L1D", &l1, Some(fails))?;
        // Its refusals are counted with those of loads.
        write_cache(out, "L1T", &[m.textures], None)?;
        write_cache(out, "L2", &[m.l2], Some(0))?;
        let counts = [
            ("gpgpu_n_tot_w_icount", s.issued),
            ("gpgpu_n_load_insn", s.thread_loads),
            ("gpgpu_n_store_insn", s.thread_stores),
            ("gpgpu_n_shmem_insn", s.thread_shared_accesses),
            ("gpgpu_n_shmem_bkconflict", s.shared_conflicts),
            ("gpgpu_n_mem_read_local", m.local_loads.misses + m.local_store_fetches),
            ("gpgpu_n_mem_write_local", m.write_backs),
            ("gpgpu_n_mem_read_global", m.loads.misses + m.atomics.accesses),
            ("gpgpu_n_mem_write_global", m.stores.accesses),
            ("gpgpu_n_mem_texture", m.textures.misses),
            ("gpgpu_stall_shd_mem", s.memory_stalls),
        ];
        for (name, count) in counts {
            writeln!(out, "{name} = {count}")?;
        }
        writeln!(out, "Warp Occupancy Distribution:")?;
        write!(out, "Stall:{}\tW0_Idle:{}\tW0_Scoreboard:{}", s.stalled, s.idle, s.scoreboard)?;
        for (lanes, count) in s.issued_by_lanes.0.iter().enumerate().skip(1) {
            write!(out, "\tW{lanes}:{count}")?;
        }
        writeln!(out)
    }

    fn write_sms(&self, out: &mut String) -> std::fmt::Result {
        let header = ["SM", "cycles", "CTAs", "warp instructions", "thread instructions"];
        let row = |(n, sm): (usize, &OfSm)| {
            let counts = [sm.cycles, sm.ctas, sm.issued, sm.thread_instructions].map(grouped);
            [n.to_string()].into_iter().chain(counts).collect()
        };
        let rows: Vec<Vec<String>> = self.sms.iter().enumerate().map(row).collect();
        writeln!(out, "\n{}", terminal(&header, &rows))?;
        writeln!(out, "{}", self.covered())
    }

    /// The SMs that counts and energy cover.
    fn covered(&self) -> String {
        let (simulated, all) = (self.sms.len(), self.sharers);
        format!(
            "counts and energy: sums over the {simulated} simulated SMs, of {all} that share L2 \
             and DRAM"
        )
    }

    fn write_register_file(&self, out: &mut String) -> std::fmt::Result {
        let s = &self.statistics;
        let backend = match self.backend {
            Backend::Model => "model",
            Backend::Rtl => "Verilog",
            Backend::Lockstep => "model and Verilog, in agreement",
        };
        let backend = match self.backend_sm {
            Some(sm) => format!("SM {sm}: {backend}; other SMs: model"),
            None => backend.to_string(),
        };
        let name = self.register_file;
        let configuration = &self.configuration;
        writeln!(out, "\n{name} register file ({configuration}): {backend}\n")?;
        writeln!(out, "{}", bank_table(&self.counts))?;
        writeln!(out, "registers per thread: {}", self.registers)?;
        writeln!(
            out,
            "collector units: {:.2} of {} occupied on average, {:.2} cycles per instruction",
            ratio(s.collector_cycles, self.sm_cycles()),
            self.collector_units,
            ratio(s.collector_cycles, s.collected)
        )?;
        writeln!(
            out,
            "results waited {} cycles in total for a write channel, {:.3} cycles per register \
             written",
            grouped(s.write_wait_cycles),
            ratio(s.write_wait_cycles, s.writes_accepted)
        )?;
        for (name, count) in self.counts.events.iter() {
            writeln!(out, "{}: {}", spoken(name), grouped(count))?;
        }
        if s.loads_outside > 0 {
            let outside = grouped(s.loads_outside);
            writeln!(
                out,
                "loads that cannot share, because they are outside the 64 MiB window: {outside}"
            )?;
        }
        match &self.energy {
            Some(energy) => writeln!(out, "\n{}{}", energy.table(), energy.note()),
            None => writeln!(out, "energy: unknown, because no source gives access energies"),
        }?;
        let output = match self.agrees {
            Some(true) => "as expected",
            Some(false) => "wrong",
            None => "not compared: the launch states no expected output",
        };
        writeln!(out, "output: {output}")
    }

    /// One entry of [`simulations_json`].
    pub fn json(&self) -> Value {
        let mut json = json!({
            "launch": self.launch,
            "kernel": self.kernel,
            "register_file": self.register_file,
            "backend": self.backend,
            "backend_sm": self.backend_sm,
            "resident": self.resident,
            "registers": self.registers,
            "agrees": self.agrees,
            "cycles": self.statistics.cycles,
            "ipc": self.statistics.ipc(),
            "occupancy": self.occupancy(),
            "static_occupancy": self.static_occupancy(),
            "sms": self.sms,
            "statistics": self.statistics,
            "memory": self.memory,
            "register_file_counts": self.counts,
            "energy": self.energy.as_ref().map(Account::json),
        });
        if let Some((name, summary)) = &self.summary {
            json[*name] = summary.clone();
        }
        json
    }

    fn cells(&self) -> Vec<String> {
        let total = self.counts.total();
        let energy = self.energy.as_ref().map(|energy| energy.total_pj() / 1_000.0);
        vec![
            self.launch.clone(),
            self.register_file.into(),
            self.resident.to_string(),
            grouped(self.statistics.cycles),
            format!("{:.2}", self.statistics.ipc()),
            format!("{:.1} %", self.occupancy()),
            grouped(self.statistics.stalled),
            grouped(total.reads),
            grouped(total.writes),
            events(&self.counts),
            energy.map_or("-".into(), |energy| format!("{energy:.0}")),
            match self.agrees {
                Some(true) => "yes",
                Some(false) => "no",
                None => "-",
            }
            .into(),
        ]
    }
}

/// A row per run, and the source of the energy figures.
pub fn simulations(runs: &[Simulated]) -> String {
    let header = [
        "launch",
        "register file",
        "resident CTAs",
        "cycles",
        "IPC",
        "occupancy",
        "stalls",
        "reads",
        "writes",
        "other events",
        "energy, nJ",
        "as expected",
    ];
    let rows: Vec<Vec<String>> = runs.iter().map(Simulated::cells).collect();
    let note = runs.iter().find_map(|run| run.energy.as_ref()).map(Account::note);
    let covered = runs.first().filter(|run| run.sms.len() > 1).map(Simulated::covered);
    let notes = note.into_iter().chain(covered).map(|note| format!("{note}\n"));
    terminal(&header, &rows) + &notes.collect::<String>()
}

/// All runs with a configuration, as one object.
pub fn simulations_json(config: &Config, runs: &[Simulated]) -> Value {
    json!({
        "configuration": config.name(),
        "version": env!("CARGO_PKG_VERSION"),
        "runs": runs.iter().map(Simulated::json).collect::<Vec<_>>(),
    })
}

fn write_cache(
    out: &mut String,
    name: &str,
    parts: &[Accesses],
    reservation_fails: Option<u64>,
) -> std::fmt::Result {
    let sum = |count: fn(&Accesses) -> u64| parts.iter().map(count).sum::<u64>();
    let (accesses, misses) = (sum(|part| part.accesses), sum(|part| part.misses));
    writeln!(out, "{name}_total_cache_accesses = {accesses}")?;
    writeln!(out, "{name}_total_cache_misses = {misses}")?;
    writeln!(out, "{name}_total_cache_miss_rate = {:.4}", ratio(misses, accesses))?;
    writeln!(out, "{name}_total_cache_pending_hits = {}", sum(|part| part.pending_hits))?;
    match reservation_fails {
        Some(fails) => writeln!(out, "{name}_total_cache_reservation_fails = {fails}"),
        None => Ok(()),
    }
}

fn bank_table(counts: &Counts) -> String {
    let row = |name: String, bank: &BankCounts| {
        let events = bank.events.iter().map(|(_, count)| count);
        let counts = [bank.reads, bank.writes, bank.waits].into_iter().chain(events);
        [name].into_iter().chain(counts.map(grouped)).collect()
    };
    let banks = counts.banks.iter().enumerate();
    let mut rows: Vec<Vec<String>> = banks.map(|(n, bank)| row(n.to_string(), bank)).collect();
    let total = counts.total();
    rows.push(row("all".into(), &total));
    let events: Vec<String> = total.events.iter().map(|(name, _)| spoken(name)).collect();
    let mut header = vec!["bank", "reads", "writes", "waits"];
    header.extend(events.iter().map(String::as_str));
    terminal(&header, &rows)
}

/// The name of a counter as words.
fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// All named events in one cell.
fn events(counts: &Counts) -> String {
    let each = counts.all_events().into_iter();
    let each: Vec<String> =
        each.map(|(name, count)| format!("{} {}", grouped(count), spoken(name))).collect();
    if each.is_empty() { "-".into() } else { each.join(", ") }
}

/// The quotient `part / whole`; 0 if both are 0.
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * ratio(part, whole)
}
