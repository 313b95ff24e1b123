//! A graph whose vertices and edges depend on variables: connected, without cycles, or with bounds on its components.

/// A graph and what must hold of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// What makes a vertex present.
    pub vertices: Vertices,
    /// The edges.
    pub edges: Vec<Link>,
    /// The present vertices are connected by the present edges, or there are none.
    pub connected: bool,
    /// The present edges form no cycle; parallel edges and loops do.
    pub acyclic: bool,
    /// Weights of the components; only of vertices with choices of their own.
    pub measures: Vec<Measure>,
    /// By vertex, its colour from 1, or 0 for none: no component has two colours. Empty: no vertex has one. Only beside measures.
    pub colours: Vec<u32>,
}

/// A weight of vertices, and the demands on the total weight of components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The weight of each vertex, at least 0.
    pub weights: Vec<u32>,
    /// The demands.
    pub demands: Vec<Demand>,
}

/// If the vertex is present and `when` holds, the weight of its component is within the bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// A vertex of the component.
    pub vertex: usize,
    /// The condition; `None`: always.
    pub when: Option<Choice>,
    /// The least weight.
    pub low: u32,
    /// The largest weight; `None`: there is none.
    pub high: Option<u32>,
}

/// What makes the vertices of a network present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vertices {
    /// By vertex: its choice, or always.
    Own(Vec<Option<Choice>>),
    /// A vertex is present if one of its edges is. By vertex: the set of degrees that other constraints allow, as bits, if
    /// it has no degree above 2; a constraint of the network, too.
    ByEdges(Vec<Option<u8>>),
}

/// An edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The ends.
    pub ends: [usize; 2],
    /// Whether the edge is present; `None`: whenever both ends are.
    pub when: Option<Choice>,
}

/// A variable and its values for which something is present.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The variable.
    pub variable: usize,
    /// By value.
    pub values: Vec<bool>,
}

impl Vertices {
    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        match self {
            Vertices::Own(vertices) => vertices.len(),
            Vertices::ByEdges(vertices) => vertices.len(),
        }
    }

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Measure {
    /// Returns the bits of a weight or a bound, if bounds are at most `bound`: of numbers up to that, and one above.
    pub(crate) fn bits(bound: u32) -> u32 {
        u32::BITS - bound.saturating_add(1).leading_zeros()
    }
}

impl Network {
    /// Returns the variables, each as often as it occurs.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        let own = match &self.vertices {
            Vertices::Own(vertices) => &vertices[..],
            Vertices::ByEdges(_) => &[],
        };
        let choices = own.iter().flatten().chain(self.edges.iter().flat_map(|edge| &edge.when));
        let demands = self.measures.iter().flat_map(|measure| &measure.demands);
        choices.chain(demands.flat_map(|demand| &demand.when)).map(|choice| choice.variable)
    }
}
