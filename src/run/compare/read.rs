//! Reads a cycles file into [`Cycles`].

use super::sensitivity::CHANGES;
use super::{Column, Cycles, Measured, PerInstruction, Sensitivity};
use crate::error::{Error, Place, Result};
use crate::fields::{Bounds, Field, Fields, Source};
use crate::files::read_text;
use std::path::{Path, PathBuf};

const TOP: &[&str] = &["launch", "per_instruction", "collector_held", "sensitivity"];
const LAUNCH: &[&str] =
    &["name", "case", "registers", "ctas", "ctas_gpgpusim", "thread_instructions"];

/// Registers per thread that an instruction can name.
const REGISTERS: Bounds = (1, 256);

/// Resident CTAs; the bound is above that of any SM.
const CTAS: Bounds = (1, 1024);

/// Cycles and instructions; above 0, because they are divisors.
const COUNT: Bounds = (1, 1 << 48);

impl Cycles {
    /// Reads a cycles file. `project/` stands for the folder in which regforge runs, `shared/` for
    /// `shared`.
    ///
    /// # Errors
    /// [`Error::Input`] with the line for anything that is not a complete, legal cycles file;
    /// [`Error::Io`] if it cannot be read.
    pub fn read(path: &Path, shared: Option<&Path>) -> Result<Cycles> {
        let text = read_text(path, "TOML text")?;
        let source = Source { path, text: &text };
        let table = source.parse()?;
        let top = Fields::top(&source, &table);
        top.only(&[TOP])?;
        let mut launches: Vec<Measured> = Vec::new();
        for fields in top.tables("launch")? {
            let launch = launch(&fields, shared)?;
            if launch.name.is_empty() || launches.iter().any(|other| other.name == launch.name) {
                return fields.required("name")?.refuse("a name that no other launch uses");
            }
            launches.push(launch);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let entries = top.optional("per_instruction").map_or(Ok(Vec::new()), |f| f.entries())?;
        let per_instruction =
            entries.iter().map(|field| pair(field, folder)).collect::<Result<Vec<_>>>()?;
        let tables = top.optional("sensitivity").map_or(Ok(Vec::new()), |f| f.entries())?;
        let mut sensitivities = Vec::new();
        for launch in tables {
            for change in launch.entries()? {
                sensitivities.push(sensitivity(launch.name(), &change)?);
            }
        }
        if launches.is_empty() && per_instruction.is_empty() && sensitivities.is_empty() {
            let place = Place::whole(path.display());
            return Err(Error::input(place, "no launch", "at least one [[launch]]"));
        }
        Ok(Cycles { launches, per_instruction, sensitivities })
    }
}

fn launch(fields: &Fields, shared: Option<&Path>) -> Result<Measured> {
    let columns = Column::ALL.map(Column::name);
    fields.only(&[LAUNCH, &columns])?;
    let name = fields.required("name")?.text()?.to_string();
    let number = |key, bounds| -> Result<Option<u64>> {
        let field = fields.optional(key);
        field.map(|field| Ok(field.integer(bounds)? as u64)).transpose()
    };
    let size = |key, bounds| Ok::<_, Error>(number(key, bounds)?.map(|size| size as usize));
    let mut cycles = [None; Column::ALL.len()];
    for column in Column::ALL {
        cycles[column as usize] = number(column.name(), COUNT)?;
    }
    if cycles.iter().all(Option::is_none) {
        let found = format!("no cycles of launch '{name}'");
        return Err(Error::input(
            fields.at.clone(),
            found,
            format!("one of {}", columns.join(", ")),
        ));
    }
    Ok(Measured {
        case: case(&fields.required("case")?, shared)?,
        registers: size("registers", REGISTERS)?,
        ctas: size("ctas", CTAS)?,
        ctas_gpgpusim: size("ctas_gpgpusim", CTAS)?,
        thread_instructions: number("thread_instructions", COUNT)?,
        name,
        cycles,
    })
}

/// The launch description that a key names.
fn case(field: &Field, shared: Option<&Path>) -> Result<PathBuf> {
    let path = match (field.text()?.split_once('/'), shared) {
        (Some(("project", rest)), _) => PathBuf::from(rest),
        (Some(("shared", rest)), Some(shared)) => shared.join(rest),
        (Some(("shared", _)), None) => {
            return field.refuse("--shared DIR or REGFORGE_DATA, the folder that replaces shared/");
        }
        _ => return field.refuse("a path that begins with project/ or shared/"),
    };
    existing(field, path)
}

fn existing(field: &Field, path: PathBuf) -> Result<PathBuf> {
    match path.is_file() {
        true => Ok(path),
        false => field.refuse(format!("a launch; the file {} does not exist", path.display())),
    }
}

fn sensitivity(launch: &str, field: &Field) -> Result<Sensitivity> {
    let percent = field.float()?;
    let change = CHANGES.iter().find(|change| change.name == field.name());
    match change.filter(|_| percent.is_finite()) {
        Some(change) => Ok(Sensitivity { launch: launch.to_string(), change, percent }),
        None => {
            let names: Vec<&str> = CHANGES.iter().map(|change| change.name).collect();
            field.refuse(format!("one of {}, with a finite percentage", names.join(", ")))
        }
    }
}

fn pair(field: &Field, folder: &Path) -> Result<PerInstruction> {
    let (name, cycles) = (field.name(), field.float()?);
    if !cycles.is_finite() || cycles <= 0.0 {
        return field.refuse("cycles per instruction, a finite number above 0");
    }
    let case = |repetitions| {
        let launch = format!("{name}_{repetitions}");
        existing(field, folder.join("micro").join(launch).join("case.toml"))
    };
    Ok(PerInstruction { name: name.to_string(), cycles, cases: [case(16)?, case(32)?] })
}
