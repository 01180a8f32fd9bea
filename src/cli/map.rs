use super::{ConfigArgs, print_json, progress_bar};
use crate::compiler::mapping::{self, Exact, MAX_EXACT_OFFSETS, Map as Mapping, MoveMatrix, Score};
use crate::error::{Error, Place, Result};
use crate::stream::Stream;
use crate::table::{grouped, terminal};
use crate::units::Geometry;
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Finds the place of each register in its racetrack bank that saves most shifts
#[derive(Args)]
#[command(after_help = "\
Shifts are those of the stream replayed one request at a time, without the way to each bank's first
access. In the cycle-accurate file writes overtake reads, so its count differs.

Examples:
  regforge map tests/streams/hotspot.csv.xz
  regforge map tests/streams/hotspot.csv.xz --algorithm exact --bank 3
  regforge map tests/streams/hotspot.csv.xz -p racetrack.ports=16 -o maps.csv")]
pub struct Map {
    /// A recorded stream (.csv, .csv.xz)
    #[arg(value_name = "STREAM")]
    stream: PathBuf,
    /// Whose maps count and are written
    #[arg(long, value_enum, default_value = "best")]
    algorithm: Algorithm,
    #[command(flatten)]
    config: ConfigArgs,
    /// One bank only
    #[arg(long, value_name = "N", conflicts_with = "output")]
    bank: Option<usize>,
    /// The largest register that occurs plus one if absent
    #[arg(long, value_name = "N")]
    regs_per_thread: Option<usize>,
    /// Writes the maps as CSV: bank,entry,port,offset
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// Position = entry
    Direct,
    /// Neighbouring entries at one offset
    Interleaved,
    /// Algorithms 1 and 2 of Liang and Wang
    Paper,
    /// The cheapest that any heuristic finds
    Best,
    /// The optimum for few registers, else best with a lower bound
    Exact,
}

/// A bank's maps and what they cost.
struct Bank {
    number: usize,
    accesses: u64,
    registers: usize,
    /// Shifts of direct, interleaved, paper and best.
    shifts: [u64; 4],
    /// Only if it was asked for.
    exact: Option<Exact>,
    chosen: Mapping,
    chosen_shifts: u64,
}

const HEURISTICS: [&str; 4] = ["direct", "interleaved", "paper", "best"];

impl Map {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let geometry = Geometry::from(&config.racetrack);
        self.check(geometry, config.gpu.banks)?;
        let stream = Stream::open(&self.stream, &config.gpu)?;
        let regs = self.regs(&stream)?;
        let matrices = MoveMatrix::of_stream(&stream, &config.gpu, regs, geometry.positions())?;
        let wanted = |bank: &usize| self.bank.is_none_or(|only| only == *bank);
        let numbers: Vec<usize> = (0..matrices.len()).filter(wanted).collect();
        let bar = progress_bar("map", numbers.len() as u64);
        let map = |&number: &usize| {
            let bank = self.map(number, &matrices[number], geometry);
            bar.inc(1);
            bank
        };
        let banks: Vec<Bank> = numbers.par_iter().map(map).collect();
        bar.finish_and_clear();
        if let Some(path) = &self.output {
            let maps: Vec<Mapping> = banks.iter().map(|bank| bank.chosen.clone()).collect();
            mapping::write_maps(path, &maps)?;
        }
        match self.json {
            true => print_json(&self.json_of(&config.name, &stream, geometry, &banks)),
            false => {
                println!(
                    "{} ({}): {} requests, {regs} registers a thread, {} ports, {} offsets\n",
                    stream.name,
                    config.name,
                    grouped(stream.requests.len() as u64),
                    geometry.ports,
                    geometry.offsets
                );
                print!("{}", table(&banks));
                self.notes(geometry);
            }
        }
        Ok(())
    }

    /// Refuses what cannot be done before the stream is read.
    fn check(&self, geometry: Geometry, banks: usize) -> Result<()> {
        let name = self.stream.display().to_string();
        if !(name.ends_with(".csv") || name.ends_with(".csv.xz")) {
            let expected = "a stream (.csv or .csv.xz); kernels cannot be mapped yet";
            return Err(Error::input(Place::whole(&name), ending(&self.stream), expected));
        }
        if self.algorithm == Algorithm::Exact && geometry.offsets > MAX_EXACT_OFFSETS {
            let found = format!("exact with {} offsets", geometry.offsets);
            let expected = format!("at most {MAX_EXACT_OFFSETS} offsets, or another algorithm");
            return Err(Error::input(Place::whole("--algorithm"), found, expected));
        }
        match self.bank {
            Some(bank) if bank >= banks => {
                let expected = format!("a bank below gpu.banks = {banks}");
                Err(Error::input(Place::whole("--bank"), bank, expected))
            }
            _ => Ok(()),
        }
    }

    fn regs(&self, stream: &Stream) -> Result<usize> {
        let needed = stream.regs_per_thread();
        match self.regs_per_thread {
            Some(regs) if !(needed..=256).contains(&regs) => {
                let place = Place::whole("--regs-per-thread");
                Err(Error::input(place, regs, format!("{needed} (what occurs) to 256")))
            }
            regs => Ok(regs.unwrap_or(needed)),
        }
    }

    fn map(&self, number: usize, matrix: &MoveMatrix, geometry: Geometry) -> Bank {
        let maps = [
            Mapping::direct(geometry),
            Mapping::interleaved(geometry),
            mapping::paper(matrix, geometry, Score::Total),
            mapping::best(matrix, geometry),
        ];
        let shifts = maps.each_ref().map(|map| map.shifts(matrix));
        let [direct, interleaved, paper, best] = maps;
        let exact =
            (self.algorithm == Algorithm::Exact).then(|| mapping::exact(matrix, geometry, &best));
        let chosen = match (self.algorithm, &exact) {
            (Algorithm::Direct, _) => direct,
            (Algorithm::Interleaved, _) => interleaved,
            (Algorithm::Paper, _) => paper,
            (_, Some(exact)) => exact.map.clone(),
            (_, None) => best,
        };
        Bank {
            number,
            accesses: matrix.accesses(),
            registers: matrix.used().len(),
            shifts,
            exact,
            chosen_shifts: chosen.shifts(matrix),
            chosen,
        }
    }

    fn name(&self) -> String {
        self.algorithm.to_possible_value().map_or(String::new(), |value| value.get_name().into())
    }

    /// What a reader of the table should know, on standard error.
    fn notes(&self, geometry: Geometry) {
        if geometry.offsets > MAX_EXACT_OFFSETS {
            eprintln!(
                "note: beyond {MAX_EXACT_OFFSETS} groups their order is found by local search, \
                 also in 'paper'"
            );
        }
        if let Some(path) = &self.output {
            eprintln!("maps of '{}': {}", self.name(), path.display());
        }
    }

    fn json_of(
        &self,
        configuration: &str,
        stream: &Stream,
        geometry: Geometry,
        banks: &[Bank],
    ) -> serde_json::Value {
        let sum: u64 = banks.iter().map(|bank| bank.chosen_shifts).sum();
        let bound: Option<u64> =
            banks.iter().map(|bank| bank.exact.as_ref().map(|exact| exact.lower_bound)).sum();
        json!({
            "algorithm": self.name(),
            "shifts": sum,
            "lower_bound": bound,
            "configuration": configuration,
            "stream": stream.name,
            "requests": stream.requests.len(),
            "ports": geometry.ports,
            "offsets": geometry.offsets,
            "banks": banks.iter().map(json_of_bank).collect::<Vec<_>>(),
        })
    }
}

/// The ending of a file's name, for a message.
fn ending(path: &Path) -> String {
    match path.extension() {
        Some(ending) => format!("a file that ends in .{}", ending.to_string_lossy()),
        None => "a file without ending".into(),
    }
}

fn json_of_bank(bank: &Bank) -> serde_json::Value {
    let mut entry = serde_json::Map::new();
    entry.insert("bank".into(), json!(bank.number));
    entry.insert("accesses".into(), json!(bank.accesses));
    entry.insert("registers".into(), json!(bank.registers));
    entry.insert("shifts".into(), json!(bank.chosen_shifts));
    entry.extend(HEURISTICS.iter().zip(bank.shifts).map(|(name, n)| (name.to_string(), json!(n))));
    if let Some(exact) = &bank.exact {
        entry.insert("exact".into(), json!(exact.shifts));
        entry.insert("lower_bound".into(), json!(exact.lower_bound));
        entry.insert("optimal".into(), json!(exact.optimal()));
    }
    serde_json::Value::Object(entry)
}

fn table(banks: &[Bank]) -> String {
    let mut header = vec!["bank", "registers", "accesses"];
    header.extend(HEURISTICS);
    if banks.iter().any(|bank| bank.exact.is_some()) {
        header.extend(["exact", "lower bound", "gap"]);
    }
    let rows = banks.iter().map(|bank| row(bank.number.to_string(), &numbers(bank)));
    let mut rows: Vec<Vec<String>> = rows.collect();
    let mut sums = vec![0; header.len() - 1];
    for bank in banks {
        sums.iter_mut().zip(numbers(bank)).for_each(|(sum, number)| *sum += number);
    }
    rows.push(row("all".into(), &sums[..numbers(&banks[0]).len()]));
    terminal(&header, &rows)
}

/// What stands in a bank's row: registers, accesses, shifts of each algorithm, the lower bound.
fn numbers(bank: &Bank) -> Vec<u64> {
    let mut numbers = vec![bank.registers as u64, bank.accesses];
    numbers.extend(bank.shifts);
    numbers.extend(bank.exact.iter().flat_map(|exact| [exact.shifts, exact.lower_bound]));
    numbers
}

fn row(name: String, numbers: &[u64]) -> Vec<String> {
    let mut row = vec![name];
    row.extend(numbers.iter().map(|&number| grouped(number)));
    if let [_, _, _, _, _, _, exact, bound] = *numbers {
        row.push(gap(exact, bound));
    }
    row
}

/// The most that a better map could save.
fn gap(shifts: u64, bound: u64) -> String {
    match shifts - bound {
        0 => "none: optimal".into(),
        open => format!("{:.1} %", 100.0 * open as f64 / shifts as f64),
    }
}
