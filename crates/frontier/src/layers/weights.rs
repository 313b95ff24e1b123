//! The weights of components during a sweep: for each measure the weight so far, and the bounds demanded so far.
//!
//! The *ledger* of a component is one word. A weight above every bound is as good as any other, and a lower bound that is met
//! is none, so that components with equal ledgers have the same completions.

use crate::network::Measure;

/// The ledger of a component, as bits.
pub(super) type Ledger = u64;

/// The measures of a network.
#[derive(Debug, Clone, Default)]
pub(super) struct Weights {
    fields: Vec<Field>,
    /// The place of the colour, and its mask, not shifted; 0 without colours.
    colour: (u32, u64),
    /// By vertex.
    colours: Vec<u32>,
    /// The bits of a ledger.
    pub(super) bits: u32,
    /// The ledger of a component without vertices.
    pub(super) empty: Ledger,
    /// The demands of all measures: the measure, the lower and the upper bound.
    demands: Vec<(usize, u64, u64)>,
    /// By vertex and measure, its weight.
    weights: Vec<Vec<u64>>,
}

/// Where the numbers of a measure are: the weight, the lower bound and the upper bound, of `bits` bits each.
#[derive(Debug, Clone, Copy)]
struct Field {
    shift: u32,
    bits: u32,
    /// The number above all bounds.
    above: u64,
}

impl Field {
    fn read(self, ledger: Ledger) -> [u64; 3] {
        let mask = (1 << self.bits) - 1;
        [0, 1, 2].map(|number| ledger >> (self.shift + number * self.bits) & mask)
    }

    /// Returns the numbers as bits; `None` if no further vertex makes them hold.
    fn write(self, [sum, low, high]: [u64; 3]) -> Option<Ledger> {
        let sum = sum.min(self.above);
        let low = if sum >= low { 0 } else { low };
        let fits = low.max(sum) <= high;
        fits.then_some((sum | low << self.bits | high << (2 * self.bits)) << self.shift)
    }
}

impl Weights {
    /// Returns the plan; `None` if a ledger would be too large.
    pub(super) fn of(measures: &[Measure], colours: &[u32], vertices: usize) -> Option<Weights> {
        let mut weights = Weights { weights: vec![Vec::new(); vertices], ..Weights::default() };
        for (index, measure) in measures.iter().enumerate() {
            let bounds = measure.demands.iter().map(|demand| demand.low.max(demand.high.unwrap_or(0)));
            let most = bounds.max().unwrap_or(0);
            let field = Field { shift: weights.bits, bits: Measure::bits(most), above: u64::from(most) + 1 };
            weights.bits += 3 * field.bits;
            if weights.bits > 64 {
                return None;
            }
            weights.empty |= field.write([0, 0, field.above])?;
            weights.fields.push(field);
            for demand in &measure.demands {
                let high = demand.high.map_or(field.above, u64::from);
                weights.demands.push((index, u64::from(demand.low), high));
            }
            for (own, &weight) in weights.weights.iter_mut().zip(&measure.weights) {
                own.push(weight.into());
            }
        }
        let width = u32::BITS - colours.iter().max().unwrap_or(&0).leading_zeros();
        weights.colour = (weights.bits, (1 << width) - 1);
        weights.bits += width;
        weights.colours = colours.to_vec();
        (weights.bits <= 64).then_some(weights)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the ledger of a vertex alone; `None` if it violates a bound.
    pub(super) fn alone(&self, vertex: usize) -> Option<Ledger> {
        let fields = self.fields.iter().zip(&self.weights[vertex]);
        let colour = u64::from(self.colours.get(vertex).copied().unwrap_or(0));
        let own = if colour == 0 { 0 } else { colour << self.colour.0 };
        fields.map(|(field, &weight)| field.write([weight, 0, field.above])).try_fold(own, |all, own| Some(all | own?))
    }

    /// Returns the ledger of two components that are joined; `None` if they have different colours or too much weight.
    pub(super) fn joined(&self, one: Ledger, other: Ledger) -> Option<Ledger> {
        let (shift, mask) = self.colour;
        // Without colours the place may be behind the last bit.
        let colours = if mask == 0 { [0, 0] } else { [one, other].map(|ledger| ledger >> shift & mask) };
        if colours[0] != colours[1] && !colours.contains(&0) {
            return None;
        }
        let colour = if mask == 0 { 0 } else { (colours[0] | colours[1]) << shift };
        let join = |field: &Field| {
            let ([sum, low, high], [more, other_low, other_high]) = (field.read(one), field.read(other));
            field.write([sum + more, low.max(other_low), high.min(other_high)])
        };
        self.fields.iter().try_fold(colour, |all, field| Some(all | join(field)?))
    }

    /// Returns the ledger after a demand.
    pub(super) fn demanded(&self, ledger: Ledger, demand: usize) -> Option<Ledger> {
        let (measure, least, most) = self.demands[demand];
        let field = self.fields[measure];
        let [sum, low, high] = field.read(ledger);
        let rest = ledger & !(((1 << (3 * field.bits - 1)) * 2 - 1) << field.shift);
        Some(rest | field.write([sum, low.max(least), high.min(most)])?)
    }

    /// Returns whether a component without further vertices meets its demands.
    pub(super) fn is_met(&self, ledger: Ledger) -> bool {
        self.fields.iter().all(|field| field.read(ledger)[1] == 0)
    }
}
