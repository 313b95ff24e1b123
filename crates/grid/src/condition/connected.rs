//! The members that pass are connected: `connected = "sea"`, over sides, with `by = "king"`, also over corners, or, with
//! `by = "lines"`, by the lines that join them.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate};
use super::super::fields::{OPTIONAL, TEST};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::Test;
use super::super::topology::Lines;
use super::Kind;
use super::group::joined::{Groups, Of};
use boardwright_ir::constraint::Constraint;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "connected",
            kind: TEST,
            doc: "the members that pass the test are connected",
            example: "\"not #\"",
            ..OPTIONAL
        },
        Field {
            name: "by",
            kind: boardwright_model::Kind::Named(boardwright_model::Names::Step),
            doc: "with `connected`, `group` and `matched`: the move between neighbours [default: wazir]; with \
                `connected`, \"lines\": the lines join cells",
            example: "\"king\"",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(given) = rule.get("connected") else { return Vec::new() };
    let Some(test) = reading.members_are_cells(rule, "connected").and_then(|()| reading.test(given)) else {
        return Vec::new();
    };
    reading.without_where(rule, "connected");
    if rule.text("by") == Some("lines") {
        if !reading.symbols.lines.as_ref().is_some_and(Lines::through_cells) {
            let message = "`by = \"lines\"` requires lines that join cells, such as lines = \"links\" in [grid]";
            reading.mistake("no-lines", rule.span_of("by"), message);
        }
        return vec![Box::new(Connected { test, groups: Groups { of: Of::Linked, steps: Vec::new() } })];
    }
    let Some(steps) = reading.neighbours(rule) else { return Vec::new() };
    vec![Box::new(Connected { groups: Groups { of: Of::Passing(test.clone()), steps }, test })]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Connected {
    test: Test,
    /// The connected parts: of cells that pass, or of all cells by lines.
    groups: Groups,
}

impl Condition for Connected {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let passing = members.iter().copied().filter(|&member| position.passes(member, &self.test));
        let parts = self.groups.found(position, &passing.collect::<Vec<_>>());
        match &parts[..] {
            [] | [_] => Ok(()),
            [first, second, ..] => {
                let cells = [first[0], second[0]].map(|cell| position.symbols.topology.cells[cell]);
                Err(Breach::Unconnected { of: self.test.text.clone(), components: parts.len(), cells })
            }
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let mut passing = Vec::new();
        if self.groups.are_linked() {
            for member in members {
                let passes = to.passes(member.element, &self.test);
                passing.push(Candidate { is_in: to.all(&[passes, member.is_in]), ..*member });
            }
        }
        let members = if self.groups.are_linked() { &passing } else { members };
        let graph = self.groups.graph(to, members).graph();
        to.post(Constraint::Connected(graph));
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn lines_connect_cells() {
        let board = |rest: &str| {
            agree(&format!("puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nlines = 'links'\n[[rule]]\n{rest}"))
        };
        // None, one line, two neighbouring ones, three or four; not two opposite ones.
        assert_eq!(board("connected = 'visited'\nby = 'lines'"), 1 + 4 + 4 + 4 + 1);
        assert_eq!(
            board("connected = 'not visited'\nby = 'lines'"),
            16 - 1 - 4,
            "two cells without lines are not connected"
        );
        let borders = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nlines = 'borders'\n[[rule]]\nby = 'lines'\n\
            connected = 'not line left'";
        assert!(mistakes(borders).starts_with("`by = \"lines\"` requires lines that join cells"));
    }

    #[test]
    fn what_groups_do_not_take_is_told() {
        let wrong = |rule: &str| mistakes(&model(2, 2, "\"1..2\"", &format!("[[rule]]\n{rule}")));
        for condition in ["sum = 2", "all-different = true", "all-equal = true", "is = '1'", "parity = { 1 = 'odd' }"] {
            let key = condition.split(' ').next().unwrap_or_default();
            let message = wrong(&format!("group = '1'\n{condition}"));
            assert!(message.starts_with(&format!("`{key}` is not supported for groups")), "{message}");
        }
        let list = "[list]\nsizes = { rows = [1, 2] }\n[[rule]]\ngroup = '1'\nsize = 'sizes'";
        assert!(mistakes(&model(2, 2, "\"1..2\"", list)).starts_with("expected a number, a picture"));
        assert!(wrong("by = 'king'\nsum = 6").starts_with("`by` requires `connected`"));
        assert!(wrong("all-different = false").starts_with("`all-different = false` has no effect"));
    }
}
