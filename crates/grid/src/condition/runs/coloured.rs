//! Runs of several values in one order, as in a coloured nonogram: `runs = "clues"` with a list such as `["2R", "1B"]`.
//!
//! Runs of different values may follow each other without a gap. The first value of the layer is the background, which is in no run.

use crate::breach::Breach;
use crate::constrain::{Builder, Candidate, Truth};
use crate::fields::MAX_SIDE;
use crate::position::Position;
use crate::reading::Reading;
use crate::rule::{Condition, Element, Number, Resolved, Set};
use crate::symbols::ColouredRun;
use boardwright_model::Table;
use std::sync::Arc;

pub(super) fn read(reading: &mut Reading<'_>, rule: &Table) -> Option<Box<dyn Condition>> {
    let given = rule.get("runs")?;
    given.value.as_text()?;
    reading.members_are_all_in(rule, "runs")?;
    let layers = reading.layers(rule, "runs")?;
    let &[layer] = &layers[..] else {
        reading.mistake("unknown-layer", rule.span_of("on"), "`runs` accepts one layer only");
        return None;
    };
    if rule.text("around") == Some("ring") {
        reading.mistake("wrong-set", given.span, "runs of several values are not supported around a cell");
        return None;
    }
    let number = reading.entries_of_sets(given)?;
    let symbols = reading.symbols;
    let mut wrong = Vec::new();
    for set in &reading.sets {
        let span = number.span(symbols, set).unwrap_or(given.span);
        let background = &symbols.layers[layer].values[0];
        match number.of(symbols, set) {
            Resolved::Runs(runs) => {
                let of = &symbols.layers[layer].values;
                if let Some(run) = runs.iter().find(|run| !of[1..].contains(&run.value)) {
                    let known = of[1..].join(", ");
                    wrong.push((span, format!("runs of `{}` in {}; expected runs of {known}", run.value, set.name)));
                }
            }
            Resolved::Absent => {}
            Resolved::Numbers([]) => {}
            _ => wrong.push((span, format!("{} has no list of runs such as [\"2R\"] beside `{background}`", set.name))),
        }
    }
    let is_wrong = !wrong.is_empty();
    wrong.into_iter().for_each(|(span, message)| reading.mistake("wrong-runs", span, message));
    (!is_wrong).then(|| Box::new(Coloured { layer, number }) as Box<dyn Condition>)
}

/// Reads a run of a list, such as `2R` or `?R`.
pub(crate) fn run(text: &str, is_value: impl Fn(&str) -> bool) -> Option<ColouredRun> {
    let digits = text.find(|character: char| !character.is_ascii_digit() && character != '?')?;
    let (length, value) = text.split_at(digits);
    let value = value.trim();
    let length = match length {
        "?" => None,
        digits => Some(digits.parse::<usize>().ok().filter(|&length| length > 0 && length as i64 <= MAX_SIDE)?),
    };
    is_value(value).then(|| ColouredRun { length, value: value.to_string() })
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Coloured {
    layer: usize,
    number: Number,
}

impl Coloured {
    /// Returns the runs of a set: the value and the length of each.
    fn runs(&self, of: &[String], resolved: &Resolved<'_>) -> Option<Vec<(usize, Option<usize>)>> {
        match resolved {
            Resolved::Runs(runs) => {
                let value = |run: &ColouredRun| of.iter().position(|value| *value == run.value);
                runs.iter().map(|run| Some((value(run)?, run.length))).collect()
            }
            Resolved::Numbers([]) => Some(Vec::new()),
            _ => None,
        }
    }
}

impl Condition for Coloured {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let of = &position.symbols.layers[self.layer].values;
        let resolved = self.number.of(position.symbols, set);
        let Some(wanted) = self.runs(of, &resolved) else { return Ok(()) };
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut before = 0;
        for cell in members.iter().filter_map(|member| member.cell()) {
            let value = position.value_at(self.layer, cell);
            match found.last_mut() {
                Some((_, length)) if value != 0 && value == before => *length += 1,
                _ if value != 0 => found.push((value, 1)),
                _ => {}
            }
            before = value;
        }
        let fits = |(found, wanted): (&(usize, usize), &(usize, Option<usize>))| {
            found.0 == wanted.0 && wanted.1.is_none_or(|length| length == found.1)
        };
        if found.len() == wanted.len() && found.iter().zip(&wanted).all(fits) {
            return Ok(());
        }
        let text = |value: usize, length: Option<usize>| {
            format!("{}{}", length.map_or("?".to_string(), |length| length.to_string()), of[value])
        };
        let found = found.into_iter().map(|(value, length)| text(value, Some(length))).collect();
        Err(Breach::ColouredRuns {
            found,
            expected: wanted.into_iter().map(|(value, length)| text(value, length)).collect(),
        })
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let symbols = to.symbols;
        let of = &symbols.layers[self.layer].values;
        let resolved = self.number.of(symbols, set);
        let Some(runs) = self.runs(of, &resolved) else { return };
        let mut positions: Vec<Vec<(usize, Truth)>> = Vec::with_capacity(members.len());
        for cell in members.iter().filter_map(|member| member.element.cell()) {
            positions.push((0..of.len()).map(|value| (value, to.value(self.layer, cell, value))).collect());
        }
        // The state: the number of runs begun, and the cells of the last one; 0 after a gap.
        let is_over = |begun: usize, length: usize| {
            length == 0 || begun == 0 || runs[begun - 1].1.is_none_or(|wanted| wanted == length)
        };
        let step = |&(begun, length): &(usize, usize), value: usize| {
            if value == 0 {
                return is_over(begun, length).then_some((begun, 0));
            }
            let goes_on = length > 0 && runs[begun - 1].0 == value;
            if goes_on {
                return match runs[begun - 1].1 {
                    None => Some((begun, length)),
                    Some(wanted) => (length < wanted).then_some((begun, length + 1)),
                };
            }
            let next = runs.get(begun).filter(|next| next.0 == value);
            next.filter(|_| is_over(begun, length)).map(|_| (begun + 1, 1))
        };
        let accepts = |&(begun, length): &(usize, usize)| begun == runs.len() && is_over(begun, length);
        to.post_word(&positions, (0, 0), step, accepts);
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }

    fn reversed(&self) -> Option<Arc<dyn Condition>> {
        Some(Arc::new(Coloured { layer: self.layer, number: self.number.clone() }))
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    fn row(columns: usize, clue: &str) -> usize {
        let rest = format!("[list]\nclue = {{ rows = [{clue}] }}\n[[rule]]\neach = 'row'\nruns = 'clue'");
        agree(&model(1, columns, "['.', 'R', 'B']", &rest))
    }

    #[test]
    fn runs_of_two_colours_in_order() {
        // Two places of four, R first; with two of R, the three runs of cells in five with one or no gap.
        assert_eq!(row(4, "['1R', '1B']"), 6);
        assert_eq!(row(4, "['1B', '1R']"), 6);
        assert_eq!(row(4, "['1R', '1R']"), 3, "a gap between runs of one colour");
        assert_eq!(row(5, "['2R', '1B', '1R']"), 4 + 1 - 1);
        assert_eq!(row(4, "['?R', '1B']"), 6 + 3 + 1, "1, 2 or 3 of R");
        assert_eq!(row(3, "[]"), 1);
        assert_eq!(row(3, "'.'"), 27);
        let both = "[list]\nclue = { rows = [['1R', '1B'], ['1B']], columns = [['1R'], ['1B'], ['1B']] }\n\
            [[rule]]\neach = ['row', 'column']\nruns = 'clue'";
        assert_eq!(agree(&model(2, 3, "['.', 'R', 'B']", both)), 2);
    }

    #[test]
    fn runs_of_what_is_no_colour_are_told() {
        let wrong = |clue: &str| {
            let rest = format!("[list]\nclue = {{ rows = [{clue}] }}\n[[rule]]\neach = 'row'\nruns = 'clue'");
            mistakes(&model(1, 3, "['.', 'R', 'B']", &rest))
        };
        assert!(wrong("['1R', '1G']").contains("expected a number"));
        assert!(wrong("['1.']").contains("runs of `.` in row 1; expected runs of R, B"));
        assert!(wrong("[1, 2]").contains("has no list of runs"));
    }
}
