"""The types of the native module. The documentation is in its docstrings: `help(boardwright.Model)`."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__version__: str

__all__ = [
    "Explanation",
    "Formula",
    "Model",
    "Solution",
    "Solutions",
    "Steps",
    "__version__",
    "empty",
    "encode",
    "from_link",
    "generate",
    "genre",
    "genres",
]

@final
class Model:
    def __new__(cls, text: str, /, **parameters: int) -> Self: ...
    @staticmethod
    def load(path: str | PathLike[str], /, **parameters: int) -> Model: ...
    @property
    def text(self) -> str: ...
    @property
    def title(self) -> str | None: ...
    @property
    def family(self) -> str: ...
    @property
    def rules(self) -> str | None: ...
    @property
    def fills(self) -> list[str]: ...
    def candidates(self, *, time_limit: float | None = None) -> dict[str, Any]: ...
    def verify(self, board: str) -> Solution: ...
    def generate(
        self,
        *,
        fill: Sequence[str] | None = None,
        keep: Sequence[str] | None = None,
        sizes: str | None = None,
        rooms: int | None = None,
        weaken: bool = False,
        clues: int | None = None,
        difficulty: str | None = None,
        must_use: Sequence[str] | None = None,
        symmetric: bool = False,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> Model: ...
    def solve(
        self,
        *,
        time_limit: float | None = None,
        backend: str | None = None,
        route: str | None = None,
        formulation: str | None = None,
        method: str | None = None,
        encoding: str | dict[str, str] | None = None,
        seed: int = 0,
    ) -> Solution | None: ...
    def solutions(
        self,
        limit: int | None = None,
        *,
        time_limit: float | None = None,
        backend: str | None = None,
        route: str | None = None,
        formulation: str | None = None,
        method: str | None = None,
        encoding: str | dict[str, str] | None = None,
        seed: int = 0,
    ) -> Solutions: ...
    def count(
        self,
        *,
        time_limit: float | None = None,
        backend: str | None = None,
        route: str | None = None,
        formulation: str | None = None,
        method: str | None = None,
        encoding: str | dict[str, str] | None = None,
        seed: int = 0,
    ) -> int: ...
    def is_unique(
        self,
        *,
        time_limit: float | None = None,
        backend: str | None = None,
        route: str | None = None,
        formulation: str | None = None,
        method: str | None = None,
        encoding: str | dict[str, str] | None = None,
        seed: int = 0,
    ) -> bool: ...
    def explain(self, *, time_limit: float | None = None) -> Explanation: ...
    def steps(self, *, position: str | None = None, time_limit: float | None = None) -> Steps: ...
    def cnf(
        self,
        *,
        encoding: str | dict[str, str] | None = None,
        seed: int = 0,
        formulation: str | None = None,
        horizon: int | None = None,
        time_limit: float | None = None,
    ) -> Formula: ...
    def opb(
        self,
        *,
        seed: int = 0,
        formulation: str | None = None,
        horizon: int | None = None,
        time_limit: float | None = None,
    ) -> str: ...
    def draw(self) -> str: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Solution:
    @property
    def rows(self) -> list[str]: ...
    @property
    def optimum(self) -> int | None: ...
    @property
    def values(self) -> list[Any]: ...
    @property
    def array(self) -> NDArray[Any]: ...
    def json(self) -> dict[str, Any]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solutions:
    def __iter__(self) -> Self: ...
    def __next__(self) -> Solution: ...
    def close(self) -> None: ...

@final
class Explanation:
    @property
    def verdict(self) -> str: ...
    def json(self) -> dict[str, Any]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Steps:
    def json(self) -> dict[str, Any]: ...

@final
class Formula:
    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> list[list[int]]: ...
    @property
    def array(self) -> NDArray[np.int32]: ...
    @property
    def names(self) -> dict[int, str]: ...
    def decode(self, model: Iterable[int]) -> Solution: ...
    @property
    def sha256(self) -> str: ...
    def to_pysat(self) -> Any: ...
    def to_dimacs(self) -> str: ...
    def __len__(self) -> int: ...

def genre(name: str, /, **parameters: int) -> Model: ...
def empty(name: str, /, rows: int, columns: int | None = None) -> Model: ...
def genres() -> list[str]: ...
def from_link(url: str, /) -> Model: ...
def generate(
    family: str,
    /,
    *,
    rows: int | None = None,
    columns: int | None = None,
    clues: int | None = None,
    pieces: int | None = None,
    symmetric: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
    **settings: object,
) -> Model: ...
def encode(
    kind: str,
    name: str,
    literals: list[int],
    k: int,
    *,
    relation: str = "<=",
    weights: list[int] | None = None,
    top: int | None = None,
) -> list[list[int]]: ...
