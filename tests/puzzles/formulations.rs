//! The rules of genres, written a second time, and compared with the genres as `diff --clues any` does.
//!
//! A file of `formulations` has the rules of the genre of its name and an empty board. It was first written from the
//! description of the rules (`rules` of the genre), and corrected where a difference showed a mistake in it. Both get a board
//! of the same size, with the same rooms and walls.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::genre::{blank, files};
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::diff::{self, DiffRequest, Side};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The rows and columns of a board.
type Size = (u16, u16);

/// The sizes of the boards.
const SIZES: [Size; 2] = [(3, 3), (3, 4)];

/// Other sizes: for genres whose boards are square, have blocks, or have no solution on boards of the usual sizes.
const OTHER_SIZES: [(Size, Size, &[&str]); 14] = [
    ((1, 4), (3, 3), &["sukoro-room"]),
    ((2, 4), (2, 6), &["meandering-numbers", "suguru"]),
    ((2, 4), (3, 4), &["fourcells"]),
    ((2, 4), (4, 4), &["hakoiri-masashi", "simpleloop", "tango", "unruly"]),
    ((2, 5), (3, 5), &["fivecells"]),
    ((3, 3), (4, 4), &["easy-as-abc", "factors", "futoshiki", "kropki", "map", "minarism", "skyscrapers", "str8ts"]),
    ((3, 3), (5, 5), &["jigsaw-sudoku"]),
    ((3, 4), (4, 4), &["barns", "detour", "nuriloop", "tetrominous"]),
    ((3, 5), (3, 6), &["lits", "rassi"]),
    ((4, 4), (3, 6), &["inverse-litso"]),
    ((4, 4), (4, 5), &["marutaring", "norinori"]),
    ((4, 4), (4, 6), &["binairo", "doubleback"]),
    ((4, 4), (6, 6), &["sudoku", "sudoku-x"]),
    ((3, 4), (3, 5), &["arukone"]),
];

/// Genres whose first size takes little time.
const QUICK: [&str; 10] =
    ["akari", "binairo", "cocktail-lamp", "heyawake", "lits", "masyu", "nanro", "ripple", "sudoku", "uso-one"];

/// The limit of one comparison, which none reaches.
const LIMIT: Duration = Duration::from_secs(300);

/// How a genre and its second formulation are known to agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Agreement {
    /// Boards with all their clues were tried.
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

fn sizes(name: &str) -> [Size; 2] {
    let other = OTHER_SIZES.iter().find(|(.., names)| names.contains(&name));
    other.map_or(SIZES, |&(first, second, _)| [first, second])
}

/// Returns rooms of different forms; one of 3 x 4 cells has two parts of a column.
fn rooms(size: Size) -> &'static str {
    match size {
        (1, 4) => "aabb\n",
        (2, 4) => "aabb\naabb\n",
        (2, 6) => "aabbcc\naabbcc\n",
        (3, 3) => "aab\nacb\nccb\n",
        (3, 4) => "aabb\naccb\naacb\n",
        (3, 5) => "aaabb\naaabb\naaabb\n",
        (3, 6) => "aaabbb\naaabbb\naaabbb\n",
        (4, 4) => "aaab\nacbb\nacbb\naccc\n",
        (4, 5) => "aaabb\nacbbb\nacccd\naaddd\n",
        (4, 6) => "aaabbb\naaabbb\naaabbb\naaabbb\n",
        (5, 5) => "aabbb\naccbd\naacbd\neccdd\neeeed\n",
        _ => panic!("no rooms for {size:?}"),
    }
}

/// Returns a board with walls.
fn walls(size: Size) -> &'static str {
    match size {
        (2, 4) => "..._\n..._\n",
        (3, 3) => "...\n._.\n...\n",
        (3, 4) => "..._\n._..\n....\n",
        _ => "....\n.__.\n....\n....\n",
    }
}

/// Replaces the rows of a picture, if the model has it.
fn with_picture(text: &str, name: &str, rows: &str) -> String {
    let start = format!("\n{name} = \"\"\"\n");
    let Some((before, after)) = text.split_once(&start) else { return text.to_string() };
    let (_, after) = after.split_once("\"\"\"").expect("a picture ends");
    format!("{before}{start}{rows}\"\"\"{after}")
}

/// Returns an empty model with the rooms and walls of its size.
fn board(empty: &str, size: Size, has_walls: bool) -> String {
    let mut text = empty.to_string();
    let names = ["room", "region"].into_iter().filter(|name| text.contains(&format!("\n{name} = ")));
    for name in names.collect::<Vec<_>>() {
        text = with_rooms(&text, name, rooms(size));
    }
    for name in ["cells", "given"].into_iter().filter(|_| has_walls) {
        text = with_picture(&text, name, walls(size));
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
fn both(name: &str, (rows, columns): Size) -> Result<[Loaded; 2], String> {
    let written = std::fs::read_to_string(folder().join(format!("{name}.toml"))).expect("the file is there");
    let has_walls = written.contains("\ncells = ") && !written.contains("group = \"enclosed\"");
    let genre = files::find(name).unwrap_or_else(|| panic!("{name} is the name of a genre"));
    let first = blank::blank(REGISTRY, genre, rows, columns, &Budget::none());
    let second = blank::resized(REGISTRY, name, &written, rows, columns, &Budget::none());
    let loaded = |empty: String| load(name, &board(&empty, (rows, columns), has_walls));
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
    let mut agreement = Agreement::Proved;
    for (side, of) in [(found.only_first, "the genre"), (found.only_second, "the second formulation")] {
        match side {
            Side::Implied(_) if is_possible => {}
            Side::Implied(_) => return Err(format!("{name} {size:?}: no board without clues; choose another size")),
            Side::Board(board) => {
                let breaks: Vec<String> = board.breaks.iter().map(|broken| format!("{broken:?}")).collect();
                let clues = &board.clues;
                return Err(format!("{name} {size:?}: only {of} has {:?} with {clues:?}: {breaks:?}", board.solution));
            }
            Side::Open(open) if open.stop.is_none() && open.filled > 0 => agreement = Agreement::Sampled,
            Side::Open(open) => return Err(format!("{name} {size:?}: boards of {of} are open: {open:?}")),
        }
    }
    println!("{name} {}x{}: {agreement:?}", size.0, size.1);
    Ok(agreement)
}

#[test]
fn some_genres_agree_with_a_second_formulation() {
    let wrong: Vec<String> = QUICK.iter().filter_map(|name| compared(name, sizes(name)[0]).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page about rules has the numbers.
#[test]
#[ignore = "long: run by CI"]
fn genres_agree_with_their_second_formulations() {
    let (mut wrong, mut proved) = (Vec::new(), 0);
    let names = names();
    for name in &names {
        let found: Result<Vec<Agreement>, String> = sizes(name).into_iter().map(|size| compared(name, size)).collect();
        match found {
            Ok(agreements) => proved += usize::from(!agreements.contains(&Agreement::Sampled)),
            Err(difference) => wrong.push(difference),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
