//! Boards of numbers whose rules are sums: counts and optima that others have published, and that clauses confirm on small boards.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_tasks::answer::{Answer, Remark, Report};
use boardwright_tasks::task::{self, Ask, Options, Setup};

fn ask(text: &str, ask: Ask, options: &Options) -> Report {
    let source = Source::new("numbers.toml", text.to_string());
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)));
    let setup = Setup::resolve(&loaded, options, &Budget::none()).expect("there is a way");
    let request = task::Request::new(&loaded, &setup, ask);
    task::detached::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails")
}

/// Asks, and demands that the numbers were searched.
fn searched(text: &str, question: Ask) -> Report {
    let report = ask(text, question, &Options::default());
    assert!(report.remarks.contains(&Remark::WholeNumbers), "{text}");
    report
}

fn magic(order: usize) -> String {
    let (cells, sum) = (order * order, order * (order * order + 1) / 2);
    format!(
        "puzzle = 'grid'\ngrid = {{ rows = {order}, columns = {order}, values = '1..{cells}' }}\n\
         [[rule]]\neach = ['row', 'column', 'main diagonal']\nsum = {sum}\n[[rule]]\neach = 'board'\nall-different = true\n"
    )
}

#[test]
fn magic_squares_are_counted_and_found() {
    // OEIS A006052 has 880 up to the eight symmetries.
    assert_eq!(searched(&magic(4), Ask::Count).count, Some(7040u32.into()));
    for order in [5, 6, 7] {
        assert_eq!(searched(&magic(order), Ask::One).solutions.len(), 1);
    }
}

#[test]
fn squares_of_digits_with_equal_sums() {
    // The 4x4 squares of digits whose rows, columns and diagonals have one sum are 7130034 (Project Euler 166). The digits 9 - d
    // have the sum 36 - s, so that the counts are symmetric; with the sum 1, they are the eight placements of four rooks with
    // one on each diagonal.
    let square = |sum: u32| {
        format!(
            "puzzle = 'grid'\ngrid = {{ rows = 4, columns = 4, values = '0..9' }}\n\
             [[rule]]\neach = ['row', 'column', 'main diagonal']\nsum = {sum}\n"
        )
    };
    let count = |sum: u32| searched(&square(sum), Ask::Count).count.expect("it is counted");
    assert_eq!(count(1), 8u32.into());
    assert_eq!(count(3), count(33));
}

/// A model of cells with numbers up to `most` and rows of them with sums, minimised.
fn counters(most: usize, rows: &[(&[usize], usize)], objective: &str) -> String {
    let columns = rows.iter().flat_map(|row| row.0).max().expect("there are rows");
    let rule = |(cells, sum): &(&[usize], usize)| {
        let places: Vec<String> = cells.iter().map(|cell| format!("[1, {cell}]")).collect();
        format!("[[rule]]\nalong = [{}]\nsum = {sum}\n", places.join(", "))
    };
    let rules: String = rows.iter().map(rule).collect();
    format!("puzzle = 'grid'\ngrid = {{ rows = 1, columns = {columns}, values = '0..{most}' }}\n{rules}{objective}")
}

#[test]
fn the_least_total_of_eleven_counters() {
    // An integer program of which microlp once returned no optimum (Specy/microlp#15); CP-SAT proves 216.
    let rows: [(&[usize], usize); 9] = [
        (&[2, 5, 6, 8, 10], 41),
        (&[2, 3, 5, 7, 9, 10, 11], 60),
        (&[4, 6, 7, 8, 9, 11], 170),
        (&[2, 3, 5, 6, 7], 51),
        (&[2, 3, 4, 6, 11], 186),
        (&[3, 5, 6, 8, 11], 40),
        (&[2, 9, 10, 11], 30),
        (&[3, 6, 8, 11], 34),
        (&[1, 2, 3, 6, 11], 44),
    ];
    let report = searched(&counters(200, &rows, "[minimize]\nsum = true\n"), Ask::One);
    assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(216)));
}

#[test]
fn random_counters_have_the_optimum_of_clauses() {
    let clauses = Options { route: Some("sat".to_string()), ..Options::default() };
    let mut by_numbers = 0;
    for seed in 0..40 {
        let mut random = Random(seed);
        let numbers: Vec<usize> = (0..5).map(|_| random.below(13)).collect();
        let rows: Vec<(Vec<usize>, usize)> = (0..3)
            .map(|_| {
                let mut cells: Vec<usize> = (1..=5).filter(|_| random.below(2) == 0).collect();
                if cells.is_empty() {
                    cells = vec![1, 5];
                }
                let sum =
                    cells.iter().map(|&cell| numbers[cell - 1]).sum::<usize>() + usize::from(random.below(6) == 0);
                (cells, sum)
            })
            .collect();
        let rows: Vec<(&[usize], usize)> = rows
            .iter()
            .map(|(cells, sum)| (&cells[..], *sum))
            .chain([(&[1, 2, 3, 4, 5][..], numbers.iter().sum())])
            .collect();
        let objective = ["", "[minimize]\nsum = true\n", "[maximize]\ncount = '3'\n"];
        let text = counters(12, &rows, objective[random.below(3)]);
        let question = if text.contains("imize") { Ask::One } else { Ask::Count };
        let (numbers, by_clauses) = (ask(&text, question, &Options::default()), ask(&text, question, &clauses));
        // Short sums of small numbers are clauses.
        by_numbers += u32::from(numbers.remarks.contains(&Remark::WholeNumbers));
        let known = |report: &Report| (report.answer, report.optimum, report.count.clone());
        assert_eq!(known(&numbers), known(&by_clauses), "seed {seed}: {text}");
    }
    assert!(by_numbers > 20, "{by_numbers}");
}
