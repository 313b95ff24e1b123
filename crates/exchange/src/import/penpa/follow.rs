//! What follows from what is drawn: pictures that are not printed, numbers that are computed, and parameters that the rules say.
//!
//! Start with `Fill::complete`.

use super::drawing::Drawing;
use super::fill::Fill;
use crate::genre::contents::Slot;
use crate::genre::penpa::{Part, Spot};
use crate::genre::target::To;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_model::Parameter;

impl Fill<'_> {
    /// Fills in what follows from what is drawn.
    pub(super) fn complete(&mut self) -> Result<(), Diagnostic> {
        let Some(link) = self.link else {
            self.contents.values = self.values_of_cells();
            return Ok(());
        };
        let has_given = self.contents.slots.contains_key(&Slot::Given);
        let printed = &self.printed;
        let is_printed = |to: &To| match to {
            To::Slot(Slot::Picture(name) | Slot::Between(name) | Slot::Corner(name) | Slot::Anywhere(name)) => {
                printed.shows(name)
            }
            To::Slot(Slot::Given) => has_given,
            To::Slot(Slot::Walls) => true,
            To::Slot(Slot::Layer(_)) => false,
            To::List(name) => printed.shows(name),
            _ => false,
        };
        link.complete(&mut self.contents, &is_printed, &self.said)
    }

    /// Returns the values of a genre without links whose values are the numbers of cells.
    fn values_of_cells(&self) -> Option<String> {
        let cells = self.printed.holes().iter().filter(|is_hole| !**is_hole).count();
        let grid = self.opened.model.fields.table("grid")?;
        let is_of_cells = grid.text("values") == Some(&format!("1..{cells}"));
        let own = (0..self.contents.rows * self.contents.columns).filter(|cell| !self.contents.is_hole(*cell)).count();
        is_of_cells.then(|| format!("\"1..{own}\""))
    }

    /// Reads the parameters in the rules in words, and notes those that are assumed.
    pub(super) fn parameters(&mut self, drawing: &mut Drawing) {
        let said = self.opened.genre.numbers_in(&drawing.rules);
        if said.is_none() && !drawing.rules.is_empty() {
            self.contents.instructions = Some(drawing.rules.replace('{', "(").replace('}', ")"));
        }
        let known = &self.opened.model.parameters;
        let said = said.unwrap_or_default().into_iter().filter(|(name, _)| known.value_of(name).is_some());
        self.contents.parameters.extend(said);
        self.contents.parameters.append(&mut self.drawn);
        let open = || known.iter().filter(|own| !self.contents.parameters.contains_key(&own.name));
        // A number beside the board may be the one that is not known, such as that of the stars.
        let is_outside = |spot: Spot| drawing.beside(spot).is_some() && spot.part == Part::Whole;
        let beside = Self::text_at(drawing, is_outside).and_then(|(index, text)| Some((index, text.parse().ok()?)));
        if let (1, Some((index, number))) = (open().count(), beside) {
            let names: Vec<String> = open().map(|own| own.name.clone()).collect();
            drawing.objects[index].is_used = true;
            self.remarks
                .extend(names.iter().map(|name| format!("Assumed: {name} = {number}, the number beside the board.")));
            self.contents.parameters.extend(names.into_iter().map(|name| (name, number)));
        } else {
            let assumed = |Parameter { name, value, .. }: &Parameter| {
                format!("Assumed: {name} = {value}, as in the example of the genre: the drawing does not say it.")
            };
            self.remarks.extend(open().map(assumed).collect::<Vec<_>>());
        }
        let steps = self.link.into_iter().flat_map(|link| &link.steps);
        for target in steps.flat_map(|step| &step.targets) {
            if let To::Rule(rule, _) = &target.to {
                self.remarks.push(format!(
                    "Assumed: the pieces of the rule \"{rule}\" are those of the genre's example: the drawing does not say them."
                ));
            }
        }
    }
}
