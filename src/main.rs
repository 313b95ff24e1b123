//! The command: arguments in, exit code out. Everything happens in [`boardwright::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright::cli::run(std::env::args_os())
}
