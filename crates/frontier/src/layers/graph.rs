//! Graphs during a sweep: the components of the vertices on the frontier.
//!
//! A vertex is on the frontier from its first event until its last edge is decided. Each has a code: 0 while absent, the label
//! of its component, or `SPENT` if it is present and can have no further edge; then other members carry the component on.
//! Labels are numbered in the order of their first vertices. A component that leaves the frontier is complete: if the graph is
//! connected, there may be no other one, neither now nor later. Paths and loops need no more than that: the two members of a
//! component are the ends of a path (the *mate* of Knuth's Simpath). A graph is a forest if no edge joins two vertices of one
//! component. The weights of a component are in its ledger (`weights`).

use super::weights::Weights;
use crate::Network;
use crate::network::{Choice, Vertices};

/// The maximum number of codes.
pub(super) const MAX_CODES: usize = 64;
/// The code, while events are played, of a vertex that can have no further edge.
pub(super) const SPENT: u8 = u8::MAX;
/// The first label given to a component while events are played; labels in a state are smaller.
pub(super) const FRESH: u8 = 65;
/// A number above all labels, of which as many as codes are given while events are played.
pub(super) const LABELS: usize = 65 + MAX_CODES;
/// The place of the flag that a component is complete.
pub(super) const COMPLETE: usize = 0;

/// What happens to a graph when a variable gets a value. Numbers are places of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// The vertex is present.
    Appear(u8),
    /// The vertex with this number has its own weights and no other ones.
    Weigh(u8, u16),
    /// The component of the vertex, if that is present, meets the demand with this number.
    Demand(u8, u16),
    /// As `Demand`, if the flag is set.
    DemandIf(u8, u16, u8),
    /// The vertices are joined if both are present.
    Join(u8, u8),
    /// As `Join`, if the flag is set.
    JoinIf(u8, u8, u8),
    /// The flag is set.
    Set(u8),
    /// The flag is no longer needed.
    Clear(u8),
    /// An edge makes both ends present; each with its maximum degree, 0 for none.
    Edge(u8, u8, u8, u8),
    /// The vertex has one of these degrees, as bits; it has a maximum degree (the second number) of 1 or 2.
    Degree(u8, u8, u8),
    /// The vertex has no further edges.
    Leave(u8),
}

/// The plan of a network.
#[derive(Debug, Clone)]
pub(super) struct GraphPlan {
    /// The first word in a state.
    pub(super) first: usize,
    /// Whether a code is a flag.
    pub(super) flags: Vec<bool>,
    pub(super) bits: u32,
    /// The number of codes in a word.
    pub(super) per_word: usize,
    /// The number of words with codes; ledgers follow.
    pub(super) code_words: usize,
    /// The number of all words.
    pub(super) words: usize,
    pub(super) ledgers_per_word: usize,
    pub(super) connected: bool,
    pub(super) acyclic: bool,
    pub(super) weights: Weights,
    /// By place and value.
    events: Vec<Vec<Vec<Event>>>,
}

/// The life of a code: from the layer of its first event to that of its last.
#[derive(Clone, Copy)]
struct Life {
    first: usize,
    last: usize,
}

/// Gives codes to lives that overlap.
fn allotted(lives: &[Option<Life>], flags_from: usize) -> Option<(Vec<u8>, Vec<bool>)> {
    let mut order: Vec<(usize, usize, usize)> =
        lives.iter().enumerate().filter_map(|(index, life)| life.map(|life| (life.first, life.last, index))).collect();
    order.sort_unstable();
    let mut codes = vec![0; lives.len()];
    // By code: the layer from which it is free, and whether it is a flag.
    let mut until: Vec<(usize, bool)> = vec![(usize::MAX, true)];
    for (first, last, index) in order {
        let flag = index >= flags_from;
        // A code that is freed in a layer may still be in use by other events of it.
        let code = until.iter().position(|&(free, is_flag)| free < first && is_flag == flag).unwrap_or(until.len());
        if code == until.len() {
            until.push((0, flag));
        }
        until[code].0 = last;
        codes[index] = u8::try_from(code).ok()?;
    }
    (until.len() <= MAX_CODES).then(|| (codes, until.into_iter().map(|(_, flag)| flag).collect()))
}

impl GraphPlan {
    /// Returns the plan; `None` if the frontier is too large.
    pub(super) fn of(network: &Network, sizes: &[usize], places: &[usize]) -> Option<GraphPlan> {
        let mut events: Vec<Vec<Vec<Event>>> = vec![Vec::new(); places.len()];
        for (variable, &place) in places.iter().enumerate() {
            events[place] = vec![Vec::new(); sizes[variable]];
        }
        let flags = match &network.vertices {
            Vertices::Own(vertices) => own(vertices, network, places, &mut events)?,
            Vertices::ByEdges(degrees) => by_edges(degrees, network, places, &mut events)?,
        };
        let bits = usize::BITS - (flags.len() + 1).leading_zeros();
        let weights = Weights::of(&network.measures, &network.colours, network.vertices.len())?;
        let per_word = (64 / bits) as usize;
        let code_words = flags.len().div_ceil(per_word);
        let ledgers_per_word = 64usize.checked_div(weights.bits as usize).unwrap_or(1);
        let labels = if weights.is_empty() { 0 } else { flags.iter().filter(|flag| !**flag).count() };
        let words = code_words + labels.div_ceil(ledgers_per_word);
        let (connected, acyclic) = (network.connected, network.acyclic);
        let first = 0;
        Some(GraphPlan {
            first,
            flags,
            bits,
            per_word,
            code_words,
            words,
            ledgers_per_word,
            connected,
            acyclic,
            weights,
            events,
        })
    }

    pub(super) fn is_measured(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Returns the bits in use of a word.
    pub(super) fn used(&self, word: usize) -> u64 {
        if word >= self.code_words {
            return u64::MAX;
        }
        let codes = (self.flags.len() - word * self.per_word).min(self.per_word);
        u64::MAX >> (64 - codes as u32 * self.bits)
    }

    pub(super) fn events(&self, place: usize, value: usize) -> &[Event] {
        &self.events[place][value]
    }

    pub(super) fn has_events(&self, place: usize) -> bool {
        self.events[place].iter().any(|events| !events.is_empty())
    }
}

/// An edge or a demand: the vertices that it needs, its condition, and its event without a condition and with a flag.
struct Item<'a> {
    vertices: [usize; 2],
    when: Option<&'a Choice>,
    event: Box<dyn Fn([u8; 2]) -> Event + 'a>,
    event_if: Box<dyn Fn([u8; 2], u8) -> Event + 'a>,
}

/// Returns the edges and demands.
fn items(network: &Network) -> Option<Vec<Item<'_>>> {
    let mut items: Vec<Item<'_>> = Vec::with_capacity(network.edges.len());
    for edge in &network.edges {
        items.push(Item {
            vertices: edge.ends,
            when: edge.when.as_ref(),
            event: Box::new(|[a, b]| Event::Join(a, b)),
            event_if: Box::new(|[a, b], flag| Event::JoinIf(a, b, flag)),
        });
    }
    for (number, demand) in network.measures.iter().flat_map(|measure| &measure.demands).enumerate() {
        let number = u16::try_from(number).ok()?;
        items.push(Item {
            vertices: [demand.vertex; 2],
            when: demand.when.as_ref(),
            event: Box::new(move |[vertex, _]| Event::Demand(vertex, number)),
            event_if: Box::new(move |[vertex, _], flag| Event::DemandIf(vertex, number, flag)),
        });
    }
    Some(items)
}

/// The events of vertices with variables of their own.
fn own(
    vertices: &[Option<Choice>],
    network: &Network,
    places: &[usize],
    events: &mut [Vec<Vec<Event>>],
) -> Option<Vec<bool>> {
    let place_of = |choice: &Choice| places[choice.variable];
    let known = |vertex: usize| vertices[vertex].as_ref().map(place_of);
    let items = items(network)?;
    let place_if_any = |item: &Item<'_>| {
        let vertices = item.vertices.iter().filter_map(|&vertex| known(vertex));
        vertices.chain(item.when.map(place_of)).max()
    };
    let mut lives: Vec<Option<Life>> =
        (0..vertices.len()).map(|vertex| known(vertex).map(|place| Life { first: place, last: place })).collect();
    for item in &items {
        let Some(place) = place_if_any(item) else { continue };
        for &vertex in &item.vertices {
            let life = lives[vertex].get_or_insert(Life { first: place, last: place });
            life.last = life.last.max(place);
            if known(vertex).is_none() {
                life.first = life.first.min(place);
            }
        }
    }
    lives.iter_mut().for_each(|life| *life = life.or(Some(Life { first: 0, last: 0 })));
    // What depends on nothing takes place when its vertex appears.
    let firsts: Vec<usize> = lives.iter().flatten().map(|life| life.first).collect();
    let decided = |item: &Item<'_>| {
        place_if_any(item).or(item.vertices.map(|vertex| firsts[vertex]).into_iter().max()).unwrap_or(0)
    };
    // And both of its vertices live until then.
    for item in items.iter().filter(|item| place_if_any(item).is_none()) {
        let place = decided(item);
        for &vertex in &item.vertices {
            if let Some(life) = &mut lives[vertex] {
                life.last = life.last.max(place);
            }
        }
    }
    for item in &items {
        let place = decided(item);
        let early = item.when.map(place_of).filter(|&early| early < place);
        lives.push(early.map(|early| Life { first: early, last: place }));
    }
    let (codes, flags) = allotted(&lives, vertices.len())?;
    for (vertex, choice) in vertices.iter().enumerate() {
        let life = lives[vertex]?;
        for (value, events) in events.get_mut(life.first)?.iter_mut().enumerate() {
            if choice.as_ref().is_none_or(|choice| choice.values[value]) {
                events.push(Event::Appear(codes[vertex]));
                if !network.measures.is_empty() {
                    events.push(Event::Weigh(codes[vertex], u16::try_from(vertex).ok()?));
                }
            }
        }
    }
    for (index, item) in items.iter().enumerate() {
        let of = item.vertices.map(|vertex| codes[vertex]);
        let flag = codes[vertices.len() + index];
        let early = lives[vertices.len() + index];
        if let (Some(life), Some(choice)) = (early, item.when) {
            for (events, _) in events[life.first].iter_mut().zip(&choice.values).filter(|(_, present)| **present) {
                events.push(Event::Set(flag));
            }
        }
        for (value, events) in events[decided(item)].iter_mut().enumerate() {
            match item.when {
                Some(_) if early.is_some() => events.extend([(item.event_if)(of, flag), Event::Clear(flag)]),
                Some(choice) if !choice.values[value] => {}
                _ => events.push((item.event)(of)),
            }
        }
    }
    for (life, &code) in lives.iter().zip(&codes).take(vertices.len()) {
        let last = (*life)?.last;
        events[last].iter_mut().for_each(|events| events.push(Event::Leave(code)));
    }
    Some(flags)
}

/// The events of vertices that are present if one of their edges is.
fn by_edges(
    degrees: &[Option<u8>],
    network: &Network,
    places: &[usize],
    events: &mut [Vec<Vec<Event>>],
) -> Option<Vec<bool>> {
    let edges = &network.edges;
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); degrees.len()];
    for edge in edges {
        let place = places[edge.when.as_ref()?.variable];
        edge.ends.iter().for_each(|&end| at[end].push(place));
    }
    at.iter_mut().for_each(|places| places.sort_unstable());
    let life = |places: &Vec<usize>| Some(Life { first: *places.first()?, last: *places.last()? });
    let lives: Vec<Option<Life>> = at.iter().map(life).collect();
    let (codes, flags) = allotted(&lives, lives.len())?;
    let most = |vertex: usize| degrees[vertex].map_or(0, |allowed: u8| (8 - allowed.leading_zeros() as u8).max(2) - 1);
    for edge in edges {
        let choice = edge.when.as_ref()?;
        let [a, b] = edge.ends;
        for (value, events) in events[places[choice.variable]].iter_mut().enumerate() {
            if choice.values[value] {
                events.push(Event::Edge(codes[a], codes[b], most(a), most(b)));
            }
        }
    }
    for (vertex, places) in at.iter().enumerate() {
        for (index, &place) in places.iter().enumerate() {
            if places.get(index + 1) == Some(&place) {
                continue;
            }
            let left = places.len() - 1 - index;
            if let Some(allowed) = degrees[vertex] {
                let reachable =
                    |&degree: &usize| (degree..=degree + left).any(|sum| sum < 8 && allowed >> sum & 1 == 1);
                let fits: u8 = (0..3).filter(reachable).map(|degree| 1 << degree).sum();
                let event = Event::Degree(codes[vertex], fits, most(vertex));
                events[place].iter_mut().for_each(|events| events.push(event));
            }
            if left == 0 {
                events[place].iter_mut().for_each(|events| events.push(Event::Leave(codes[vertex])));
            }
        }
    }
    Some(flags)
}
