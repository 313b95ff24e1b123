//! Values of grids as models write them: ranges in lists, numbers up to the limit on every route, and parameters in any place of
//! a list. Counts are compared with all boards, which this file lists itself.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::{self, Ask, Failure, Options, Setup};

fn load(text: &str) -> Result<Loaded, String> {
    let source = Source::new("values.toml", text.to_string());
    REGISTRY.load(&source, &Budget::none()).map_err(|wrong| wrong.render(&source, false))
}

/// The number of solutions and the optimum by a backend; `None` where its route does not have the problem.
fn counted(text: &str, backend: &str) -> Option<(u64, Option<i64>)> {
    let loaded = load(text).unwrap_or_else(|wrong| panic!("{text}\n{wrong}"));
    let options = Options { backend: Some(backend.into()), ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the backend exists");
    match task::run(&task::Request::new(&loaded, &setup, Ask::Count), &Budget::none(), &mut task::ignore) {
        Ok(report) => {
            assert!(report.complete || report.count.is_some() || report.answer == Answer::Unsatisfiable, "{text}");
            let count = report.count.unwrap_or_default();
            Some((u64::try_from(&count).expect("they are few"), report.optimum))
        }
        Err(Failure::Check(wrong)) => panic!("{backend}: {wrong}\n{text}"),
        Err(_) => None,
    }
}

fn count(text: &str) -> u64 {
    counted(text, "varisat").expect("SAT has every problem").0
}

/// All rows of a number of values.
fn rows<T: Clone>(values: &[T], length: usize) -> Vec<Vec<T>> {
    (0..length).fold(vec![Vec::new()], |rows, _| {
        rows.iter()
            .flat_map(|row| values.iter().map(|value| [&row[..], std::slice::from_ref(value)].concat()))
            .collect()
    })
}

#[test]
fn a_range_in_a_list_is_a_range() {
    let model = |values: &str, rule: &str| {
        format!(
            "puzzle = 'grid'\nparameter = {{ n = 3 }}\ngrid = {{ rows = 1, columns = 3, values = {values} }}\n[[rule]]\n{rule}\n"
        )
    };
    let distinct = |values: usize| {
        let numbers: Vec<usize> = (0..values).collect();
        rows(&numbers, 3).iter().filter(|row| row[0] != row[1] && row[0] != row[2] && row[1] != row[2]).count() as u64
    };
    for (values, number) in [
        ("['1..3', '#']", 4),
        ("['#', '1..n']", 4),
        ("['1..n', 'n+2..n+3', '#']", 6),
        ("['A..C', 'x..z']", 6),
        ("['..', '.', '#']", 3),
    ] {
        assert_eq!(count(&model(values, "all-different = true")), distinct(number), "{values}");
    }
    // Words of letters A to Z between #: two letters side by side are part of CAT or DOG.
    let letters: Vec<char> = ('A'..='Z').chain(['#']).collect();
    let is_solution = |row: &&Vec<char>| {
        let text: String = row.iter().collect();
        text.split('#').all(|word| word.len() < 2 || ["CAT", "DOG"].contains(&word))
    };
    let expected = rows(&letters, 3).iter().filter(is_solution).count() as u64;
    let words = "each = 'row'\nseparator = '#'\nwords = ['CAT', 'DOG']";
    assert_eq!(count(&model("['A..Z', '#']", words)), expected);
    for (values, reason) in [
        ("'A..z'", "the range \"A..z\" has the value \"_\", which means no cell"),
        ("'Z..a'", "the range \"Z..a\" has the value \"_\", which means no cell"),
        ("['#', 'A..z']", "the range \"A..z\" has the value \"_\", which means no cell"),
        ("['3..1', '#']", "\"3..1\" is not a range of values"),
        ("['1..3', '2']", "the value \"2\" is a duplicate"),
        ("['2', '1..3']", "the range \"1..3\" has the value \"2\", which is a duplicate"),
    ] {
        let wrong = load(&model(values, "all-different = true")).err().unwrap_or_default();
        assert!(wrong.contains(reason), "{values}: {wrong}");
    }
}

#[test]
fn numbers_beyond_the_limit_are_errors() {
    let limit = 1_000_000_000_000i64;
    let beyond = [(limit + 1).to_string(), (-limit - 1).to_string(), i64::MAX.to_string(), "9".repeat(30)];
    for number in &beyond {
        let value = format!(
            "puzzle = 'grid'\ngrid = {{ rows = 1, columns = 2, values = ['{number}', '1'] }}\n[[rule]]\nsum-at-most = 5\n"
        );
        let wrong = load(&value).err().unwrap_or_default();
        assert!(wrong.contains("[wrong-value]") && wrong.contains("is a number outside"), "{number}: {wrong}");
        let layer = format!(
            "puzzle = 'grid'\ngrid = {{ rows = 1, columns = 2, values = '1..2' }}\n[layer.a]\nvalues = ['{number}', '7']\n[[rule]]\n\
             on = 'a'\nincreasing = true\n"
        );
        assert!(load(&layer).is_err_and(|wrong| wrong.contains("is a number outside")), "{number}");
        for mark in [number.clone(), format!("1,{}", number.trim_start_matches('-'))] {
            let mark = format!(
                "puzzle = 'grid'\ngrid = {{ rows = 1, columns = 2, values = '1..2' }}\n[picture]\nclue = '{mark} .'\n[[rule]]\n\
                 at = 'clue'\nsum = 'clue'\n"
            );
            assert!(load(&mark).is_err_and(|wrong| wrong.contains("[out-of-range]")), "{mark}");
        }
    }
}

/// A rule about a row of large numbers, and what it says.
type Law = (&'static str, fn(&[i128], i128) -> bool);

const LAWS: [Law; 12] = [
    ("sum = BOUND", |row, bound| row.iter().sum::<i128>() == bound),
    ("sum-at-most = BOUND", |row, bound| row.iter().sum::<i128>() <= bound),
    ("sum-at-least = BOUND", |row, bound| row.iter().sum::<i128>() >= bound),
    ("product = BOUND", |row, bound| row.iter().product::<i128>() == bound),
    ("increasing = true", |row, _| row.windows(2).all(|pair| pair[0] < pair[1])),
    ("decreasing = 'never-increasing'", |row, _| row.windows(2).all(|pair| pair[0] >= pair[1])),
    ("each = 'pair'\ndifference-at-least = 5", |row, _| row.windows(2).all(|pair| (pair[0] - pair[1]).abs() >= 5)),
    ("each = 'pair'\ndifference-not = 1", |row, _| row.windows(2).all(|pair| (pair[0] - pair[1]).abs() != 1)),
    ("each = 'pair'\ndifference = 1", |row, _| row.windows(2).all(|pair| (pair[0] - pair[1]).abs() == 1)),
    ("along = [[1, 1], [1, 2], [1, 3]]\nincluding = false\nsum = 'value'", |row, _| row[1] + row[2] == row[0]),
    ("each = 'from left'\nvisible = 1", |row, _| row.iter().all(|number| *number <= row[0])),
    ("consecutive = true", |row, _| {
        let least = row.iter().min().expect("it has three");
        (0..row.len() as i128).all(|next| row.contains(&(least + next)))
    }),
];

/// The smallest and the greatest numbers, in rules and objectives, by every built-in backend: right or not supported.
#[test]
fn large_numbers_on_every_route() {
    let backends: Vec<&str> = boardwright_solvers::backend::BACKENDS
        .iter()
        .map(|backend| &*backend.name)
        .filter(|name| *name != "gauss")
        .collect();
    let mut agreed = vec![0; backends.len()];
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut values: Vec<i128> = Vec::new();
        while values.len() < 4 {
            let near = 1_000_000_000_000 - i128::from(random.within(0, 2));
            let small = i128::from(random.within(-3, 3));
            let value = random.one_of(&[near, -near, small, near / 2]);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let all = rows(&values, 3);
        let picked = all[random.below(all.len())].iter().sum::<i128>();
        let bound = if picked.abs() <= 1_000_000_000 { picked } else { i128::from(random.within(-3, 3)) };
        let (law, holds) = LAWS[random.below(LAWS.len())];
        let goal = random.one_of(&["", "", "minimize", "maximize"]);
        let solutions: Vec<i128> =
            all.iter().filter(|row| holds(row, bound)).map(|row| row.iter().sum::<i128>()).collect();
        let optimum = if goal == "minimize" { solutions.iter().min() } else { solutions.iter().max() };
        let optimum = optimum.filter(|_| !goal.is_empty()).copied();
        let best = solutions.iter().filter(|sum| optimum.is_none_or(|optimum| **sum == optimum)).count() as u64;
        let expected = (best, optimum.map(|optimum| i64::try_from(optimum).expect("it is small")));
        let words: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
        let goal = if goal.is_empty() { String::new() } else { format!("[{goal}]\nsum = true\n") };
        let text = format!(
            "puzzle = 'grid'\ngrid = {{ rows = 1, columns = 3, values = [{}] }}\n[[rule]]\n{}\n{goal}",
            words.join(", "),
            law.replace("BOUND", &bound.to_string())
        );
        for (backend, agreed) in backends.iter().zip(&mut agreed) {
            if let Some(found) = counted(&text, backend) {
                assert_eq!(found, expected, "seed {seed}, {backend}\n{text}");
                *agreed += 1;
            }
        }
    }
    let of = |name: &str| agreed[backends.iter().position(|own| *own == name).expect("it is built in")];
    assert!(of("varisat") == 60 && of("batsat") == 60 && of("minilp") == 60, "{backends:?}: {agreed:?}");
}

/// A form is decided by all items: parameters stand for numbers in the first place and in later ones.
#[test]
fn parameters_stand_in_any_place_of_a_list() {
    let model = |rule: &str| {
        format!(
            "puzzle = 'grid'\nparameter = {{ n = 3, one = 1 }}\ngrid = {{ rows = 'n', columns = 'n', values = '0..1' }}\n[[rule]]\n{rule}\nis = '1'\n"
        )
    };
    // By the number of cells on the paths: the others are free.
    for (along, cells) in [
        ("[[[1, 1], [1, 2]], [['n', 'n'], ['n', 1]]]", 4),
        ("[[['n', 'n'], ['n', 1]], [[1, 1], [1, 2]]]", 4),
        ("[[['n', 'n'], ['n', 'one']]]", 2),
        ("[[[1, 'n'], [1, 'n-1']], [['one', 1]]]", 3),
        ("[[1, 1], ['n', 'n']]", 2),
        ("[['n', 'n'], [1, 1]]", 2),
        ("[['n', 'n'], ['n-1', 'n-1'], ['one', 'one']]", 3),
        ("[[['2*n - 3', 'n']]]", 1),
    ] {
        assert_eq!(count(&model(&format!("along = {along}"))), 1 << (9 - cells), "{along}");
    }
    let lists = |list: &str, rule: &str| {
        format!(
            "puzzle = 'grid'\nparameter = {{ n = 3, one = 1 }}\ngrid = {{ rows = 2, columns = 'n', values = ['.', '#'] }}\n\
             [list.k]\n{list}\n[[rule]]\neach = 'row'\n{rule}\n"
        )
    };
    for (list, rule, expected) in [
        ("rows = ['one', 2]", "exactly = { '#' = 'k' }", 9),
        ("rows = [2, 'one']", "exactly = { '#' = 'k' }", 9),
        ("rows = ['.', 'n-1']", "exactly = { '#' = 'k' }", 24),
        ("rows = [['one', 'one'], ['n']]", "runs = { '#' = 'k' }", 1),
        ("rows = [[1, 'one'], 'n']", "runs = { '#' = 'k' }", 1),
        ("rows = ['n', ['one', 1]]", "runs = { '#' = 'k' }", 1),
        ("rows = [1, 1]", "runs = { '#' = ['one', 1] }", 1),
        ("rows = [1, 1]", "between = { '#' = ['one', 2] }", 36),
        ("rows = [1, 1]", "between = { '#' = [1, 'n-1'] }", 36),
    ] {
        assert_eq!(count(&lists(list, rule)), expected, "{list} {rule}");
    }
    let steps = "puzzle = 'grid'\nparameter = { n = 2 }\ngrid = { rows = 1, columns = 3, values = ['.', '#'] }\n[[rule]]\n\
        connected = '#'\nby = 'leaper 0 n'\n";
    // Nothing, one of three cells, or the first and the last.
    assert_eq!(count(steps), 5);
    let wrong = load(&model("along = [[['m', 'n'], ['n', 1]]]")).err().unwrap_or_default();
    assert!(wrong.contains("unknown parameter `m`"), "{wrong}");
}
