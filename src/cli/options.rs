//! Command-line arguments for the options that systems and units declare.

use crate::config::{Opt, OptKind, Options, Value};
use crate::error::{Error, Place, Result};
use crate::files;
use crate::run::{Backend, System};
use crate::systems::{self, SYSTEMS};
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// Options of systems that the user gave.
pub struct SystemOptions(pub Options);

/// Options of stream replays that the user gave.
pub struct StreamOptions(pub Options);

/// A system's report that the user chose, and its options.
pub struct ReportOptions {
    /// Name of the report.
    pub report: Option<&'static str>,
    pub options: Options,
}

fn of_systems() -> Vec<(&'static Opt, Vec<&'static str>)> {
    grouped(SYSTEMS.iter().map(|system| (system.options(), system.name())))
}

fn of_streams() -> Vec<(&'static Opt, Vec<&'static str>)> {
    grouped(systems::units().into_iter().map(|unit| (unit.stream_options(), unit.name())))
}

fn of_reports() -> Vec<(&'static Opt, Vec<&'static str>)> {
    let reports = systems::reports();
    grouped(reports.map(|report| (report.options, report.name)))
}

/// Each option once, with the owners that have it.
fn grouped(
    all: impl Iterator<Item = (&'static [Opt], &'static str)>,
) -> Vec<(&'static Opt, Vec<&'static str>)> {
    let mut grouped: Vec<(&Opt, Vec<&str>)> = Vec::new();
    for (options, owner) in all {
        for option in options {
            match grouped.iter_mut().find(|(known, _)| known.name == option.name) {
                Some((_, owners)) => owners.push(owner),
                None => grouped.push((option, vec![owner])),
            }
        }
    }
    grouped
}

fn argument((option, owners): &(&'static Opt, Vec<&'static str>)) -> Arg {
    let arg = Arg::new(option.name).long(option.long()).help(format!(
        "Only for {}: {}",
        owners.join(", "),
        option.help
    ));
    match option.kind {
        OptKind::Flag => arg.action(ArgAction::SetTrue),
        OptKind::Choice(words) => {
            arg.value_name("WORD").value_parser(PossibleValuesParser::new(words))
        }
        OptKind::File => arg.value_name("FILE"),
    }
}

fn read(matches: &ArgMatches, known: Vec<(&'static Opt, Vec<&'static str>)>) -> Options {
    let given = |options: Options, option: &'static Opt| match option.kind {
        OptKind::Flag if matches.get_flag(option.name) => {
            options.with(option.name, Value::Flag(true))
        }
        OptKind::Flag => options,
        OptKind::Choice(_) | OptKind::File => match matches.get_one::<String>(option.name) {
            Some(word) => options.with(option.name, Value::Word(word.clone())),
            None => options,
        },
    };
    known.into_iter().map(|(option, _)| option).fold(Options::default(), given)
}

/// Implements clap's traits for a list of options.
macro_rules! arguments {
    ($name:ident, $known:ident, $requires:expr) => {
        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
                Ok($name(read(matches, $known())))
            }

            fn update_from_arg_matches(
                &mut self,
                matches: &ArgMatches,
            ) -> std::result::Result<(), clap::Error> {
                self.0 = read(matches, $known());
                Ok(())
            }
        }

        impl Args for $name {
            fn augment_args(command: Command) -> Command {
                let requires: Option<&'static str> = $requires;
                let argument = |option| match requires {
                    Some(other) => argument(option).requires(other),
                    None => argument(option),
                };
                command.args($known().iter().map(argument))
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }
    };
}

arguments!(SystemOptions, of_systems, None);
arguments!(StreamOptions, of_streams, Some("stream"));

impl FromArgMatches for ReportOptions {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let reports = systems::reports();
        let report = reports.map(|report| report.name).find(|name| matches.get_flag(name));
        Ok(ReportOptions { report, options: read(matches, of_reports()) })
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        *self = ReportOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for ReportOptions {
    fn augment_args(mut command: Command) -> Command {
        for report in systems::reports() {
            let flag = Arg::new(report.name).long(report.name).help(report.help);
            command = command.arg(flag.action(ArgAction::SetTrue).group("report"));
        }
        // An option is legal only with a report.
        let argument =
            |option: &(&'static Opt, Vec<&'static str>)| argument(option).requires("report");
        command.args(of_reports().iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Rejects options that the chosen system or unit does not have.
///
/// # Errors
/// [`Error::Input`].
pub fn check_known(
    given: &Options,
    known: &[Opt],
    found: &str,
    owners: impl Fn(&str) -> Vec<String>,
) -> Result<()> {
    let stray = given.names().find(|name| known.iter().all(|option| option.name != *name));
    stray.map_or(Ok(()), |name| {
        let option = format!("--{}", name.replace('_', "-"));
        Err(Error::input(Place::whole(option), found, owners(name).join(" or ")))
    })
}

/// Systems that have this option, by their name on the command line.
pub fn systems_with(option: &str) -> Vec<&'static str> {
    owners(&of_systems(), option)
}

/// Units that have this option.
pub fn units_with(option: &str) -> Vec<&'static str> {
    owners(&of_streams(), option)
}

fn owners(all: &[(&'static Opt, Vec<&'static str>)], option: &str) -> Vec<&'static str> {
    let found = all.iter().find(|(known, _)| known.name == option);
    found.map_or_else(Vec::new, |(_, owners)| owners.clone())
}

/// Reads an output path. Rejects a path that cannot be written, before any work is done.
pub fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    output(files::can_write)
}

/// Reads an output folder, which is created if it does not exist. Rejects it like [`output_file`].
pub fn output_folder() -> impl TypedValueParser<Value = PathBuf> {
    output(files::can_write_within)
}

fn output(can_write: fn(&Path) -> io::Result<()>) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let expected = |error| format!("{error}, expected a path that can be written");
        can_write(&path).map(|()| path).map_err(expected)
    })
}

/// Reads the name of a system, or of layers and a storage joined by `+`.
pub fn system_parser() -> impl TypedValueParser<Value = &'static dyn System> {
    SystemParser
}

#[derive(Clone)]
struct SystemParser;

impl SystemParser {
    fn names() -> Vec<PossibleValue> {
        let name = |system: &&dyn System| PossibleValue::new(system.name()).help(system.summary());
        SYSTEMS.iter().map(name).collect()
    }
}

impl TypedValueParser for SystemParser {
    type Value = &'static dyn System;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> std::result::Result<Self::Value, clap::Error> {
        let name = value.to_string_lossy();
        systems::system(&name).map_err(|error| match name.contains('+') {
            true => {
                clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n")).with_cmd(command)
            }
            // For a single name clap suggests the nearest.
            false => {
                match PossibleValuesParser::new(Self::names()).parse_ref(command, arg, value) {
                    Err(error) => error,
                    Ok(_) => clap::Error::new(ErrorKind::InvalidValue),
                }
            }
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::names().into_iter()))
    }
}

/// Reads the name of a backend.
pub fn backend_parser() -> impl TypedValueParser<Value = Backend> {
    named(&Backend::ALL)
}

/// Reads one of several named values, each with its help.
pub fn named<T: Clone + Send + Sync + 'static>(
    values: &[(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let shown = values.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    let values = values.to_vec();
    PossibleValuesParser::new(shown).map(move |given| {
        let found = values.iter().find(|(_, name, _)| *name == given);
        found.expect("clap lets only these names pass").0.clone()
    })
}
