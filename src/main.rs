use std::process::ExitCode;

fn main() -> ExitCode {
    // If a reader such as `head` closes the pipe, the program ends quietly.
    sigpipe::reset();
    regforge::cli::main()
}
