//! The sizes of all encodings of "at most one of a hundred": auxiliary variables, clauses and literals. With "at least
//! two" in the same formula, a solver finds each to be unsatisfiable.

use boardwright_base::budget::Budget;
use boardwright_sat::cnf::encode::{ENCODINGS, Kind};
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_sat::{Relation, SatOutcome, batsat};

fn main() {
    println!("{:<24}{:>10}{:>9}{:>10}", "encoding", "auxiliary", "clauses", "literals");
    for encoding in ENCODINGS.iter().filter(|encoding| encoding.kind == Kind::AtMostOne) {
        let mut cnf = Cnf::new();
        let terms: Vec<(i64, Lit)> = (0..100).map(|_| (1, cnf.variable())).collect();
        let Ok(added) = cnf.encode("at-most-one", encoding.name, &terms, Relation::AtMost, 1) else {
            // It does not support a hundred literals.
            continue;
        };
        let length: usize = cnf.clauses().map(<[Lit]>::len).sum();
        println!("{:<24}{:>10}{:>9}{length:>10}", encoding.name, added.variables.len(), added.clauses.len());
        cnf.encode("cardinality", "totalizer", &terms, Relation::AtLeast, 2).expect("it supports all cardinalities");
        let mut solver = batsat::open();
        solver.load(&cnf);
        assert_eq!(solver.solve(&[], &Budget::none()), SatOutcome::Unsatisfiable);
    }
}
