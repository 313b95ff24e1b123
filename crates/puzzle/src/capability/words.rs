//! The words that tests, numbers and other strings of a model may use.

use boardwright_model::Names;

/// The capability to list the words that strings of the model may use.
pub trait Words {
    /// Returns the words of a kind that the model defines, and those that its board has.
    fn words(&self, of: Names) -> Vec<String>;
}
