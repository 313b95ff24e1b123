//! `boardwright schema` prints the copy that is shipped. `cargo test -p boardwright-schema` holds the schemas to the reader.

use crate::support::boardwright;
use std::path::Path;

/// `BLESS=1 cargo test --test contracts schema::` writes the copy that is shipped.
#[test]
fn the_shipped_copy_is_what_the_program_prints() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/boardwright.schema.json");
    let printed = boardwright(&["schema"]);
    assert_eq!((printed.code, printed.stderr.as_str()), (0, ""));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&shipped, &printed.stdout).expect("it can be written");
    }
    let text = std::fs::read_to_string(&shipped).unwrap_or_default();
    assert!(text == printed.stdout, "run `BLESS=1 cargo test --test contracts schema::` and read the difference");
}

#[test]
fn unknown_families_are_refused() {
    let run = boardwright(&["schema", "lights-oot"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: unknown family `lights-oot`; did you mean `lights-out`?"), "{}", run.stderr);
}
