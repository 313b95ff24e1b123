"""An endless, seeded source of puzzles with one solution, as data, with a verifier.

>>> from boardwright import gym
>>> task = next(gym.puzzles(["slitherlink"], seed=1))
>>> sorted(task)
['board', 'difficulty', 'genre', 'id', 'model', 'rules', 'seed', 'solution', 'steps', 'title']
>>> gym.score(task["model"], "\\n".join(task["solution"]))
1.0

`python -m boardwright.gym slitherlink --count 1000` prints one JSON object a line.
"""

import argparse
import itertools
import json
import sys
from typing import Any, Dict, Iterator, Optional, Sequence, Set, Tuple

from . import LimitReached, Model, ModelError, Solution, UsageError, empty, genre, genres

#: The seconds after which a draft of a puzzle is given up.
TIME_LIMIT = 10.0
#: The drafts that are tried for a puzzle.
TRIES = 20


def puzzles(
    names: Sequence[str] = (),
    *,
    seed: int = 0,
    size: Optional[int] = None,
    difficulty: Optional[str] = None,
    steps: bool = False,
    time_limit: float = TIME_LIMIT,
) -> Iterator[Dict[str, Any]]:
    """Yields puzzles of these genres in turn, without end; by default of all genres whose clues can be computed.

    - `seed`: the same arguments yield the same puzzles.
    - `size`: the number of rows and columns; by default that of the example of the genre. Genres that have no boards of this
      size raise `ModelError`, if they were named, and are left out otherwise.
    - `difficulty`: a grade or a range of scores, as for `Model.generate`.
    - `steps`: whether the steps to the solution are added, which takes longer.

    No puzzle is yielded twice. Two of them may be equal up to a turn or a reflection.
    """
    starts = list(_starts(names, size))
    seen: Set[Tuple[str, str]] = set()
    for number in itertools.count():
        name, start = starts[number % len(starts)]
        for attempt in range(TRIES):
            own = seed * 1_000_003 + number * TRIES + attempt
            made = _make(start, own, difficulty, time_limit)
            if made is None:
                continue
            model, solution = made
            key = (name, model.draw())
            if key in seen:
                continue
            seen.add(key)
            yield _task(name, own, model, solution, steps, time_limit)
            break


def score(model: str, board: str) -> float:
    """Returns 1.0 for a solution of the puzzle, and otherwise the share of right cells and lines, below 1.

    `model` is the text of the puzzle, and `board` the rows of a board. A board of another shape scores 0.
    """
    puzzle = Model(model)
    try:
        puzzle.verify(board)
        return 1.0
    except UsageError:
        pass
    solution = puzzle.solve()
    if solution is None:
        return 0.0
    found, expected = board.strip("\n").split("\n"), solution.rows
    if [len(row) for row in found] != [len(row) for row in expected]:
        return 0.0
    pairs = [pair for rows in zip(found, expected) for pair in zip(*rows)]
    right = sum(one == other for one, other in pairs)
    return min(right / len(pairs), 0.99) if pairs else 0.0


def _starts(names: Sequence[str], size: Optional[int]) -> Iterator[Tuple[str, Model]]:
    named = list(names) or genres()
    count = 0
    for name in named:
        try:
            model = genre(name) if size is None else empty(name, size)
        except ModelError:
            if names:
                raise
            continue
        if model.fills or names:
            count += 1
            yield name, model
    if count == 0:
        raise UsageError("no genre has boards of this size")


def _make(
    start: Model, seed: int, difficulty: Optional[str], time_limit: float
) -> Optional[Tuple[Model, Solution]]:
    try:
        fill = start.fills
        model = start.generate(fill=fill, difficulty=difficulty, seed=seed, time_limit=time_limit)
        solution = model.solve(time_limit=time_limit)
    except LimitReached:
        return None
    return None if solution is None else (model, solution)


def _task(
    name: str, seed: int, model: Model, solution: Solution, steps: bool, time_limit: float
) -> Dict[str, Any]:
    followed: Any = None
    if steps:
        try:
            followed = model.steps(time_limit=time_limit).json()
        except (LimitReached, UsageError):
            followed = None
    return {
        "id": f"{name}-{seed}",
        "genre": name,
        "title": model.title,
        "seed": seed,
        "rules": model.rules,
        "model": model.text,
        "board": model.draw().rstrip("\n").split("\n"),
        "solution": solution.rows,
        "difficulty": None if followed is None else followed.get("difficulty"),
        "steps": None if followed is None else followed.get("steps"),
    }


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command line: prints puzzles as JSON, one a line."""
    parser = argparse.ArgumentParser(prog="python -m boardwright.gym", description=main.__doc__)
    parser.add_argument("genre", nargs="*", help="genres; by default all whose clues can be computed")
    parser.add_argument("--count", type=int, help="the number of puzzles; by default without end")
    parser.add_argument("--size", type=int, help="rows and columns; by default those of the genre's example")
    parser.add_argument("--seed", type=int, default=0, help="the same seed prints the same puzzles")
    parser.add_argument("--difficulty", help="easy, medium, hard, very-hard, extreme, or a range of scores")
    parser.add_argument("--steps", action="store_true", help="add the steps to the solution and the difficulty")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, help="seconds for a draft")
    chosen = parser.parse_args(arguments)
    source = puzzles(
        chosen.genre,
        seed=chosen.seed,
        size=chosen.size,
        difficulty=chosen.difficulty,
        steps=chosen.steps,
        time_limit=chosen.time_limit,
    )
    try:
        for task in itertools.islice(source, chosen.count):
            print(json.dumps(task, ensure_ascii=False), flush=True)
    except (ModelError, UsageError) as wrong:
        parser.error(str(wrong))
    except BrokenPipeError:
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
