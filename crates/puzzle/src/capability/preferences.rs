//! The route and the formulation that a family prefers.

use boardwright_ir::route::Route;

/// The capability to choose a route and a formulation.
pub trait Preferences {
    /// Returns the route to take by default; `None`: the shape of its problem decides.
    fn route(&self) -> Option<Route> {
        None
    }

    /// Returns the formulation to take on a route by default, where that is not the family's first.
    fn formulation(&self, route: Route) -> Option<&'static str> {
        let _ = route;
        None
    }
}
