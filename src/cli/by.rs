//! `--by`: the property by which `count` counts.

use super::Quit;
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::By;

/// The property as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Property {
    Cell,
    Lines,
    Objective,
    /// `K`, or `LAYER.K`.
    Value(String),
}

/// A text is no property.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected cell, value=K (K a value of the model), lines or objective")]
pub(super) struct NoProperty;

/// Reads the argument of `--by`.
pub(super) fn property(text: &str) -> Result<Property, NoProperty> {
    match text.split_once('=') {
        Some(("value", name)) if !name.is_empty() => Ok(Property::Value(name.to_string())),
        None if text == "cell" => Ok(Property::Cell),
        None if text == "lines" => Ok(Property::Lines),
        None if text == "objective" => Ok(Property::Objective),
        _ => Err(NoProperty),
    }
}

impl Property {
    /// Returns the property of a model.
    pub(super) fn of(&self, loaded: &Loaded) -> Result<By, Quit> {
        match self {
            Property::Cell => Ok(By::Cell),
            Property::Lines => Ok(By::Lines),
            Property::Objective => Ok(By::Objective),
            Property::Value(name) => value(name, loaded),
        }
    }
}

fn value(name: &str, loaded: &Loaded) -> Result<By, Quit> {
    let Some(cells) = loaded.instance.cells() else {
        let family = loaded.puzzle.name();
        return Err(Quit::wrong(format!(
            "--by is not supported for `{family}` models, whose solutions have no cells with values"
        )));
    };
    let layers = cells.sheet().layers;
    let several = layers.len() > 1;
    let mut found = Vec::new();
    for (number, layer) in layers.iter().enumerate() {
        let own = |text: &str| layer.values.iter().position(|value| value == text);
        let inner = name.strip_prefix(&layer.name).and_then(|rest| rest.strip_prefix('.'));
        let named = own(name).or_else(|| inner.and_then(own));
        found.extend(named.map(|value| By::Value { layer: number, value }));
    }
    match found[..] {
        [only] => Ok(only),
        [] => {
            let of_layer =
                |value: &String, layer: &str| if several { format!("{layer}.{value}") } else { value.clone() };
            let known = layers.iter().flat_map(|layer| layer.values.iter().map(|value| of_layer(value, &layer.name)));
            let known: Vec<String> = known.map(|value| format!("`{value}`")).collect();
            let known = if known.is_empty() { "none: the model has lines only".into() } else { known.join(", ") };
            Err(Quit::wrong(format!("--by: unknown value `{name}`; expected {known}")))
        }
        _ => {
            let layers: Vec<String> = layers
                .iter()
                .filter(|layer| layer.values.iter().any(|value| value == name))
                .map(|layer| format!("`{}.{name}`", layer.name))
                .collect();
            Err(Quit::wrong(format!("--by: several layers have the value `{name}`; write {}", layers.join(" or "))))
        }
    }
}
