//! Checks that the members of a rule's sets suit its tests and conditions.
//!
//! Members are cells or lines. A test of the one kind never holds for the other, so that a rule with it would have no
//! effect, or no solution.

use super::{Reading, mistake};
use crate::rule::{Element, Number, Resolved, Set};
use crate::symbols::{Atom, Test};
use crate::topology::Lines;
use boardwright_base::source::Span;
use boardwright_model::Table;

impl Reading<'_> {
    /// Reports a test of cells where members are lines, and a test of lines where they are cells.
    pub fn suits_members(&mut self, test: &Test, span: Span) {
        let is_line = |set: &Set| set.members.first().map(|member| matches!(member.element, Element::Line(_)));
        let of_lines = |(_, atom): &(bool, Atom)| *atom == Atom::Line;
        let is_met = |wanted: bool| self.sets.iter().filter_map(is_line).any(|of_set| of_set == wanted);
        let text = &test.text;
        if !test.any.iter().all(of_lines) && is_met(true) {
            let message = format!("`{text}` tests cells, but the members of these sets are lines");
            let help = format!(
                "use `line` to test lines; to select the lines between cells that pass `{text}`, add among = \"{text}\""
            );
            self.wrong.push(mistake("wrong-set", span, message).help(help));
        } else if test.any.iter().any(of_lines) && is_met(false) {
            let message = format!("`{text}` tests lines, but the members of these sets are cells");
            self.wrong.push(mistake("wrong-set", span, message).help(
                "use around = \"lines\" (lines at the cells), \"lines inside\" (between two cells of the set) or \
                    \"lines across\" (leaving the set)",
            ));
        }
    }

    /// Reports selectors whose tests do not suit what they select among.
    pub(super) fn selectors_suit(&mut self, table: &Table, selectors: [(&'static str, &Option<Test>); 4]) {
        for (key, test) in selectors {
            let Some(test) = test else { continue };
            let span = table.span_of(key);
            match key {
                // A test of cells selects lines by their cells.
                "among" if !test.is_of_lines() => {}
                "among" | "inside" => self.suits_members(test, span),
                _ if test.is_of_lines() => {
                    let message = format!("`{}` tests lines, but `{key}` tests a cell", test.text);
                    let wrong = mistake("wrong-set", span, message);
                    let through = self.symbols.lines.as_ref().is_some_and(Lines::through_cells);
                    self.wrong.push(match through {
                        true => wrong.help("use `visited` for a cell with a line"),
                        false => wrong,
                    });
                }
                _ => {}
            }
        }
    }

    /// Notes that members are lines where a condition is about what cells hold.
    pub fn members_are_cells(&mut self, rule: &Table, what: &str) -> Option<()> {
        let is_line = |set: &Set| set.members.iter().any(|member| matches!(member.element, Element::Line(_)));
        if !self.sets.iter().any(is_line) {
            return Some(());
        }
        let message = format!("`{what}` requires sets of cells; the members of these sets are lines");
        self.mistake("wrong-set", rule.span_of(what), message);
        None
    }

    /// Notes that a condition reads its members one after the other, so that none may be left out.
    pub fn members_are_all_in(&mut self, rule: &Table, what: &str) -> Option<()> {
        let linked = self.sets.iter().any(|set| set.members.iter().any(|member| member.through.is_some()));
        let selector = ["among", "inside", "until", "take", "nth"].into_iter().find(|key| rule.get(key).is_some());
        let Some(selector) = selector.or(linked.then_some("around")) else { return Some(()) };
        let message = format!("`{what}` cannot be combined with `{selector}`: it reads all cells of a set in order");
        self.mistake("wrong-set", rule.span_of(selector), message);
        None
    }

    /// Returns whether a rule has a condition without a value that reads its members in order.
    pub fn is_stated_in_order(&mut self, rule: &Table, what: &str) -> bool {
        rule.boolean(what) == Some(true) && self.members_are_all_in(rule, what).is_some()
    }

    /// Notes that a condition is about two cells where a set for which it has a number has not two.
    pub fn members_are_two(&mut self, rule: &Table, what: &str, number: &Number) -> Option<()> {
        let numbered = |set: &&Set| number.of(self.symbols, set) != Resolved::Absent;
        let Some(wrong) = self.sets.iter().filter(numbered).find(|set| set.members.len() != 2) else { return Some(()) };
        let (name, count) = (wrong.name.clone(), wrong.members.len());
        let cells = if count == 1 { "cell" } else { "cells" };
        let message = format!("`{what}` requires sets of two cells; {name} has {count} {cells}");
        let place = number.span(self.symbols, wrong).unwrap_or(rule.span_of(what));
        self.wrong.push(mistake("wrong-set", place, message).help("use each = \"pair\" for any two neighbours"));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    /// Four cells with three circles, and the four lines between them.
    fn square(rule: &str) -> String {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nvalues = ['.', 'Q']\nlines = 'links'\n\
             [picture]\ncircle = \"\"\"\no.\noo\n\"\"\"\n[[rule]]\n{rule}\n"
        )
    }

    const OF_LINES: [&str; 4] =
        ["each = 'edge'", "each = 'point'", "each = 'board'\naround = 'lines'", "each = 'lines between circle'"];

    #[test]
    fn tests_of_cells_are_refused_for_lines() {
        let conditions = [
            "exactly = { circle = 0 }",
            "at-least = { 'not circle' = 1 }",
            "at-most = { Q = 1 }",
            "between = { visited = [1, 2] }",
            "not-exactly = { 'line up' = 0 }",
            "is = ['line', 'Q']",
            "is-not = 'given'",
            "parity = { Q = 'odd' }",
            "runs = { circle = [1] }",
            "as-many = ['line', 'Q']",
            "inside = 'Q'\nexactly = { line = 1 }",
        ];
        for sets in OF_LINES {
            for condition in conditions {
                let found = mistakes(&square(&format!("{sets}\n{condition}")));
                assert!(found.contains("tests cells, but the members of these sets are lines"), "{condition}: {found}");
            }
            for condition in
                ["connected = 'Q'", "group = 'Q'\nsize = 2", "all-different = 'circle'", "matched = { Q = '.' }"]
            {
                let found = mistakes(&square(&format!("{sets}\n{condition}")));
                assert!(found.contains("requires sets of cells"), "{condition}: {found}");
            }
        }
    }

    #[test]
    fn tests_of_lines_are_refused_for_cells() {
        for rule in [
            "each = 'row'\nis = 'line'",
            "each = 'row'\namong = 'line'\nis = 'Q'",
            "each = 'row'\ninside = 'line'\nis = 'Q'",
        ] {
            let found = mistakes(&square(rule));
            assert!(found.contains("`line` tests lines, but the members of these sets are cells"), "{rule}: {found}");
        }
        for (key, rest) in [("where", ""), ("until", "around = 'rook'\n")] {
            let found = mistakes(&square(&format!("{rest}{key} = 'line'\nis = 'Q'")));
            assert!(found.contains(&format!("`line` tests lines, but `{key}` tests a cell")), "{found}");
        }
    }

    /// The lines between circles are those on the left and at the bottom.
    #[test]
    fn lines_are_selected_by_their_cells() {
        let cells = 16;
        assert_eq!(agree(&square("each = 'edge'\namong = 'circle'\nexactly = { line = 0 }")), 4 * cells);
        assert_eq!(agree(&square("each = 'edge'\namong = 'not circle'\nexactly = { line = 0 }")), 16 * cells);
        assert_eq!(agree(&square("each = 'point'\ninside = 'line'\nexactly = { line = 0 }")), 16 * cells);
    }
}
