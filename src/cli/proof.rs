//! `solve --proof FILE`: the files of a proof, FILE and FILE.cnf or FILE.opb, which appear only when both are complete.

mod veripb;

use self::veripb::Veripb;

use super::Quit;
use super::outputs::Target;
use boardwright_base::budget::Budget;
use boardwright_tasks::answer::Proof;
use boardwright_tasks::task::detached;
use boardwright_tasks::task::proof::{Order, ProofOutcome};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Proving {
    /// Write a proof to FILE, and what it refutes to FILE.cnf or FILE.opb
    ///
    /// The proof shows that there is no solution, no other solution (with --all) or no better solution (with an objective).
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    proof: Option<PathBuf>,
    /// Format of the proof: drat or veripb [default: drat]
    ///
    /// DRAT refutes a formula (FILE.cnf), whose encodings are trusted. VeriPB refutes rows that state the rules (FILE.opb), whatever
    /// the encodings. What cannot be certified is an error before anything is solved.
    #[arg(long, value_enum, requires = "proof", value_name = "FORMAT", hide_possible_values = true)]
    #[arg(hide_short_help = true, help_heading = "Output")]
    proof_format: Option<ProofFormat>,
    /// Check the proof: DRAT with the built-in checker, VeriPB with the program veripb
    ///
    /// BOARDWRIGHT_VERIPB names the program if it is not in the PATH.
    #[arg(long, requires = "proof", hide_short_help = true, help_heading = "Output")]
    check_proof: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ProofFormat {
    /// A refutation of a formula
    #[default]
    Drat,
    /// A certificate from the rules
    Veripb,
}

impl Proving {
    /// Returns whether the rules are certified.
    pub(super) fn is_certificate(&self) -> bool {
        self.proof_format == Some(ProofFormat::Veripb)
    }

    /// Returns whether a proof was requested.
    pub(super) fn is_asked(&self) -> bool {
        self.proof.is_some()
    }

    /// Opens the files, so that an unwritable place is reported before solving.
    pub(super) fn prepare(&self) -> Result<Option<Files>, Quit> {
        let Some(path) = &self.proof else { return Ok(None) };
        if path.file_name().is_none() || path.as_os_str() == "-" {
            return Err(Quit::wrong(format!("--proof {}: a proof and its formula are two files", path.display())));
        }
        let checker = if self.is_certificate() && self.check_proof { Some(Veripb::find()?) } else { None };
        let mut formula = path.as_os_str().to_os_string();
        formula.push(if self.is_certificate() { ".opb" } else { ".cnf" });
        let proof = Target::open("--proof", path)?;
        let formula = Target::open("the formula of --proof,", Path::new(&formula))?;
        if let Some(target) = [&proof, &formula].into_iter().find(|target| target.is_special()) {
            return Err(Quit::wrong(format!("{} is not a regular file", target.name().display())));
        }
        Ok(Some(Files { proof, formula, checker }))
    }

    /// Returns whether to check the proof.
    pub(super) fn check(&self) -> bool {
        self.check_proof
    }
}

/// The two files.
pub(super) struct Files {
    proof: Target,
    formula: Target,
    /// The program that checks a certificate.
    checker: Option<Veripb>,
}

impl Files {
    /// Proves and renames the files to their places; returns the report, and whether a limit was reached.
    pub(super) fn prove(self, order: &Order, budget: &Budget) -> Result<(Proof, bool), Quit> {
        let none = |reason| Proof { reason: Some(reason), ..Proof::default() };
        Ok(match detached::prove(order, self.formula.file()?, self.proof.file()?, budget)? {
            ProofOutcome::Nothing(reason) => (none(reason), false),
            ProofOutcome::Stopped(stop) => (none(format!("{} before the proof was complete", stop.describe())), true),
            ProofOutcome::Written(mut proof) => {
                if let Some(checker) = &self.checker {
                    match checker.check(self.formula.part(), self.proof.part(), budget)? {
                        Some(stop) => {
                            return Ok((none(format!("{} before the proof was checked", stop.describe())), true));
                        }
                        None => proof.checked_by.push("veripb".into()),
                    }
                } else if order.certificate.is_some() {
                    proof.trusted.push("the proof, which was not checked".into());
                }
                let name = |target: &Target| Some(target.name().display().to_string());
                let proof = Proof { file: name(&self.proof), formula: name(&self.formula), ..proof };
                self.formula.commit()?;
                self.proof.commit()?;
                (proof, false)
            }
        })
    }
}

/// Formats the proof for a person.
pub(super) fn sentence(proof: &Proof) -> String {
    let Some(claim) = &proof.claim else {
        return format!("proof: none; {}", proof.reason.as_deref().unwrap_or_default());
    };
    let word = |word: &Option<String>| word.clone().unwrap_or_default();
    let steps = proof.steps.unwrap_or(0);
    let mut words = format!(
        "proof: {claim}; {} step{} of {} by {} in {}, which refute {}",
        thousands(steps),
        if steps == 1 { "" } else { "s" },
        proof.format.unwrap_or_default(),
        word(&proof.solver),
        word(&proof.file),
        word(&proof.formula),
    );
    match &proof.checked_by[..] {
        [] => {}
        checkers => words.push_str(&format!("; checked by {}", checkers.join(" and by "))),
    }
    words.push_str(&format!("\ntrusted: {}", proof.trusted.join("; ")));
    if proof.checked_by.is_empty() {
        words.push_str("\nhelp: --check-proof checks the proof");
    }
    words
}

/// Formats `1234567` as `1 234 567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped =
        digits.as_bytes().rchunks(3).rev().map(|group| group.iter().map(|&digit| char::from(digit)).collect());
    grouped.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1 000", "1 234 567"]);
    }
}
