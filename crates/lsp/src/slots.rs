//! The fields of places in a model: which keys a table has, and which values a key. Start with [`Slot`].

use crate::syntax::{Content, Entry, Key, Node, Tree};
use crate::text::Text;
use boardwright_model::{Field, Kind, Names};

/// What may stand at a place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Slot {
    /// The kinds of the value.
    pub(crate) kinds: Vec<Kind>,
    /// The keys of a table here.
    pub(crate) fields: Vec<Field>,
    /// The field whose value it is, or is part of.
    pub(crate) field: Option<Field>,
}

impl Slot {
    /// Returns the slot of a text with these keys.
    pub(crate) fn top(fields: Vec<Field>) -> Slot {
        Slot { fields, ..Slot::default() }
    }

    fn of(kind: Kind, field: Option<Field>) -> Slot {
        let mut slot = Slot { field, ..Slot::default() };
        slot.add(kind);
        slot
    }

    fn add(&mut self, kind: Kind) {
        match kind {
            Kind::OneOf(kinds) => kinds.iter().for_each(|kind| self.add(*kind)),
            Kind::Table(fields) => {
                self.fields.extend(fields);
                self.kinds.push(kind);
            }
            kind => self.kinds.push(kind),
        }
    }

    /// Returns the slot of a key's value.
    pub(crate) fn key(&self, name: &str) -> Option<Slot> {
        if let Some(field) = self.fields.iter().find(|field| field.name == name) {
            return Some(Slot::of(field.kind, Some(*field)));
        }
        let mut inner = Slot { field: self.field, ..Slot::default() };
        for kind in &self.kinds {
            match kind {
                Kind::Map(kind) | Kind::By(_, kind) => inner.add(**kind),
                Kind::Pairs => inner.kinds.extend([Kind::Text, Kind::Pairs]),
                _ => {}
            }
        }
        Some(inner).filter(|inner| !inner.kinds.is_empty())
    }

    /// Returns the slot of an item of a list.
    pub(crate) fn item(&self) -> Slot {
        let mut inner = Slot { field: self.field, ..Slot::default() };
        for kind in &self.kinds {
            match kind {
                Kind::List { item, .. } => inner.add(**item),
                Kind::Tables(fields) => inner.add(Kind::Table(fields)),
                _ => {}
            }
        }
        inner
    }

    /// Returns the slot of the table of a header.
    pub(crate) fn table(&self, keys: &[Key]) -> Option<Slot> {
        keys.iter().try_fold(self.clone(), |slot, key| {
            let inner = slot.key(&key.name)?;
            // `[[rule]]` and `[genre.link.body]` are tables of lists.
            Some(if inner.fields.is_empty() && inner.is_list_of_tables() { inner.item() } else { inner })
        })
    }

    fn is_list_of_tables(&self) -> bool {
        self.kinds.iter().any(|kind| matches!(kind, Kind::Tables(_)))
    }

    /// Returns what the keys of a map here name.
    pub(crate) fn key_names(&self) -> Option<Names> {
        self.kinds.iter().find_map(|kind| if let Kind::By(names, _) = kind { Some(*names) } else { None })
    }

    /// Returns what strings here name.
    pub(crate) fn names(&self) -> Option<Names> {
        self.kinds.iter().find_map(|kind| if let Kind::Named(names) = kind { Some(*names) } else { None })
    }

    /// Returns whether a string here is a picture.
    pub(crate) fn is_picture(&self) -> bool {
        self.kinds.iter().any(|kind| matches!(kind, Kind::Marks | Kind::Drawing(_) | Kind::Tiled(_)))
    }
}

/// Something of a text with its slot.
pub(crate) enum Found<'t> {
    /// A key: the slot of its table, and that of its value.
    Key(&'t Key, &'t Slot, Option<&'t Slot>),
    /// A string.
    Text(&'t Node, &'t Text, &'t Slot),
}

/// Visits all keys and strings of a text whose slots are known, with the keys on the way to them.
pub(crate) fn walk(tree: &Tree, top: &Slot, visit: &mut dyn FnMut(&Found<'_>, &[String])) {
    for table in &tree.tables {
        let mut slot = Some(top.clone());
        let mut path = Vec::new();
        for key in table.header.iter().flat_map(|header| &header.keys) {
            let Some(holder) = slot else { break };
            let inner = holder.key(&key.name);
            path.push(key.name.clone());
            visit(&Found::Key(key, &holder, inner.as_ref()), &path);
            slot = inner.map(|inner| if inner.is_list_of_tables() { inner.item() } else { inner });
        }
        let Some(slot) = slot else { continue };
        table.entries.iter().for_each(|entry| walk_entry(entry, &slot, &path, visit));
    }
}

fn walk_entry(entry: &Entry, slot: &Slot, path: &[String], visit: &mut dyn FnMut(&Found<'_>, &[String])) {
    let mut path = path.to_vec();
    let mut slot = Some(slot.clone());
    for key in &entry.keys {
        let Some(holder) = slot else { return };
        let inner = holder.key(&key.name);
        path.push(key.name.clone());
        visit(&Found::Key(key, &holder, inner.as_ref()), &path);
        slot = inner;
    }
    if let (Some(slot), Some(value)) = (slot, &entry.value) {
        walk_value(value, &slot, &path, visit);
    }
}

fn walk_value(value: &Node, slot: &Slot, path: &[String], visit: &mut dyn FnMut(&Found<'_>, &[String])) {
    match &value.content {
        Content::Text(text) => visit(&Found::Text(value, text, slot), path),
        Content::List(items) => {
            let inner = slot.item();
            items.iter().for_each(|item| walk_value(item, &inner, path, visit));
        }
        Content::Table(entries) => entries.iter().for_each(|entry| walk_entry(entry, slot, path, visit)),
        Content::Plain => {}
    }
}
