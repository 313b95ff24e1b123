//! The command line.
/// Runs the command.
pub fn run(args: impl IntoIterator<Item = std::ffi::OsString>) -> std::process::ExitCode {
    let _ = args;
    todo!()
}
