//! Numbers of which each pair is on one line: for `each = "lines between number"` with `exactly = { line = 1 }`, as in a
//! Dominosa.
//!
//! Every line of a board gets a pair of its own, in random order. A board of N x (N + 1) cells has as many lines as N numbers have
//! pairs.

use super::check::Unmarked;
use crate::symbols::SymbolTable;
use boardwright_base::random::Random;
use boardwright_model::{Table, Value};
use boardwright_puzzle::capability::filling::{Changed, Marks, Place};
use boardwright_puzzle::solution::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// Checks whether the marks of a picture define the sets of a rule by pairs.
pub(super) fn are_pairs(fields: &Table, name: &str) -> bool {
    fields.tables("rule").iter().any(|rule| is_between(rule, name))
}

fn is_between(rule: &Table, name: &str) -> bool {
    let is = |value: &Value| {
        value.as_text().and_then(|word| word.strip_prefix("lines between ")).is_some_and(|own| own.trim() == name)
    };
    rule.get("each").is_some_and(|each| match &each.value {
        Value::List(words) => words.iter().any(|word| is(&word.value)),
        word => is(word),
    })
}

/// Returns numbers for a board. Lines whose numbers were `kept` keep them.
pub(super) fn pairs(
    (symbols, fields, name): (&SymbolTable, &Table, &str),
    board: &Candidate,
    before: Option<(&Marks, &Changed<'_>)>,
    random: &mut Random,
) -> Result<Marks, Unmarked> {
    let cells = &symbols.topology.cells;
    let lines = symbols.lines.iter().flat_map(|lines| lines.lines.iter().enumerate());
    let present = lines.filter(|(index, _)| board.lines[*index]);
    let joined: Vec<[usize; 2]> = present.filter_map(|(_, line)| Some([line.cells[0]?, line.cells[1]?])).collect();
    let ends: BTreeSet<usize> = joined.iter().flatten().copied().collect();
    if ends.len() != 2 * joined.len() {
        let words = format!("several lines of a board meet in a cell, so that `{name}` has no pairs");
        return Err(Unmarked::Unfit(words.into()));
    }
    let count = (0..).find(|count| count * (count + 1) / 2 >= joined.len()).unwrap_or(0);
    let is_exact = |rule: &&Table| is_between(rule, name) && !rule.map("exactly").is_empty();
    if count * (count + 1) / 2 != joined.len() && fields.tables("rule").iter().any(|rule| is_exact(&rule)) {
        return Err(Unmarked::Unfit(format!(
            "the board has {} lines, and {count} numbers have {} pairs: use a board of N x (N + 1) cells, such as {}x{count} \
             or {count}x{}",
            joined.len(),
            count * (count + 1) / 2,
            count - 1,
            count + 1
        ).into()));
    }
    let mut unused: BTreeSet<[usize; 2]> = (0..count).flat_map(|a| (a..count).map(move |b| [a, b])).collect();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut open = Vec::new();
    for line in joined {
        let kept = before.and_then(|(marks, change)| {
            let number = |cell: usize| {
                let at = cells[cell];
                let apart = at.row.abs_diff(change.at.row).max(at.column.abs_diff(change.at.column));
                let word = marks.get(&Place::Mark(at)).filter(|_| apart > change.radius);
                word.and_then(|word| word.parse::<usize>().ok())
            };
            Some([number(line[0])?, number(line[1])?])
        });
        match kept.filter(|[a, b]| unused.remove(&[*a.min(b), *a.max(b)])) {
            Some(pair) => numbers.extend(line.into_iter().zip(pair)),
            None => open.push(line),
        }
    }
    let unused: Vec<[usize; 2]> = unused.into_iter().collect();
    for (line, index) in open.into_iter().zip(random.permutation(unused.len())) {
        let [a, b] = unused[index];
        let pair = if random.below(2) == 0 { [a, b] } else { [b, a] };
        numbers.extend(line.into_iter().zip(pair));
    }
    Ok(numbers.into_iter().map(|(cell, number)| (Place::Mark(cells[cell]), number.to_string())).collect())
}
