//! The sizes of all encodings of "at most one of a hundred": auxiliary variables, clauses and literals.

use boardwright_sat::cnf::encode::{ENCODINGS, Encode};
use boardwright_sat::cnf::{Cnf, Lit};

fn main() {
    println!("{:<24}{:>10}{:>9}{:>10}", "encoding", "auxiliary", "clauses", "literals");
    for encoding in ENCODINGS {
        let Encode::AtMostOne(encode) = encoding.encode else { continue };
        if (encoding.applies)(100, 1).is_err() {
            continue;
        }
        let mut cnf = Cnf::new();
        let literals: Vec<Lit> = (0..100).map(|_| cnf.variable()).collect();
        encode(&mut cnf, &literals, false);
        let length: usize = cnf.clauses().map(<[Lit]>::len).sum();
        println!("{:<24}{:>10}{:>9}{length:>10}", encoding.name, cnf.variables() - 100, cnf.clauses().count());
    }
}
