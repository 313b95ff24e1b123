//! `--distinct`: the symmetries under which solutions count as one.

use boardwright_tasks::answer::UpTo as Classified;
use boardwright_tasks::task::distinct::Distinct;
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(super) struct Classes {
    /// Treat solutions that are equal up to symmetry as one
    ///
    /// Symmetries are the turns, flips and torus shifts that keep the board and its clues. With --distinct=colours, exchanges
    /// of colours are symmetries too, in dissections, the devil's chessboard and alternation.
    #[arg(
        long,
        help_heading = "Question",
        hide_possible_values = true,
        value_enum,
        value_name = "UP TO",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "symmetries"
    )]
    distinct: Option<UpTo>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum UpTo {
    /// Turns, flips and torus shifts of the board
    Symmetries,
    /// Symmetries of the board and exchanges of colours
    Colours,
}

impl Classes {
    /// Returns the requested symmetries.
    pub(super) fn distinct(&self) -> Option<Distinct> {
        self.distinct.map(|up_to| match up_to {
            UpTo::Symmetries => Distinct::Symmetries,
            UpTo::Colours => Distinct::Colours,
        })
    }
}

/// Describes the symmetries in brackets, after the noun "solutions".
pub(super) fn up_to(classified: &Classified) -> String {
    let Classified { by, symbol, order, .. } = classified;
    let colours = if *by == Distinct::Colours.name() { " and its colours" } else { "" };
    if *order == 1u32.into() {
        return format!(" (there are no symmetries of the board{colours})");
    }
    let order = order.to_string();
    // The name is more useful than a longer number.
    let order = if order.len() > 20 { String::new() } else { format!("{order} ") };
    format!(" (up to the {order}symmetries of the board{colours}: {symbol})")
}
