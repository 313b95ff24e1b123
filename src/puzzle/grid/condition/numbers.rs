//! What the members' numbers make: `sum`, `sum-at-least`, `sum-at-most`, `product`, `difference`, `ratio`; and what the
//! difference and the ratio of two must not be: `difference-not`, `ratio-not`.
//!
//! A member that holds no number is passed over. Three cells of 1 to 9 that sum up to 7 are the words of an automaton
//! whose states are the sums so far, 0 to 7; a product's states are the divisors of it. Where the members differ, only
//! {1, 2, 4} makes 7, which is posted as well: that is what makes a Kakuro easy.

use super::super::constrain::numbers::Numbers;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Number, Place, Set, Told};
use super::Kind;
use crate::constraint::Relation;
use crate::model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "sum",
            kind: NUMBER,
            doc: "the numbers of the members add up to this; a member without a number is passed over",
            example: "15",
            ..OPTIONAL
        },
        Field {
            name: "sum-at-least",
            kind: NUMBER,
            doc: "the numbers of the members add up to this or more",
            example: "15",
            ..OPTIONAL
        },
        Field {
            name: "sum-at-most",
            kind: NUMBER,
            doc: "the numbers of the members add up to this or less",
            example: "15",
            ..OPTIONAL
        },
        Field { name: "product", kind: NUMBER, doc: "the product of the members' numbers", example: "24", ..OPTIONAL },
        Field {
            name: "difference",
            kind: NUMBER,
            doc: "the greater of two members' numbers less the other",
            example: "1",
            ..OPTIONAL
        },
        Field {
            name: "ratio",
            kind: NUMBER,
            doc: "one of two members' numbers is so many times the other",
            example: "2",
            ..OPTIONAL
        },
        Field {
            name: "difference-not",
            kind: NUMBER,
            doc: "the greater of two members' numbers less the other is something else",
            example: "1",
            ..OPTIONAL
        },
        Field {
            name: "ratio-not",
            kind: NUMBER,
            doc: "neither of two members' numbers is so many times the other",
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
        ("difference", Made::Difference { is: true }),
        ("ratio", Made::Ratio { is: true }),
        ("difference-not", Made::Difference { is: false }),
        ("ratio-not", Made::Ratio { is: false }),
    ];
    for (key, made) in kinds {
        let Some(given) = rule.get(key) else { continue };
        let Some(layer) = reading.numeric_layer(rule, key) else { continue };
        let Some(number) = reading.number_of_sets(given) else { continue };
        let of_two = matches!(made, Made::Difference { .. } | Made::Ratio { .. });
        if of_two && reading.members_are_two(rule, key, &number).is_none() {
            continue;
        }
        conditions.push(Box::new(Numeric { layer, made, number }));
    }
    conditions
}

/// What is made of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    Sum(Relation),
    Product,
    /// Whether it is the number, or anything but it.
    Difference {
        is: bool,
    },
    /// Likewise.
    Ratio {
        is: bool,
    },
}

#[derive(Debug)]
struct Numeric {
    layer: usize,
    made: Made,
    number: Number,
}

impl Condition for Numeric {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Place]) -> Result<(), String> {
        let Some(wanted) = self.number.on(position, set) else { return Ok(()) };
        let wanted = i128::from(wanted);
        let numbers: Vec<i128> = members
            .iter()
            .filter_map(|member| if let Place::Cell(cell) = member { position.number(self.layer, *cell) } else { None })
            .map(i128::from)
            .collect();
        let (name, found) = match self.made {
            Made::Sum(relation) => {
                let sum: i128 = numbers.iter().sum();
                let (holds, words) = match relation {
                    Relation::Equal => (sum == wanted, "instead of"),
                    Relation::AtLeast => (sum >= wanted, "and not at least"),
                    Relation::AtMost => (sum <= wanted, "and not at most"),
                };
                return if holds { Ok(()) } else { Err(format!("adds up to {sum} {words} {wanted}")) };
            }
            // Saturated, it is past what a model can ask for.
            Made::Product => ("product", numbers.iter().fold(1i128, |product, &n| product.saturating_mul(n))),
            Made::Difference { is } => match numbers[..] {
                [a, b] if !is && (a - b).abs() == wanted => return Err(format!("has {a} and {b}, {wanted} apart")),
                [a, b] if is => ("difference", (a - b).abs()),
                _ => return Ok(()),
            },
            Made::Ratio { is } => match numbers[..] {
                [a, b] if (a == wanted * b || b == wanted * a) == is => return Ok(()),
                [a, b] if is => return Err(format!("has {a} and {b}, of which none is {wanted} times the other")),
                [a, b] => return Err(format!("has {a} and {b}, of which one is {wanted} times the other")),
                _ => return Ok(()),
            },
        };
        if found == wanted { Ok(()) } else { Err(format!("has a {name} of {found} instead of {wanted}")) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let numbers: Vec<Numbers> = members.iter().map(|member| to.numbers(self.layer, member)).collect();
        match self.made {
            Made::Sum(relation) => self.sum(to, set, members, &numbers, relation),
            Made::Product => {
                to.with_number(&self.number, set, |to, product| {
                    multiply(to, &numbers, product);
                    if let Some(all) = differing(to, self.layer, members, &numbers) {
                        let fits =
                            |choice: &[i64]| choice.iter().try_fold(1i64, |p, &n| p.checked_mul(n)) == Some(product);
                        to.post_choices(all, fits);
                    }
                });
            }
            Made::Difference { is } => to.with_number(&self.number, set, |to, difference| {
                of_two(to, &numbers, |a, b| (a.abs_diff(b) as i128 == i128::from(difference)) == is);
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

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }
}

impl Numeric {
    fn sum(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate], numbers: &[Numbers], relation: Relation) {
        let mut terms: Vec<(i64, Numbers)> = numbers.iter().map(|numbers| (1, numbers.clone())).collect();
        match self.number.of(to.vocabulary, set) {
            Told::Nothing | Told::Numbers(_) => {}
            Told::Number(bound) => {
                to.post_sum(&terms, relation, bound);
                if let Some(all) = differing(to, self.layer, members, numbers) {
                    to.post_choices(all, |choice| relation.holds(choice.iter().sum(), bound));
                }
            }
            Told::Value(cell) => {
                let own = to.numbers(0, &Candidate { place: Place::Cell(cell), is_in: Truth::Known(true) });
                let none = own.none;
                terms.push((-1, own));
                to.under(!none, |to| to.post_sum(&terms, relation, 0));
            }
        }
    }
}

/// The numbers of the members, if these all count with one, and never two with the same.
fn differing<'n>(
    to: &Builder<'_>,
    layer: usize,
    members: &[Candidate],
    numbers: &'n [Numbers],
) -> Option<&'n [Numbers]> {
    let cells: Vec<usize> =
        members.iter().filter_map(|m| if let Place::Cell(cell) = m.place { Some(cell) } else { None }).collect();
    let all_count = numbers.iter().all(|numbers| numbers.none == Truth::Known(false));
    (numbers.len() > 1 && all_count && to.differ(layer, &cells)).then_some(numbers)
}

/// Every number divides the product, and so does what they make so far.
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
        // Where a cell holds a 2, its neighbours add up to 4; to what it holds itself; to what a picture says.
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
    fn different_numbers_make_few_sums() {
        let different = "[[rule]]\neach = ['row', 'column']\nall-different = true\n";
        for condition in ["sum = 7", "sum = 6", "sum-at-most = 6", "sum-at-least = 9", "product = 8"] {
            let rest = format!("{different}[[rule]]\neach = 'row'\n{condition}");
            agree(&model(2, 3, "\"1..4\"", &rest));
            let rest = format!("[[rule]]\neach = 'row'\nall-different = true\n{condition}");
            assert!(agree(&model(2, 3, "\"1..4\"", &rest)) > 0);
        }
    }

    /// What stands between two: of the 24 orders of 1 to 4, those with a sum of 2 between 1 and 4 have the 2 alone
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
        assert!(rule("each = 'row'\nsum = 'totl'").starts_with("`totl` is no number"));
        assert!(rule("each = 'column'\nsum = 'total'").starts_with("`total` has no `columns`"));
        assert!(rule("sum = 'total'").starts_with("`total` has no number for the board"));
        assert!(rule("each = 'row'\nsum = 'many'").starts_with("row 1 has a list of numbers here"));
        assert!(
            rule("each = 'row'\nsum = 'room'").starts_with("the picture `room` has no numbers: its first mark is `a`")
        );
        assert!(
            rule("each = 'region room'\nsum = 'total'")
                .starts_with("`total` has a number for none of the regions a, b")
        );
        assert!(rule("each = 'row'\nsum = 'value'").contains("row 1 has none"));
        assert!(
            rule("each = 'row'\ndifference = 1").starts_with("`difference` is about two cells, and row 1 has 3 cells")
        );
        assert!(rule("each = 'row'\nsum = 'total'\non = 'colour'").starts_with("there is no layer `colour`"));
        let letters = mistakes(&model(2, 3, "['.', 'Q']", "[[rule]]\neach = 'row'\nsum = 3"));
        assert!(letters.starts_with("`sum` is about numbers, and no value is one: ., Q"), "{letters}");
    }
}
