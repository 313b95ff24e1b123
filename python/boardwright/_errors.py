"""The exceptions of the package."""

from typing import Any, List, NamedTuple, Optional


class Error(Exception):
    """An error of Boardwright. Without a more specific class: a failed check, or a failed solver."""


class Mistake(NamedTuple):
    """One mistake in a model, with its place in the text. Lines and columns count from 1."""

    line: Optional[int]
    column: Optional[int]
    message: str


class ModelError(Error, ValueError):
    """A text is not a model. The text of the exception is the diagnostic that the command line prints.

    `mistakes` has each mistake with its place.
    """

    mistakes: List[Mistake]

    def __init__(self, message: str, mistakes: Any = ()) -> None:
        super().__init__(message)
        self.mistakes = [Mistake(*mistake) for mistake in mistakes]


class UsageError(Error, ValueError):
    """An argument has an unknown value, or a request does not apply to the model."""


class LimitReached(Error):
    """A limit was reached before the answer was complete.

    `found` has what was found, by the question:

    - `solve`, `is_unique`: the list of solutions found;
    - iteration over `solutions`: the number of solutions that were delivered;
    - `count`: a lower bound on the number of solutions, an int;
    - `explain`, `steps`: the incomplete `Explanation` or `Steps`, or None;
    - `cnf`, `opb`: None.
    """

    found: Any

    def __init__(self, message: str, found: Any = None) -> None:
        super().__init__(message)
        self.found = found
