//! Models that take their words from a file.

use crate::support::boardwright;
use crate::support::folder::Folder;

const MODEL: &str = "puzzle = \"grid\"\n[grid]\nrows = 1\ncolumns = 3\nvalues = \"A..Z\"\n[[rule]]\neach = \"row\"\nwords = \"words.txt\"\n";

#[test]
fn words_of_a_file_beside_the_model() {
    let folder = Folder::new("words");
    let model = folder.file("model.toml", MODEL);
    let run = boardwright(&["count", &model]);
    assert_eq!(run.code, 2);
    let message = run.stderr;
    assert!(message.contains("model.toml, line 8, column 9: cannot read "), "{message}");
    assert!(message.contains("words.txt: no such file"), "{message}");
    folder.file("words.txt", "# Animals\nANT\nbee\n\n  CAT\nHORSE\n");
    for (command, answer) in [("count", "3 solutions"), ("check", "several solutions")] {
        let run = boardwright(&[command, &model]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains(answer), "{}", run.stdout);
    }
    // A file without words of the length, at the place of its name.
    folder.file("words.txt", "HORSE\n");
    let run = boardwright(&["count", &model]);
    let message = run.stderr;
    assert!(message.contains("no word with letters that are values has this length"), "{message}");
    assert!(message.contains("model.toml:8:9"), "{message}");
}
