//! The model in the page: its diagnostics and its board. Imports `making` and `part`. Start with [`draw`].

use super::place::Places;
use super::problem::diagnostics;
use super::request::{Events, Session, Wrong};
use super::{making, part};
use boardwright_base::board::picture::Picture;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_documents::devils_chessboard::game::Game;
use boardwright_exchange::export;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_render::svg;
use serde_json::{Value, json};

/// Sends the diagnostics and, if the model has no errors, the board.
pub(super) fn draw(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let source = &session.source;
    let mut board = drawn(&loaded, &loaded.instance.draw_givens());
    board["event"] = "board".into();
    board["title"] = loaded.model.title.clone().into();
    board["puzzle"] = loaded.puzzle.name().into();
    let places = Places::of(source);
    board["pictures"] = part::pictures(&places, &loaded.model.fields);
    board["paths"] = part::paths(&places, &loaded.model.fields);
    board["size"] = part::size(&places, &loaded.model.fields);
    board["values"] = values(&loaded);
    board["instructions"] = export::rules_of(source, &loaded.model, loaded.registry).into();
    let clues = loaded.instance.printed_clues();
    board["parts"] = clues.map_or_else(Vec::new, |clues| clues.printed(&loaded.model, &source.text).parts).into();
    board["making"] = making::choices(&loaded, source);
    board["hand"] = match () {
        () if loaded.instance.by_hand().is_some() => "moves",
        () if loaded.puzzle.name() == "devils-chessboard" && Game::of(&loaded.model).is_ok() => "coins",
        () => "entries",
    }
    .into();
    write(&board);
    let warnings = loaded.instance.lint().map_or(Ok(Vec::new()), |lint| lint.warnings(None, session.budget))?;
    let mut list = Diagnostics::none();
    warnings.into_iter().for_each(|warning| list.push(warning));
    write(&diagnostics(source, &list, "warning"));
    Ok(())
}

/// Returns a picture as SVG with the places of its panels.
pub(super) fn drawn(loaded: &Loaded, picture: &Picture) -> Value {
    let panels: Vec<Value> = svg::places(picture)
        .into_iter()
        .map(|place| {
            place.map_or(Value::Null, |place| {
                json!({
                    "x": place.x, "y": place.y, "cell": place.cell,
                    "rows": place.rows, "columns": place.columns, "top": place.top,
                    "margins": place.margins, "outlines": place.outlines,
                })
            })
        })
        .collect();
    json!({ "svg": svg::titled(picture, loaded.model.title.as_deref()), "panels": panels })
}

/// Returns the values of the layers of the board, for palettes.
fn values(loaded: &Loaded) -> Value {
    let sheet = loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
    sheet.layers.iter().map(|layer| json!({ "layer": layer.name, "values": layer.values })).collect()
}
