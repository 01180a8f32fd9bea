use super::{ENERGY_HEADER, account_of, cells as energy_cells};
use crate::cli::options::output_file;
use crate::cli::ptx::stream::record;
use crate::cli::stream_part::StreamPart;
use crate::cli::{ConfigArgs, print, print_json, progress_bar};
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::files::not_an_input;
use crate::parallel;
use crate::ptx::exec::Schedule;
use crate::run::Case;
use crate::stream::{Placed, Stream};
use crate::systems::racetrack::compiler::mapping::{
    self, Exact, MAX_EXACT_OFFSETS, Map as Mapping, MoveMatrix, Score,
};
use crate::systems::racetrack::units::PortRegions;
use crate::table::{grouped, terminal};
use crate::tech::Account;
use crate::units::Activity;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Finds positions of the registers in their racetrack banks that need few shifts
#[derive(Args)]
#[command(after_help = "\
The predicted shifts are those of a replay of one request at a time, without the shifts to the first
access of each bank. The second table shows the shifts of the cycle-accurate register file model.
There writes overtake reads, so the counts differ.

Examples:
  regforge map tests/streams/hotspot.csv.xz
  regforge map tests/streams/hotspot.csv.xz --algorithm exact --bank 3
  regforge map kernels/hotspot/case.toml
  regforge map tests/streams/hotspot.csv.xz -p racetrack.ports=16 -o maps.csv")]
pub struct Map {
    /// A recorded stream (.csv, .csv.xz), or a kernel's launch (.toml), which is executed to record
    /// one
    #[arg(value_name = "STREAM|CASE.toml")]
    stream: PathBuf,
    /// Algorithm whose maps are summarised and written
    #[arg(long, value_enum, default_value = "best")]
    algorithm: Algorithm,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    part: StreamPart,
    /// Writes the maps as CSV: bank,entry,port,offset
    #[arg(short = 'o', long, value_name = "FILE", conflicts_with = "bank", value_parser = output_file())]
    output: Option<PathBuf>,
    /// Prints JSON
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
    /// The cheapest map of all heuristics
    Best,
    /// The optimum for few registers, else best with a lower bound
    Exact,
}

impl Algorithm {
    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().into())
    }
}

/// A map by one algorithm, with its predicted shifts.
struct Candidate {
    algorithm: Algorithm,
    map: Mapping,
    shifts: u64,
}

/// The maps of a bank.
struct Bank {
    number: usize,
    accesses: u64,
    registers: usize,
    /// Maps by every algorithm; exact only on request.
    candidates: Vec<Candidate>,
    exact: Option<Exact>,
}

impl Bank {
    fn new(number: usize, matrix: &MoveMatrix, geometry: PortRegions, exact: bool) -> Bank {
        let best = mapping::best(matrix, geometry);
        let exact = exact.then(|| mapping::exact(matrix, geometry, &best));
        let mut maps = vec![
            (Algorithm::Direct, Mapping::direct(geometry)),
            (Algorithm::Interleaved, Mapping::interleaved(geometry)),
            (Algorithm::Paper, mapping::paper(matrix, geometry, Score::Total)),
            (Algorithm::Best, best),
        ];
        maps.extend(exact.as_ref().map(|exact| (Algorithm::Exact, exact.map.clone())));
        let candidate = |(algorithm, map): (Algorithm, Mapping)| {
            let shifts = map.shifts(matrix);
            Candidate { algorithm, map, shifts }
        };
        Bank {
            number,
            accesses: matrix.accesses(),
            registers: matrix.used().len(),
            candidates: maps.into_iter().map(candidate).collect(),
            exact,
        }
    }

    /// Numbers of the bank's table row: registers, accesses, shifts of each algorithm, lower bound.
    fn numbers(&self) -> Vec<u64> {
        let mut numbers = vec![self.registers as u64, self.accesses];
        numbers.extend(self.candidates.iter().map(|candidate| candidate.shifts));
        numbers.extend(self.exact.iter().map(|exact| exact.lower_bound));
        numbers
    }
}

/// Cost of an algorithm's maps over all requested banks.
struct Total {
    algorithm: Algorithm,
    /// Predicted shifts, one request at a time.
    predicted: u64,
    /// Activity in the model of the register file; none for a single bank.
    activity: Option<Activity>,
    energy: Option<Account>,
}

impl Map {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let geometry = PortRegions::from(&config);
        self.check(geometry)?;
        self.part.check(config.gpu())?;
        let stream = self.open(&config)?;
        not_an_input("-o", self.output.as_deref())?;
        let regs = self.part.regs_per_thread(&stream)?;
        let placed = stream.place(config.gpu(), regs, geometry.positions())?;
        let matrices = MoveMatrix::of_stream(&stream, config.gpu(), regs, geometry.positions())?;
        let banks = self.banks(&matrices, geometry);
        let totals = self.totals(&config, &placed, &banks);
        if let Some(path) = &self.output {
            mapping::write_maps(path, &maps(&banks, self.algorithm))?;
        }
        match self.json {
            true => print_json(&self.json_of(config.name(), &stream, geometry, &banks, &totals))?,
            false => {
                print(format_args!(
                    "{} ({}): {} requests, {regs} registers per thread, {} ports, {} offsets\n\n",
                    stream.name,
                    config.name(),
                    grouped(stream.requests.len() as u64),
                    geometry.ports,
                    geometry.offsets
                ))?;
                print(bank_table(&banks))?;
                if self.part.bank.is_none() {
                    print(format_args!("\n{}", total_table(&totals)))?;
                }
                self.notes(geometry);
            }
        }
        Ok(())
    }

    /// Rejects wrong arguments before the stream is read.
    fn check(&self, geometry: PortRegions) -> Result<()> {
        let name = self.stream.display().to_string();
        if ![".csv", ".csv.xz", ".toml"].iter().any(|ending| name.ends_with(ending)) {
            let expected = "a stream (.csv, .csv.xz) or a launch (.toml)";
            return Err(Error::input(Place::whole(&name), ending(&self.stream), expected));
        }
        if self.algorithm == Algorithm::Exact && geometry.offsets > MAX_EXACT_OFFSETS {
            let found = format!("exact, with {} offsets per port", geometry.offsets);
            let expected = format!("at most {MAX_EXACT_OFFSETS} offsets, or another algorithm");
            return Err(Error::input(Place::whole("--algorithm"), found, expected));
        }
        Ok(())
    }

    /// Reads the stream, or executes the launch to record one.
    fn open(&self, config: &Config) -> Result<Stream> {
        if self.stream.extension().is_none_or(|ending| ending != "toml") {
            return Stream::open(&self.stream, config.gpu());
        }
        let limit = Schedule::default().limit;
        let case = Case::on_allocated_registers(&self.stream)?;
        let (requests, _) = record(&self.stream, &case, config.gpu(), None, limit, Vec::new())?;
        let text = requests.finish().map_err(Error::io(&self.stream))?;
        Stream::parse(&self.stream.display().to_string(), &text[..], config.gpu())
    }

    fn banks(&self, matrices: &[MoveMatrix], geometry: PortRegions) -> Vec<Bank> {
        let wanted = |bank: &usize| self.part.bank.is_none_or(|only| only == *bank);
        let numbers: Vec<usize> = (0..matrices.len()).filter(wanted).collect();
        let bar = progress_bar("map", numbers.len() as u64);
        let exact = self.algorithm == Algorithm::Exact;
        let bank = |&number: &usize| {
            let bank = Bank::new(number, &matrices[number], geometry, exact);
            bar.inc(1);
            bank
        };
        let banks = parallel::map(&numbers, bank);
        bar.finish_and_clear();
        banks
    }

    fn totals(&self, config: &Config, placed: &Placed, banks: &[Bank]) -> Vec<Total> {
        let algorithms: Vec<Algorithm> =
            banks[0].candidates.iter().map(|candidate| candidate.algorithm).collect();
        let bar = progress_bar("replay", algorithms.len() as u64);
        let total = |(n, algorithm): (usize, Algorithm)| {
            let predicted = banks.iter().map(|bank| bank.candidates[n].shifts).sum();
            let activity = self
                .part
                .bank
                .is_none()
                .then(|| mapping::model_activity(config, placed, &maps(banks, algorithm)));
            bar.inc(1);
            let energy = activity.as_ref().and_then(|activity| account_of(activity, config));
            Total { algorithm, predicted, activity, energy }
        };
        let totals = parallel::map(algorithms.into_iter().enumerate(), total);
        bar.finish_and_clear();
        totals
    }

    /// Prints notes on the table to standard error.
    fn notes(&self, geometry: PortRegions) {
        if geometry.offsets > MAX_EXACT_OFFSETS {
            note!(
                "note: with more than {MAX_EXACT_OFFSETS} groups, local search orders them, also \
                 in 'paper'"
            );
        }
        if let Some(path) = &self.output {
            note!("maps of '{}': {}", self.algorithm.name(), path.display());
        }
    }

    fn json_of(
        &self,
        configuration: &str,
        stream: &Stream,
        geometry: PortRegions,
        banks: &[Bank],
        totals: &[Total],
    ) -> serde_json::Value {
        let chosen = totals.iter().find(|total| total.algorithm == self.algorithm);
        let bound: Option<u64> =
            banks.iter().map(|bank| bank.exact.as_ref().map(|exact| exact.lower_bound)).sum();
        json!({
            "algorithm": self.algorithm.name(),
            "shifts": chosen.map(|total| total.predicted),
            "lower_bound": bound,
            "configuration": configuration,
            "stream": stream.name,
            "requests": stream.requests.len(),
            "ports": geometry.ports,
            "offsets": geometry.offsets,
            "algorithms": totals.iter().map(json_of_total).collect::<Vec<_>>(),
            "banks": banks.iter().map(|bank| json_of_bank(bank, self.algorithm)).collect::<Vec<_>>(),
        })
    }
}

/// The maps of all banks by one algorithm.
fn maps(banks: &[Bank], algorithm: Algorithm) -> Vec<Mapping> {
    let candidates = banks.iter().flat_map(|bank| &bank.candidates);
    candidates.filter(|c| c.algorithm == algorithm).map(|c| c.map.clone()).collect()
}

/// Description of a file's ending, for an error message.
fn ending(path: &Path) -> String {
    match path.extension() {
        Some(ending) => format!("a file with the ending .{}", ending.to_string_lossy()),
        None => "a file without an ending".into(),
    }
}

fn json_of_bank(bank: &Bank, algorithm: Algorithm) -> serde_json::Value {
    let mut entry = serde_json::Map::new();
    entry.insert("bank".into(), json!(bank.number));
    entry.insert("accesses".into(), json!(bank.accesses));
    entry.insert("registers".into(), json!(bank.registers));
    for candidate in &bank.candidates {
        entry.insert(candidate.algorithm.name(), json!(candidate.shifts));
        if candidate.algorithm == algorithm {
            entry.insert("shifts".into(), json!(candidate.shifts));
        }
    }
    if let Some(exact) = &bank.exact {
        entry.insert("lower_bound".into(), json!(exact.lower_bound));
        entry.insert("optimal".into(), json!(exact.optimal()));
    }
    serde_json::Value::Object(entry)
}

fn json_of_total(total: &Total) -> serde_json::Value {
    let count = |name| total.activity.as_ref().map(|activity| activity.count(name));
    json!({
        "algorithm": total.algorithm.name(),
        "shifts": total.predicted,
        "shift_total": count("shift total"),
        "cycles": count("cycles"),
        "energy": total.energy.as_ref().map(Account::json),
    })
}

fn bank_table(banks: &[Bank]) -> String {
    let names = banks[0].candidates.iter().map(|candidate| candidate.algorithm.name());
    let mut header = vec!["bank".into(), "registers".into(), "accesses".into()];
    header.extend(names);
    let exact = banks[0].exact.is_some();
    if exact {
        header.extend(["lower bound".into(), "gap".into()]);
    }
    let mut sums = vec![0; banks[0].numbers().len()];
    for bank in banks {
        sums.iter_mut().zip(bank.numbers()).for_each(|(sum, number)| *sum += number);
    }
    let mut rows: Vec<_> =
        banks.iter().map(|bank| row(bank.number.to_string(), &bank.numbers(), exact)).collect();
    rows.push(row("all".into(), &sums, exact));
    terminal(&header.iter().map(String::as_str).collect::<Vec<_>>(), &rows)
}

fn row(name: String, numbers: &[u64], exact: bool) -> Vec<String> {
    let mut row = vec![name];
    row.extend(numbers.iter().map(|&number| grouped(number)));
    if let ([.., shifts, bound], true) = (numbers, exact) {
        row.push(gap(*shifts, *bound));
    }
    row
}

/// Upper bound of the shifts that a better map could save, in percent.
fn gap(shifts: u64, bound: u64) -> String {
    match shifts - bound {
        0 => "none: optimal".into(),
        open => format!("{:.1} %", 100.0 * open as f64 / shifts as f64),
    }
}

fn total_table(totals: &[Total]) -> String {
    let row = |total: &Total| {
        let count = |name| total.activity.as_ref().map_or(0, |activity| activity.count(name));
        let (shifts, reads) = (count("shift total"), count("reads").max(1));
        let more = match (total.predicted, shifts) {
            (0, 0) => "+0.0 %".into(),
            (0, _) => "-".into(),
            (predicted, _) => format!("{:+.1} %", 100.0 * (shifts as f64 / predicted as f64 - 1.0)),
        };
        let mut cells = vec![
            total.algorithm.name(),
            grouped(total.predicted),
            grouped(shifts),
            more,
            grouped(count("cycles")),
            format!("{:.1}", count("read latency, sum") as f64 / reads as f64),
        ];
        cells.extend(total.energy.iter().flat_map(energy_cells));
        cells
    };
    let mut header = vec!["algorithm", "predicted", "shift total", "difference", "cycles"];
    header.push("mean latency");
    header.extend(ENERGY_HEADER);
    terminal(&header, &totals.iter().map(row).collect::<Vec<_>>())
}
