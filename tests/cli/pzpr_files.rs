//! Files of pzpr: the puzzle of each genre as pzprjs itself saves it (`tests/import/pzpr-files.tsv`: link, file), and files of others.

use crate::support::boardwright_with;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_exchange::genre::files;
use boardwright_exchange::import::{Options, import};

fn read(text: &str) -> Result<String, String> {
    import(REGISTRY, "-", text.as_bytes(), &Options::default(), &Budget::none()).map_err(|wrong| wrong.render(false))
}

/// The model without its origin.
fn content(text: &str) -> toml::Table {
    let model = read(text).unwrap_or_else(|wrong| panic!("{text}\n{wrong}"));
    let mut table: toml::Table = model.parse().expect("an import is TOML");
    table.remove("source");
    table
}

fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../import/pzpr-files.tsv").lines().map(|line| line.split_once('\t').expect("a link and a file"))
}

/// A file has the same clues as the link of the same puzzle.
#[test]
fn files_are_read_as_links() {
    for (link, file) in files() {
        assert_eq!(content(file), content(link), "{file}");
    }
}

/// All genres with links of puzz.link have a file in the list, but those whose files cannot be read or have fewer clues.
#[test]
fn all_genres_are_in_the_list() {
    let links: Vec<&str> = files().map(|(link, _)| link).collect();
    let fields = files::fields(REGISTRY);
    let examples = files::kinds(boardwright_exchange::genre::link::Site::PuzzLink, fields);
    let missing: Vec<&str> = examples
        .iter()
        .map(|(kind, _)| kind.as_str())
        .filter(|kind| !links.iter().any(|link| link.contains(&format!("?{kind}/"))))
        .filter(|kind| {
            let all = files::of_kind(boardwright_exchange::genre::link::Site::PuzzLink, kind, fields);
            let of_kind = all.iter().flat_map(|opened| &opened.genre.links);
            !of_kind
                .into_iter()
                .any(|one| one.kinds.contains(&kind.to_string()) && links.contains(&one.example.as_str()))
        })
        .collect();
    assert_eq!(missing, ["familyphoto", "guidearrow", "wafusuma"]);
}

/// Line breaks, versions, links that hold a file, and answers change nothing.
#[test]
fn files_of_others_are_read() {
    let expected = content("https://puzz.link/p?nurikabe/3/2/h.2h");
    for file in [
        "pzprv3/nurikabe/2/3/. . - /2 . . /",
        "pzprv3\nnurikabe\n2\n3\n. . - \n2 . . \n",
        "pzprv3\r\nnurikabe\r\n2\r\n3\r\n. + - \r\n2 # # \r\nhistory:{}\r\n",
        "https://puzz.link/p?type=editor&pzprv3/nurikabe/2/3/.%20.%20-%20/2%20.%20.%20/",
        "https://puzz.link/p?pzprv3/nurikabe/2/3/. . - /2 . # /",
        "<https://puzz.link/p?pzprv3/nurikabe/2/3/.%20.%20-%20/2%20.%20.%20/>",
    ] {
        assert_eq!(content(file), expected, "{file}");
    }
    // Rooms as numbers, and as borders.
    let numbered = content("pzprv3/norinori/2/3/2/0 0 1 /0 1 1 /. . # /. . . /");
    assert_eq!(numbered, content("pzprv3.1/norinori/2/3/0 1 /1 0 /0 1 0 /. . . /. . . /"));
    // Numbers of a room stand in any of its cells.
    let first = content("pzprv3/chocona/2/2/1/0 0 /0 0 /3 . /. . /. . /. . /");
    assert_eq!(first, content("pzprv3/chocona/2/2/1/0 0 /0 0 /. . /. 3 /. . /. . /"));
    assert_ne!(first, content("pzprv3/chocona/2/2/1/0 0 /0 0 /. . /. . /. . /. . /"));
    let run = boardwright_with(&["import", "-"], "pzprv3/nurikabe/2/2/- # /. + //", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn damaged_files_are_errors() {
    for (file, expected) in [
        ("pzprv3", "error[file-short]: the file ends before its board"),
        ("pzprv3/nurikabe/2", "error[file-short]"),
        ("pzprv3/nurikabe/2/3/. . . /", "error[file-short]: the file ends within its board"),
        ("pzprv3/nurikabe/2/3/. . . /. . /", "error[file-line]: a line of the file has 2 items; expected 3"),
        ("pzprv3/nurikabe/2/2/. x /. . /", "error[file-item]: unexpected item `x` in the file"),
        ("pzprv3/nurikabe/0/2/", "error[link-size]: invalid number of rows: `0`"),
        ("pzprv3/nurikabe/-5/2/. /", "error[link-size]: invalid number of rows: `-5`"),
        ("pzprv3/nurikab/2/2/. . /. . /", "did you mean `nurikabe`?"),
        ("pzprv3/mashu/1/2/f/. . /", "changes the rules of Masyu with the flag `f`"),
        ("pzprv3/guidearrow/2/2/1 1/. . /. . /", "error[link-file]: files of the kind guidearrow are not supported"),
        ("pzprv3/kakuro/1/2/0 -1 -1 /-1 x . /", "error[file-item]: unexpected item `x`"),
        ("pzprv3/battleship/2/2/q/. . . /. . . /. . . /", "error[file-item]: unexpected item `q`"),
    ] {
        let wrong = read(file).expect_err(file);
        assert!(wrong.contains(expected), "{file}\n{wrong}");
    }
    // No damage of a file panics.
    for (_, file) in files() {
        for length in [file.len() / 3, file.len() / 2, file.len() - 3] {
            let (before, after) = file.split_at(length);
            _ = read(before);
            _ = read(&format!("{before}9{after}"));
        }
    }
}
