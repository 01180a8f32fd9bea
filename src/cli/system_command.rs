use crate::error::Result;
use clap::{ArgMatches, Args, Command};

/// A command that belongs to one system, listed in its entry of the registry.
pub trait SystemCommand: Sync {
    fn name(&self) -> &'static str;

    /// The command that this is a subcommand of, such as `ptx`; `None` for a top-level command.
    fn parent(&self) -> Option<&'static str>;

    /// Its arguments and help.
    fn command(&self) -> Command;

    /// # Errors
    /// Those of the command.
    fn run(&self, matches: &ArgMatches) -> Result<()>;
}

/// A command whose arguments are `A`.
pub struct Added<A> {
    pub name: &'static str,
    pub parent: Option<&'static str>,
    pub run: fn(A) -> Result<()>,
}

impl<A: Args> SystemCommand for Added<A> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn parent(&self) -> Option<&'static str> {
        self.parent
    }

    fn command(&self) -> Command {
        A::augment_args(Command::new(self.name))
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        match A::from_arg_matches(matches) {
            Ok(arguments) => (self.run)(arguments),
            // Unreachable in practice: clap has checked the arguments against the command.
            Err(error) => error.exit(),
        }
    }
}

/// The program's command line with the commands of these systems added.
pub fn with_systems<'a>(
    command: Command,
    added: impl Iterator<Item = &'a dyn SystemCommand>,
) -> Command {
    added.fold(command, |command, added| match added.parent() {
        None => command.subcommand(added.command()),
        Some(parent) => command.mut_subcommand(parent, |group| group.subcommand(added.command())),
    })
}

/// The system command that was called, with its arguments.
pub fn called<'a, 'm>(
    matches: &'m ArgMatches,
    mut added: impl Iterator<Item = &'a dyn SystemCommand>,
) -> Option<(&'a dyn SystemCommand, &'m ArgMatches)> {
    let (name, inner) = matches.subcommand()?;
    let nested = inner.subcommand();
    added.find_map(|added| match (added.parent(), nested) {
        (None, _) if added.name() == name => Some((added, inner)),
        (Some(parent), Some((sub, matches))) if parent == name && added.name() == sub => {
            Some((added, matches))
        }
        _ => None,
    })
}
