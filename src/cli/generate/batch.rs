//! `boardwright generate ... --count N -o FOLDER`: puzzles with consecutive seeds, and a table of them.

use crate::cli::outputs::Output;
use crate::cli::{Exit, Quit};
use boardwright_base::budget::Budget;
use std::path::Path;

/// A row of the table: what is known about a puzzle.
pub(super) struct Row {
    pub(super) clues: String,
    pub(super) difficulty: String,
    /// What is missing; may be empty.
    pub(super) remark: String,
}

/// The puzzles of a batch.
pub(super) struct Batch<'a> {
    /// The folder for the files.
    pub(super) folder: &'a Path,
    /// The name of the files, before their seeds.
    pub(super) name: &'a str,
    /// Whether to replace existing files.
    pub(super) force: bool,
    pub(super) seeds: Vec<u64>,
    pub(super) budget: &'a Budget,
}

/// The name of the table.
const TABLE: &str = "table.txt";

impl Batch<'_> {
    /// Returns the name of the file of a puzzle.
    fn file(&self, seed: u64) -> String {
        format!("{}-{seed}.toml", self.name)
    }

    /// Makes the puzzles and the table. `make` takes the number of a puzzle, from 1, and its seed.
    pub(super) fn run(&self, make: &dyn Fn(usize, u64) -> Result<(String, Row), Quit>) -> Result<u8, Quit> {
        let folder = self.folder;
        if folder.is_file() {
            let words = format!("-o {}: with --count, expected a folder, found a file", folder.display());
            return Err(Quit::wrong(words));
        }
        // A batch with other seeds would replace the table, and so what is known of the puzzles of an earlier one.
        let files = self.seeds.iter().map(|&seed| self.file(seed));
        let known = files.chain([TABLE.to_string()]).find(|file| folder.join(file).exists());
        if let Some(known) = known.filter(|_| !self.force) {
            let path = folder.join(known).display().to_string();
            return Err(Quit::wrong(format!("{path} already exists; name another folder with -o, or add --force")));
        }
        std::fs::create_dir_all(folder)
            .map_err(|error| Quit::wrong(format!("cannot make the folder {}: {error}", folder.display())))?;
        let mut rows = Vec::new();
        let mut last = Ok(());
        for (index, &seed) in self.seeds.iter().enumerate() {
            let file = self.file(seed);
            match make(index + 1, seed) {
                Ok((text, row)) => {
                    Output::open_new(&Some(folder.join(&file)), "model", self.force)?.write_file(&text)?;
                    rows.push((file, row));
                }
                Err(quit) if matches!(quit.exit, Exit::Unknown | Exit::Stopped) => last = Err(quit),
                Err(other) => return Err(other),
            }
            if self.budget.reached().is_some() {
                break;
            }
        }
        let table = table(&rows);
        Output::open_new(&Some(folder.join(TABLE)), "text", self.force)?.write(&table)?;
        Output::open(&None)?.write(&table)?;
        last?;
        let all = rows.len() == self.seeds.len() && rows.iter().all(|(_, row)| row.remark.is_empty());
        Ok(if all { Exit::Answered.code() } else { Exit::Unknown.code() })
    }
}

/// Returns the table as text with aligned columns.
fn table(rows: &[(String, Row)]) -> String {
    let cells =
        |(file, row): &(String, Row)| [file.clone(), row.clues.clone(), row.difficulty.clone(), row.remark.clone()];
    let titles = ["file", "clues", "difficulty", "remark"].map(str::to_string);
    let all: Vec<[String; 4]> = [titles].into_iter().chain(rows.iter().map(cells)).collect();
    let is_used = |column: usize| all[1..].iter().any(|row| !row[column].is_empty());
    let columns: Vec<(usize, usize)> = (0..4)
        .filter(|&column| is_used(column))
        .map(|column| (column, all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)))
        .collect();
    let line = |row: &[String; 4]| {
        let cells: Vec<String> = columns.iter().map(|&(column, width)| format!("{:width$}", row[column])).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    all.iter().map(line).collect()
}
