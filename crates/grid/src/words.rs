//! The words that the strings of a grid model may use: those of the language, and those of one model. Start with [`of_all`].

use crate::board::Grid;
use crate::sets::{AROUND, EACH};
use boardwright_base::board::reach;
use boardwright_model::Names;
use boardwright_puzzle::Named;
use boardwright_puzzle::capability::words::Words;

/// Returns the words that every model may use, as they are written: `PICTURE` stands for the name of a picture.
pub fn of_all(of: Names) -> Vec<Named> {
    let step = |&name: &&'static str| Named { name, summary: "a step from a cell to another one" };
    match of {
        Names::Sets => EACH.iter().flat_map(|each| written(each.usage, each.summary)).collect(),
        Names::Around => AROUND.iter().flat_map(|(usage, summary)| written(usage, summary)).collect(),
        Names::Step => reach::NAMES.iter().map(step).collect(),
        Names::Lines => LINES.iter().copied().chain(reach::NAMES.iter().map(step)).collect(),
        _ => Vec::new(),
    }
}

const LINES: [Named; 2] = [
    Named { name: "links", summary: "lines between neighbouring cells" },
    Named { name: "borders", summary: "lines along the sides of cells" },
];

/// Returns the words of a usage such as `row, or row 1`.
fn written(usage: &'static str, summary: &'static str) -> impl Iterator<Item = Named> {
    let words = usage.split(", ").map(|word| word.strip_prefix("or ").unwrap_or(word));
    words.filter(|word| *word != "...").map(move |name| Named { name, summary })
}

impl Words for Grid {
    fn words(&self, of: Names) -> Vec<String> {
        match of {
            Names::Test => self.symbols.words(),
            Names::Number => self.symbols.numbers().iter().map(ToString::to_string).collect(),
            Names::Value => self.symbols.layers.iter().flat_map(|layer| layer.values.clone()).collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usages_are_words() {
        let names = |of| of_all(of).iter().map(|word| word.name).collect::<Vec<_>>();
        let sets = names(Names::Sets);
        assert!(["row", "row 1", "pair knight", "region PICTURE"].iter().all(|word| sets.contains(word)), "{sets:?}");
        let around = names(Names::Around);
        assert!(["wazir", "queen", "ahead PICTURE"].iter().all(|word| around.contains(word)), "{around:?}");
        assert!(!around.contains(&"..."));
    }
}
