use std::process::ExitCode;

fn main() -> ExitCode {
    // A reader that has seen enough, such as `head`, ends the program quietly.
    sigpipe::reset();
    regforge::cli::main()
}
