//! Cells that can be paired: `matched = { T = "tree" }`, every T with a tree beside it, every tree with a T.
//!
//! Cells are neighbours over a side, or by the move in `by`. Trees may be on walls where the rule is about the whole
//! board. The pairing is not part of a solution: a variable for each possible pair is auxiliary, and a board with
//! several pairings is one solution.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Key, Set};
use super::super::symbols::{SymbolTable, Test};
use super::Kind;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Spanned, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "matched",
        kind: boardwright_model::Kind::By(
            boardwright_model::Names::Test,
            &boardwright_model::Kind::Named(boardwright_model::Names::Test),
        ),
        doc: "the cells that pass one test can be paired with neighbours that pass the other test",
        example: "{ T = \"tree\" }",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (word, given) in rule.map("matched") {
        let other = Spanned { value: given.value.as_text().unwrap_or_default().to_string(), span: given.span };
        let (Some(one), Some(other)) = (reading.word(word), reading.word(&other)) else { continue };
        let Some(steps) = reading.neighbours(rule) else { continue };
        if reading.members_are_cells(rule, "matched").is_some() {
            conditions.push(Box::new(Matched { sides: [one, other], steps }));
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Matched {
    sides: [Test; 2],
    steps: Vec<(i64, i64)>,
}

/// Returns the walls that pass a test of printed marks, where the set is the whole board.
fn walls(symbols: &SymbolTable, set: &Set, test: &Test) -> Vec<Cell> {
    let topology = &symbols.topology;
    let whole = set.own.is_none() && set.key == Key::None && set.members.len() == topology.cells.len();
    let negated = test.any.iter().any(|(negated, _)| *negated);
    if !whole || negated || !test.is_static() {
        return Vec::new();
    }
    topology.places().filter(|&at| topology.id(at).is_none() && symbols.passes(at, test)).collect()
}

impl Matched {
    /// Returns the cells of both sides.
    fn cells(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> [Vec<Cell>; 2] {
        let symbols = position.symbols;
        [0, 1].map(|side| {
            let passing = members.iter().filter(|&&member| position.passes(member, &self.sides[side]));
            let cells = passing.filter_map(|member| match member {
                Element::Cell(cell) => Some(symbols.topology.cells[*cell]),
                Element::Line(_) => None,
            });
            cells.chain(walls(symbols, set, &self.sides[side])).collect()
        })
    }

    /// Returns the cells of both sides that have no partner, if as many as possible have one.
    fn alone(&self, position: &Position<'_>, [ones, others]: &[Vec<Cell>; 2]) -> [Vec<Cell>; 2] {
        let topology = &position.symbols.topology;
        let beside = |a: Cell, b: Cell| a != b && self.steps.iter().any(|&step| topology.step(a, step) == Some(b));
        let reach: Vec<Vec<usize>> =
            ones.iter().map(|&a| (0..others.len()).filter(|&index| beside(a, others[index])).collect()).collect();
        let mut partner: Vec<Option<usize>> = vec![None; others.len()];
        let mut is_alone = |one: &usize| !augment(&reach, *one, &mut partner, &mut vec![false; others.len()]);
        let alone = (0..ones.len()).filter(|one| is_alone(one)).map(|one| ones[one]).collect();
        let left = partner.iter().zip(others).filter(|(partner, _)| partner.is_none());
        [alone, left.map(|(_, at)| *at).collect()]
    }

    /// Returns the texts of the tests of a side and of the other.
    fn names(&self, side: usize) -> [String; 2] {
        [side, 1 - side].map(|side| self.sides[side].text.clone())
    }
}

impl Condition for Matched {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells = self.cells(position, set, members);
        let found = [0, 1].map(|side: usize| cells[side].len());
        if found[0] != found[1] {
            return Err(Breach::Unpaired { of: self.names(0), found });
        }
        let [alone, _] = self.alone(position, &cells);
        alone.first().map_or(Ok(()), |&at| Err(Breach::NoPartner { of: self.names(0), at }))
    }

    /// One breach for each cell without a partner: marks are added where they pair one.
    fn breaches(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Vec<Breach> {
        let alone = self.alone(position, &self.cells(position, set, members));
        let of_side = |side: usize| {
            let cells = alone[side].iter();
            cells.map(move |&at| Breach::NoPartner { of: self.names(side), at }).collect::<Vec<Breach>>()
        };
        [0, 1].into_iter().flat_map(of_side).collect()
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let symbols = to.symbols;
        let topology = &symbols.topology;
        let mut sides: [Vec<(Cell, Truth)>; 2] = [Vec::new(), Vec::new()];
        for (side, test) in sides.iter_mut().zip(&self.sides) {
            for member in members {
                let Element::Cell(cell) = member.element else { continue };
                let passes = to.passes(member.element, test);
                let passes = to.all(&[passes, member.is_in]);
                if passes != Truth::Known(false) {
                    side.push((topology.cells[cell], passes));
                }
            }
            side.extend(walls(symbols, set, test).into_iter().map(|at| (at, Truth::Known(true))));
        }
        let [ones, others] = &sides;
        let mut pairs: [Vec<Vec<Truth>>; 2] = [vec![Vec::new(); ones.len()], vec![Vec::new(); others.len()]];
        for (one, &(at, passes)) in ones.iter().enumerate() {
            for (other, &(beside, passes_too)) in others.iter().enumerate() {
                let is_beside = at != beside && self.steps.iter().any(|&step| topology.step(at, step) == Some(beside));
                if is_beside {
                    let pair = Truth::Open(to.auxiliary());
                    to.clause([!pair, passes]);
                    to.clause([!pair, passes_too]);
                    pairs[0][one].push(pair);
                    pairs[1][other].push(pair);
                }
            }
        }
        for (side, pairs) in sides.iter().zip(pairs) {
            for (&(_, passes), pairs) in side.iter().zip(pairs) {
                to.count(Relation::AtMost, 1, pairs.iter().copied());
                to.clause([!passes].into_iter().chain(pairs));
            }
        }
    }

    /// Every cell of one side is compared with every cell of the other.
    fn literals(&self, _: &SymbolTable, members: u64) -> u64 {
        members.saturating_mul(10 * (self.steps.len() as u64 + 1))
    }

    fn tests(&self) -> Vec<&Test> {
        self.sides.iter().collect()
    }
}

/// Finds a partner for `one`; other cells may have to change theirs (an augmenting path).
fn augment(reach: &[Vec<usize>], one: usize, partner: &mut [Option<usize>], met: &mut [bool]) -> bool {
    for &other in &reach[one] {
        if std::mem::replace(&mut met[other], true) {
            continue;
        }
        if partner[other].is_none_or(|before| augment(reach, before, partner, met)) {
            partner[other] = Some(one);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn tents_beside_trees() {
        let trees = "[picture]\ntree = '''\n..t\nt..\n'''\n";
        let rule = |rule: &str| model(2, 3, "['.', 'T']", &format!("{trees}[[rule]]\n{rule}"));
        assert!(agree(&rule("matched = { T = 'tree' }")) > 0);
        assert!(agree(&rule("matched = { T = 'tree' }\nby = 'king'")) > agree(&rule("matched = { T = 'tree' }")));
        assert!(agree(&rule("each = 'row'\nmatched = { T = 'tree' }")) > 0);
        assert!(agree(&rule("among = 'not tree'\nmatched = { T = 'tree' }")) > 0);
    }

    #[test]
    fn boards_that_can_be_paired_off_in_several_ways_are_one_solution() {
        // Black and white cells of a 2x2 board in pairs: 2 of each anywhere but on diagonals are paired off in one way,
        // diagonals in two.
        assert_eq!(agree(&model(2, 2, "['b', 'w']", "[[rule]]\nmatched = { b = 'w' }")), 6);
        assert!(agree(&model(2, 3, "['.', 'b', 'w']", "[[rule]]\nmatched = { b = 'w' }")) > 1);
        assert!(agree(&model(2, 3, "['.', 'b']", "[[rule]]\nmatched = { b = 'b' }")) > 1);
        assert!(
            agree(&model(
                2,
                3,
                "['.', 'b', 'w']",
                "[[rule]]\nwhere = 'b'\naround = 'king'\nincluding = true\nmatched = { b = 'w' }"
            )) > 1
        );
    }

    #[test]
    fn trees_on_walls_have_tents_too() {
        let text = "puzzle = 'grid'\n[grid]\ncells = '''\n.._\n_..\n'''\nvalues = ['.', 'T']\n[picture]\ntree = '''\n..t\nt..\n'''\n\
            [[rule]]\nmatched = { T = 'tree' }";
        assert_eq!(agree(text), 4);
    }

    #[test]
    fn what_is_nothing_to_pair_off_is_told() {
        let wrong = mistakes(&model(1, 3, "['.', 'T']", "[[rule]]\nmatched = { T = 'tre' }"));
        assert!(wrong.starts_with("unknown test `tre`"), "{wrong}");
    }
}
