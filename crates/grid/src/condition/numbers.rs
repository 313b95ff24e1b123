//! Arithmetic on the members' numbers: `sum`, `sum-at-least`, `sum-at-most`, `product`, `difference`, `ratio`; and
//! values that the difference and the ratio of two must not have: `difference-not`, `ratio-not`.
//!
//! `on = "weight"`, the name of a picture, takes the numbers printed on the members instead of their values.
//!
//! Members without a number are ignored. Three cells of 1 to 9 with the sum 7 are the words of an automaton whose
//! states are the partial sums, 0 to 7; the states for a product are its divisors. Where the members differ, only {1,
//! 2, 4} makes 7. This constraint is posted as well, since it makes a Kakuro easy.

use super::super::breach::{Breach, Expected};
use super::super::constrain::numbers::Numbers;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Resolved, Set};
use super::super::symbols::SymbolTable;
use super::Kind;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "sum",
            kind: NUMBER,
            doc: "the members' numbers add up to this; members without a number are ignored",
            example: "15",
            ..OPTIONAL
        },
        Field {
            name: "sum-at-least",
            kind: NUMBER,
            doc: "the members' numbers add up to at least this",
            example: "15",
            ..OPTIONAL
        },
        Field {
            name: "sum-at-most",
            kind: NUMBER,
            doc: "the members' numbers add up to at most this",
            example: "15",
            ..OPTIONAL
        },
        Field { name: "product", kind: NUMBER, doc: "the product of the members' numbers", example: "24", ..OPTIONAL },
        Field {
            name: "difference",
            kind: NUMBER,
            doc: "the difference of two members' numbers",
            example: "1",
            ..OPTIONAL
        },
        Field {
            name: "difference-at-least",
            kind: NUMBER,
            doc: "the difference of two members' numbers is at least this",
            example: "5",
            ..OPTIONAL
        },
        Field { name: "ratio", kind: NUMBER, doc: "the ratio of two members' numbers", example: "2", ..OPTIONAL },
        Field {
            name: "difference-not",
            kind: NUMBER,
            doc: "the difference of two members' numbers is not this",
            example: "1",
            ..OPTIONAL
        },
        Field {
            name: "ratio-not",
            kind: NUMBER,
            doc: "the ratio of two members' numbers is not this",
            example: "2",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    let kinds = [
        ("sum", Made::Sum(Relation::Equal)),
        ("sum-at-least", Made::Sum(Relation::AtLeast)),
        ("sum-at-most", Made::Sum(Relation::AtMost)),
        ("product", Made::Product),
        ("difference", Made::Difference(Apart::Exactly)),
        ("difference-at-least", Made::Difference(Apart::AtLeast)),
        ("ratio", Made::Ratio { is: true }),
        ("difference-not", Made::Difference(Apart::Not)),
        ("ratio-not", Made::Ratio { is: false }),
    ];
    for (key, made) in kinds {
        let Some(given) = rule.get(key).filter(|given| reading.versus(&given.value).is_none()) else { continue };
        let Some(of) = numbers_of(reading, rule, key) else { continue };
        let Some(number) = reading.number_of_sets(given) else { continue };
        let of_two = matches!(made, Made::Difference { .. } | Made::Ratio { .. });
        if of_two && reading.members_are_two(rule, key, &number).is_none() {
            continue;
        }
        conditions.push(Box::new(Numeric { of, made, number }));
    }
    conditions
}

/// Returns the source of a rule's numbers.
fn numbers_of(reading: &mut Reading<'_>, rule: &Table, key: &str) -> Option<Of> {
    let picture = rule.text("on").filter(|name| reading.symbols.pictures.iter().any(|own| own.name == *name));
    let Some(name) = picture else { return reading.numeric_layer(rule, key).map(Of::Layer) };
    reading.members_are_cells(rule, key)?;
    let picture = reading.picture(name, rule.span_of("on"))?;
    let of = &reading.symbols.pictures[picture];
    if of.marks.iter().flatten().all(|mark| mark.number.is_none()) {
        let message = format!("`{key}` requires numbers; the picture `{name}` has none");
        reading.mistake("no-numbers", rule.span_of("on"), message);
        return None;
    }
    Some(Of::Picture(picture))
}

/// The source of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    /// The values of members in a layer.
    Layer(usize),
    /// The marks of a picture on the members.
    Picture(usize),
}

/// The comparison of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Apart {
    Exactly,
    AtLeast,
    Not,
}

impl Apart {
    fn accepts(self, a: i64, b: i64, difference: i64) -> bool {
        let apart = i128::from(a.abs_diff(b));
        match self {
            Apart::Exactly => apart == i128::from(difference),
            Apart::AtLeast => apart >= i128::from(difference),
            Apart::Not => apart != i128::from(difference),
        }
    }
}

/// The arithmetic on the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Made {
    Sum(Relation),
    Product,
    Difference(Apart),
    /// Whether the ratio equals the number, or differs from it.
    Ratio {
        is: bool,
    },
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Numeric {
    of: Of,
    made: Made,
    number: Number,
}

impl Condition for Numeric {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(wanted) = self.number.on(position, set) else { return Ok(()) };
        let wanted = i128::from(wanted);
        let numbers: Vec<i128> = members
            .iter()
            .filter_map(|member| match (member, self.of) {
                (Element::Cell(cell), Of::Layer(layer)) => position.number(layer, *cell),
                (Element::Cell(cell), Of::Picture(picture)) => printed(position.symbols, picture, *cell),
                (Element::Line(_), _) => None,
            })
            .map(i128::from)
            .collect();
        let (name, found) = match self.made {
            Made::Sum(relation) => {
                let sum: i128 = numbers.iter().sum();
                let (holds, expected) = match relation {
                    Relation::Equal => (sum == wanted, Expected::Exactly(wanted)),
                    Relation::AtLeast => (sum >= wanted, Expected::AtLeast(wanted)),
                    Relation::AtMost => (sum <= wanted, Expected::AtMost(wanted)),
                };
                return if holds { Ok(()) } else { Err(Breach::Sum { found: sum, expected }) };
            }
            // A saturated value exceeds every number in a model.
            Made::Product => ("product", numbers.iter().fold(1i128, |product, &n| product.saturating_mul(n))),
            Made::Difference(apart) => match (&numbers[..], apart) {
                ([a, b], Apart::Exactly) => ("difference", (a - b).abs()),
                ([a, b], Apart::Not) if (a - b).abs() == wanted => {
                    return Err(Breach::WithDifference { numbers: [*a, *b], difference: wanted });
                }
                ([a, b], Apart::AtLeast) if (a - b).abs() < wanted => {
                    return Err(Breach::TooClose { numbers: [*a, *b], least: wanted });
                }
                _ => return Ok(()),
            },
            Made::Ratio { is } => match numbers[..] {
                [a, b] if (a == wanted * b || b == wanted * a) == is => return Ok(()),
                [a, b] if is => return Err(Breach::WithoutRatio { numbers: [a, b], ratio: wanted }),
                [a, b] => return Err(Breach::WithRatio { numbers: [a, b], ratio: wanted }),
                _ => return Ok(()),
            },
        };
        if found == wanted { Ok(()) } else { Err(Breach::Result { name, found, expected: wanted }) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let numbers: Vec<Numbers> = members.iter().map(|member| self.counted(to, member)).collect();
        match self.made {
            Made::Sum(relation) => self.sum(to, set, members, &numbers, relation),
            Made::Product => {
                to.with_number(&self.number, set, |to, product| {
                    let fits = |choice: &[i64]| choice.iter().try_fold(1i64, |p, &n| p.checked_mul(n)) == Some(product);
                    let chosen = self.differing(to, members, &numbers).is_some_and(|all| to.post_choices(all, fits));
                    to.implied(chosen, |to| multiply(to, &numbers, product));
                });
            }
            Made::Difference(apart) => to.with_number(&self.number, set, |to, difference| {
                of_two(to, &numbers, |a, b| apart.accepts(a, b, difference));
            }),
            Made::Ratio { is } => to.with_number(&self.number, set, |to, ratio| {
                let times = |a: i64, b: i64| i128::from(a) == i128::from(b) * i128::from(ratio);
                of_two(to, &numbers, |a, b| (times(a, b) || times(b, a)) == is);
            }),
        }
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn total(&self) -> Option<&Number> {
        matches!(self.made, Made::Sum(Relation::Equal)).then_some(&self.number)
    }

    fn layers(&self) -> Vec<usize> {
        match self.of {
            Of::Layer(layer) => vec![layer],
            Of::Picture(_) => Vec::new(),
        }
    }

    fn pictures(&self) -> Vec<usize> {
        match self.of {
            Of::Layer(_) => Vec::new(),
            Of::Picture(picture) => vec![picture],
        }
    }
}

/// Returns the number that a picture prints on a cell.
fn printed(symbols: &SymbolTable, picture: usize, cell: usize) -> Option<i64> {
    symbols.mark(picture, symbols.topology.cells[cell])?.number
}

impl Numeric {
    /// Returns the numbers that a possible member counts with.
    fn counted(&self, to: &mut Builder<'_>, member: &Candidate) -> Numbers {
        match self.of {
            Of::Layer(layer) => to.numbers(layer, member),
            Of::Picture(picture) => {
                let Element::Cell(cell) = member.element else { return Numbers::NONE };
                match printed(to.symbols, picture, cell) {
                    Some(number) => Numbers { held: vec![(number, member.is_in)], none: !member.is_in },
                    None => Numbers::NONE,
                }
            }
        }
    }

    /// Returns the numbers of the members, if each member is present and has a number, and no two have the same.
    fn differing<'n>(&self, to: &Builder<'_>, members: &[Candidate], numbers: &'n [Numbers]) -> Option<&'n [Numbers]> {
        let Of::Layer(layer) = self.of else { return None };
        let cells: Vec<usize> = members.iter().filter_map(|member| member.element.cell()).collect();
        let all_count = numbers.iter().all(|numbers| numbers.none == Truth::Known(false));
        (numbers.len() > 1 && all_count && to.differ(layer, &cells)).then_some(numbers)
    }

    fn sum(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate], numbers: &[Numbers], relation: Relation) {
        let mut terms: Vec<(i64, Numbers)> = numbers.iter().map(|numbers| (1, numbers.clone())).collect();
        match self.number.of(to.symbols, set) {
            Resolved::Absent | Resolved::Numbers(_) | Resolved::Word(_) | Resolved::Runs(_) => {}
            Resolved::Number(bound) => {
                let fits = |choice: &[i64]| relation.holds(choice.iter().sum(), bound);
                let chosen = self.differing(to, members, numbers).is_some_and(|all| to.post_choices(all, fits));
                to.implied(chosen, |to| to.post_sum(&terms, relation, bound));
            }
            Resolved::Cell(cell, more) => {
                let own = to.numbers(0, &Candidate { element: Element::Cell(cell), is_in: Truth::Known(true) });
                let none = own.none;
                terms.push((-1, own));
                to.under(!none, |to| to.post_sum(&terms, relation, more));
            }
        }
    }
}

/// Every number divides the product, and so does every partial product.
fn multiply(to: &mut Builder<'_>, numbers: &[Numbers], product: i64) {
    if product == 0 {
        let zeros = numbers.iter().flat_map(|numbers| &numbers.held).filter(|(number, _)| *number == 0);
        let zeros: Vec<Truth> = zeros.map(|&(_, truth)| truth).collect();
        return to.clause(zeros);
    }
    let mut positions = Vec::with_capacity(numbers.len());
    for member in numbers {
        let mut factors: Vec<(i64, Truth)> = Vec::with_capacity(member.held.len() + 1);
        let (dividing, others): (Vec<_>, Vec<_>) =
            member.held.iter().partition(|(number, _)| *number != 0 && product.wrapping_rem(*number) == 0);
        for (_, truth) in others {
            to.clause([!truth]);
        }
        let neutral: Vec<Truth> = dividing.iter().filter(|(n, _)| *n == 1).map(|&(_, truth)| truth).collect();
        let neutral = to.any(&[neutral, vec![member.none]].concat());
        factors.push((1, neutral));
        factors.extend(dividing.into_iter().filter(|(number, _)| *number != 1));
        factors.retain(|(_, truth)| *truth != Truth::Known(false));
        positions.push(factors);
    }
    if let [a, b] = &positions[..] {
        let [a, b] = [a, b].map(|held| Numbers { held: held.clone(), none: Truth::Known(false) });
        return to.post_pairs(&a, &b, |one, other| one.checked_mul(other) == Some(product));
    }
    let step = |&made: &i64, factor: i64| made.checked_mul(factor).filter(|made| product.wrapping_rem(*made) == 0);
    to.post_word(&positions, 1, step, |&made| made == product);
}

fn of_two(to: &mut Builder<'_>, numbers: &[Numbers], accepts: impl Fn(i64, i64) -> bool) {
    if let [a, b] = numbers {
        to.post_pairs(a, b, accepts);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn sums_of_rows_and_columns() {
        let rows = |condition: &str| model(2, 3, "\"1..3\"", &format!("[[rule]]\neach = 'row'\n{condition}"));
        // Three numbers of 1 to 3: 1, 3, 6, 7, 6, 3, 1 ways to make 3 to 9.
        assert_eq!(agree(&rows("sum = 6")), 7 * 7);
        assert_eq!(agree(&rows("sum-at-least = 8")), 4 * 4);
        assert_eq!(agree(&rows("sum-at-most = 5")), 10 * 10);
        assert_eq!(agree(&rows("sum = 10")), 0);
        assert_eq!(agree(&rows("sum-at-most = 9")), 27 * 27);
        let list = "[list]\ntotal = { rows = [6, '.'], columns = ['.', 2, 5] }\n";
        assert_eq!(
            agree(&model(2, 3, "\"1..3\"", &format!("{list}[[rule]]\neach = ['row', 'column']\nsum = 'total'"))),
            3 * 2
        );
    }

    #[test]
    fn sums_pass_over_what_is_no_number_and_no_member() {
        let values = "['.', '-2', '1', '3']";
        for condition in ["sum = 3", "sum-at-least = 2", "sum-at-most = 0"] {
            for selector in ["", "among = 'not 1'", "among = ['.', '3']"] {
                let rest = format!("[[rule]]\neach = 'row'\n{selector}\n{condition}");
                assert!(agree(&model(2, 3, values, &rest)) > 0);
            }
        }
    }

    #[test]
    fn sums_where_a_cell_says_so() {
        // Where a cell has a 2, its neighbours add up to 4; to its own value; to the number of a picture.
        let rest = "[[rule]]\nwhere = '2'\naround = 'wazir'\nsum = 4";
        assert!(agree(&model(2, 3, "\"1..3\"", rest)) > 0);
        for relation in ["sum", "sum-at-least", "sum-at-most"] {
            let rest = format!("[[rule]]\naround = 'wazir'\n{relation} = 'value'");
            assert!(agree(&model(2, 3, "['.', '1', '2', '4']", &rest)) > 0);
        }
        let rest = "[picture]\nclue = '''\n.3.\n2..\n'''\n[[rule]]\naround = 'wazir'\nsum = 'clue'";
        assert!(agree(&model(2, 3, "\"0..2\"", rest)) > 0);
    }

    #[test]
    fn sums_of_what_is_printed() {
        let board = |rule: &str| {
            let weights = "[picture]\nweight = '''\n123\n.24\n'''\n[list]\ntotal = { rows = [3, 4] }\n";
            model(2, 3, "['.', '#']", &format!("{weights}[[rule]]\neach = 'row'\namong = '#'\non = 'weight'\n{rule}"))
        };
        // 1 + 2 or 3; 4, with or without the cell that has no number.
        assert_eq!(agree(&board("sum = 'total'")), 2 * 2);
        assert!(agree(&board("sum-at-least = 'total'")) > 4);
        assert!(agree(&board("sum-at-most = 3")) > 4);
        // 1 x 2 or 2 alone; 2 alone. And the cell without a number.
        assert_eq!(agree(&board("product = 2")), 2 * 2);
        let by_value = "[picture]\nweight = '113'\n[[rule]]\neach = 'cell'\naround = 'rook'\namong = ['1', '2']\n\
            on = 'weight'\nsum = 'value'";
        assert!(agree(&model(1, 3, "\"0..4\"", by_value)) > 0);
        let signs = "[picture]\nsign = 'a.b'\n[[rule]]\neach = 'row'\non = 'sign'\nsum = 2";
        let wrong = mistakes(&model(1, 3, "\"1..3\"", signs));
        assert!(wrong.starts_with("`sum` requires numbers; the picture `sign` has none"), "{wrong}");
    }

    #[test]
    fn different_numbers_make_few_sums() {
        let different = "[[rule]]\neach = ['row', 'column']\nall-different = true\n";
        for condition in ["sum = 7", "sum = 6", "sum-at-most = 6", "sum-at-least = 9", "product = 8"] {
            let rest = format!("{different}[[rule]]\neach = 'row'\n{condition}");
            agree(&model(2, 3, "\"1..4\"", &rest));
            let rest = format!("[[rule]]\neach = 'row'\nall-different = true\n{condition}");
            assert!(agree(&model(2, 3, "\"1..4\"", &rest)) > 0);
        }
    }

    /// The sum between two numbers: of the 24 orders of 1 to 4, those with a sum of 2 between 1 and 4 have only the 2
    /// there.
    #[test]
    fn sums_inside() {
        let rest = |number: i64| {
            format!(
                "[[rule]]\neach = 'row'\nall-different = true\n\
                    [[rule]]\neach = 'row'\ninside = ['1', '4']\nsum = {number}"
            )
        };
        assert_eq!(agree(&model(1, 4, "\"1..4\"", &rest(2))), 4);
        assert_eq!(agree(&model(1, 4, "\"1..4\"", &rest(0))), 12, "side by side");
        assert_eq!(agree(&model(1, 4, "\"1..4\"", &rest(5))), 4, "at the ends");
        let around = "[[rule]]\neach = ['row', 'column']\ninside = '#'\nis = '#'";
        assert!(agree(&model(2, 4, "['.', '#']", around)) > 0);
    }

    #[test]
    fn products() {
        for number in ["12", "0", "-4", "5", "8"] {
            let rest = format!("[[rule]]\neach = 'row'\nproduct = {number}");
            agree(&model(2, 3, "['.', '-1', '2', '4', '0', '3']", &rest));
        }
        let rest = "[[rule]]\neach = 'column'\nproduct = 6";
        assert_eq!(agree(&model(2, 2, "\"1..6\"", rest)), 4 * 4);
        let rest = "[[rule]]\naround = 'wazir'\namong = 'not 1'\nproduct = 'value'";
        agree(&model(2, 3, "\"1..4\"", rest));
    }

    #[test]
    fn differences_and_ratios_of_two() {
        let pairs = |condition: &str| format!("[[rule]]\neach = 'pair'\n{condition}");
        assert!(agree(&model(2, 3, "\"1..5\"", &pairs("difference = 1"))) > 0);
        assert!(agree(&model(2, 3, "['.', '1', '2', '4']", &pairs("ratio = 2"))) > 0);
        // Of 25 pairs, 8 are neighbours; of 16, 4 are double the other, and each is so the other way round.
        assert_eq!(agree(&model(1, 2, "\"1..5\"", &pairs("difference-not = 1"))), 25 - 8);
        assert_eq!(agree(&model(1, 2, "\"1..4\"", &pairs("ratio-not = 2"))), 16 - 4);
        assert!(agree(&model(2, 3, "['.', '1', '2', '4']", &pairs("difference-not = 2\nratio-not = 4"))) > 0);
        // 1 4, 1 5, 2 5 and the other way round.
        assert_eq!(agree(&model(1, 2, "\"1..5\"", &pairs("difference-at-least = 3"))), 6);
        assert!(agree(&model(2, 3, "['.', '1', '2', '4']", &pairs("difference-at-least = 2"))) > 0);
        assert!(agree(&model(2, 3, "['.', '0', '2', '4']", &pairs("among = ['0', '4']\ndifference = 0"))) > 0);
        let list = "[picture]\ncage = '''\naab\nccb\n'''\n[list]\nminus = { a = 2, b = 1 }\nover = { c = 3 }\n";
        let rest = format!(
            "{list}[[rule]]\neach = 'region cage'\ndifference = 'minus'\n[[rule]]\neach = 'region cage'\nratio = 'over'"
        );
        assert_eq!(agree(&model(2, 3, "\"1..4\"", &rest)), 4 * 6 * 2);
    }

    #[test]
    fn what_is_no_number_for_the_sets_is_told() {
        let wrong = |rest: &str| mistakes(&model(2, 3, "\"1..3\"", rest));
        let lists =
            "[list]\ntotal = { rows = [1, 2] }\nmany = { rows = [[1], 2] }\n[picture]\nroom = '''\naab\nabb\n'''\n";
        let rule = |rule: &str| wrong(&format!("{lists}[[rule]]\n{rule}"));
        assert!(
            rule("each = 'row'\nsum = 'totl'")
                .starts_with("expected a number, or a picture or list of numbers; found `totl`")
        );
        assert!(rule("each = 'column'\nsum = 'total'").starts_with("missing `columns` in the list `total`"));
        assert!(rule("sum = 'total'").starts_with("`total` has no number for the board"));
        assert!(rule("each = 'row'\nsum = 'many'").starts_with("row 1 has a list of numbers; expected one"));
        assert!(
            rule("each = 'row'\nsum = 'room'").starts_with("the picture `room` has no numbers; its first mark is `a`")
        );
        assert!(
            rule("each = 'region room'\nsum = 'total'")
                .starts_with("`total` has no number for any of the regions a, b")
        );
        assert!(rule("each = 'row'\nsum = 'value'").contains("row 1 has no cell of its own"));
        assert!(
            rule("each = 'row'\ndifference = 1")
                .starts_with("`difference` requires sets of two cells; row 1 has 3 cells")
        );
        assert!(rule("each = 'row'\nsum = 'total'\non = 'colour'").starts_with("unknown layer `colour`"));
        let letters = mistakes(&model(2, 3, "['.', 'Q']", "[[rule]]\neach = 'row'\nsum = 3"));
        assert!(letters.starts_with("`sum` requires values that are numbers; found ., Q"), "{letters}");
    }
}
