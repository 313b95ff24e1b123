//! What conditions state as their violations, on small boards: exactly the boards that `verify` rejects.

use super::{accepted, agree, grid, model};
use crate::constrain::Built;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Constraint, Draft, Literal, Origin, Problem};
use boardwright_puzzle::capability::stances::Stance;
use boardwright_puzzle::solution::Solution;
use boardwright_solvers::backend;
use boardwright_tasks::task::{self, Ask, Solver};
use std::collections::BTreeSet;

/// Larger boards are not compared: their solutions are listed one by one.
const MAX_BOARDS: usize = 1100;

/// Compares the boards that break a part of the rules with those that are not accepted, if all parts state what breaks them.
/// Returns whether they do.
pub(super) fn check(text: &str, accepted: &BTreeSet<String>) -> bool {
    let grid = grid(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let lines = grid.symbols.lines.as_ref().map_or(0, |lines| lines.lines.len());
    let cells = |is_held: &[bool]| is_held.iter().filter(|is_held| **is_held).count() as u32;
    let mut layers = grid.symbols.layers.iter().map(|layer| layer.values.len().checked_pow(cells(&layer.is_held)));
    let boards = layers.try_fold(1_usize, |all, boards| all.checked_mul(boards?));
    let boards = boards.and_then(|boards| boards.checked_mul(1 << lines)).filter(|&boards| boards <= MAX_BOARDS);
    let taken = Built::taking(grid.stated(), &|_: &Origin| Stance::Breaks, Draft::new(&Budget::none()))
        .expect("there is no limit");
    let broken: Option<Vec<_>> = taken.parts.iter().map(|part| part.broken.clone()).collect();
    let (Some(broken), Some(boards)) = (broken, boards) else { return false };
    let mut problem = Problem::new();
    let known = taken.problem.booleans().iter().enumerate().filter(|(_, boolean)| boolean.decision);
    let known = known.map(|(index, boolean)| {
        let variable = problem.boolean(boolean.name.clone());
        (boardwright_ir::constraint::BoolVar(index as u32), variable.into())
    });
    let shared = known.collect();
    let literals = problem.absorb(&taken.problem, &shared);
    let renamed = broken.concat().into_iter().map(|literal| {
        let boardwright_ir::constraint::Atom::Boolean(variable) = literal.atom else { panic!("a Boolean variable") };
        let own = literals[variable.0 as usize];
        if literal.negated { !own } else { own }
    });
    let rule = problem.origin(Origin::named(0, "broken"));
    problem.post(rule, Constraint::clause(renamed.collect::<Vec<_>>()));
    let solver = Solver::new(backend::incremental());
    let found = task::problem::assignments(&problem, &solver, Ask::All, &Budget::none()).expect("it is solved");
    let mut rejected = 0;
    for assignment in &found.found {
        // The decisions come first, in the same order.
        let board = taken.decisions.board(assignment);
        let verified = Solution::verified(&grid, board);
        let wrong = verified.as_ref().map(|solution| solution.to_json(&grid).to_string());
        assert!(wrong.is_err(), "{} breaks no rule, in\n{text}", wrong.unwrap_or_default());
        rejected += 1;
    }
    assert_eq!(rejected, boards - accepted.len(), "boards that break a rule, in\n{text}");
    check_either(&grid, accepted.len(), boards, text);
    true
}

/// Compares the numbers of boards with which all parts hold, and with which one is broken, where each may do either.
fn check_either(grid: &crate::Grid, accepted: usize, boards: usize, text: &str) {
    let taken = Built::taking(grid.stated(), &|_: &Origin| Stance::Either, Draft::new(&Budget::none()))
        .expect("there is no limit");
    let solver = Solver::new(backend::incremental());
    let listed = |clauses: Vec<Vec<Literal>>| {
        let mut problem = Problem::clone(&taken.problem);
        let rule = problem.origin(Origin::named(0, "chosen"));
        clauses.into_iter().for_each(|clause| problem.post(rule, Constraint::clause(clause)));
        // Redundant constraints of a rule may rely on another one.
        problem.drop_redundant();
        task::problem::assignments(&problem, &solver, Ask::All, &Budget::none()).expect("it is solved").found.len()
    };
    let holds = taken.parts.iter().map(|part| part.holds.into_iter().collect()).collect();
    assert_eq!(listed(holds), accepted, "boards with which all parts hold, in\n{text}");
    let broken = taken.parts.iter().flat_map(|part| part.broken.iter().flatten()).copied().collect();
    assert_eq!(listed(vec![broken]), boards - accepted, "boards with which a part is broken, in\n{text}");
}

/// The violations of these rules are stated, and those of others are not.
#[test]
fn which_conditions_state_their_violations() {
    let stated = |text: &str| {
        agree(text);
        check(text, &accepted(text))
    };
    let row = |rule: &str| model(1, 4, "'1..3'", &format!("[[rule]]\neach = 'row'\n{rule}"));
    for rule in [
        "exactly = { 1 = 2 }",
        "not-exactly = { 1 = 2 }",
        "all-different = true",
        "all-equal = true",
        "sum = 7",
        "sum-at-most = 5",
        "product = 6",
        "consecutive = true",
        "increasing = true",
        "visible = 2",
        "runs = { 1 = [1, 1] }",
        "as-many = ['1', '2']",
        "parity = { 1 = 'odd' }",
    ] {
        assert!(stated(&row(rule)), "{rule}");
    }
    let square = |rule: &str| model(2, 3, "['.', '#']", &format!("[[rule]]\n{rule}"));
    for rule in [
        "connected = '#'",
        "group = '#'\nsize = 2",
        "forbid = '''\n##\n##\n'''",
        "where = '#'\naround = 'wazir'\nexactly = { '#' = 1 }",
        "group = '#'\nrectangle = true",
    ] {
        assert!(stated(&square(rule)), "{rule}");
    }
    let lines =
        |rule: &str| format!("puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nlines = 'links'\n[[rule]]\n{rule}");
    for rule in ["loop = true", "path = true", "no-loop = true", "connected = 'visited'\nby = 'lines'"] {
        assert!(stated(&lines(rule)), "{rule}");
    }
    assert!(!stated(&square("matched = { '#' = '.' }")), "pairs are auxiliary variables");
}
