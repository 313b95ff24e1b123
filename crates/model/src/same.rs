//! The contents of a model without the places of its parts, so that two texts can be compared by what they say.
//!
//! Imports the values. Start with [`Model::says_the_same`].

use super::example::{Example, Verdict};
use super::{Expect, Model, Sequence, Spanned, Table, Value};
use boardwright_base::source::Span;

impl Model {
    /// Returns whether another model has the same contents, wherever they stand in its text.
    pub fn says_the_same(&self, other: &Model) -> bool {
        self.unplaced() == other.unplaced()
    }

    fn unplaced(&self) -> Model {
        let encoding = self.encoding.iter().map(|(kind, name)| (bare(kind), bare(name))).collect();
        Model {
            expect: self.expect.as_ref().map(expect),
            examples: self.examples.iter().map(example).collect(),
            parameters: self.parameters.unplaced(),
            encoding,
            genre: self.genre.as_ref().map(table),
            fields: table(&self.fields),
            ..self.clone()
        }
    }
}

fn bare<T: Clone>(given: &Spanned<T>) -> Spanned<T> {
    Spanned { value: given.value.clone(), span: Span::default() }
}

fn expect(own: &Expect) -> Expect {
    let sequence = own.sequence.as_ref().map(|sequence| Sequence { span: Span::default(), ..sequence.clone() });
    Expect { sequence, span: Span::default(), places: Vec::new(), ..own.clone() }
}

fn example(own: &Example) -> Example {
    let verdict = match &own.verdict {
        Verdict::Breaks(name) => Verdict::Breaks(bare(name)),
        other => other.clone(),
    };
    Example { board: bare(&own.board), verdict, parts: table(&own.parts), line: 0 }
}

fn map(entries: &[(Spanned<String>, Spanned<Value>)]) -> Vec<(Spanned<String>, Spanned<Value>)> {
    entries.iter().map(|(key, entry)| (bare(key), spanned(entry))).collect()
}

fn spanned(entry: &Spanned<Value>) -> Spanned<Value> {
    Spanned { value: value(&entry.value), span: Span::default() }
}

fn table(own: &Table) -> Table {
    let entries = own.entries.iter().map(|(name, entry)| (*name, spanned(entry))).collect();
    Table { entries, span: Span::default(), line: 0 }
}

fn value(own: &Value) -> Value {
    match own {
        Value::Boolean(_) | Value::Integer(_) | Value::Text(_) => own.clone(),
        Value::Drawing(drawing) => Value::Drawing(drawing.unplaced()),
        Value::List(items) => Value::List(items.iter().map(spanned).collect()),
        Value::Table(inner) => Value::Table(table(inner)),
        Value::Tables(tables) => Value::Tables(tables.iter().map(table).collect()),
        Value::Pairs(pairs) => Value::Pairs(pairs.iter().map(|(key, text)| (bare(key), bare(text))).collect()),
        Value::Marks(marks) => Value::Marks(marks.unplaced()),
        Value::Map(entries) => Value::Map(map(entries)),
    }
}
