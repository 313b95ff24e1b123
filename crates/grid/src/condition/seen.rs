//! What is visible in mirrors: `seen = "count"`, as in Undead. Of the members of a view, those before the first mirror are
//! visible if they pass the test `directly`, those behind it if they pass the test `in-mirrors`.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL, TEST};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::super::symbols::Test;
use super::Kind;
use boardwright_ir::constraint::{Constraint, Relation, Term};
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "seen",
            kind: NUMBER,
            doc: "with `mirrors`: the number of members that are visible, with multiplicity, by the tests `directly` and \
                `in-mirrors`",
            example: "\"count\"",
            ..OPTIONAL
        },
        Field {
            name: "directly",
            kind: TEST,
            doc: "with `seen`: the test of cells that are visible before the first mirror",
            example: "[\"V\", \"Z\"]",
            ..OPTIONAL
        },
        Field {
            name: "in-mirrors",
            kind: TEST,
            doc: "with `seen`: the test of cells that are visible behind a mirror",
            example: "[\"G\", \"Z\"]",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let tests = ["directly", "in-mirrors"];
    let Some(given) = rule.get("seen") else {
        for key in tests.into_iter().chain(["mirrors"]).filter(|key| rule.get(key).is_some()) {
            reading.mistake("no-condition", rule.span_of(key), format!("`{key}` requires `seen`"));
        }
        return Vec::new();
    };
    for key in ["mirrors", "directly", "in-mirrors"].into_iter().filter(|key| rule.get(key).is_none()) {
        reading.mistake("no-condition", given.span, format!("`seen` requires `{key}`"));
    }
    if reading.members_are_all_in(rule, "seen").is_none() {
        return Vec::new();
    }
    let [direct, reflected] = tests.map(|key| rule.get(key).and_then(|given| reading.test(given)));
    let number = reading.number_of_sets(given);
    match (number, direct, reflected) {
        (Some(number), Some(direct), Some(reflected)) => vec![Box::new(Seen { number, direct, reflected })],
        _ => Vec::new(),
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Seen {
    number: Number,
    direct: Test,
    reflected: Test,
}

impl Condition for Seen {
    fn holds(&self, position: &Position<'_>, set: &Set, _members: &[Element]) -> Result<(), Breach> {
        let Some(expected) = self.number.on(position, set) else { return Ok(()) };
        let mut found = 0;
        for member in &set.members {
            let test = if member.reflected { &self.reflected } else { &self.direct };
            found += i64::from(position.passes(member.element, test));
        }
        if found == expected { Ok(()) } else { Err(Breach::Seen { found, expected }) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let (mut terms, mut known) = (Vec::with_capacity(members.len()), 0);
        for (member, candidate) in set.members.iter().zip(members) {
            let test = if member.reflected { &self.reflected } else { &self.direct };
            match to.passes(candidate.element, test) {
                Truth::Open(literal) => terms.push(Term::literal(1, literal)),
                Truth::Known(passes) => known += i64::from(passes),
            }
        }
        to.with_number(&self.number, set, |to, wanted| {
            to.post(Constraint::Sum { terms: terms.clone(), relation: Relation::Equal, bound: wanted - known });
        });
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.direct, &self.reflected]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    /// A model with views from the sides that the lists name.
    fn undead(rows: &str, mirrors: &str, lists: &str) -> String {
        let sides = ["left", "right", "top", "bottom"].into_iter().filter(|side| lists.contains(side));
        let sides: Vec<String> = sides.map(|side| format!("'from {side}'")).collect();
        let sides = sides.join(", ");
        format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['G', 'V', 'Z']\ncells = '''\n{rows}\n'''\n[picture]\nmirror = '''\n{mirrors}\n'''\n\
                [list]\ncount = {{ {lists} }}\n[[rule]]\neach = [{sides}]\n\
                mirrors = 'mirror'\nseen = 'count'\ndirectly = ['V', 'Z']\nin-mirrors = ['G', 'Z']\n"
        )
    }

    #[test]
    fn a_cell_that_is_crossed_twice_counts_twice() {
        // From the left: r1c1 directly, then down at r1c2, along r2c2 in the mirror.
        let text = |left: &str| undead("._\n..", ".\\\n..", left);
        assert_eq!(agree(&text("left = [2, '.']")), 12, "V or Z, then G or Z, and anything at r2c1");
        assert_eq!(agree(&text("left = [0, '.'], bottom = [1, '.']")), 2, "G above V; then r2c1 alone is V or Z");
        // r2c1 and r2c2 directly, then over three mirrors down through r2c2 to r3c2.
        let twice = |seen: i64| undead(".__\n.._\n...", "./\\\n../\n...", &format!("left = ['.', {seen}, '.']"));
        assert_eq!(agree(&twice(4)), 2 * 2 * 27, "r2c2 is Z, and the three other cells are free");
        assert_eq!(agree(&twice(1)), 2 * 27, "G or V at r2c2 counts once");
    }

    #[test]
    fn what_belongs_together() {
        let text = undead("..", "..", "left = [1]");
        assert!(agree(&text) > 0, "without a mirror: all directly");
        assert!(mistakes(&text.replace("mirrors = 'mirror'\n", "")).contains("`seen` requires `mirrors`"));
        assert!(mistakes(&text.replace("directly = ['V', 'Z']\n", "")).contains("`seen` requires `directly`"));
        assert!(mistakes(&text.replace("seen = 'count'\n", "exactly = { V = 1 }\n")).contains("requires `seen`"));
        let rows = text.replace("each = ['from left']", "each = 'row'");
        assert!(mistakes(&rows).contains("`mirrors` requires views"));
        assert!(mistakes(&text.replace("mirrors = 'mirror'", "mirrors = 'miror'")).contains("unknown picture"));
    }
}
