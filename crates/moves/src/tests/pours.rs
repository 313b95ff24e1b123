//! Pouring against a plain search over vessels.

use super::{ask, by, load};
use boardwright_base::random::Random;
use boardwright_tasks::task::Ask;
use std::collections::{BTreeMap, BTreeSet};

/// The cells of a vessel.
const DEPTH: usize = 3;

/// Vessels, each as what its cells hold from the mouth on.
type Vessels = Vec<[char; DEPTH]>;

/// Returns what every pouring leads to.
fn poured(vessels: &Vessels) -> BTreeSet<Vessels> {
    let mut found = BTreeSet::new();
    for from in 0..vessels.len() {
        let Some(first) = vessels[from].iter().position(|cell| *cell != '.') else { continue };
        let value = vessels[from][first];
        let run = vessels[from][first..].iter().take_while(|cell| **cell == value).count();
        for to in (0..vessels.len()).filter(|&to| to != from) {
            let free = vessels[to].iter().take_while(|cell| **cell == '.').count();
            if free == 0 || vessels[to].get(free).is_some_and(|other| *other != value) {
                continue;
            }
            let mut after = vessels.clone();
            for index in 0..run.min(free) {
                after[from][first + index] = '.';
                after[to][free - 1 - index] = value;
            }
            found.insert(after);
        }
    }
    found
}

/// Returns the fewest pourings after which each vessel holds equal values in all its cells or in none, and the number of ways.
fn fewest(start: &Vessels) -> Option<(i64, u64)> {
    let is_sorted = |vessel: &[char; DEPTH]| vessel.iter().all(|cell| *cell == vessel[0]);
    let mut level: BTreeMap<Vessels, u64> = BTreeMap::from([(start.clone(), 1)]);
    let mut seen: BTreeSet<Vessels> = level.keys().cloned().collect();
    for number in 0.. {
        let ways: u64 = level.iter().filter(|(vessels, _)| vessels.iter().all(is_sorted)).map(|(_, ways)| ways).sum();
        if ways > 0 {
            return Some((number, ways));
        }
        let mut next: BTreeMap<Vessels, u64> = BTreeMap::new();
        for (vessels, ways) in &level {
            for after in poured(vessels).into_iter().filter(|after| !seen.contains(after)) {
                *next.entry(after).or_default() += ways;
            }
        }
        if next.is_empty() {
            return None;
        }
        seen.extend(next.keys().cloned());
        level = next;
    }
    None
}

fn model(start: &Vessels) -> String {
    let row = |depth: usize| start.iter().map(|vessel| vessel[depth]).collect::<String>();
    let rows: Vec<String> = (0..DEPTH).map(row).collect();
    format!(
        "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A', 'B']\nstart = '''\n{}\n'''\n[[move]]\nname = 'pour'\npiece = ['A', 'B']\n\
            pours = 'column'\n[[rule]]\ntime = 'end'\neach = 'column'\nall-equal = true\n",
        rows.join("\n")
    )
}

#[test]
fn vessels_against_a_plain_search() {
    let random = &mut Random(11);
    let mut solved = 0;
    for round in 0..60 {
        let count = 3 + random.below(2);
        let mut values: Vec<char> = "AAABBB".chars().chain(std::iter::repeat_n('.', DEPTH * count - 6)).collect();
        values = random.permutation(values.len()).into_iter().map(|index| values[index]).collect();
        let mut start: Vessels = vec![['.'; DEPTH]; count];
        values.into_iter().enumerate().for_each(|(index, value)| start[index / DEPTH][index % DEPTH] = value);
        // In every third game, vacant cells may be below others.
        if round % 3 > 0 {
            start.iter_mut().for_each(|vessel| vessel.sort_by_key(|cell| *cell != '.'));
        }
        let text = model(&start);
        let loaded = match load(&text) {
            Ok(loaded) => loaded,
            Err(wrong) => {
                assert!(poured(&start).is_empty(), "{text}{wrong}");
                continue;
            }
        };
        let expected = fewest(&start);
        solved += usize::from(expected.is_some());
        let counted = ask(&loaded, &by("search"), Ask::Count);
        let found = counted.optimum.zip(counted.count.map(|count| count.to_string()));
        assert_eq!(found, expected.map(|(moves, ways)| (moves, ways.to_string())), "{text}");
        if let Some((moves, _)) = expected.filter(|(moves, _)| *moves < 5) {
            assert_eq!(ask(&loaded, &by("sat"), Ask::One).optimum, Some(moves), "by clauses, {text}");
        }
    }
    assert!(solved > 20, "{solved} of 60 can be sorted");
}

#[test]
fn vessels_are_any_disjoint_sets() {
    let asked = |grid: &str, vessels: &str| {
        let text = format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A', 'B']\n{grid}\n[[move]]\npiece = ['A', 'B']\npours = '{vessels}'\n"
        );
        load(&text).map(|loaded| ask(&loaded, &by("search"), Ask::Count).optimum)
    };
    // Rows are poured from the left, or from the right.
    let rows = "start = '''\nAAB\n..A\n'''\n[goal]\ncells = '''\n..B\nAAA\n'''";
    assert_eq!(asked(rows, "row"), Ok(Some(1)));
    let right = "start = '''\nBAA\nA..\n'''\n[goal]\ncells = '''\nB..\nAAA\n'''";
    assert_eq!(asked(right, "from right"), Ok(Some(1)));
    // One of two does not fit.
    let part = "start = '''\nAAB\n.AA\n'''\n[goal]\ncells = '''\n.AB\nAAA\n'''";
    assert_eq!(asked(part, "row"), Ok(Some(1)));
    let regions = "start = '''\nA.\nB.\n'''\n[picture]\nglass = '''\nab\nab\n'''\n[goal]\ncells = '''\n..\nBA\n'''";
    assert_eq!(asked(regions, "region glass"), Ok(Some(1)), "A goes to the bottom");
    let wrong = |vessels: &str| asked(rows, vessels).err().unwrap_or_default();
    assert!(wrong("pair").contains("is in two vessels"));
    assert!(wrong("board").contains("`pours` requires two vessels or more"));
    assert!(wrong("rows").contains("unknown set `rows`"));
}

#[test]
fn other_keys_of_pieces_are_refused() {
    let wrong = |keys: &str| {
        let text = format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A']\nstart = 'A.'\n[[move]]\npiece = 'A'\npours = 'column'\n{keys}\n[goal]\ncells = '.A'"
        );
        load(&text).err().unwrap_or_default()
    };
    assert!(wrong("by = 'rook'").contains("`by` requires a move without `pours`"));
    assert!(wrong("leaves = '.'").contains("`leaves` requires a move without `pours`"));
    let vacant = load(
        "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A']\nstart = 'A.'\n[[move]]\npiece = ['A', '.']\npours = 'column'\n[goal]\ncells = '.A'",
    );
    assert!(vacant.err().unwrap_or_default().contains("vacant cells are not poured"));
    let pictures = load(
        "puzzle = 'grid'\n[grid]\nvalues = ['.', 'A']\nstart = 'A.'\n[[move]]\nbefore = 'A.'\nafter = '.A'\npours = 'column'\n[goal]\ncells = '.A'",
    );
    assert!(pictures.err().unwrap_or_default().contains("`pours` requires `piece`"));
}
