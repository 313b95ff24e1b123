//! Which external solvers and Python packages are installed. `BOARDWRIGHT_REQUIRE_TOOLS` makes a missing one an error.

/// Whether a program is on the path.
///
/// # Panics
/// When it is not and `BOARDWRIGHT_REQUIRE_TOOLS` is set, as `.ci/run` does after installing them.
pub fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let required = std::env::var_os("BOARDWRIGHT_REQUIRE_TOOLS").is_some_and(|value| value != "0");
    assert!(found || !required, "{program} is not installed, and BOARDWRIGHT_REQUIRE_TOOLS is set");
    found
}

/// Whether Python has a package. As [`installed`], it panics if it is required and missing.
pub fn python_has(package: &str) -> bool {
    let import = format!("import {package}");
    let found =
        std::process::Command::new("python3").args(["-c", &import]).stderr(std::process::Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    let required = std::env::var_os("BOARDWRIGHT_REQUIRE_TOOLS").is_some_and(|value| value != "0");
    assert!(found || !required, "the Python package {package} is not installed, and BOARDWRIGHT_REQUIRE_TOOLS is set");
    if !found {
        eprintln!("skipped: the Python package {package} is not installed (pip install {package})");
    }
    found
}
