//! Exchanges: involutions of the variables and values of a form that map its constraints to each other.
//!
//! Exchanged are two values in all variables with as many values, or variables in pairs: two columns of a Latin square, say.
//! They are searched as automorphisms of the graph of variables and constraints, refined by the neighbours of each (B. Weisfeiler
//! and A. Leman, 1968), and each is checked before it is returned: an exchange that is not found costs time and no more.

use super::{Effect, Form, Goal, Local, Network};
use boardwright_base::random::Mixer;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// An involution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// By variable, its image.
    pub variables: Vec<usize>,
    /// Two values that are exchanged in all variables with this number of values.
    pub values: Option<(usize, [usize; 2])>,
}

impl Exchange {
    /// Returns the image of a value of a variable that has `size` values.
    pub fn value(&self, size: usize, value: usize) -> usize {
        match self.values {
            Some((of, [one, other])) if of == size && value == one => other,
            Some((of, [one, other])) if of == size && value == other => one,
            _ => value,
        }
    }

    /// Returns the conjugate of this exchange of variables by another one.
    fn conjugate(&self, by: &Exchange) -> Exchange {
        let image = |variable: usize| by.variables[self.variables[by.variables[variable]]];
        Exchange { variables: (0..self.variables.len()).map(image).collect(), values: None }
    }
}

/// The constraints of a form, each with a number: equal constraints have the same one.
#[derive(Debug)]
pub struct Constraints<'a> {
    form: &'a Form,
    numbers: Map<Local, usize>,
    unions: Map<Vec<Vec<usize>>, usize>,
    /// By constraint, in the order of [`Form::scopes`].
    of_scope: Vec<usize>,
    locals: HashSet<usize>,
}

/// The number of a union follows those of local constraints.
const UNIONS: usize = usize::MAX / 2;

impl<'a> Constraints<'a> {
    /// Numbers the constraints.
    pub fn of(form: &'a Form) -> Constraints<'a> {
        let mut numbers: Map<Local, usize> = Map::default();
        let mut number = |local: &Local| {
            let next = numbers.len();
            *numbers.entry(sorted(local.clone())).or_insert(next)
        };
        let mut of_scope: Vec<usize> = form.locals.iter().map(&mut number).collect();
        let locals = of_scope.iter().copied().collect();
        let mut unions: Map<Vec<Vec<usize>>, usize> = Map::default();
        for union in &form.unions {
            let key = key(union.alternatives.iter().map(|all| all.iter().map(&mut number).collect()).collect());
            let next = UNIONS + unions.len();
            of_scope.push(*unions.entry(key).or_insert(next));
        }
        Constraints { form, numbers, unions, of_scope, locals }
    }

    /// Returns the number of a constraint, by its index in the scopes of the form.
    pub fn number(&self, scope: usize) -> usize {
        self.of_scope[scope]
    }

    /// Returns the number of the image of a constraint, by its index in the scopes of the form; `None` if it is none of them.
    pub fn image(&self, scope: usize, exchange: &Exchange) -> Option<usize> {
        match scope.checked_sub(self.form.locals.len()) {
            None => {
                self.image_of_local(&self.form.locals[scope], exchange).filter(|number| self.locals.contains(number))
            }
            Some(union) => {
                let alternatives = &self.form.unions[union].alternatives;
                let image = |all: &Vec<Local>| -> Option<Vec<usize>> {
                    all.iter().map(|local| self.image_of_local(local, exchange)).collect()
                };
                self.unions.get(&key(alternatives.iter().map(image).collect::<Option<_>>()?)).copied()
            }
        }
    }

    fn image_of_local(&self, local: &Local, exchange: &Exchange) -> Option<usize> {
        let mut image = local.clone();
        for (variable, effects) in &mut image.terms {
            let size = effects.len();
            let moved: Vec<Effect> = (0..size).map(|value| effects[exchange.value(size, value)]).collect();
            (*variable, *effects) = (exchange.variables[*variable], moved);
        }
        self.numbers.get(&sorted(image)).copied()
    }

    /// Returns whether an exchange maps the constraints to each other, and graphs to themselves.
    fn admit(&self, exchange: &Exchange) -> bool {
        let sizes = &self.form.sizes;
        let same_size = exchange.variables.iter().zip(sizes).all(|(&image, &size)| sizes[image] == size);
        let stays = |variable: usize| {
            exchange.variables[variable] == variable && exchange.values.is_none_or(|(size, _)| sizes[variable] != size)
        };
        same_size
            && self.form.networks.iter().flat_map(Network::variables).all(stays)
            && (0..self.of_scope.len()).all(|scope| self.image(scope, exchange).is_some())
    }
}

/// Sorts the terms, unless their order matters.
fn sorted(mut local: Local) -> Local {
    if !matches!(local.goal, Goal::Word(_)) {
        local.terms.sort_unstable_by_key(|(variable, _)| *variable);
    }
    local
}

fn key(mut alternatives: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    alternatives.iter_mut().for_each(|all| all.sort_unstable());
    alternatives.sort_unstable();
    alternatives
}

/// The maximum number of exchanges of variables.
const MAX_EXCHANGES: usize = 128;
/// The maximum number of terms that the search visits.
const MAX_VISITS: usize = 6_000_000;

/// Returns exchanges of a form: of values, of variables, and the conjugates of the latter.
pub fn exchanges(constraints: &Constraints<'_>) -> Vec<Exchange> {
    let form = constraints.form;
    let identity: Vec<usize> = (0..form.sizes.len()).collect();
    let mut found = Vec::new();
    let mut sizes = form.sizes.clone();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes.into_iter().filter(|size| (3..=MAX_VALUES).contains(size)) {
        for one in 0..size {
            for other in one + 1..size {
                let exchange = Exchange { variables: identity.clone(), values: Some((size, [one, other])) };
                found.extend(Some(exchange).filter(|exchange| constraints.admit(exchange)));
            }
        }
    }
    let mut of_variables: Vec<Exchange> = Vec::new();
    let mut graph = Colouring::new(form);
    let of_graphs: HashSet<usize> = form.networks.iter().flat_map(Network::variables).collect();
    for scope in form.scopes() {
        for pair in scope.windows(2) {
            let (one, other) = (pair[0], pair[1]);
            let is_known = of_variables.iter().any(|known| known.variables[one] == other);
            let full = of_variables.len() >= MAX_EXCHANGES || graph.visits > MAX_VISITS;
            let stays = of_graphs.contains(&one) || of_graphs.contains(&other);
            if is_known || full || stays || form.sizes[one] != form.sizes[other] {
                continue;
            }
            if let Some(variables) = graph.involution(one, other) {
                let exchange = Exchange { variables, values: None };
                of_variables.extend(Some(exchange).filter(|exchange| constraints.admit(exchange)));
            }
        }
    }
    close(&mut of_variables);
    found.extend(of_variables);
    found
}

/// The maximum number of values that are exchanged.
const MAX_VALUES: usize = 32;

/// Adds conjugates.
fn close(exchanges: &mut Vec<Exchange>) {
    let mut known: HashSet<Exchange> = exchanges.iter().cloned().collect();
    let mut next = 0;
    while next < exchanges.len() {
        for other in 0..next {
            for (one, by) in [(next, other), (other, next)] {
                let conjugate = exchanges[one].conjugate(&exchanges[by]);
                if exchanges.len() < MAX_EXCHANGES && known.insert(conjugate.clone()) {
                    exchanges.push(conjugate);
                }
            }
        }
        next += 1;
    }
}

/// Two colourings of variables and constraints, of which the second is meant to be the image of the first.
struct Colouring {
    variables: usize,
    /// By node, its neighbours and a number for the effects of the edge.
    near: Vec<Vec<(usize, u64)>>,
    first: Vec<u64>,
    visits: usize,
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = Mixer::default();
    of.hash(&mut hasher);
    hasher.finish()
}

impl Colouring {
    fn new(form: &Form) -> Colouring {
        let variables = form.sizes.len();
        let mut near: Vec<Vec<(usize, u64)>> = vec![Vec::new(); variables];
        let mut first: Vec<u64> = form.sizes.iter().map(|size| hash(&(0, size))).collect();
        let mut node = |goal: u64, terms: &mut dyn Iterator<Item = (usize, u64)>| {
            let node = near.len();
            first.push(goal);
            near.push(Vec::new());
            for (variable, label) in terms {
                near[variable].push((node, label));
                near[node].push((variable, label));
            }
        };
        let alternatives = form.unions.iter().flat_map(|union| union.alternatives.iter().flatten());
        for local in form.locals.iter().chain(alternatives) {
            let in_order = matches!(local.goal, Goal::Word(_));
            let terms = local.terms.iter().enumerate();
            let label = |(place, (variable, effects)): (usize, &(usize, Vec<Effect>))| {
                (*variable, hash(&(effects, if in_order { place } else { 0 })))
            };
            node(hash(&(1, &local.goal)), &mut terms.map(label));
        }
        Colouring { variables, near, first, visits: 0 }
    }

    /// Returns an involution of the variables that exchanges two and lets stay what it can; it is to be checked.
    fn involution(&mut self, one: usize, other: usize) -> Option<Vec<usize>> {
        let (mut left, mut right) = (self.first.clone(), self.first.clone());
        let mut fresh = 0u64;
        let mut pair = |left: &mut [u64], right: &mut [u64], from: usize, to: usize| {
            fresh += 1;
            (left[from], right[to]) = (hash(&(2, fresh)), hash(&(2, fresh)));
            if from != to {
                fresh += 1;
                (left[to], right[from]) = (hash(&(2, fresh)), hash(&(2, fresh)));
            }
        };
        pair(&mut left, &mut right, one, other);
        loop {
            self.refine(&mut left, &mut right)?;
            // Constraints first: they fix most.
            let mut size: Map<u64, usize> = Map::default();
            left.iter().for_each(|&colour| *size.entry(colour).or_default() += 1);
            let nodes = (self.variables..left.len()).chain(0..self.variables);
            let Some(open) = nodes.into_iter().find(|&node| size[&left[node]] > 1) else { break };
            if self.visits > MAX_VISITS {
                return None;
            }
            let partner = match right[open] == left[open] {
                true => open,
                false => (0..right.len()).find(|&node| right[node] == left[open])?,
            };
            pair(&mut left, &mut right, open, partner);
        }
        let right = right.iter().take(self.variables).enumerate();
        let by_colour: Map<u64, usize> = right.map(|(variable, &colour)| (colour, variable)).collect();
        let image: Option<Vec<usize>> =
            left.iter().take(self.variables).map(|colour| by_colour.get(colour).copied()).collect();
        image.filter(|image| image.iter().enumerate().all(|(variable, &to)| image[to] == variable))
    }

    /// Refines both; `None` if they differ.
    fn refine(&mut self, left: &mut Vec<u64>, right: &mut Vec<u64>) -> Option<()> {
        let mut classes = 0;
        loop {
            for colours in [&mut *left, &mut *right] {
                let next = |(node, near): (usize, &Vec<(usize, u64)>)| {
                    let around =
                        near.iter().fold(0u64, |sum, &(other, label)| sum.wrapping_add(hash(&(label, colours[other]))));
                    hash(&(colours[node], around))
                };
                *colours = self.near.iter().enumerate().map(next).collect();
                self.visits += self.near.iter().map(Vec::len).sum::<usize>();
            }
            let sum = |colours: &[u64]| colours.iter().fold(0u64, |sum, &colour| sum.wrapping_add(hash(&(3, colour))));
            if sum(left) != sum(right) {
                return None;
            }
            let now = left.iter().collect::<HashSet<_>>().len();
            if now == classes {
                return Some(());
            }
            classes = now;
        }
    }
}
