//! Connectedness of a graph whose vertices and edges depend on variables.

/// The present vertices are connected by the present edges, or there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// What makes a vertex present.
    pub vertices: Vertices,
    /// The edges.
    pub edges: Vec<Link>,
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

impl Network {
    /// Returns the variables, each as often as it occurs.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        let own = match &self.vertices {
            Vertices::Own(vertices) => &vertices[..],
            Vertices::ByEdges(_) => &[],
        };
        let choices = own.iter().flatten().chain(self.edges.iter().flat_map(|edge| &edge.when));
        choices.map(|choice| choice.variable)
    }
}
