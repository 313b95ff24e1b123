//! Field tables as a JSON Schema, for completion and validation in editors.
//!
//! `Field { name: "states", kind: Kind::Integer { min: 2, max: 9 }, default: Some("2"), .. }` becomes `"states": {
//! "description": "...", "type": "integer", "minimum": 2, "maximum": 9, "default": 2, "examples": [3] }`. Everything
//! that the reader accepts is valid, and everything that a field table alone can reject is invalid: unknown and missing
//! keys, types, ranges, choices, the characters of a picture. The schema cannot express that the rows of a picture have
//! equal length, or that the names of an expression are parameters.
//!
//! The dialect is draft 7, the newest that Taplo (the engine of "Even Better TOML") supports. Taplo validates `if` and
//! `then` with the span of each error, and searches for completions under `anyOf`, but not under `then`. A table that
//! occurs once is written in place, with its description; one that occurs repeatedly or is recursive goes to
//! `definitions`.

use super::field::{Field, Glyph, Kind, describe};
use super::parameter::PARAMETER;
use super::read::COMMON;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The dialect.
const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// The data about a family that a schema needs.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The value of `puzzle`.
    pub name: &'static str,
    /// The rules in one line.
    pub summary: &'static str,
    /// The family's keys.
    pub fields: &'static [Field],
}

/// Returns the schema of the models of all families; the valid keys depend on `puzzle`.
pub fn schema_of_all(families: &[Family]) -> Value {
    let mut tables = Tables { expressions: true, ..Tables::default() };
    let own = |family: &Family| [&COMMON[1..], family.fields].concat();
    for family in families {
        tables.meet(&own(family), family.name);
    }
    let mut definitions = tables.definitions();
    let mut cases = Vec::new();
    let mut offers = Vec::new();
    for family in families {
        let mut table = tables.table(&own(family));
        table["description"] = family.summary.into();
        // Its value is checked below; a second copy would be offered as a second completion.
        table["properties"]["puzzle"] = true.into();
        definitions.insert(family.name.to_string(), table);
        let it = reference(family.name);
        let named = json!({ "required": ["puzzle"], "properties": { "puzzle": { "const": family.name } } });
        cases.push(json!({ "if": named, "then": it.clone() }));
        offers.push(it);
    }
    offers.push(
        json!({ "$comment": "Any value: `allOf` has the rules. Editors complete keys from the alternatives here." }),
    );
    let names: Vec<&str> = families.iter().map(|family| family.name).collect();
    json!({
        "$schema": DIALECT,
        "title": "Boardwright model",
        "description": "a board puzzle; the family in `puzzle` defines the other keys",
        "type": "object",
        "required": ["puzzle"],
        "properties": { "puzzle": puzzle(names) },
        "allOf": cases,
        "anyOf": offers,
        "definitions": definitions,
    })
}

/// Returns the schema of the models of one family.
pub fn schema_of(family: &Family) -> Value {
    let title = format!("Boardwright model: {}", family.name);
    let fields = [COMMON, family.fields].concat();
    let tables = Tables { expressions: true, ..Tables::default() };
    let mut schema = schema_of_tables(tables, &title, family.summary, &fields);
    schema["properties"]["puzzle"] = puzzle(vec![family.name]);
    schema
}

/// Returns the schema of a file with exactly the keys of a field table.
pub fn schema_of_table(title: &str, description: &str, fields: &[Field]) -> Value {
    schema_of_tables(Tables::default(), title, description, fields)
}

fn schema_of_tables(mut tables: Tables, title: &str, description: &str, fields: &[Field]) -> Value {
    tables.meet(fields, "");
    let mut schema = json!({ "$schema": DIALECT, "title": title, "description": description });
    merge(&mut schema, tables.table(fields));
    let definitions = tables.definitions();
    if !definitions.is_empty() {
        schema["definitions"] = definitions.into();
    }
    schema
}

/// Returns the schema of the key that names the family.
fn puzzle(names: Vec<&str>) -> Value {
    json!({ "description": COMMON[0].doc, "enum": names })
}

/// The tables nested in a file's tables.
#[derive(Default)]
struct Tables {
    met: Vec<Met>,
    /// Whether there are maps with string values.
    pairs: bool,
    /// Whether a whole number may be an expression of parameters: in models only.
    expressions: bool,
}

/// A table with the path of its first occurrence, such as `dissection.piece`, and its number of occurrences.
struct Met {
    fields: &'static [Field],
    path: String,
    times: usize,
}

/// The pattern of an expression: the reader checks that its names are parameters.
const EXPRESSION: &str = "^[-A-Za-z0-9_ +*/%^()]*[A-Za-z_][-A-Za-z0-9_ +*/%^()]*$";

/// The name of the definition of maps with string values.
const PAIRS: &str = "table-of-strings";

impl Tables {
    fn meet(&mut self, fields: &[Field], path: &str) {
        for field in fields {
            let dot = if path.is_empty() { "" } else { "." };
            self.meet_kind(&field.kind, &format!("{path}{dot}{}", field.name));
        }
    }

    fn meet_kind(&mut self, kind: &Kind, path: &str) {
        match *kind {
            Kind::Table(fields) | Kind::Tables(fields) => match self.position(fields) {
                Some(known) => self.met[known].times += 1,
                None => {
                    self.met.push(Met { fields, path: path.to_string(), times: 1 });
                    self.meet(fields, path);
                }
            },
            Kind::List { item, .. } => self.meet_kind(item, path),
            Kind::Map(kind) | Kind::By(_, kind) => self.meet_kind(kind, path),
            Kind::OneOf(kinds) => kinds.iter().for_each(|kind| self.meet_kind(kind, path)),
            Kind::Pairs => self.pairs = true,
            _ => {}
        }
    }

    fn position(&self, fields: &[Field]) -> Option<usize> {
        self.met.iter().position(|met| same_tables(met.fields, fields, &mut Vec::new()))
    }

    /// Returns the definitions of the tables that occur more than once, by name.
    fn definitions(&self) -> Map<String, Value> {
        let again = self.met.iter().filter(|met| met.times > 1);
        let mut definitions: Map<String, Value> = again.map(|met| (name_of(met), self.table(met.fields))).collect();
        if self.pairs {
            definitions.insert(PAIRS.to_string(), pairs());
        }
        definitions
    }

    fn table(&self, fields: &[Field]) -> Value {
        let properties: Map<String, Value> =
            fields.iter().map(|field| (field.name.to_string(), self.field(field))).collect();
        let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let mut table = json!({ "type": "object", "additionalProperties": false });
        if !required.is_empty() {
            table["required"] = required.into();
        }
        table["properties"] = properties.into();
        table
    }

    fn field(&self, field: &Field) -> Value {
        let mut schema = described(field);
        let plain = Tables::default();
        let mut kind = if field.name == PARAMETER.name { plain.kind(&field.kind) } else { self.kind(&field.kind) };
        if field.required && matches!(field.kind, Kind::Tables(_)) {
            kind["minItems"] = 1.into();
        }
        // In this dialect a reference disables all keywords next to it.
        merge(&mut schema, if kind.get("$ref").is_some() { json!({ "allOf": [kind] }) } else { kind });
        schema
    }

    fn kind(&self, kind: &Kind) -> Value {
        match *kind {
            Kind::Boolean => json!({ "type": "boolean" }),
            Kind::Integer { min, max } => {
                let mut schema = match self.expressions {
                    true => json!({ "type": ["integer", "string"], "pattern": EXPRESSION }),
                    false => json!({ "type": "integer" }),
                };
                if min != i64::MIN {
                    schema["minimum"] = min.into();
                }
                if max != i64::MAX {
                    schema["maximum"] = max.into();
                }
                schema
            }
            Kind::Text | Kind::Phrase | Kind::Named(_) => json!({ "type": "string" }),
            Kind::Choice(choices) => json!({ "enum": choices }),
            Kind::Drawing(glyphs) => json!({ "type": "string", "pattern": pattern(glyphs, "") }),
            Kind::Tiled(glyphs) => json!({ "type": "string", "pattern": pattern(glyphs, " \\t") }),
            Kind::List { item, min, max } => {
                let mut schema = json!({ "type": "array", "items": self.kind(item) });
                if min > 0 {
                    schema["minItems"] = min.into();
                }
                if max != usize::MAX {
                    schema["maxItems"] = max.into();
                }
                schema
            }
            Kind::Table(fields) => self.met_table(fields),
            Kind::Tables(fields) => json!({ "type": "array", "items": self.met_table(fields) }),
            Kind::Pairs => pairs(),
            Kind::Marks => json!({ "type": "string", "pattern": "\\S" }),
            Kind::Map(kind) | Kind::By(_, kind) => json!({ "type": "object", "additionalProperties": self.kind(kind) }),
            Kind::OneOf(kinds) => {
                let kinds: Vec<Value> = kinds.iter().map(|kind| self.kind(kind)).collect();
                json!({ "anyOf": kinds })
            }
        }
    }

    fn met_table(&self, fields: &'static [Field]) -> Value {
        match self.position(fields).map(|index| &self.met[index]) {
            Some(met) if met.times > 1 => reference(&name_of(met)),
            _ => self.table(fields),
        }
    }
}

/// Returns the name of a definition; the common keys have no family prefix.
fn name_of(met: &Met) -> String {
    let key = met.path.rsplit('.').next().unwrap_or_default();
    if COMMON.iter().any(|field| field.name == key) { key.to_string() } else { met.path.clone() }
}

/// Returns the schema of a map of strings and of maps of strings. Written in place: Taplo 0.9 loops forever when it
/// completes a reference to a table without keys of its own.
fn pairs() -> Value {
    let value = json!({ "anyOf": [{ "type": "string" }, reference(PAIRS)] });
    json!({ "type": "object", "additionalProperties": value })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// Returns whether two field tables are equal. They are compared by content, because addresses of constants differ from
/// build to build; the pairs in `assumed` are already being compared.
fn same_tables(one: &[Field], other: &[Field], assumed: &mut Vec<[*const Field; 2]>) -> bool {
    let pair = [one.as_ptr(), other.as_ptr()];
    if std::ptr::eq(one, other) || assumed.contains(&pair) {
        return true;
    }
    assumed.push(pair);
    let words = |field: &Field| (field.name, field.required, field.default, field.doc, field.example);
    one.len() == other.len()
        && one.iter().zip(other).all(|(a, b)| words(a) == words(b) && same_kinds(&a.kind, &b.kind, assumed))
}

fn same_kinds(one: &Kind, other: &Kind, assumed: &mut Vec<[*const Field; 2]>) -> bool {
    match (one, other) {
        (Kind::Boolean, Kind::Boolean)
        | (Kind::Text, Kind::Text)
        | (Kind::Phrase, Kind::Phrase)
        | (Kind::Pairs, Kind::Pairs)
        | (Kind::Marks, Kind::Marks) => true,
        (Kind::Integer { min: a, max: b }, Kind::Integer { min: c, max: d }) => (a, b) == (c, d),
        (Kind::Choice(a), Kind::Choice(b)) => a == b,
        (Kind::Drawing(a), Kind::Drawing(b)) | (Kind::Tiled(a), Kind::Tiled(b)) => a == b,
        (Kind::List { item: a, min: b, max: c }, Kind::List { item: d, min: e, max: f }) => {
            (b, c) == (e, f) && same_kinds(a, d, assumed)
        }
        (Kind::Map(a), Kind::Map(b)) => same_kinds(a, b, assumed),
        (Kind::Named(a), Kind::Named(b)) => a == b,
        (Kind::By(a, c), Kind::By(b, d)) => a == b && same_kinds(c, d, assumed),
        (Kind::Table(a), Kind::Table(b)) | (Kind::Tables(a), Kind::Tables(b)) => same_tables(a, b, assumed),
        (Kind::OneOf(a), Kind::OneOf(b)) => {
            a.len() == b.len() && a.iter().zip(*b).all(|(a, b)| same_kinds(a, b, assumed))
        }
        _ => false,
    }
}

/// Returns the schema of a field without its kind: editors show only the description.
fn described(field: &Field) -> Value {
    let left_out = field.default.map_or(String::new(), |default| format!(" [default: {default}]"));
    let mut schema =
        json!({ "description": format!("{}\n\nExpected: {}{left_out}.", field.doc, describe(&field.kind)) });
    if let Some(default) = field.default.and_then(value) {
        schema["default"] = default;
    }
    if let Some(example) = value(field.example) {
        schema["examples"] = vec![example].into();
    }
    schema
}

/// Converts a TOML value to JSON. `check_fields` ensures that defaults and examples are values.
fn value(text: &str) -> Option<Value> {
    Value::deserialize(toml::de::ValueDeserializer::parse(text).ok()?).ok()
}

/// Returns the pattern of a picture with these characters, as the reader accepts it: rows of at least one character,
/// with surrounding blanks and a last line break, and with these characters between the first and the last of a row.
fn pattern(glyphs: &[Glyph], inside: &str) -> String {
    let escaped = |character: char| match character {
        '\\' | '[' | ']' | '^' | '-' => format!("\\{character}"),
        _ => character.to_string(),
    };
    let range = |glyph: &Glyph| match glyph.from == glyph.to {
        true => escaped(glyph.from),
        false => format!("{}-{}", escaped(glyph.from), escaped(glyph.to)),
    };
    let class: String = glyphs.iter().map(range).collect();
    let row = if inside.is_empty() { format!("[{class}]+") } else { format!("[{class}][{inside}{class}]*") };
    format!("^[ \\t]*{row}([ \\t\\r]*\\n[ \\t]*{row})*[ \\t\\r]*(\\n[ \\t\\r]*)?$")
}

/// Adds the keys of one object to another.
fn merge(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}
