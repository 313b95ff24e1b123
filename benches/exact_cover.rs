//! x
use boardwright::backend::{self, CoverOutcome, Limits, Opened};
use boardwright::constraint::*;
use boardwright::exact_cover::lower::lower;
use boardwright::puzzle;
use boardwright::source::Source;
use std::time::Instant;
fn queens(n: i64) -> Problem {
    let mut p = Problem::new();
    let o = p.origin(Origin::rule("q"));
    let q: Vec<Vec<BoolVar>> = (0..n).map(|r| (0..n).map(|c| p.boolean(format!("q{r},{c}"))).collect()).collect();
    for i in 0..n as usize {
        p.post(o, Constraint::exactly(1, q[i].iter().map(|&v| v.into())));
        p.post(o, Constraint::exactly(1, q.iter().map(|r| r[i].into())));
    }
    for d in -n..2 * n {
        for s in [1, -1] {
            let l: Vec<Literal> = (0..n)
                .flat_map(|r| {
                    let c = d + s * r;
                    (c >= 0 && c < n).then(|| q[r as usize][c as usize].into())
                })
                .collect();
            if l.len() > 1 {
                p.post(o, Constraint::at_most(1, l));
            }
        }
    }
    p
}
fn main() {
    for name in std::env::args().skip(1).filter(|a| !a.starts_with('-')) {
        let problem = if let Some(n) = name.strip_prefix('q') {
            queens(n.parse().unwrap())
        } else {
            let source = Source::new(name.clone(), std::fs::read_to_string(&name).unwrap());
            let loaded = puzzle::load(&source).map_err(|_| ()).unwrap();
            loaded.instance.constrain("placements", None).map_err(|_| ()).unwrap().problem
        };
        let lowered = lower(&problem, Roles::FAITHFUL).unwrap();
        for _ in 0..3 {
            let Opened::Cover(mut solver) = backend::find("xcc").unwrap_or_else(|_| panic!()).open() else { panic!() };
            let start = Instant::now();
            solver.load(&lowered.cover).unwrap();
            let mut count = 0;
            while let CoverOutcome::Solution(_) = solver.next(&Limits::none()) {
                count += 1;
            }
            println!(
                "{name}: {count} in {:?}; {} options {} items",
                start.elapsed(),
                lowered.cover.options().len(),
                lowered.cover.items().len()
            );
            let start = Instant::now();
            println!(
                "   count {:?} in {:?}",
                solver.count(&Limits::within(std::time::Duration::from_secs(20))),
                start.elapsed()
            );
        }
    }
}
