//! The devil's chessboard as a game: the coins on the board, the square that they name, and the coin to turn.
//!
//! The page plays the devil and both prisoners; it asks after every choice. Start with [`coins`].

use super::model::drawn;
use super::request::{Coins, Events, Session, Wrong};
use boardwright_documents::devils_chessboard::game::Game;

/// Sends the coins: those of the request, otherwise those of the model, or random ones. With a square it also sends the coin to turn.
pub(super) fn coins(session: &Session<'_>, laid: &Coins, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    if loaded.puzzle.name() != "devils-chessboard" {
        return Err(Wrong::Refused(format!("a `{}` model has no coins", loaded.puzzle.name())));
    }
    let game = Game::of(&loaded.model).map_err(|reason| Wrong::Refused(reason.to_string()))?;
    let squares = game.squares();
    let given = game.given().filter(|_| laid.seed == 0);
    let coins = match (&laid.coins, &given) {
        (Some(coins), _) if coins.len() == squares => coins.clone(),
        (Some(coins), _) => {
            return Err(Wrong::Refused(format!("expected {squares} coins, found {}", coins.len())));
        }
        (None, Some((coins, _))) => coins.clone(),
        (None, None) => game.laid(laid.seed),
    };
    let target = laid.square;
    if let Some(beyond) = target.filter(|&square| square >= squares) {
        return Err(Wrong::Refused(format!("there is no square {beyond}; the last is {}", squares - 1)));
    }
    let named = game.named(&coins);
    let mut object = drawn(&loaded, &game.picture(&coins, target));
    object["event"] = "coins".into();
    object["strategy"] = game.strategy().into();
    object["named"] = named.into();
    object["name"] = game.square(named).into();
    object["how"] = game.how(&coins).into();
    object["flip"] = target.map(|square| game.flip(&coins, square)).into();
    object["given"] = given.map(|(_, square)| square).into();
    object["coins"] = coins.into();
    write(&object);
    Ok(())
}
