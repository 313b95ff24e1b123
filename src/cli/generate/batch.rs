//! `boardwright generate ... --count N -o FOLDER`: puzzles with consecutive seeds, and a table of them.

use super::{Arguments, made_of_family, quit, request_of, template, text, text_of_setting};
use crate::cli::input::Session;
use crate::cli::outputs::Output;
use crate::cli::settings::Settings;
use crate::cli::{Exit, Quit};
use crate::task::generate::Setting;
use crate::task::{detached, ignore};
use std::path::Path;

/// A row of the table: the file, and what is known about the puzzle.
struct Row {
    file: String,
    clues: String,
    difficulty: String,
    remark: String,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
    if folder.is_file() {
        return Err(Quit::wrong(format!("-o {}: with --count, expected a folder, found a file", folder.display())));
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| Quit::wrong(format!("cannot make the folder {}: {error}", folder.display())))?;
    let name = match (&arguments.from, &arguments.family) {
        (Some(path), _) => path.file_stem().map_or("puzzle".into(), |stem| stem.to_string_lossy().into_owned()),
        (None, Some(family)) => family.clone(),
        (None, None) => return Err(Quit::wrong("missing family; or use --from MODEL")),
    };
    let mut rows = Vec::new();
    let mut last = Ok(());
    for number in 0..u64::from(arguments.count.unwrap_or(1)) {
        let seed = arguments.seed.wrapping_add(number);
        let made = match &arguments.from {
            Some(path) => of_model(arguments, path, seed, session),
            None => of_family(arguments, &name, seed, session),
        };
        let file = format!("{name}-{seed}.toml");
        match made {
            Ok((text, row)) => {
                Output::open(&Some(folder.join(&file)))?.write(&text)?;
                rows.push(Row { file, ..row });
            }
            Err(quit) if quit.exit == Exit::Unknown => last = Err(quit),
            Err(other) => return Err(other),
        }
        if session.budget.reached().is_some() {
            break;
        }
    }
    let table = table(&rows);
    Output::open(&Some(folder.join("table.txt")))?.write(&table)?;
    Output::open(&None)?.write(&table)?;
    last?;
    let all = rows.len() == usize::from(arguments.count.unwrap_or(1)) && rows.iter().all(|row| row.remark.is_empty());
    Ok(if all { Exit::Answered.code() } else { Exit::Unknown.code() })
}

fn of_model(arguments: &Arguments, path: &Path, seed: u64, session: &Session) -> Result<(String, Row), Quit> {
    let (source, loaded) = session.load(path, &Settings::of(&arguments.settings)?, false)?;
    let template = template(arguments, seed);
    let made = detached::of_model(&source, &loaded, &template, &session.budget, &mut ignore).map_err(quit)?;
    let Setting { left, of, difficulty, missed, stopped, .. } = &made;
    let row = Row {
        file: String::new(),
        clues: if *of == 0 { "all".to_string() } else { format!("{left} of {of}") },
        difficulty: difficulty.map_or(String::new(), |(grade, score)| format!("{grade} ({score})")),
        remark: stopped.map_or(missed.join(", "), |stop| stop.describe().to_string()),
    };
    Ok((text_of_setting(arguments, seed, &source.name, &made), row))
}

fn of_family(arguments: &Arguments, family: &str, seed: u64, session: &Session) -> Result<(String, Row), Quit> {
    let request = request_of(arguments)?;
    let made = made_of_family(arguments, family, &request, seed, session, &mut ignore)?;
    let row = Row {
        file: String::new(),
        clues: made.made.remarks.join(", "),
        difficulty: String::new(),
        remark: made.stopped.map_or(String::new(), |stop| stop.describe().to_string()),
    };
    Ok((text(arguments, seed, family, &made), row))
}

/// Returns the table as text with aligned columns.
fn table(rows: &[Row]) -> String {
    let cells = |row: &Row| [row.file.clone(), row.clues.clone(), row.difficulty.clone(), row.remark.clone()];
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
