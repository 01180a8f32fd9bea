use crate::cli::{print, print_json};
use crate::error::Result;
use crate::ptx::trace::{Command, Header, Reader, Summary, read_list};
use crate::table::{grouped, terminal};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Reads Accel-Sim traces and summarises them
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge ptx trace-info traces
  regforge ptx trace-info traces/kernel-1.traceg.xz --json")]
pub struct TraceInfo {
    /// A trace (.traceg, .traceg.xz), a list of traces (kernelslist.g), or a folder that contains
    /// one
    #[arg(value_name = "FILE|FOLDER")]
    path: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// A trace that was read, with its summary.
struct Read {
    file: PathBuf,
    header: Header,
    summary: Summary,
}

impl TraceInfo {
    pub fn run(self) -> Result<()> {
        let mut all = Vec::new();
        for file in self.files()? {
            let mut reader = Reader::open(&file)?;
            let mut summary = Summary::default();
            for block in &mut reader {
                summary.add(&block?);
            }
            all.push(Read { file, header: reader.header, summary });
        }
        match self.json {
            true => print_json(&json!({ "kernels": all.iter().map(entry).collect::<Vec<_>>() })),
            false => print(terminal(&HEADER, &all.iter().map(row).collect::<Vec<_>>())),
        }
    }

    fn files(&self) -> Result<Vec<PathBuf>> {
        let list = match self.path.is_dir() {
            true => self.path.join("kernelslist.g"),
            false => self.path.clone(),
        };
        let name = list.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with("kernelslist") {
            return Ok(vec![list]);
        }
        let launches = read_list(&list)?.into_iter().filter_map(|command| match command {
            Command::Launch(file) => Some(file),
            _ => None,
        });
        Ok(launches.collect())
    }
}

const HEADER: [&str; 9] = [
    "kernel",
    "CTAs",
    "warps",
    "instructions",
    "thread instructions",
    "loads",
    "stores",
    "atomics",
    "registers",
];

fn row(read: &Read) -> Vec<String> {
    let Summary { ctas, warps, instructions, thread_instructions, loads, stores, atomics } =
        read.summary;
    let numbers = [ctas, warps, instructions, thread_instructions, loads, stores, atomics];
    let registers = u64::from(read.header.registers);
    let numbers = numbers.into_iter().chain([registers]).map(grouped);
    std::iter::once(read.header.name.clone()).chain(numbers).collect()
}

fn entry(read: &Read) -> serde_json::Value {
    let Read { file, header, summary } = read;
    json!({
        "file": file.display().to_string(),
        "kernel": header.name,
        "id": header.id,
        "grid": header.grid,
        "block": header.block,
        "shared_bytes": header.shared_bytes,
        "registers": header.registers,
        "binary_version": header.binary_version,
        "tracer_version": header.tracer_version,
        "ctas": summary.ctas,
        "warps": summary.warps,
        "instructions": summary.instructions,
        "thread_instructions": summary.thread_instructions,
        "loads": summary.loads,
        "stores": summary.stores,
        "atomics": summary.atomics,
    })
}
