//! From a sweep file to a [`Sweep`].

use super::{Run, Sweep};
use crate::compiler::tuning::Target;
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::ptx::launch::fields::{Field, Fields, Source, read_text};
use crate::sm::register_file::{Kind, racetrack};
use std::path::{Path, PathBuf};

const TOP: &[&str] = &["cases", "profile", "run"];
const RUN: &[&str] =
    &["name", "register_file", "config", "set", "resident", "preshift", "aligned_only", "quality"];

/// CTAs at once, beyond any SM.
const MAX_RESIDENT: i128 = 1024;

impl Sweep {
    /// Reads a sweep file, finds its launches, and loads the configurations of its runs.
    ///
    /// # Errors
    /// [`Error::Input`] for anything that is not a whole, legal sweep, with its line;
    /// [`Error::Io`] if the file cannot be read.
    pub fn read(path: &Path) -> Result<Sweep> {
        let text = read_text(path)?;
        let source = Source { path, text: &text };
        let table = source.parse()?;
        let top = Fields::top(&source, &table);
        top.only(&[TOP])?;
        let cases = cases(&top.required("cases")?)?;
        let profile = top.optional("profile").map(|field| field.text().map(str::to_string));
        let mut runs = Vec::new();
        for fields in top.required("run")?.tables()? {
            let run = run(&fields, &runs)?;
            runs.push(run);
        }
        match runs.is_empty() {
            true => top.required("run")?.refuse("at least one [[run]]"),
            false => Ok(Sweep { cases, profile: profile.transpose()?, runs }),
        }
    }
}

/// The launches that the patterns match, each where it first occurs.
fn cases(field: &Field) -> Result<Vec<PathBuf>> {
    let mut cases = Vec::new();
    for pattern in field.items()? {
        let matches = matching(&pattern)?;
        if matches.is_empty() {
            return pattern.refuse("an existing launch, or a pattern that some match");
        }
        for path in matches {
            if !cases.contains(&path) {
                cases.push(path);
            }
        }
    }
    match cases.is_empty() {
        true => field.refuse("at least one launch"),
        false => Ok(cases),
    }
}

/// The files that a pattern matches, in alphabetical order.
fn matching(pattern: &Field) -> Result<Vec<PathBuf>> {
    match glob::glob(pattern.text()?) {
        Err(error) => pattern.refuse(format!("a pattern of paths ({})", error.msg)),
        Ok(paths) => {
            let paths = paths.map(|path| {
                path.map_err(|error| {
                    Error::io(error.path())(std::io::Error::other(error.to_string()))
                })
            });
            paths.filter(|path| !path.as_ref().is_ok_and(|path| path.is_dir())).collect()
        }
    }
}

fn run(fields: &Fields, before: &[Run]) -> Result<Run> {
    fields.only(&[RUN])?;
    let name = fields.required("name")?;
    let text = name.text()?;
    if text.is_empty() || before.iter().any(|run| run.name == text) {
        return name.refuse("a name that no other run has");
    }
    let register_file =
        fields.choice("register_file", &Kind::ALL.map(|kind| (kind.name(), kind)))?;
    let resident = fields.optional("resident");
    let resident = resident.map(|field| field.integer((1, MAX_RESIDENT))).transpose()?;
    Ok(Run {
        name: text.to_string(),
        register_file,
        config: config(fields)?,
        resident: resident.map(|resident| resident as usize),
        mode: racetrack::Mode {
            preshift: flag(fields, "preshift", register_file)?,
            aligned_only: flag(fields, "aligned_only", register_file)?,
            maps: Vec::new(),
        },
        quality: quality(fields, register_file)?,
    })
}

/// Something that only racetrack banks do.
fn flag<'a>(fields: &Fields<'a>, name: &'a str, register_file: Kind) -> Result<bool> {
    let field = only_of(Kind::Racetrack, register_file, fields.optional(name))?;
    field.map_or(Ok(false), |field| field.flag())
}

/// How good results must be whose floats are rounded in slices.
fn quality(fields: &Fields, register_file: Kind) -> Result<Option<Target>> {
    let field = only_of(Kind::Compressed, register_file, fields.optional("quality"))?;
    let words = Target::ALL.map(|target| (target.name(), target));
    field.map(|_| fields.choice("quality", &words)).transpose()
}

/// A field that means something for one register file alone.
fn only_of<'a>(kind: Kind, given: Kind, field: Option<Field<'a>>) -> Result<Option<Field<'a>>> {
    match field {
        Some(field) if given != kind => {
            field.refuse(format!("register_file = \"{}\" beside it", kind.name()))
        }
        field => Ok(field),
    }
}

fn config(fields: &Fields) -> Result<Config> {
    let named = fields.optional("config");
    let name = named.as_ref().map_or(Ok(Config::DEFAULT), Field::text)?;
    let items = fields.optional("set").map_or(Ok(Vec::new()), |field| field.items())?;
    let set: Vec<(&str, Place)> =
        items.iter().map(|item| Ok((item.text()?, item.at.clone()))).collect::<Result<_>>()?;
    match (Config::load_placed(name, &set), named) {
        (Err(Error::Io { path, source }), Some(field)) => field.refuse(format!(
            "a name under configs/ or a .toml file ({}: {source})",
            path.display()
        )),
        (config, _) => config,
    }
}
