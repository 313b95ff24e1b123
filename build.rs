//! The linker's options, and the page of the workbench.

use std::env;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, exit};

/// Links the program at a fixed address where the linker is glibc's: a relocatable one is relocated at every start, which
/// takes longer than many puzzles.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_FEATURE_WORKBENCH").is_ok() {
        bundle_page();
    }
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|own| own.split(',').any(|part| part == value));
    let gnu = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if gnu && !is("CARGO_CFG_TARGET_FEATURE", "crt-static") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Bundles the page of the workbench and lists its files. The packages that it needs are installed where `package-lock.json` has
/// changed since they were.
fn bundle_page() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join("workbench");
    for input in ["src", "build.mjs", "package.json", "package-lock.json"] {
        println!("cargo::rerun-if-changed=workbench/{input}");
    }
    let time = |path: &str| folder.join(path).metadata().and_then(|data| data.modified()).ok();
    let installed = time("node_modules/.package-lock.json");
    if installed.is_none() || installed < time("package-lock.json") {
        call(&folder, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    }
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let page = Path::new(&out).join("page");
    call(&folder, "node", &["build.mjs", page.to_str().expect("cargo's paths are text")]);
    let mut names: Vec<String> = std::fs::read_dir(&page)
        .expect("the bundler wrote it")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let mut list = "/// The files of the page, by name.\nstatic PAGE: &[(&str, &[u8])] = &[\n".to_string();
    for name in names {
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", page.join(&name)).expect("a string takes all");
    }
    list.push_str("];\n");
    std::fs::write(Path::new(&out).join("page.rs"), list).expect("the folder for output is writable");
}

/// Runs a program that the page needs, or ends the build.
fn call(folder: &Path, program: &str, arguments: &[&str]) {
    let problem = match Command::new(program).args(arguments).current_dir(folder).output() {
        Ok(output) if output.status.success() => return,
        Ok(output) => format!("failed:\n{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => format!("cannot be run: {error}"),
    };
    println!(
        "cargo::error=the feature `workbench` needs Node.js 20 with npm; `{program} {}` {}",
        arguments.join(" "),
        problem.replace('\n', " ")
    );
    exit(1);
}
