//! Statistics computed by hand.

use super::super::examples::run;
use super::super::section::{sections, sort};
use super::*;

/// Two models, two seeds, a limit of 10 s. CPU seconds, `-` unsolved, `/` inapplicable:
///
/// ```text
///            batsat  cadical  varisat
/// a, seed 0    1        2        4
/// a, seed 1    3        -        5
/// b, seed 0    8        /        6
/// b, seed 1    -        /        -
/// ```
///
/// cadical does not apply to `b` and is not ranked; all instances are shared by the other two.
fn example() -> Vec<Record> {
    let mut records = vec![
        run("a", "batsat").cpu(1.0).record,
        run("a", "batsat").seed(1).cpu(3.0).record,
        run("b", "batsat").cpu(8.0).record,
        run("b", "batsat").seed(1).status(Status::Memory).cpu(0.5).record,
        run("a", "cadical").cpu(2.0).record,
        run("a", "cadical").seed(1).status(Status::Wrong).cpu(0.1).record,
        run("b", "cadical").status(Status::Inapplicable).record,
        run("b", "cadical").seed(1).status(Status::Inapplicable).record,
        run("a", "varisat").cpu(4.0).record,
        run("a", "varisat").seed(1).cpu(5.0).record,
        run("b", "varisat").cpu(6.0).record,
        run("b", "varisat").seed(1).status(Status::Timeout).cpu(10.1).record,
    ];
    sort(&mut records);
    records
}

#[test]
fn runs_are_counted_by_status() {
    let records = example();
    let (summaries, _) = summaries(&sections(&records)[0]);
    let [batsat, cadical, varisat] = summaries.as_slice() else { panic!("three configurations") };
    assert_eq!((batsat.solved, batsat.memory, batsat.applicable()), (3, 1, 4));
    assert_eq!((cadical.solved, cadical.wrong, cadical.inapplicable, cadical.applicable()), (1, 1, 2, 2));
    assert_eq!((varisat.solved, varisat.timeouts, varisat.missing), (3, 1, 0));
}

#[test]
fn par2_is_of_ranked_configurations() {
    let records = example();
    let (summaries, best) = summaries(&sections(&records)[0]);
    // (1 + 3 + 8 + 20) / 4, (4 + 5 + 6 + 20) / 4
    assert_eq!(summaries.iter().map(|it| it.par2).collect::<Vec<_>>(), [Some(8.0), None, Some(8.75)]);
    // (2 + 20) / 2: the wrong answer came after 0.1 s and counts 20.
    assert_eq!(summaries.iter().map(|it| it.own_par2).collect::<Vec<_>>(), [Some(8.0), Some(11.0), Some(8.75)]);
    // (1 + 3 + 6 + 20) / 4
    assert_eq!((best.solved, best.par2), (3, Some(7.5)));
}

#[test]
fn par2_is_over_shared_instances() {
    let mut records = example();
    let unscored = |record: &&mut Record| record.outcome.status == Status::Inapplicable;
    records.iter_mut().filter(unscored).for_each(|record| record.outcome.status = Status::WallLimit);
    let (summaries, best) = summaries(&sections(&records)[0]);
    // The runs on `a`: (1 + 3) / 2, (2 + 20) / 2, (4 + 5) / 2.
    assert_eq!(summaries.iter().map(|it| it.par2).collect::<Vec<_>>(), [Some(2.0), Some(11.0), Some(4.5)]);
    assert_eq!((best.solved, best.par2), (2, Some(2.0)));
}

#[test]
fn a_single_configuration_has_no_margin() {
    let records = [run("a", "batsat").cpu(2.0).record];
    let (summaries, _) = summaries(&sections(&records)[0]);
    assert_eq!((summaries[0].par2, summaries[0].margin), (Some(2.0), None));
}

#[test]
fn the_virtual_best_without_its_best() {
    let records = example();
    let (summaries, _) = summaries(&sections(&records)[0]);
    assert_eq!(summaries.iter().map(|it| it.fastest).collect::<Vec<_>>(), [2, 0, 1]);
    // Without batsat 8.75, without varisat 8, instead of 7.5.
    assert_eq!(summaries.iter().map(|it| it.margin).collect::<Vec<_>>(), [Some(1.25), None, Some(0.5)]);
    assert!(summaries.iter().all(|it| it.alone == 0));
}

#[test]
fn solved_by_one_alone() {
    let mut records = vec![
        run("a", "batsat").status(Status::Timeout).record,
        run("a", "varisat").cpu(9.0).record,
        run("b", "batsat").cpu(2.0).record,
        run("b", "varisat").cpu(2.0).record,
    ];
    sort(&mut records);
    let (summaries, best) = summaries(&sections(&records)[0]);
    assert_eq!(summaries.iter().map(|it| (it.alone, it.fastest)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    // Virtual best (9 + 2) / 2; without varisat (20 + 2) / 2.
    assert_eq!((best.par2, summaries[1].margin), (Some(5.5), Some(5.5)));
}

#[test]
fn a_configuration_that_never_applies_is_not_compared() {
    let mut records = vec![run("a", "batsat").cpu(2.0).record, run("a", "varisat").status(Status::Inapplicable).record];
    sort(&mut records);
    let (summaries, best) = summaries(&sections(&records)[0]);
    assert_eq!((summaries[0].par2, best.par2), (Some(2.0), Some(2.0)));
    assert_eq!((summaries[1].par2, summaries[1].own_par2, summaries[1].margin), (None, None, None));
}

#[test]
fn medians_know_runs_without_an_end() {
    let spread = |values: &[Option<f64>]| {
        let Spread { least, median, most, .. } = Spread::of(values.iter().copied());
        (least, median, most)
    };
    assert_eq!(spread(&[]), (None, None, None));
    assert_eq!(spread(&[Some(4.0)]), (Some(4.0), Some(4.0), Some(4.0)));
    assert_eq!(spread(&[Some(4.0), Some(1.0)]), (Some(1.0), Some(2.5), Some(4.0)));
    assert_eq!(spread(&[Some(4.0), Some(1.0), Some(2.0)]), (Some(1.0), Some(2.0), Some(4.0)));
    assert_eq!(spread(&[None, Some(1.0), Some(2.0)]), (Some(1.0), Some(2.0), None));
    assert_eq!(spread(&[None, Some(1.0)]), (Some(1.0), None, None));
    assert_eq!(spread(&[None, Some(1.0), None]), (Some(1.0), None, None));
    assert_eq!(spread(&[None, None]), (None, None, None));
}

#[test]
fn cells_join_sizes_and_take_medians() {
    let mut records = vec![
        run("a", "batsat").sizes(10, 20, Some((7, 12))).conflicts(100).cpu(1.0).record,
        run("a", "batsat").seed(1).sizes(10, 20, None).conflicts(300).cpu(3.0).record,
        run("a", "batsat").seed(2).conflicts(9).status(Status::Timeout).record,
    ];
    sort(&mut records);
    let sections = sections(&records);
    let cell = cell(&sections[0], 0, 0);
    let sizes = cell.sizes;
    assert_eq!((sizes.variables, sizes.clauses, sizes.rows), (Some(10), Some(20), None));
    assert_eq!((sizes.propagated_variables, sizes.propagated_clauses), (Some(7), Some(12)));
    assert_eq!(cell.conflicts.median, Some(200.0), "an interrupted run did not have all its conflicts");
    assert_eq!((cell.time.median, cell.time.most, cell.time.solved), (Some(3.0), None, 2));
    assert_eq!(cell.failures, [Status::Timeout]);
}

#[test]
fn totals_are_over_shared_models_and_need_every_size() {
    let mut records = vec![
        run("a", "batsat").sizes(10, 20, Some((7, 12))).record,
        run("b", "batsat").sizes(100, 200, None).record,
        run("c", "batsat").sizes(1000, 2000, None).record,
        run("a", "varisat").record,
        run("b", "varisat").record,
        run("c", "varisat").status(Status::Inapplicable).record,
    ];
    sort(&mut records);
    let sections = sections(&records);
    let sizes = total_sizes(&sections[0], 0);
    assert_eq!((sizes.variables, sizes.clauses, sizes.propagated_clauses), (Some(110), Some(220), None));
}
