//! Models of candidate rules as text. Start with [`Library::model`].

use super::Library;
use super::boards::Boards;
use super::rule::{CandidateRule, Condition, Sets};
use boardwright_puzzle::solution::notation::{Written, string};

/// A board that a model has as an example.
#[derive(Debug, Clone)]
pub struct Example {
    /// Its rows.
    pub board: Written,
    /// Whether it obeys all rules.
    pub is_valid: bool,
}

/// A rule of a model: candidates that are written together.
struct Table {
    /// The kinds of sets, if the key `each` has them.
    each: Vec<String>,
    /// The key `where` and others before the condition.
    before: String,
    condition: String,
    comments: Vec<String>,
}

impl Library {
    /// Returns a model of these boards with all candidates, each a rule, in order.
    pub fn candidates(&self) -> String {
        let rules = self.rules.iter().map(|rule| self.table(rule, String::new()).text());
        rules.fold(self.head(), |text, rule| text + "\n" + &rule)
    }

    /// Returns a model of these boards without rules.
    pub fn without_rules(&self) -> String {
        self.head()
    }

    /// Returns a candidate as a table of a model.
    pub fn rule(&self, rule: usize) -> String {
        self.table(&self.rules[rule], String::new()).text()
    }

    /// Returns the keys of a candidate on one line.
    pub fn one_line(&self, rule: usize) -> String {
        self.table(&self.rules[rule], String::new()).keys().trim_end().replace('\n', ", ")
    }

    /// Returns a model with some candidates, each with a comment, and examples. Rules that differ only in their sets are written as
    /// one, and so are two bounds that are one number.
    pub fn model(&self, rules: &[(usize, String)], examples: &[Example]) -> String {
        let mut tables: Vec<Table> = Vec::new();
        let mut is_written = vec![false; rules.len()];
        for (at, (rule, comment)) in rules.iter().enumerate() {
            if std::mem::replace(&mut is_written[at], true) {
                continue;
            }
            let rule = &self.rules[*rule];
            let mut table = self.table(rule, comment.clone());
            let opposite = rules.iter().position(|(other, _)| rule.is_opposite_of(&self.rules[*other]));
            if let (Some(opposite), Condition::Bound { value, number, .. }) = (opposite, &rule.condition) {
                is_written[opposite] = true;
                table.condition = format!("exactly = {{ {} = {number} }}\n", self.boards.name(*value));
                table.comments.push(rules[opposite].1.clone());
            }
            let same = |other: &&mut Table| {
                !other.each.is_empty() && (&other.before, &other.condition) == (&table.before, &table.condition)
            };
            match tables.iter_mut().find(same).filter(|_| !table.each.is_empty()) {
                Some(other) => {
                    other.each.extend(table.each);
                    other.comments.extend(table.comments);
                }
                None => tables.push(table),
            }
        }
        let mut text = tables.iter().fold(self.head(), |text, table| text + "\n" + &table.text());
        for Example { board, is_valid } in examples {
            let rows: String = board.board.iter().map(|row| format!("{row}\n")).collect();
            text.push_str(&format!("\n[[example]]\nvalid = {is_valid}\nboard = '''\n{rows}'''\n"));
        }
        text
    }

    /// Returns the start of a model: the board and its values.
    fn head(&self) -> String {
        let Boards { rows, columns, values, cells, .. } = &self.boards;
        let mut text = "puzzle = \"grid\"\n\n[grid]\n".to_string();
        if cells.iter().flatten().all(|&is_cell| is_cell) {
            text.push_str(&format!("rows = {rows}\ncolumns = {columns}\n"));
        } else {
            let row = |row: &Vec<bool>| row.iter().map(|&is_cell| if is_cell { '.' } else { '_' }).collect::<String>();
            let picture: String = cells.iter().map(|cells| row(cells) + "\n").collect();
            text.push_str(&format!("cells = '''\n{picture}'''\n"));
        }
        let is_range = |numbers: &Vec<i64>| numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        match self.boards.numbers().filter(is_range).as_deref() {
            Some([first, .., last]) => text.push_str(&format!("values = \"{first}..{last}\"\n")),
            _ => {
                let names: Vec<String> = (0..values.len()).map(|value| self.boards.name(value)).collect();
                text.push_str(&format!("values = [{}]\n", names.join(", ")));
            }
        }
        text
    }

    fn table(&self, rule: &CandidateRule, comment: String) -> Table {
        let (each, before) = match &rule.sets {
            Sets::Each(kinds) => (kinds.iter().map(ToString::to_string).collect(), String::new()),
            Sets::Rectangles(kind) => (vec![kind.clone()], String::new()),
            Sets::Around { value, by } => {
                (Vec::new(), format!("where = {}\naround = \"{by}\"\n", self.boards.name(*value)))
            }
            Sets::Board => (Vec::new(), String::new()),
        };
        let condition = match &rule.condition {
            Condition::Bound { is_upper, value, number } => {
                let key = if *is_upper { "at-most" } else { "at-least" };
                format!("{key} = {{ {} = {number} }}\n", self.boards.name(*value))
            }
            Condition::Lines(lines) => format!("{lines}\n"),
        };
        Table { each, before, condition, comments: vec![comment] }
    }
}

impl Table {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut comments: Vec<&String> = self.comments.iter().filter(|comment| !comment.is_empty()).collect();
        comments.dedup();
        comments.iter().for_each(|comment| text.push_str(&format!("# {comment}\n")));
        text.push_str("[[rule]]\n");
        text + &self.keys()
    }

    /// Returns the lines below the head of the table.
    fn keys(&self) -> String {
        let mut text = String::new();
        match &self.each[..] {
            [] => {}
            [one] => text.push_str(&format!("each = \"{one}\"\n")),
            several => {
                let quoted: Vec<String> = several.iter().map(|kind| format!("\"{kind}\"")).collect();
                text.push_str(&format!("each = [{}]\n", quoted.join(", ")));
            }
        }
        text + &self.before + &self.condition
    }
}

impl Boards {
    /// Returns a value as a TOML string, which is also a key.
    pub(super) fn name(&self, value: usize) -> String {
        let mut text = String::new();
        string(&mut text, &self.values[value]);
        text
    }
}
