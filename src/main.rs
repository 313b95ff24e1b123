//! The executable: passes the arguments to [`boardwright::cli`] and returns the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright::cli::run(std::env::args_os())
}
