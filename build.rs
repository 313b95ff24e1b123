//! The linker's options, and the list of the genre files.

use std::env;
use std::fmt::Write;
use std::path::Path;

/// Links the program at a fixed address where the linker is glibc's: a relocatable one is relocated at every start, which
/// takes longer than many puzzles.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    list_genres();
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|own| own.split(',').any(|part| part == value));
    let gnu = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if gnu && !is("CARGO_CFG_TARGET_FEATURE", "crt-static") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Writes the list of `models/genres/*.toml`, so that a new genre is a new file and nothing else.
fn list_genres() {
    println!("cargo::rerun-if-changed=models/genres");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join("models/genres");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the genres are there")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    let mut list = "/// The files, by name.\npub static FILES: &[File] = &[\n".to_string();
    for name in names {
        let path = folder.join(format!("{name}.toml"));
        writeln!(list, "    File {{ name: {name:?}, text: include_str!({path:?}) }},").expect("a string takes all");
    }
    list.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&out).join("genres.rs"), list).expect("the folder for output is writable");
}
