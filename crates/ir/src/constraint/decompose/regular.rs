//! Regular: an automaton accepts a word.
//!
//! Both encodings unroll the automaton along the word into layers, remove states on no accepting path, and introduce a
//! variable for each step (`steps`); `transitions` splits a step of `states` by its source state.
//!
//! C.-G. Quimper, T. Walsh, "Decomposing Global Grammar Constraints", CP 2007: a chain of binary constraints is domain
//! consistent if each of them is, and the clauses of I. P. Gent, "Arc Consistency in SAT", ECAI 2002, achieve that.

use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Literal, Regular};
use std::collections::BTreeMap;

/// A step at a position: a symbol, the source states and the target state.
struct Step {
    symbol: usize,
    from: Vec<usize>,
    to: usize,
}

/// Returns the steps on accepting paths, by position; with `apart`, one for each source state.
fn steps(regular: &Regular, apart: bool) -> Vec<Vec<Step>> {
    let Regular { sequence, automaton } = regular;
    let states = automaton.next.len();
    let mut reached = vec![vec![false; states]; sequence.len() + 1];
    reached[0][automaton.start] = true;
    let moves = |state: usize, symbols: &Vec<Literal>| {
        (0..symbols.len()).filter_map(move |symbol| Some((symbol, automaton.next[state][symbol]?)))
    };
    for (position, symbols) in sequence.iter().enumerate() {
        for state in (0..states).filter(|&state| reached[position][state]).collect::<Vec<_>>() {
            moves(state, symbols).for_each(|(_, to)| reached[position + 1][to] = true);
        }
    }
    (0..states).for_each(|state| reached[sequence.len()][state] &= automaton.accepting[state]);
    let mut layers = Vec::with_capacity(sequence.len());
    for (position, symbols) in sequence.iter().enumerate().rev() {
        let mut layer: BTreeMap<(usize, usize, Option<usize>), Vec<usize>> = BTreeMap::new();
        for from in (0..states).filter(|&state| reached[position][state]).collect::<Vec<_>>() {
            let alive = moves(from, symbols).filter(|&(_, to)| reached[position + 1][to]);
            let mut dead = true;
            for (symbol, to) in alive {
                layer.entry((to, symbol, apart.then_some(from))).or_default().push(from);
                dead = false;
            }
            reached[position][from] = !dead;
        }
        let step = |((to, symbol, _), from)| Step { symbol, from, to };
        layers.push(layer.into_iter().map(step).collect());
    }
    layers.reverse();
    layers
}

/// Posts that exactly one step is taken at each position, that it has the position's symbol, and that it starts at the
/// state where the previous one ends. With `apart`, a step has one source state.
pub fn decompose(parts: &mut Replacement<'_>, regular: &Regular, apart: bool) {
    let layers = steps(regular, apart);
    for symbols in &regular.sequence {
        parts.post(Plain::exactly_one(symbols.iter().copied()));
    }
    let is_word = regular.sequence.is_empty() && regular.automaton.accepts([]);
    if layers.iter().any(Vec::is_empty) || regular.sequence.is_empty() && !is_word {
        return parts.clause([]);
    }
    let taken: Vec<Vec<Literal>> =
        layers.iter().map(|layer| layer.iter().map(|_| parts.auxiliary()).collect()).collect();
    for (position, layer) in layers.iter().enumerate() {
        parts.post(Plain::exactly_one(taken[position].iter().copied()));
        for (symbol, &literal) in regular.sequence[position].iter().enumerate() {
            let with = || (0..layer.len()).filter(|&step| layer[step].symbol == symbol);
            with().for_each(|step| parts.clause([!taken[position][step], literal]));
            parts.clause(std::iter::once(!literal).chain(with().map(|step| taken[position][step])));
        }
        if position == 0 {
            continue;
        }
        let before = &layers[position - 1];
        for (step, &literal) in layer.iter().zip(&taken[position]) {
            let from = (0..before.len()).filter(|&earlier| step.from.contains(&before[earlier].to));
            parts.clause(std::iter::once(!literal).chain(from.map(|earlier| taken[position - 1][earlier])));
        }
        for (earlier, &literal) in before.iter().zip(&taken[position - 1]) {
            let then = (0..layer.len()).filter(|&step| layer[step].from.contains(&earlier.to));
            parts.clause(std::iter::once(!literal).chain(then.map(|step| taken[position][step])));
        }
    }
}
