use super::options::{StreamOptions, check_known, named, output_folder, units_with};
use super::stream_part::StreamPart;
use super::{ConfigArgs, print, print_json, progress_bar, unit, units};
use crate::config::{Config, Gpu};
use crate::cosim::{Builder, Check, Instance, Passed, Recording, Replay, Source, Trace, replay};
use crate::error::{Error, Place, Result};
use crate::parallel;
use crate::report;
use crate::stream::{Stream, StreamReplay};
use crate::systems::{self, SCHEMA};
use crate::table::{grouped, terminal};
use crate::units::{Activity, AnyUnit, StreamScope};
use clap::builder::TypedValueParser;
use clap::{Args, value_parser};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Runs model and RTL in lockstep and compares every output on every cycle
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge cosim all
  regforge cosim shift_controller --cycles 100000000 --seed 7
  regforge cosim racetrack_bank --stream tests/streams/hotspot.csv.xz --plots build/plots
  regforge cosim racetrack_register_file --stream tests/streams/hotspot.csv.xz --map maps.csv
  regforge cosim racetrack_bank --cycles 2000 --trace fst
  regforge cosim racetrack_bank --replay build/mismatch/racetrack_bank.json")]
pub struct Cosim {
    /// A unit, or all
    #[arg(value_name = "UNIT|all")]
    unit: String,
    #[command(flatten)]
    config: ConfigArgs,
    /// Cycles to compare with random stimulus
    #[arg(long, default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    cycles: u64,
    /// Seed of the random stimulus
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also writes the waves of the run to build/waves/ (keep the run short)
    #[arg(long, value_name = "FORMAT", value_parser = trace_parser())]
    trace: Option<Trace>,
    /// Replays a recorded stream (.csv, .csv.xz) instead of random stimulus
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "cycles", "seed"])]
    stream: Option<PathBuf>,
    #[command(flatten)]
    part: StreamPart,
    /// Plots head position and shift distances of the stream into a folder
    #[arg(long, value_name = "DIR", requires = "stream", value_parser = output_folder())]
    plots: Option<PathBuf>,
    /// Replays recorded inputs and parameters, such as those that a mismatch writes, instead of
    /// random stimulus
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "parameters", "cycles", "seed", "trace", "json"])]
    replay: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Options of replayed streams")]
    options: StreamOptions,
}

fn trace_parser() -> impl TypedValueParser<Value = Trace> {
    named(&[
        (Trace::Vcd, Trace::Vcd.ending(), "Value change dump"),
        (Trace::Fst, Trace::Fst.ending(), "GTKWave's format"),
    ])
}

/// Folder for the recordings and waves of mismatches.
const NOTES: &str = "build/mismatch";

impl Cosim {
    pub fn run(self) -> Result<()> {
        let builder = Builder::new()?;
        match (&self.stream, &self.replay) {
            (Some(file), _) => self.stream(&builder, file),
            (_, Some(file)) => self.replay(&builder, file),
            _ => self.random(&builder.for_cycles(self.cycles)),
        }
    }

    fn random(&self, builder: &Builder) -> Result<()> {
        let config = self.config.load()?;
        let source = Source::Random { seed: self.seed, cycles: self.cycles };
        let mut results = Vec::new();
        for unit in units(&self.unit)? {
            let check = Check::new(builder, unit, &config)?;
            let bar = progress_bar(unit.name(), self.cycles);
            let passed = check.run(&source, Path::new(NOTES), |cycle| bar.set_position(cycle))?;
            bar.finish_and_clear();
            if let Some(trace) = self.trace {
                let path = format!("build/waves/{}.{}", unit.name(), trace.ending());
                check.waves(&source, self.cycles, trace, Path::new(&path))?;
                note!("waves: {path}");
            }
            results.push((unit, passed));
        }
        match self.json {
            true => print_json(&random_json(&results, &config, self.seed)),
            false => print(random_table(&results, &config, self.seed)),
        }
    }

    fn replay(&self, builder: &Builder, file: &Path) -> Result<()> {
        let recording = Recording::read(file)?;
        let builder = builder.for_cycles(recording.cycles.len() as u64);
        if recording.unit != self.unit {
            let found = format!("a recording of {}", recording.unit);
            return Err(Error::input(Place::whole(file.display()), found, &self.unit));
        }
        let config = recording.config(&SCHEMA, file)?;
        let unit = unit(&self.unit)?;
        let check = Check::new(&builder, unit, &config)?;
        let library = check.library();
        let inputs = recording.inputs(library.layout(), file)?;
        let mut bench = unit.bench(&config, 0);
        let mut instance = Instance::new(library, 0);
        match replay(&mut *bench, &mut instance, library.layout(), &inputs) {
            Replay::Agrees => {
                print(format_args!("{}: {} cycles agree\n", unit.name(), inputs.len()))
            }
            Replay::Illegal(cycle) => Err(Error::input(
                Place::whole(format!("{}, cycle {cycle}", file.display())),
                "inputs that violate the unit's contract",
                "legal inputs",
            )),
            Replay::Differs(at) => Err(Error::Disagreement(format!(
                "{}: cycle {}, {}: model {}, RTL {}",
                unit.name(),
                at.cycle,
                at.port,
                at.expected,
                at.got
            ))),
        }
    }

    fn stream(&self, builder: &Builder, file: &Path) -> Result<()> {
        let config = self.config.load()?;
        let stream = Stream::open(file, config.gpu())?;
        let regs = self.part.regs_per_thread(&stream)?;
        let unit = unit(&self.unit)?;
        if unit.stream_scope().is_none() {
            let takers = systems::units().into_iter().filter(|unit| unit.stream_scope().is_some());
            let takers: Vec<&str> = takers.map(|unit| unit.name()).collect();
            let found = format!("unit {}", unit.name());
            return Err(Error::input(Place::whole("--stream"), found, takers.join(" or ")));
        }
        let owners = |option: &str| units_with(option).iter().map(ToString::to_string).collect();
        check_known(&self.options.0, unit.stream_options(), unit.name(), owners)?;
        let placed = stream.place(config.gpu(), regs, unit.stream_entries(&config))?;
        let parts = self.parts(unit, config.gpu())?;
        let label = |part: &Option<usize>| part.map_or("all".to_string(), |bank| bank.to_string());
        let banks: Vec<String> = parts.iter().map(label).collect();
        let source = |part: &Option<usize>| Source::Stream {
            name: format!("{}, bank {}", stream.name, label(part)),
            replay: StreamReplay {
                requests: placed.requests(*part),
                regs_per_thread: regs,
                banks: config.gpu().banks,
                options: self.options.0.clone(),
            },
        };
        let sources: Vec<Source> = parts.iter().map(source).collect();
        let check = Check::new(builder, unit, &config)?;
        let bar = progress_bar(unit.name(), sources.len() as u64);
        let results = parallel::try_map(&sources, |source| {
            let passed = check.run(source, Path::new(NOTES), |_| {})?;
            bar.inc(1);
            Ok(passed)
        })?;
        bar.finish_and_clear();
        if let Some(trace) = self.trace {
            let path = format!("build/waves/{}.{}", unit.name(), trace.ending());
            check.waves(&sources[0], results[0].compared + 1, trace, Path::new(&path))?;
            note!("waves: {path}");
        }
        let activities: Vec<Activity> =
            results.iter().map(|passed| passed.activity.clone().unwrap_or_default()).collect();
        if let Some(folder) = &self.plots {
            plot(folder, &stream, &banks, &activities)?;
        }
        match self.json {
            true => print_json(&stream_json(unit, &config, &stream, &banks, &results)),
            false => {
                print(format_args!(
                    "{} ({}): {}, {} requests, {regs} registers per thread; model and RTL \
                     agree\n\n",
                    unit.name(),
                    config.name(),
                    stream.name,
                    grouped(stream.requests.len() as u64)
                ))?;
                print(stream_table(&banks, &results, &activities))
            }
        }
    }

    /// Banks to replay, each in a run of its own; `None` replays all banks in one run.
    fn parts(&self, unit: &dyn AnyUnit, gpu: &Gpu) -> Result<Vec<Option<usize>>> {
        self.part.check(gpu)?;
        match (unit.stream_scope(), self.part.bank) {
            (Some(StreamScope::Whole), Some(bank)) => {
                let expected = format!("no --bank, because {} contains all banks", unit.name());
                Err(Error::input(Place::whole("--bank"), bank, expected))
            }
            (Some(StreamScope::Whole), None) => Ok(vec![None]),
            (_, Some(bank)) => Ok(vec![Some(bank)]),
            (_, None) => Ok((0..gpu.banks).map(Some).collect()),
        }
    }
}

type Results<'a> = [(&'a dyn AnyUnit, Passed)];

fn random_table(results: &Results, config: &Config, seed: u64) -> String {
    let row = |(unit, passed): &(&dyn AnyUnit, Passed)| {
        let reachable = passed.scenarios.iter().filter(|scenario| scenario.reachable).count();
        let missed = passed.missed();
        vec![
            unit.name().to_string(),
            config.name().to_string(),
            seed.to_string(),
            grouped(passed.compared),
            "0".into(),
            format!("{} of {reachable}", reachable - missed.len()),
            missed.join(" "),
        ]
    };
    let header = ["unit", "configuration", "seed", "cycles", "mismatches", "scenarios", "missed"];
    terminal(&header, &results.iter().map(row).collect::<Vec<_>>())
}

fn random_json(results: &Results, config: &Config, seed: u64) -> serde_json::Value {
    let entry = |(unit, passed): &(&dyn AnyUnit, Passed)| {
        let hits = passed.scenarios.iter().filter(|scenario| scenario.reachable);
        let hits: serde_json::Map<_, _> =
            hits.map(|scenario| (scenario.name.to_string(), json!(scenario.hits))).collect();
        json!({ "unit": unit.name(), "cycles": passed.compared, "mismatches": 0, "scenarios": hits })
    };
    let units: Vec<_> = results.iter().map(entry).collect();
    json!({ "configuration": config.name(), "seed": seed, "units": units })
}

fn stream_table(banks: &[String], results: &[Passed], activities: &[Activity]) -> String {
    let mut header = vec!["bank"];
    header.extend(activities[0].counters.iter().map(|(name, _)| *name));
    header.push("cycles compared");
    let row = |name: String, counters: Vec<u64>, compared: u64| {
        let mut row = vec![name];
        row.extend(counters.into_iter().map(grouped));
        row.push(grouped(compared));
        row
    };
    let counts =
        |activity: &Activity| activity.counters.iter().map(|(_, n)| *n).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut sums = vec![0; activities[0].counters.len()];
    for ((bank, passed), activity) in banks.iter().zip(results).zip(activities) {
        let counts = counts(activity);
        sums.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
        rows.push(row(bank.clone(), counts, passed.compared));
    }
    if banks.len() > 1 {
        rows.push(row("all".into(), sums, results.iter().map(|passed| passed.compared).sum()));
    }
    terminal(&header, &rows)
}

fn stream_json(
    unit: &dyn AnyUnit,
    config: &Config,
    stream: &Stream,
    banks: &[String],
    results: &[Passed],
) -> serde_json::Value {
    let bank = |(bank, passed): (&String, &Passed)| {
        let mut entry = serde_json::Map::new();
        entry.insert("bank".into(), json!(bank));
        entry.insert("cycles compared".into(), json!(passed.compared));
        let counters = passed.activity.iter().flat_map(|activity| &activity.counters);
        entry.extend(counters.map(|(name, count)| (name.to_string(), json!(count))));
        serde_json::Value::Object(entry)
    };
    let banks: Vec<_> = banks.iter().zip(results).map(bank).collect();
    json!({
        "unit": unit.name(),
        "configuration": config.name(),
        "stream": stream.name,
        "requests": stream.requests.len(),
        "mismatches": 0,
        "banks": banks,
    })
}

/// Plots the head position of the busiest bank, and the shift distances of all banks.
fn plot(folder: &Path, stream: &Stream, banks: &[String], activities: &[Activity]) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    let busiest = (0..banks.len()).max_by_key(|&n| activities[n].positions.len()).unwrap_or(0);
    let activity = &activities[busiest];
    let name = Path::new(&stream.name).file_name().unwrap_or_default().to_string_lossy();
    let cycles = activity.counters.first().map_or(0, |counter| counter.1);
    let head = folder.join("head_position.svg");
    let title = format!("{name}: head of bank {}", banks[busiest]);
    report::head_over_time(&head, &title, &activity.positions, cycles)?;
    let longest = activities.iter().map(|activity| activity.distances.len()).max().unwrap_or(0);
    let mut distances = vec![0; longest];
    for activity in activities {
        activity.distances.iter().zip(&mut distances).for_each(|(count, sum)| *sum += count);
    }
    let histogram = folder.join("shift_distance.svg");
    report::distance_histogram(&histogram, &format!("{name}: all banks"), &distances)?;
    note!("plots: {}, {}", head.display(), histogram.display());
    Ok(())
}
