"""Declarative board puzzles: models in TOML, solved, counted, explained, compiled and drawn.

>>> import boardwright as bw
>>> model = bw.Model.load("models/grid/queens-4.toml")
>>> model.count()
2

A `Model` is a puzzle. `solve`, `solutions`, `count`, `is_unique`, `explain` and `steps` answer questions about it; every
`Solution` is verified independently of the solver. `generate` makes puzzles with one solution. `cnf` and `opb` compile it for other solvers. A wrong model raises
`ModelError`, and a limit raises `LimitReached`.
"""

from ._boardwright import (
    Explanation,
    Formula,
    Model,
    Solution,
    Solutions,
    Steps,
    __version__,
    empty,
    encode,
    from_link,
    generate,
    genre,
    genres,
)
from ._errors import Error, LimitReached, Mistake, ModelError, UsageError

__all__ = [
    "Error",
    "Explanation",
    "Formula",
    "LimitReached",
    "Mistake",
    "Model",
    "ModelError",
    "Solution",
    "Solutions",
    "Steps",
    "UsageError",
    "__version__",
    "empty",
    "encode",
    "from_link",
    "generate",
    "genre",
    "genres",
]
