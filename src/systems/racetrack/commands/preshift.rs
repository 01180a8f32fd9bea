use super::{ENERGY_HEADER, account_of, cells as energy_cells};
use crate::cli::options::output_file;
use crate::cli::{ConfigArgs, print, print_json, progress_bar, unit};
use crate::config::Options;
use crate::cosim::{Builder, Check, Passed, Source};
use crate::error::{Error, Result};
use crate::files::not_an_input;
use crate::parallel;
use crate::report;
use crate::stream::{Stream, StreamReplay};
use crate::systems::racetrack::units::PortRegions;
use crate::table::{grouped, terminal};
use crate::tech::{Account, LIANG_2016};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Compares the racetrack register file with and without preshifting on recorded streams
#[derive(Args)]
#[command(after_help = "\
Example:
  regforge preshift tests/streams/hotspot.csv.xz --plot build/preshift.svg")]
pub struct Preshift {
    /// Recorded streams (.csv, .csv.xz)
    #[arg(required = true, value_name = "FILE")]
    streams: Vec<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Plots the mean read latencies
    #[arg(long, value_name = "FILE.svg", value_parser = output_file())]
    plot: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Name of each mode, and the stream options that it sets.
const MODES: [(&str, &[&str]); 3] =
    [("without", &["no_preshift"]), ("with", &[]), ("with, aligned only", &["aligned_only"])];

/// Results of a stream in one mode.
struct Row {
    stream: String,
    mode: &'static str,
    passed: Passed,
    energy: Option<Account>,
}

impl Row {
    fn count(&self, name: &str) -> u64 {
        self.passed.activity.as_ref().map_or(0, |activity| activity.count(name))
    }

    /// Mean number of cycles from the first offer of a read to its answer.
    fn mean_latency(&self) -> f64 {
        self.count("read latency, sum") as f64 / self.count("reads").max(1) as f64
    }

    fn answers(&self) -> Vec<String> {
        self.passed.activity.as_ref().map(|activity| activity.answers.clone()).unwrap_or_default()
    }
}

impl Preshift {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let builder = Builder::new()?;
        let unit = unit("racetrack_register_file")?;
        let mut jobs = Vec::new();
        for path in &self.streams {
            let stream = Stream::open(path, config.gpu())?;
            let regs_per_thread = stream.regs_per_thread();
            let placed = stream.place(
                config.gpu(),
                regs_per_thread,
                PortRegions::from(&config).positions(),
            )?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for (mode, flags) in MODES {
                let replay = StreamReplay {
                    requests: placed.requests(None),
                    regs_per_thread,
                    banks: config.gpu().banks,
                    options: Options::flags(flags),
                };
                jobs.push((mode, Source::Stream { name: name.clone(), replay }));
            }
        }
        not_an_input("--plot", self.plot.as_deref())?;
        let check = Check::new(&builder, unit, &config)?;
        let bar = progress_bar("preshift", jobs.len() as u64);
        let rows = parallel::try_map(&jobs, |(mode, source)| {
            let passed = check.run(source, Path::new("build/mismatch"), |_| {})?;
            bar.inc(1);
            let Source::Stream { name, .. } = source else { unreachable!("all are streams") };
            let activity = passed.activity.as_ref();
            let energy = activity.and_then(|activity| account_of(activity, &config));
            Ok(Row { stream: name.clone(), mode, passed, energy })
        })?;
        bar.finish_and_clear();
        same_answers(&rows)?;
        if let Some(path) = &self.plot {
            let bars: Vec<(String, f64)> = rows
                .iter()
                .map(|row| (format!("{}: {}", row.stream, row.mode), row.mean_latency()))
                .collect();
            report::bars(path, "mean read latency, cycles", &bars)?;
            note!("plot: {}", path.display());
        }
        match self.json {
            true => print_json(&json!({
                "configuration": config.name(),
                "rows": rows.iter().map(entry).collect::<Vec<_>>(),
            })),
            false => {
                print(table(&rows))?;
                print(format_args!(
                    "energy by {}; SRAM: the same accesses in as many cycles\n\
                     answers of every bank are the same in all modes; model and RTL agree\n",
                    LIANG_2016
                ))
            }
        }
    }
}

/// RM-I19: preshifting changes the cycles of answers, but neither their values nor their order.
fn same_answers(rows: &[Row]) -> Result<()> {
    for modes in rows.chunks(MODES.len()) {
        if let Some(row) = modes.iter().find(|row| row.answers() != modes[0].answers()) {
            let message = format!(
                "{}: {}: the answers of a bank differ from those without preshifting",
                row.stream, row.mode
            );
            return Err(Error::Disagreement(message));
        }
    }
    Ok(())
}

fn table(rows: &[Row]) -> String {
    let row = |row: &Row| {
        let mut cells = vec![row.stream.clone(), row.mode.to_string()];
        cells.push(grouped(row.count("cycles")));
        cells.push(format!("{:.1}", row.mean_latency()));
        cells.extend(["worst", "shift demand", "shift total"].map(|name| grouped(row.count(name))));
        cells.extend(row.energy.iter().flat_map(energy_cells));
        cells
    };
    let mut header = vec!["stream", "preshifting", "cycles", "mean latency", "worst"];
    header.extend(["shift demand", "shift total"]);
    header.extend(ENERGY_HEADER);
    terminal(&header, &rows.iter().map(row).collect::<Vec<_>>())
}

fn entry(row: &Row) -> serde_json::Value {
    json!({
        "stream": row.stream,
        "preshifting": row.mode,
        "cycles": row.count("cycles"),
        "mean_latency": row.mean_latency(),
        "worst_latency": row.count("worst"),
        "shift_demand": row.count("shift demand"),
        "shift_total": row.count("shift total"),
        "energy": row.energy.as_ref().map(Account::json),
    })
}
