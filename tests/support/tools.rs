//! Which external solvers are installed. `BOARDWRIGHT_REQUIRE_TOOLS` makes a missing one an error.

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
