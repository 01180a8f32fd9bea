use crate::cli::options::named;
use crate::cli::{ConfigArgs, print, print_json, progress_bar};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::files;
use crate::run::case::Case;
use crate::systems::compressed::compiler::needs::{Class, classes};
use crate::systems::compressed::compiler::tuning::{self, Target};
use crate::table::terminal;
use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Finds the fewest bits that each float of a kernel needs, by repeated execution of its launch
#[derive(Args)]
#[command(after_help = "\
Writes formats-perfect.toml or formats-high.toml beside each launch. These files are read by the
commands `ptx report --packed` and `sim --rf compressed`.

With quality perfect, all results equal the exact run. With quality high, floats deviate by at most
10 % and images have a similarity of at least 0.9; integers are equal. Values are rounded by the
rules of the configuration's truncator. The compared results are those that the launch expects or,
if it expects none, those that case.toml beside it expects.

Examples:
  regforge ptx tune kernels/hotspot/case.toml --quality high
  regforge ptx tune kernels/papers/ssao/angerd-2020.toml --quality high --config sdc_paper
  regforge ptx report kernels/hotspot/case.toml --packed --quality high")]
pub struct Tune {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// Required quality of results
    #[arg(long, value_parser = target_parser(), default_value = "perfect")]
    quality: Target,
    #[command(flatten)]
    config: ConfigArgs,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

fn target_parser() -> impl TypedValueParser<Value = Target> {
    named(&[
        (Target::Perfect, Target::Perfect.name(), "All results equal the exact run"),
        (Target::High, Target::High.name(), "Floats within 10 %, image similarity at least 0.9"),
    ])
}

/// Result for a launch.
struct Done {
    launch: String,
    floats: usize,
    mean_bits: f64,
    /// None if the kernel has no floats.
    file: Option<PathBuf>,
}

impl Tune {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let of = |path: &PathBuf| self.case(path, &config);
        let all = self.cases.iter().map(of).collect::<Result<Vec<_>>>()?;
        match self.json {
            true => {
                let entry = |done: &Done| {
                    json!({
                        "launch": done.launch,
                        "floats": done.floats,
                        "mean_bits": done.mean_bits,
                        "file": done.file,
                    })
                };
                print_json(&json!({ "launches": all.iter().map(entry).collect::<Vec<_>>() }))
            }
            false => {
                let row = |done: &Done| {
                    let file = done.file.as_ref().map(|file| file.display().to_string());
                    vec![
                        done.launch.clone(),
                        done.floats.to_string(),
                        format!("{:.1}", done.mean_bits),
                        file.unwrap_or("-".into()),
                    ]
                };
                let rows: Vec<Vec<String>> = all.iter().map(row).collect();
                print(terminal(&["launch", "floats", "mean bits", "written"], &rows))
            }
        }
    }

    fn case(&self, path: &Path, config: &Config) -> Result<Done> {
        let case = Case::on_allocated_registers(path)?;
        let launch = case.launch.name.clone();
        let is_float: Vec<bool> =
            classes(&case.kernel).iter().map(|class| *class == Class::Float).collect();
        let floats = is_float.iter().filter(|float| **float).count();
        if floats == 0 {
            return Ok(Done { launch, floats, mean_bits: 32.0, file: None });
        }
        let file = tuning::path(path, self.quality);
        files::can_write(&file).map_err(Error::io(&file))?;
        let bar = progress_bar(&launch, floats as u64);
        let tuned = tuning::tune(&case, self.quality, config, || {
            // Each further round over the registers extends the bar.
            if bar.position() == bar.length().unwrap_or(0) {
                bar.inc_length(floats as u64);
            }
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        tuning::write(&file, &case.kernel, self.quality, &tuned)?;
        let bits = tuned.formats.iter().zip(is_float).filter(|(_, float)| *float);
        let bits: u32 = bits.map(|(format, _)| format.bits()).sum();
        Ok(Done { launch, floats, mean_bits: f64::from(bits) / floats as f64, file: Some(file) })
    }
}
