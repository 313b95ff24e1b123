"""NumPy arrays. NumPy is imported by the first call, so that the package works without it."""

from typing import Any


def of_values(values: Any) -> Any:
    """Returns nested lists of values as an array.

    The dtype is int64 if all values are ints, and str otherwise; then None, a place without a cell, is an empty string.
    """
    import numpy as np

    def flat(part: Any) -> Any:
        if isinstance(part, list):
            for inner in part:
                yield from flat(inner)
        else:
            yield part

    def named(part: Any) -> Any:
        if isinstance(part, list):
            return [named(inner) for inner in part]
        return "" if part is None else str(part)

    if all(isinstance(value, int) for value in flat(values)):
        return np.array(values, dtype=np.int64)
    return np.array(named(values), dtype=np.str_)


def of_numbers(numbers: bytearray) -> Any:
    """Returns 32-bit integers in native byte order as an array."""
    import numpy as np

    return np.frombuffer(numbers, dtype=np.int32)
