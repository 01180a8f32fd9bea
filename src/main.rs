use std::process::ExitCode;

fn main() -> ExitCode {
    regforge::cli::main()
}
