//! Parameters taken from the racetrack paper, with their places in regforge.

use super::KB;
use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use crate::papers::computed::Value;
use crate::papers::taken::{Taken, all, integer, word};
use crate::systems::racetrack::energy as racetrack;
use crate::systems::racetrack::units::racetrack_bank::RacetrackBank;
use crate::systems::racetrack::units::{ReadQueue, WriteBuffer};
use crate::systems::sram::energy as sram;
use crate::tech::Memory;
use crate::units::{AnyUnit as _, Unit as _};

pub const TAKEN: &[Taken] = &[
    taken(
        "rm-fermi-storage",
        "configs/fermi.toml gpu.registers, [l1], gpu.shared_bytes",
        |config| all([register_file_kb(config), l1_kb(config), shared_kb(config)]),
    ),
    taken("rm-t2-sms", "configs/fermi.toml gpu.sms", |c| one(integer(c, "gpu.sms"))),
    taken("rm-t2-cores", "configs/fermi.toml sm.sp_units, 16 SPs each", |config| {
        one(integer(config, "sm.sp_units").map(|units| units * SPS_PER_UNIT))
    }),
    taken("rm-t2-clock", "configs/fermi.toml gpu.clock_mhz", |config| {
        one(integer(config, "gpu.clock_mhz"))
    }),
    taken("rm-t2-threads", "configs/fermi.toml gpu.warps, 32 threads each", |config| {
        one(integer(config, "gpu.warps").map(|warps| warps * LANES as f64))
    }),
    taken("rm-t2-blocks", "configs/fermi.toml gpu.ctas", |c| one(integer(c, "gpu.ctas"))),
    taken("rm-t2-shared", "configs/fermi.toml gpu.shared_bytes", |c| one(shared_kb(c))),
    taken("rm-t2-rf", "configs/fermi.toml gpu.registers, 4 bytes each", |config| {
        one(register_file_kb(config))
    }),
    taken("rm-t2-banks", "configs/fermi.toml gpu.banks", |c| one(integer(c, "gpu.banks"))),
    taken("rm-t2-regs", "configs/fermi.toml gpu.registers", |c| one(integer(c, "gpu.registers"))),
    taken("rm-t2-schedulers", "configs/fermi.toml sm.schedulers", |config| {
        one(integer(config, "sm.schedulers"))
    }),
    taken("rm-t2-policy", "configs/liang-2016.toml sm.scheduler", |config| {
        match word(config, "sm.scheduler")? {
            "lrr" => Some(Value::Text("round-robin".into())),
            other => Some(Value::Text(other.into())),
        }
    }),
    taken("rm-t2-l1", "configs/fermi.toml [l1], and with twice the sets", |config| {
        let sets = integer(config, "l1.sets")? as u64;
        let larger = config.with("larger L1", &[("l1.sets", 2 * sets)]).ok()?;
        all([l1_kb(config), l1_kb(&larger)])
    }),
    taken("rm-t2-l1-assoc", "configs/fermi.toml l1.ways", |c| one(integer(c, "l1.ways"))),
    taken("rm-t2-l1-line", "configs/fermi.toml l1.line_bytes", |c| {
        one(integer(c, "l1.line_bytes"))
    }),
    taken("rm-t2-l1-repl", "src/sm/memory/cache.rs", |_| Some(Value::Text("LRU".into()))),
    taken("rm-t2-l1-mshr", "configs/fermi.toml l1.mshr_entries", |config| {
        one(integer(config, "l1.mshr_entries"))
    }),
    taken("rm-t2-l2", "configs/fermi.toml memory.l2_kilobytes", |config| {
        one(integer(config, "memory.l2_kilobytes"))
    }),
    taken("rm-warp", "src/bits LANES", |_| one(Some(LANES as f64))),
    taken("rm-ops-per-cycle", "configs/fermi.toml racetrack.max_banks", |config| {
        one(integer(config, "racetrack.max_banks"))
    }),
    taken("rm-bank-structure", "src/units/bank/rtl.rs, instances", |config| {
        let parts = [ReadQueue::NAME, WriteBuffer::NAME];
        all(parts.map(|part| instances_in_a_bank(config, part)))
    }),
    taken("rm-ports", "configs/fermi.toml racetrack.ports", |c| one(integer(c, "racetrack.ports"))),
    taken("rm-capacity", RACETRACK_FILE, |config| one(racetrack_file_kb(config))),
    taken("rm-t3-sram-capacity", SRAM, |_| one(Some(SRAM_ROW.capacity_bytes as f64 / KB))),
    taken("rm-t3-sram-latency", SRAM, |_| latencies(&SRAM_ROW, None)),
    taken("rm-t3-sram-energy", SRAM, |_| energies(&SRAM_ROW, None)),
    taken("rm-t3-sram-leakage", SRAM, |_| one(Some(SRAM_ROW.leakage_mw))),
    taken("rm-t3-rm-capacity", RACETRACK_FILE, |config| one(racetrack_file_kb(config))),
    taken("rm-t3-rm-latency", RACETRACK, |_| latencies(&RM_ROW.array, Some(RM_ROW.shift_ps))),
    taken("rm-t3-rm-energy", RACETRACK, |_| energies(&RM_ROW.array, Some(RM_ROW.shift_pj))),
    taken("rm-t3-rm-leakage", RACETRACK, |_| one(Some(RM_ROW.array.leakage_mw))),
    taken("rm-t3-wb-latency", RACETRACK, |_| latencies(&RM_ROW.write_buffer, None)),
    taken("rm-t3-wb-energy", RACETRACK, |_| energies(&RM_ROW.write_buffer, None)),
    taken("rm-t3-wb-leakage", RACETRACK, |_| one(Some(RM_ROW.write_buffer.leakage_mw))),
    taken("rm-wb-entries", "configs/fermi.toml racetrack.write_buffer_depth", |config| {
        one(integer(config, "racetrack.write_buffer_depth"))
    }),
];

const SRAM: &str = "src/systems/sram/energy.rs LIANG_2016";
const RACETRACK: &str = "src/systems/racetrack/energy.rs LIANG_2016";
const RACETRACK_FILE: &str = "configs/fermi.toml gpu.banks, racetrack.positions of 128 bytes";

/// The SRAM row of Table 3.
const SRAM_ROW: Memory = sram::LIANG_2016;
/// The racetrack row of Table 3.
const RM_ROW: racetrack::Racetrack = racetrack::LIANG_2016;

/// Scalar processors per execution unit of the SM model. Two units issue one warp each per SM
/// cycle, which is the work of 64 lanes, or of 32 processors at twice the clock.
const SPS_PER_UNIT: f64 = 16.0;

const fn taken(id: &'static str, at: &'static str, ours: fn(&Config) -> Option<Value>) -> Taken {
    Taken { id, at, ours }
}

fn one(number: Option<f64>) -> Option<Value> {
    number.map(Value::Number)
}

fn register_file_kb(config: &Config) -> Option<f64> {
    Some(integer(config, "gpu.registers")? * size_of::<u32>() as f64 / KB)
}

fn racetrack_file_kb(config: &Config) -> Option<f64> {
    let registers = integer(config, "gpu.banks")? * integer(config, "racetrack.positions")?;
    Some(registers * size_of::<WarpRegister>() as f64 / KB)
}

fn shared_kb(config: &Config) -> Option<f64> {
    Some(integer(config, "gpu.shared_bytes")? / KB)
}

fn l1_kb(config: &Config) -> Option<f64> {
    let lines = integer(config, "l1.sets")? * integer(config, "l1.ways")?;
    Some(lines * integer(config, "l1.line_bytes")? / KB)
}

/// Number of instances of a unit in a racetrack bank.
fn instances_in_a_bank(config: &Config, unit: &str) -> Option<f64> {
    let bank = RacetrackBank::UNIT.design(config).ok()?;
    let name = format!("rf_{unit}");
    bank.top().children.iter().find(|(child, _)| *child == name).map(|(_, count)| *count as f64)
}

/// Latencies of a row of Table 3 in ns: read, write, and shift if it has one.
fn latencies(row: &Memory, shift_ps: Option<u32>) -> Option<Value> {
    let each = [Some(row.read_ps), Some(row.write_ps), shift_ps].into_iter().flatten();
    Some(Value::Numbers(each.map(|ps| f64::from(ps) / 1_000.0).collect()))
}

/// Energies of a row of Table 3 in pJ: read, write, and shift if it has one.
fn energies(row: &Memory, shift_pj: Option<f64>) -> Option<Value> {
    let each = [Some(row.read_pj), Some(row.write_pj), shift_pj].into_iter().flatten();
    Some(Value::Numbers(each.collect()))
}
