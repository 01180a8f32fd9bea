use crate::cli::{print, print_json};
use crate::error::Result;
use crate::ptx::decode::supported;
use crate::ptx::{Source, parse};
use crate::table::{grouped, terminal};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Counts the opcodes in PTX files, and shows which ones are modelled
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge ptx coverage kernel.ptx
  regforge ptx coverage --base *.ptx")]
pub struct Coverage {
    /// PTX files, of version 1.4 or later
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Counts by base opcode: ld.global.f32 and ld.shared.u32 both as ld
    #[arg(long)]
    base: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Coverage {
    pub fn run(self) -> Result<()> {
        let mut counts: BTreeMap<String, Count> = BTreeMap::new();
        for path in &self.files {
            self.count(&Source::read(path)?, &mut counts)?;
        }
        // The map is sorted by name; the stable sort keeps that order for equal counts.
        let mut opcodes: Vec<(String, Count)> = counts.into_iter().collect();
        opcodes.sort_by_key(|(_, count)| std::cmp::Reverse(count.all));
        match self.json {
            true => print_json(&self.json_of(&opcodes)),
            false => {
                let rows: Vec<Vec<String>> =
                    opcodes.iter().map(|(opcode, count)| row(opcode, count)).collect();
                print(terminal(&["opcode", "count", "modelled"], &rows))
            }
        }
    }

    fn count(&self, source: &Source, counts: &mut BTreeMap<String, Count>) -> Result<()> {
        for instruction in parse(source)?.instructions() {
            let text = match self.base {
                true => instruction.opcode.base().into(),
                false => instruction.opcode.compact(),
            };
            let modifiers: Vec<&str> = instruction.opcode.modifiers().collect();
            let count = counts.entry(text.into_owned()).or_default();
            count.all += 1;
            count.modelled += u64::from(supported(instruction.opcode.base(), &modifiers));
        }
        Ok(())
    }

    fn json_of(&self, opcodes: &[(String, Count)]) -> serde_json::Value {
        let instructions: u64 = opcodes.iter().map(|(_, count)| count.all).sum();
        let modelled: u64 = opcodes.iter().map(|(_, count)| count.modelled).sum();
        let entry = |(opcode, count): &(String, Count)| json!({ "opcode": opcode, "count": count.all, "modelled": count.modelled });
        json!({
            "files": self.files.len(),
            "instructions": instructions,
            "modelled": modelled,
            "opcodes": opcodes.iter().map(entry).collect::<Vec<_>>(),
        })
    }
}

/// Occurrences of an opcode, in all forms and in modelled forms.
#[derive(Clone, Copy, Default)]
struct Count {
    all: u64,
    modelled: u64,
}

/// An opcode's row of the table.
fn row(opcode: &str, count: &Count) -> Vec<String> {
    let modelled = match count.modelled {
        n if n == count.all => "yes".into(),
        0 => "no".into(),
        n => format!("{n} of them"),
    };
    vec![opcode.to_string(), grouped(count.all), modelled]
}
