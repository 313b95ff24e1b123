//! The rules of genres, written a second time, and compared with the genres as `diff --clues any` does.
//!
//! A file of `formulations` has the rules of the genre of its name and an empty board. It was first written from the
//! description of the rules (`rules` of the genre), and corrected where a difference showed a mistake in it. Both get a board
//! of the same size, with the same rooms and walls, of `formulations.boards.toml`.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::genre::{blank, files};
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::diff::{self, DiffRequest, Side};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The rows and columns of a board.
type Size = (u16, u16);

/// The sizes of the boards.
const SIZES: [Size; 2] = [(3, 3), (3, 4)];

/// The boards of `formulations.boards.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    rooms: BTreeMap<String, String>,
    walls: BTreeMap<String, String>,
    /// Other sizes than the usual ones.
    sizes: BTreeMap<String, [Size; 2]>,
    /// Pictures of genres that need clues, by size and name.
    pictures: Pictures,
    /// Clues of genres whose clues are not computed from boards, by size and name.
    clues: Pictures,
}

/// Pictures by the name of a genre, a size, and their names.
type Pictures = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

fn boards() -> &'static Boards {
    static BOARDS: LazyLock<Boards> = LazyLock::new(|| {
        let text = std::fs::read_to_string(folder().with_extension("boards.toml")).expect("the file is there");
        toml::from_str(&text).unwrap_or_else(|wrong| panic!("{wrong}"))
    });
    &BOARDS
}

/// Genres whose first size takes little time.
const QUICK: [&str; 10] =
    ["akari", "binairo", "cocktail-lamp", "heyawake", "lits", "masyu", "nanro", "ripple", "sudoku", "uso-one"];

/// The limit of one comparison, which none reaches.
const LIMIT: Duration = Duration::from_secs(300);

/// How a genre and its second formulation are known to agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Agreement {
    /// Boards of one of them, or both, with all clues that fit them were tried on the other, or printed clues compared.
    Sampled,
    /// It is proved.
    Proved,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles/formulations")
}

/// Returns the names of the genres that have a second formulation.
fn names() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    let stem = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.expect("the folder can be read").path();
        path.file_stem().expect("a file has a name").to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = files.map(stem).collect();
    names.sort();
    names
}

/// The sizes of the boards of a genre.
fn sizes(name: &str) -> [Size; 2] {
    boards().sizes.get(name).copied().unwrap_or(SIZES)
}

fn of_size<T>(pictures: &BTreeMap<String, T>, (rows, columns): Size) -> Option<&T> {
    pictures.get(&format!("{rows}x{columns}"))
}

fn rooms(size: Size) -> &'static str {
    of_size(&boards().rooms, size).unwrap_or_else(|| panic!("no rooms for {size:?}"))
}

/// Replaces the rows of a picture, if the model has it.
fn with_picture(text: &str, name: &str, rows: &str) -> String {
    let start = format!("\n{name} = \"\"\"\n");
    let Some((before, after)) = text.split_once(&start) else { return text.to_string() };
    let (_, after) = after.split_once("\"\"\"").expect("a picture ends");
    format!("{before}{start}{rows}\"\"\"{after}")
}

/// Returns an empty model with the rooms, walls and other pictures of its size.
fn board(name: &str, empty: &str, size: Size, has_walls: bool) -> String {
    let mut text = empty.to_string();
    let names = ["room", "region"].into_iter().filter(|name| text.contains(&format!("\n{name} = ")));
    for name in names.collect::<Vec<_>>() {
        text = with_rooms(&text, name, rooms(size));
    }
    for name in ["cells", "given"].into_iter().filter(|_| has_walls) {
        let walls = of_size(&boards().walls, size).unwrap_or_else(|| panic!("no walls for {size:?}"));
        text = with_picture(&text, name, walls);
    }
    let pictures = boards().pictures.get(name).and_then(|sizes| of_size(sizes, size));
    for (picture, rows) in pictures.into_iter().flatten() {
        text = with_picture(&text, picture, rows);
    }
    text
}

/// Puts rooms into a model; lists have no number for each of them.
fn with_rooms(text: &str, name: &str, rooms: &str) -> String {
    let mut letters: Vec<char> = rooms.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    let numbers: Vec<String> = letters.iter().map(|letter| format!("{letter} = \".\"")).collect();
    with_picture(text, name, rooms).replace("{ a = \".\" }", &format!("{{ {} }}", numbers.join(", ")))
}

fn load(name: &str, text: &str) -> Loaded {
    let source = Source::new(name, text);
    let loaded = REGISTRY.load(&source, &Budget::none());
    loaded.unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

/// Returns a genre and its second formulation with boards of a size, or why there are none.
fn both(name: &str, size: Size) -> Result<[Loaded; 2], String> {
    with_clues(name, size, None)
}

/// Returns a genre and its second formulation with boards of a size and with clues, or why there are none.
fn with_clues(
    name: &str,
    (rows, columns): Size,
    clues: Option<&BTreeMap<String, String>>,
) -> Result<[Loaded; 2], String> {
    let written = std::fs::read_to_string(folder().join(format!("{name}.toml"))).expect("the file is there");
    let has_walls = written.contains("\ncells = ") && !written.contains("group = \"enclosed\"");
    let genre = files::find(name).unwrap_or_else(|| panic!("{name} is the name of a genre"));
    let first = blank::blank(REGISTRY, genre, rows, columns, &Budget::none());
    let second = blank::resized(REGISTRY, genre, &written, rows, columns, &Budget::none());
    let loaded = |empty: String| {
        let board = board(name, &empty, (rows, columns), has_walls);
        let marks = clues.into_iter().flatten();
        load(name, &marks.fold(board, |text, (picture, rows)| with_picture(&text, picture, rows)))
    };
    match (first, second) {
        (Ok(first), Ok(second)) => Ok([first, second].map(loaded)),
        (Err(wrong), _) | (_, Err(wrong)) => Err(format!("{name}: {wrong}")),
    }
}

/// Returns whether a model has a solution.
fn has_solution(loaded: &Loaded) -> bool {
    let setup = Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let request = task::Request::new(loaded, &setup, Ask::One);
    let report = task::detached::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails");
    report.answer == Answer::Satisfiable
}

/// Compares a genre with its second formulation. Returns how it is known that they agree, or what is wrong.
fn compared(name: &str, size: Size) -> Result<Agreement, String> {
    let [first, second] = both(name, size)?;
    let is_possible = has_solution(&first);
    let request = DiffRequest { first, second, map: Vec::new(), any_clues: true };
    let found = diff::run(&request, &Budget::within(LIMIT)).map_err(|wrong| format!("{name} {size:?}: {wrong}"))?;
    let printed = boards().clues.get(name).and_then(|sizes| of_size(sizes, size));
    let mut agreement = Agreement::Proved;
    let (mut open, mut filled) = (None, 0);
    for (side, of) in [(found.only_first, "the genre"), (found.only_second, "the second formulation")] {
        match side {
            Side::Implied(_) if is_possible => {}
            Side::Implied(_) => return Err(format!("{name} {size:?}: no board without clues; choose another size")),
            Side::Board(board) => {
                let breaks: Vec<String> = board.breaks.iter().map(|broken| format!("{broken:?}")).collect();
                let clues = &board.clues;
                return Err(format!("{name} {size:?}: only {of} has {:?} with {clues:?}: {breaks:?}", board.solution));
            }
            Side::Open(side) if side.stop.is_none() => {
                agreement = Agreement::Sampled;
                filled += side.filled;
                open = Some(side);
            }
            Side::Open(open) => return Err(format!("{name} {size:?}: boards of {of} are open: {open:?}")),
        }
    }
    // Without a board that clues fit, printed clues are compared.
    if let Some(open) = open.filter(|_| filled == 0 && printed.is_none()) {
        return Err(format!("{name} {size:?}: no board has clues; add some to the boards: {open:?}"));
    }
    if let Some(clues) = printed {
        compared_with(name, size, clues)?;
    }
    println!("{name} {}x{}: {agreement:?}", size.0, size.1);
    Ok(agreement)
}

/// Compares a genre with its second formulation with these clues, which have a solution.
fn compared_with(name: &str, size: Size, clues: &BTreeMap<String, String>) -> Result<(), String> {
    let [first, second] = with_clues(name, size, Some(clues))?;
    if !has_solution(&first) {
        return Err(format!("{name} {size:?}: the clues have no solution"));
    }
    let request = DiffRequest { first, second, map: Vec::new(), any_clues: false };
    let found = diff::run(&request, &Budget::within(LIMIT)).map_err(|wrong| format!("{name} {size:?}: {wrong}"))?;
    match (found.only_first, found.only_second) {
        (Side::Implied(_), Side::Implied(_)) => Ok(()),
        different => Err(format!("{name} {size:?}: differs with clues: {different:?}")),
    }
}

#[test]
fn some_genres_agree_with_a_second_formulation() {
    let wrong: Vec<String> = QUICK.iter().filter_map(|name| compared(name, sizes(name)[0]).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page about rules has the numbers. `BOARDWRIGHT_GENRES=a,b` compares these genres only.
#[test]
#[ignore = "long: run by CI"]
fn genres_agree_with_their_second_formulations() {
    let chosen = std::env::var("BOARDWRIGHT_GENRES").ok();
    let is_chosen = |name: &str| chosen.as_ref().is_none_or(|list| list.split(',').any(|other| other == name));
    let names: Vec<String> = names().into_iter().filter(|name| is_chosen(name)).collect();
    let next = AtomicUsize::new(0);
    // Proofs take from milliseconds to seconds, so each thread takes the next genre.
    let work = || {
        let mut found: Vec<Result<Vec<Agreement>, String>> = Vec::new();
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push(sizes(name).into_iter().map(|size| compared(name, size)).collect());
        }
        found
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a comparison does not panic")).collect::<Vec<_>>()
    });
    let (agreed, wrong): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    let proved = agreed.into_iter().flatten().filter(|found| !found.contains(&Agreement::Sampled)).count();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if chosen.is_some() {
        return;
    }
    let page = include_str!("../../docs/rules.md");
    let sampled = names.len() - proved;
    let numbers = format!(
        "{} genres have a second formulation: {proved} are proved equivalent, {sampled} are sampled",
        names.len()
    );
    assert!(page.contains(&numbers), "docs/rules.md does not say: {numbers}");
}

/// Counts the boards of Ripple Effect with these rooms: all orders of 1 to n in each room of n cells, of which those stay where
/// two equal numbers of a row or column have at least as many cells between them.
fn ripple_boards(rooms: &str) -> u64 {
    let rooms: Vec<Vec<char>> = rooms.lines().map(|row| row.chars().collect()).collect();
    let cells: Vec<(usize, usize)> = (0..rooms.len()).flat_map(|r| (0..rooms[r].len()).map(move |c| (r, c))).collect();
    let size = |(r, c): (usize, usize)| cells.iter().filter(|&&(a, b)| rooms[a][b] == rooms[r][c]).count();
    let fits = |filled: &[usize], number: usize| {
        let (r, c) = cells[filled.len()];
        cells.iter().zip(filled).all(|(&(a, b), &other)| {
            let is_near = (a == r && c.abs_diff(b) <= number) || (b == c && r.abs_diff(a) <= number);
            other != number || !(is_near || rooms[a][b] == rooms[r][c])
        })
    };
    let mut boards: Vec<Vec<usize>> = vec![Vec::new()];
    for &cell in &cells {
        let longer = |board: &Vec<usize>| -> Vec<Vec<usize>> {
            let numbers = (1..=size(cell)).filter(|&number| fits(board, number));
            numbers.map(|number| [&board[..], &[number]].concat()).collect()
        };
        boards = boards.iter().flat_map(longer).collect();
    }
    boards.len() as u64
}

#[test]
fn ripple_effect_is_proved_equivalent_and_has_the_boards_of_brute_force() {
    for size in SIZES {
        let boards = ripple_boards(rooms(size));
        assert!(boards > 0, "{size:?}");
        for loaded in both("ripple", size).expect("there are boards of this size") {
            let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
            let request = task::Request::new(&loaded, &setup, Ask::Count);
            let report = task::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails");
            assert_eq!(report.count, Some(boards.into()), "{size:?}");
        }
        assert_eq!(compared("ripple", size), Ok(Agreement::Proved));
    }
}
