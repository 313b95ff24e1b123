//! Field tables as a JSON Schema, so that editors complete models and mark what is wrong while they are written.
//!
//! `Field { name: "states", kind: Kind::Integer { min: 2, max: 9 }, default: Some("2"), .. }` becomes
//! `"states": { "description": "...", "type": "integer", "minimum": 2, "maximum": 9, "default": 2, "examples": [3] }`.
//! What passes the reader passes the schema, and all that a table alone can refuse it refuses: unknown and missing keys,
//! types, ranges, choices, the characters of a picture. That the rows of a picture are equally long it cannot say.
//!
//! The dialect is draft 7, the newest that Taplo (the engine of "Even Better TOML") reads; it validates `if` and `then`
//! with the place of each mistake, and looks for completions under `anyOf`, which it does not do under `then`. A table
//! that is met once is written where it is met, with its description; one that is met again, or has itself inside, goes
//! to `definitions`.

use super::field::{Field, Glyph, Kind, describe};
use super::read::COMMON;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The dialect.
const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// A family, as far as a schema tells of it: its name, its rules in a line, its keys.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// What `puzzle` says.
    pub name: &'static str,
    /// The rules, in a line.
    pub summary: &'static str,
    /// Its own keys.
    pub fields: &'static [Field],
}

/// The schema of the models of all families: which keys are right depends on `puzzle`.
pub fn schema_of_all(families: &[Family]) -> Value {
    let mut tables = Tables::default();
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
        // Its value is checked below; what is said twice would be offered twice.
        table["properties"]["puzzle"] = true.into();
        definitions.insert(family.name.to_string(), table);
        let it = reference(family.name);
        let named = json!({ "required": ["puzzle"], "properties": { "puzzle": { "const": family.name } } });
        cases.push(json!({ "if": named, "then": it.clone() }));
        offers.push(it);
    }
    offers.push(
        json!({ "$comment": "Anything: `allOf` says what is right. Editors complete keys from the others here." }),
    );
    let names: Vec<&str> = families.iter().map(|family| family.name).collect();
    json!({
        "$schema": DIALECT,
        "title": "Boardwright model",
        "description": "a board puzzle; `puzzle` says of which family, and so what the other keys mean",
        "type": "object",
        "required": ["puzzle"],
        "properties": { "puzzle": puzzle(names) },
        "allOf": cases,
        "anyOf": offers,
        "definitions": definitions,
    })
}

/// The schema of the models of one family.
pub fn schema_of(family: &Family) -> Value {
    let title = format!("Boardwright model: {}", family.name);
    let fields = [COMMON, family.fields].concat();
    let mut schema = schema_of_table(&title, family.summary, &fields);
    schema["properties"]["puzzle"] = puzzle(vec![family.name]);
    schema
}

/// The schema of a file with the keys of a field table and no others.
pub fn schema_of_table(title: &str, description: &str, fields: &[Field]) -> Value {
    let mut tables = Tables::default();
    tables.meet(fields, "");
    let mut schema = json!({ "$schema": DIALECT, "title": title, "description": description });
    merge(&mut schema, tables.table(fields));
    let definitions = tables.definitions();
    if !definitions.is_empty() {
        schema["definitions"] = definitions.into();
    }
    schema
}

/// The key that names the family.
fn puzzle(names: Vec<&str>) -> Value {
    json!({ "description": COMMON[0].doc, "enum": names })
}

/// The tables inside the tables of a file.
#[derive(Default)]
struct Tables {
    met: Vec<Met>,
    /// Whether there are tables of any keys.
    pairs: bool,
}

/// A table with the path that led to it first, such as `dissection.piece`, and how often it was met.
struct Met {
    fields: &'static [Field],
    path: String,
    times: usize,
}

/// What the definition of tables of any keys is called.
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
            Kind::Map(kind) => self.meet_kind(kind, path),
            Kind::OneOf(kinds) => kinds.iter().for_each(|kind| self.meet_kind(kind, path)),
            Kind::Pairs => self.pairs = true,
            _ => {}
        }
    }

    fn position(&self, fields: &[Field]) -> Option<usize> {
        self.met.iter().position(|met| same_tables(met.fields, fields, &mut Vec::new()))
    }

    /// What is met more than once, by name.
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
        let mut kind = self.kind(&field.kind);
        if field.required && matches!(field.kind, Kind::Tables(_)) {
            kind["minItems"] = 1.into();
        }
        // In this dialect a reference silences everything beside it.
        merge(&mut schema, if kind.get("$ref").is_some() { json!({ "allOf": [kind] }) } else { kind });
        schema
    }

    fn kind(&self, kind: &Kind) -> Value {
        match *kind {
            Kind::Boolean => json!({ "type": "boolean" }),
            Kind::Integer { min, max } => {
                let mut schema = json!({ "type": "integer" });
                if min != i64::MIN {
                    schema["minimum"] = min.into();
                }
                if max != i64::MAX {
                    schema["maximum"] = max.into();
                }
                schema
            }
            Kind::Text => json!({ "type": "string" }),
            Kind::Choice(choices) => json!({ "enum": choices }),
            Kind::Drawing(glyphs) => json!({ "type": "string", "pattern": pattern(glyphs) }),
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
            Kind::Map(kind) => json!({ "type": "object", "additionalProperties": self.kind(kind) }),
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

/// What a definition is called: the common keys are nobody's.
fn name_of(met: &Met) -> String {
    let key = met.path.rsplit('.').next().unwrap_or_default();
    if COMMON.iter().any(|field| field.name == key) { key.to_string() } else { met.path.clone() }
}

/// A table of strings, and of tables of strings. Written out where it is met: at a reference to a table without keys of
/// its own Taplo 0.9 goes round for ever when it looks for completions.
fn pairs() -> Value {
    let value = json!({ "anyOf": [{ "type": "string" }, reference(PAIRS)] });
    json!({ "type": "object", "additionalProperties": value })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// Whether two field tables say the same. Tables are told by what they say and not by their address, which differs
/// from build to build where constants are concerned; what is `assumed` is being compared further out.
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
        | (Kind::Pairs, Kind::Pairs)
        | (Kind::Marks, Kind::Marks) => true,
        (Kind::Integer { min: a, max: b }, Kind::Integer { min: c, max: d }) => (a, b) == (c, d),
        (Kind::Choice(a), Kind::Choice(b)) => a == b,
        (Kind::Drawing(a), Kind::Drawing(b)) => a == b,
        (Kind::List { item: a, min: b, max: c }, Kind::List { item: d, min: e, max: f }) => {
            (b, c) == (e, f) && same_kinds(a, d, assumed)
        }
        (Kind::Map(a), Kind::Map(b)) => same_kinds(a, b, assumed),
        (Kind::Table(a), Kind::Table(b)) | (Kind::Tables(a), Kind::Tables(b)) => same_tables(a, b, assumed),
        (Kind::OneOf(a), Kind::OneOf(b)) => {
            a.len() == b.len() && a.iter().zip(*b).all(|(a, b)| same_kinds(a, b, assumed))
        }
        _ => false,
    }
}

/// What a field is, without its kind: editors show the description and nothing else.
fn described(field: &Field) -> Value {
    let left_out = field.default.map_or(String::new(), |default| format!("; left out: {default}"));
    let mut schema = json!({ "description": format!("{}\n\nTakes {}{left_out}.", field.doc, describe(&field.kind)) });
    if let Some(default) = field.default.and_then(value) {
        schema["default"] = default;
    }
    if let Some(example) = value(field.example) {
        schema["examples"] = vec![example].into();
    }
    schema
}

/// A TOML value as JSON. `check_fields` holds defaults and examples to being values.
fn value(text: &str) -> Option<Value> {
    Value::deserialize(toml::de::ValueDeserializer::parse(text).ok()?).ok()
}

/// A picture of these characters, as the reader takes it: rows of at least one, blanks around them, a last line break.
fn pattern(glyphs: &[Glyph]) -> String {
    let escaped = |character: char| match character {
        '\\' | '[' | ']' | '^' | '-' => format!("\\{character}"),
        _ => character.to_string(),
    };
    let range = |glyph: &Glyph| match glyph.from == glyph.to {
        true => escaped(glyph.from),
        false => format!("{}-{}", escaped(glyph.from), escaped(glyph.to)),
    };
    let class: String = glyphs.iter().map(range).collect();
    format!("^[ \\t]*[{class}]+([ \\t\\r]*\\n[ \\t]*[{class}]+)*[ \\t\\r]*(\\n[ \\t\\r]*)?$")
}

/// Adds the keys of an object to another.
fn merge(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}
