//! The number of members that pass a test: `exactly = { Q = 1 }`, `at-most`, `at-least`, `between = { Q = [1, 2] }`.

use super::super::breach::{Breach, Expected};
use super::super::constrain::{Builder, Candidate};
use super::super::fields::{COUNTS, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::super::symbols::Test;
use super::Kind;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Table};

const BOUNDS: boardwright_model::Kind =
    boardwright_model::Kind::List { item: &super::super::fields::NUMBER, min: 2, max: 2 };

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "exactly",
            kind: COUNTS,
            doc: "this number of members pass the test",
            example: "{ Q = 1 }",
            ..OPTIONAL
        },
        Field {
            name: "at-least",
            kind: COUNTS,
            doc: "at least this number of members pass the test",
            example: "{ Q = 1 }",
            ..OPTIONAL
        },
        Field {
            name: "at-most",
            kind: COUNTS,
            doc: "at most this number of members pass the test",
            example: "{ Q = 1 }",
            ..OPTIONAL
        },
        Field {
            name: "between",
            kind: boardwright_model::Kind::By(boardwright_model::Names::Test, &BOUNDS),
            doc: "the number of members that pass the test is in this range",
            example: "{ Q = [1, 2] }",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    if rule.get("group").is_some() {
        return conditions;
    }
    for (key, relation) in
        [("exactly", Relation::Equal), ("at-least", Relation::AtLeast), ("at-most", Relation::AtMost)]
    {
        for (test, number) in rule.map(key) {
            if reading.versus(&number.value).is_some() {
                continue;
            }
            if let (Some(test), Some(number)) = (reading.word(test), reading.number_of_sets(number)) {
                conditions.push(Box::new(Count { test, relation, number }));
            }
        }
    }
    for (test, bounds) in rule.map("between") {
        let (Some(test), [from, to]) = (reading.word(test), bounds.value.as_list().unwrap_or_default()) else {
            continue;
        };
        if let (Some(low), Some(high)) = (from.value.as_integer(), to.value.as_integer())
            && low > high
        {
            let message = format!("empty range: at least {low} and at most {high}");
            reading.mistake("wrong-bounds", bounds.span, message);
            continue;
        }
        for (number, relation) in [(from, Relation::AtLeast), (to, Relation::AtMost)] {
            if let Some(number) = reading.number_of_sets(number) {
                conditions.push(Box::new(Count { test: test.clone(), relation, number }));
            }
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Count {
    test: Test,
    relation: Relation,
    number: Number,
}

impl Condition for Count {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(number) = self.number.on(position, set) else { return Ok(()) };
        let found = members.iter().filter(|&&member| position.passes(member, &self.test)).count() as i64;
        if self.relation.holds(found, number) {
            return Ok(());
        }
        let expected = match self.relation {
            Relation::Equal => Expected::Exactly(number.into()),
            Relation::AtLeast => Expected::AtLeast(number.into()),
            Relation::AtMost => Expected::AtMost(number.into()),
        };
        Err(Breach::Count { of: self.test.text.clone(), found, expected })
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let passing = to.passing(members, &self.test);
        to.with_number(&self.number, set, |to, number| to.count(self.relation, number, passing.iter().copied()));
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    #[test]
    fn numbers_beside_the_value_of_a_cell() {
        let row = |number: &str, values: &str| {
            let rest = format!("[[rule]]\naround = 'wazir'\nexactly = {{ 1 = '{number}' }}");
            agree(&super::super::super::tests::model(1, 3, values, &rest))
        };
        assert_eq!(row("value", "'0..2'"), row("value + 0", "'0..2'"));
        assert!(row("value + 1", "'-1..1'") > 0);
        assert!(row("value - 1", "'1..3'") > 0);
        for rest in
            ["sum = 'value + 1'", "sum-at-most = 'value - 1'", "parity = { 2 = 'value + 1' }", "visible = 'value - 1'"]
        {
            let rule = format!("[[rule]]\neach = 'cell'\naround = 'rook'\n{rest}");
            agree(&super::super::super::tests::model(2, 2, "'0..3'", &rule));
        }
        agree(&super::super::super::tests::model(1, 4, "'0..3'", "[[rule]]\ngroup = 'same'\nsize = 'value + 1'"));
    }

    #[test]
    fn a_list_may_be_a_range() {
        let rows = |list: &str| {
            let rest = format!(
                "[parameter]\nn = 3\n[list]\nq = {{ rows = {list} }}\n[[rule]]\neach = 'row'\nexactly = {{ 1 = 'q' }}"
            );
            super::super::super::tests::model(3, 3, "'0..1'", &rest)
        };
        // One of three cells, then two, then all: 3 * 3 * 1.
        for list in ["[1, 2, 3]", "'1..3'", "'1..n'", "'n-2..n'"] {
            assert_eq!(agree(&rows(list)), 9, "{list}");
        }
        for list in ["'1..4'", "'3..1'", "'1..m'", "'1..99999999999'"] {
            assert!(!mistakes(&rows(list)).is_empty(), "{list}");
        }
        assert!(mistakes(&rows("'1..4'")).contains("has 4 entries; expected 3"), "{}", mistakes(&rows("'1..4'")));
    }

    /// A wall with a number counts the cells around it, and is not a cell that must be lit.
    #[test]
    fn printed_walls_count_and_are_nothing_else() {
        let model = |rules: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\ncells = '''\n.._\n...\n'''\nvalues = ['.', 'L']\n\
                 [picture]\nclue = '''\n..0\n...\n'''\n{rules}"
            )
        };
        let lit = "[[rule]]\naround = 'rook'\nincluding = true\nat-least = { L = 1 }\n";
        let seen = "[[rule]]\nwhere = 'L'\naround = 'rook'\nexactly = { L = 0 }\n";
        let counted = "[[rule]]\naround = 'wazir'\nexactly = { L = 'clue' }\n";
        // One lamp in the lower row lights its right end; what it leaves dark of the upper row takes one of two, or one.
        assert_eq!(agree(&model(&format!("{lit}{seen}"))), 4);
        assert_eq!(agree(&model(&format!("{lit}{seen}{counted}"))), 1);
        assert_eq!(agree(&model("[[rule]]\nat = 'clue'\naround = 'wazir'\nexactly = { L = 2 }\n")), 8);
    }
}
