use crate::error::Result;
use clap::Args;

/// Prints a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Example:
  regforge completions bash > /etc/bash_completion.d/regforge")]
pub struct Completions {
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(self) -> Result<()> {
        let mut command = super::command();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "regforge", &mut script);
        super::print(String::from_utf8_lossy(&script))
    }
}
