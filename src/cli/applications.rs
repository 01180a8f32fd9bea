use super::{print, print_json};
use crate::error::{Error, Place, Result, nearest};
use crate::papers::Applications;
use crate::systems::{self, BASELINE};
use clap::Args;

/// Compares each paper's table of applications with our kernels of the same shape
#[derive(Args)]
#[command(after_help = "\
Each figure is `paper / ours`: threads and bytes of shared memory per CTA, registers per thread
after our allocation, and resident CTAs of an SRAM SM in the paper's configuration. `-` means that
the paper does not print the figure. Registers agree if they are within 10 %; other figures must be
equal.

Examples:
  regforge applications
  regforge applications compressed --json")]
pub struct ApplicationsOf {
    /// A system or its paper (rm, sdc, exp) [default: all]
    #[arg(value_name = "SYSTEM|PAPER")]
    system: Option<String>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Prints Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

impl ApplicationsOf {
    pub fn run(self) -> Result<()> {
        let baseline = systems::system(BASELINE)?;
        let mut all = Vec::new();
        for (system, paper) in systems::systems_with_paper() {
            let config = |name: &str| systems::config(name);
            all.extend(Applications::of(system.name(), paper, baseline, config)?);
        }
        if let Some(name) = &self.system {
            let system = systems::with_paper(name).map_or(name.as_str(), |(one, _)| one.name());
            let found = all.iter().position(|one| one.system == system);
            let found = found.ok_or_else(|| unknown(name, &all))?;
            all = vec![all.swap_remove(found)];
        }
        match self.json {
            true => print_json(&serde_json::json!({ "systems": all })),
            false => {
                let tables: Vec<String> = all.iter().map(|one| one.table(self.markdown)).collect();
                print(tables.join("\n"))
            }
        }
    }
}

fn unknown(name: &str, all: &[Applications]) -> Error {
    let known: Vec<&str> = all.iter().map(|one| one.system).collect();
    let expected = format!(
        "a system whose paper lists the resources of its applications: {}; the nearest is {}",
        known.join(", "),
        nearest(name, known.iter().copied())
    );
    Error::input(Place::whole("command line"), format!("system '{name}'"), expected)
}
