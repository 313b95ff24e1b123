//! Lines that join marks and may leave cells empty: a search for one or two solutions leaves out lines with detours. Its answer has
//! to be that of the list of all solutions, which leaves out none.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::distinct::{Breaking, Symmetries};
use boardwright_tasks::task::{self, Ask, Options, Setup};

/// Each pair of equal marks is joined by a line; other cells may be empty.
const RULES: &str = r#"
[[rule]]
name = "ends"
at = "mark"
is = "end"
[[rule]]
name = "on the way"
at = "not mark"
where = "visited"
is = ["straight", "turn"]
[[rule]]
name = "joined"
group = "linked"
among = "visited"
exactly = { mark = 2 }
all-equal = "mark"
"#;

/// Returns a board with pairs of marks at random places; `more` is of the table `grid`.
fn board(random: &mut Random, rows: usize, columns: usize, pairs: usize, more: &str) -> String {
    let places = random.permutation(rows * columns);
    let mut marks = vec!['.'; rows * columns];
    for (index, &place) in places[..2 * pairs].iter().enumerate() {
        marks[place] = char::from(b'a' + (index / 2) as u8);
    }
    let picture: Vec<String> = marks.chunks(columns).map(|row| row.iter().collect()).collect();
    let picture = picture.join("\n");
    let grid = format!("grid = {{ rows = {rows}, columns = {columns}, {more} }}");
    format!("puzzle = \"grid\"\n{grid}\n[picture]\nmark = \"\"\"\n{picture}\n\"\"\"\n{RULES}")
}

fn run(text: &str, ask: Ask, backend: &str, breaking: Option<Breaking>) -> Report {
    let source = Source::new("test.toml", text);
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let options = Options { backend: Some(backend.into()), ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the names exist");
    let request = task::Request::new(&loaded, &setup, ask).up_to(Symmetries { distinct: None, breaking });
    task::run(&request, &Budget::none(), &mut task::ignore).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

#[test]
fn one_and_two_solutions_are_found_whenever_they_exist() {
    let mut random = Random(1);
    // By the number of all solutions: none; one; two or more; and those whose second solution has a detour.
    let mut seen = [0; 4];
    for round in 0..240 {
        let (rows, columns, pairs) =
            random.one_of(&[(2, 3, 1), (3, 3, 1), (3, 3, 2), (3, 4, 2), (3, 4, 3), (4, 4, 3), (4, 4, 4)]);
        let more = match round % 6 {
            0 => "lines = \"knight\"",
            1 => "lines = \"links\", wrap = true",
            _ => "lines = \"links\"",
        };
        let mut text = board(&mut random, rows, columns, pairs, more);
        if round % 6 == 2 {
            // Cells without a line are groups without marks, so that lines visit all cells.
            text = text.replace("among = \"visited\"\n", "");
        }
        let all = run(&text, Ask::All, "varisat", None);
        assert!(all.complete, "{text}");
        for backend in ["varisat", "batsat"] {
            let what = format!("{backend}, round {round}\n{text}");
            let one = run(&text, Ask::One, backend, None);
            let two = run(&text, Ask::UpTo(2), backend, None);
            assert_eq!(one.solutions.len(), all.solutions.len().min(1), "{what}");
            assert_eq!(two.solutions.len(), all.solutions.len().min(2), "{what}");
            assert_eq!(two.complete, all.solutions.len() < 2, "{what}");
            assert!(two.solutions.iter().all(|solution| all.solutions.contains(solution)), "{what}");
            let off = run(&text, Ask::UpTo(2), backend, Some(Breaking::Off));
            assert_eq!(off.solutions.len(), two.solutions.len(), "{what}");
        }
        seen[all.solutions.len().min(2)] += 1;
        seen[3] += usize::from(all.solutions.len() > 1 && round % 6 > 2 && only_one_is_tight(&text, &all));
    }
    assert!(seen.iter().all(|&often| often > 10), "{seen:?}");
}

/// Checks whether only one solution has no cells that belong to one line, are neighbours, and are not joined.
fn only_one_is_tight(text: &str, all: &Report) -> bool {
    let source = Source::new("test.toml", text);
    let loaded = REGISTRY.load(&source, &Budget::none()).expect("it was loaded before");
    let boards = all.solutions.iter().map(|solution| solution.written(&*loaded.instance).board);
    boards.filter(|board| is_tight(board)).count() == 1
}

fn is_tight(board: &[String]) -> bool {
    let cells: Vec<Vec<char>> = board.iter().map(|row| row.chars().collect()).collect();
    let at = |row: usize, column: usize| cells.get(row).and_then(|row| row.get(column)).copied().unwrap_or('.');
    let (right, down) = ("╶─┌└", "╷│┌┐");
    // The line of each cell: the least cell that it is joined with.
    let (rows, columns) = (cells.len(), cells[0].len());
    let mut line: Vec<usize> = (0..rows * columns).collect();
    let pairs = || {
        (0..rows * columns).flat_map(move |cell| {
            let (row, column) = (cell / columns, cell % columns);
            let beside = (column + 1 < columns).then_some((cell, cell + 1, right.contains(at(row, column))));
            let below = (row + 1 < rows).then_some((cell, cell + columns, down.contains(at(row, column))));
            beside.into_iter().chain(below)
        })
    };
    for _ in 0..rows * columns {
        for (a, b, _) in pairs().filter(|pair| pair.2) {
            let least = line[a].min(line[b]);
            (line[a], line[b]) = (least, least);
        }
    }
    pairs().all(|(a, b, joined)| joined || line[a] != line[b])
}

#[test]
fn lines_of_numberlink_do_not_branch() {
    // Self-avoiding paths between opposite corners of n by n points: OEIS A007764.
    for (link, paths) in [("numlin/3/3/1m1", 12), ("numlin/4/4/1t1", 184)] {
        let url = format!("https://puzz.link/p?{link}\n");
        let model = crate::support::boardwright_with(&["import", "-"], &url, &[]).stdout;
        assert_eq!(run(&model, Ask::All, "varisat", None).solutions.len(), paths, "{link}\n{model}");
    }
}
