//! The list of the genre files.

use std::env;
use std::fmt::Write;
use std::path::Path;

/// Writes the list of `models/genres/*.toml`, so that a new genre is a new file and nothing else.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../models/genres");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join("../../models/genres");
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
