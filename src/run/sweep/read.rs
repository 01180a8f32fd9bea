//! Reads a sweep file into a [`Sweep`].

use super::{Sweep, SweepRun};
use crate::config::{Config, Opt, OptKind, Options, Schema, Value};
use crate::error::{Error, Place, Result};
use crate::fields::{Field, Fields, Source};
use crate::files::read_text;
use crate::run::{Registry, System};
use std::path::{Path, PathBuf};

const TOP: &[&str] = &["cases", "profile", "run"];
const RUN: &[&str] = &["name", "register_file", "config", "set", "resident"];

/// Maximum of `resident`, above that of any SM.
const MAX_RESIDENT: i128 = 1024;

impl Sweep {
    /// Reads a sweep file, finds its launches, and loads the configurations of its runs.
    ///
    /// # Errors
    /// [`Error::Input`] with the line for anything that is not a complete, legal sweep;
    /// [`Error::Io`] if the file cannot be read.
    pub fn read(path: &Path, registry: &Registry) -> Result<Sweep> {
        let text = read_text(path, "TOML text")?;
        let source = Source { path, text: &text };
        let table = source.parse()?;
        let top = Fields::top(&source, &table);
        top.only(&[TOP])?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let cases = cases(&top.required("cases")?, folder)?;
        let profile = top.optional("profile").map(|field| field.text().map(str::to_string));
        let mut runs = Vec::new();
        for fields in top.required("run")?.tables()? {
            let run = run(&fields, folder, &runs, registry)?;
            runs.push(run);
        }
        match runs.is_empty() {
            true => top.required("run")?.refuse("at least one [[run]]"),
            false => Ok(Sweep { cases, profile: profile.transpose()?, runs }),
        }
    }
}

/// The launches that the patterns match, each once, in the order of the first match.
fn cases(field: &Field, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut cases = Vec::new();
    for pattern in field.items()? {
        let matches = matching(&pattern, folder)?;
        if matches.is_empty() {
            return pattern.refuse("an existing launch, or a pattern that matches launches");
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
fn matching(pattern: &Field, folder: &Path) -> Result<Vec<PathBuf>> {
    let folder = glob::Pattern::escape(&folder.display().to_string());
    let path = Path::new(&folder).join(pattern.text()?);
    match glob::glob(&path.display().to_string()) {
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

fn run(
    fields: &Fields,
    folder: &Path,
    before: &[SweepRun],
    registry: &Registry,
) -> Result<SweepRun> {
    let systems = registry.systems;
    let options: Vec<&Opt> = systems.iter().flat_map(|system| system.options()).collect();
    let names: Vec<&str> = options.iter().map(|option| option.name).collect();
    fields.only(&[RUN, &names])?;
    let name = fields.required("name")?;
    let text = name.text()?;
    if text.is_empty() || before.iter().any(|run| run.name == text) {
        return name.refuse("a name that no other run uses");
    }
    let named = fields.required("register_file")?;
    let system = (registry.find)(named.text()?).map_err(|error| error.at(named.at.clone()))?;
    let resident = fields.optional("resident");
    let resident = resident.map(|field| field.integer((1, MAX_RESIDENT))).transpose()?;
    Ok(SweepRun {
        name: text.to_string(),
        system,
        config: config(fields, folder, registry.schema)?,
        resident: resident.map(|resident| resident as usize),
        options: given(fields, system, systems)?,
    })
}

/// The options of a run, which must be options of its system.
fn given(fields: &Fields, own: &dyn System, systems: &[&'static dyn System]) -> Result<Options> {
    let mut options = Options::default();
    for system in systems {
        for option in system.options() {
            let Some(field) = fields.optional(option.name) else { continue };
            if own.options().iter().all(|known| known.name != option.name) {
                let expected = format!("register_file = \"{}\" in this run", system.name());
                return field.refuse(expected);
            }
            let value = match option.kind {
                OptKind::Flag => Value::Flag(field.flag()?),
                OptKind::Choice(words) => {
                    let words: Vec<(&str, &str)> =
                        words.iter().map(|word| (*word, *word)).collect();
                    Value::Word(fields.choice(option.name, &words)?.to_string())
                }
                OptKind::File => return field.refuse("no option that names a file"),
            };
            options = options.with(option.name, value);
        }
    }
    Ok(options)
}

fn config(fields: &Fields, folder: &Path, schema: &'static Schema) -> Result<Config> {
    let named = fields.optional("config");
    let name = named.as_ref().map_or(Ok(Config::DEFAULT), Field::text)?;
    let items = fields.optional("set").map_or(Ok(Vec::new()), |field| field.items())?;
    let set: Vec<(&str, Place)> =
        items.iter().map(|item| Ok((item.text()?, item.at.clone()))).collect::<Result<_>>()?;
    Config::load_placed(schema, name, named.map(|field| (folder, field.at)), &set)
}
