"""The package on the models of the project."""

import hashlib
import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardwright as bw

MODELS = Path(os.environ.get("BOARDWRIGHT_MODELS", Path(__file__).parent.parent.parent / "models"))
QUEENS = MODELS / "grid" / "queens-4.toml"
LIGHTS = "puzzle = 'lights-out'\nlights = '''\n##.\n#..\n...\n'''"
#: Queens on a board whose side is a parameter; the time of a count grows quickly with it.
SIDE = """
puzzle = "grid"
[parameter]
n = 6
[grid]
rows = "n"
columns = "n"
values = [".", "Q"]
[[rule]]
each = ["row", "column"]
exactly = { Q = 1 }
[[rule]]
each = ["diagonal", "antidiagonal"]
at-most = { Q = 1 }
"""


@pytest.fixture
def queens() -> bw.Model:
    return bw.Model.load(QUEENS)


def test_version() -> None:
    assert bw.__version__[0].isdigit()


def test_model(queens: bw.Model) -> None:
    assert queens.title == "Four queens"
    assert queens.family == "grid"
    assert queens.text == QUEENS.read_text()
    assert repr(queens) == '<boardwright.Model: grid "Four queens">'
    assert queens.draw().count("\n") > 4
    assert queens._repr_svg_().startswith("<svg")


def test_solve(queens: bw.Model) -> None:
    solution = queens.solve()
    assert solution is not None
    assert sorted(row.index("Q") for row in solution.rows) == [0, 1, 2, 3]
    assert str(solution).count("♛") == 4
    assert solution._repr_svg_().startswith("<svg")
    assert solution.json()["board"] == solution.rows
    assert solution.values == [list(row) for row in solution.rows]
    assert solution.array.shape == (4, 4)
    assert (solution.array == "Q").sum() == 4
    assert solution.optimum is None


def test_values_that_are_numbers() -> None:
    model = bw.Model(
        "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['1', '2', '3']\n"
        "[[rule]]\neach = ['row', 'column']\nall-different = true\n"
    )
    assert model.count() == 12
    solution = model.solve()
    assert solution is not None
    assert solution.array.dtype == np.int64
    assert (solution.array.sum(axis=0) == 6).all()
    assert solution.values == solution.array.tolist()


def test_solutions(queens: bw.Model) -> None:
    found = list(queens.solutions())
    assert len(found) == len(set(found)) == 2
    assert len(list(queens.solutions(1))) == 1
    assert found[0] != found[1]
    assert set(found) == set(queens.solutions(seed=3))


def test_an_iterator_can_be_left() -> None:
    many = bw.Model("puzzle = 'grid'\n[grid]\nrows = 6\ncolumns = 6\nvalues = ['.', 'Q']\n")
    iterator = many.solutions()
    first = [next(iterator) for _ in range(100)]
    assert len(set(first)) == 100
    iterator.close()
    assert list(iterator) == []
    assert many.count() == 2**36


@pytest.mark.parametrize("name", ["lights-out", "dissection", "alternation", "knightdoku", "grid"])
def test_lists_are_complete_for_all_families(name: str) -> None:
    path = sorted((MODELS / name).glob("*.toml"), key=lambda path: path.stat().st_size)[0]
    model = bw.Model.load(path)
    found = list(model.solutions(20))
    assert len(found) == min(20, model.count()), path
    assert len(set(found)) == len(found)


def test_count_and_uniqueness(queens: bw.Model) -> None:
    assert queens.count() == 2
    assert not queens.is_unique()
    assert bw.Model(LIGHTS).is_unique()
    assert bw.Model("puzzle = 'grid'\n[grid]\nrows = 9\ncolumns = 9\nvalues = ['.', 'Q']\n").count() == 2**81


def test_parameters() -> None:
    assert bw.Model(SIDE).count() == 4
    assert bw.Model(SIDE, n=8).count() == 92
    with pytest.raises(bw.ModelError):
        bw.Model(SIDE, m=8)


def test_no_solution() -> None:
    model = bw.Model(SIDE, n=3)
    assert model.solve() is None
    assert model.count() == 0
    assert list(model.solutions()) == []
    explanation = model.explain()
    assert explanation.verdict == "unsatisfiable"
    assert str(explanation)
    assert explanation._repr_svg_().startswith("<svg")
    assert explanation.json()["answer"] == "unsatisfiable"


def test_objectives() -> None:
    solution = bw.Model.load(MODELS / "grid" / "domination-queens.toml").solve()
    assert solution is not None
    assert solution.optimum is not None


def test_steps() -> None:
    model = bw.genre("sudoku")
    assert str(model.steps())
    assert model.steps().json()["steps"]


def test_genres_and_links() -> None:
    assert bw.genre("slitherlink").family == "grid"
    assert bw.genre("lights-out").family == "lights-out"
    with pytest.raises(bw.ModelError, match="slitherlink"):
        bw.genre("slitherlnk")
    model = bw.from_link("https://puzz.link/p?slither/5/5/3222ddj1362ci")
    assert model.family == "grid"
    with pytest.raises(bw.ModelError):
        bw.from_link("https://puzz.link/p?slither/3/3/02h2b")


def test_wrong_models() -> None:
    with pytest.raises(bw.ModelError) as raised:
        bw.Model("puzzle = 'grid'\n[grid]\nrows = 'x'\ncolumns = 3\nvalues = ['.', 'Q']\n")
    assert str(raised.value).startswith("error")
    assert raised.value.mistakes[0].line == 3
    assert isinstance(raised.value, ValueError)
    with pytest.raises(FileNotFoundError, match="no-such-file.toml"):
        bw.Model.load("no-such-file.toml")


def test_files_of_words(tmp_path: Path) -> None:
    text = (
        "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 3\nvalues = 'A..Z'\n[[rule]]\neach = ['row']\nwords = 'WORDS'\n"
    )
    (tmp_path / "words.txt").write_text("ANT\nBEE\n")
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "words.txt").write_text("ANT\nBEE\nCOW\n")
    (folder / "m.toml").write_text(text.replace("WORDS", "words.txt"))
    assert bw.Model.load(folder / "m.toml").count() == 3
    (folder / "m.toml").write_text(text.replace("WORDS", "../words.txt"))
    with pytest.raises(bw.ModelError, match="outside the model's folder"):
        bw.Model.load(folder / "m.toml")


def test_wrong_arguments(queens: bw.Model) -> None:
    with pytest.raises(bw.UsageError, match="nothing"):
        queens.solve(backend="nothing")
    with pytest.raises(bw.UsageError, match="totalizer"):
        queens.solve(encoding={"cardinality": "totaliser"})
    with pytest.raises(bw.UsageError, match="time_limit"):
        queens.solve(time_limit=-1)
    with pytest.raises(TypeError):
        queens.solve(colour="red")  # type: ignore[call-arg]


def test_limits() -> None:
    large = bw.Model(SIDE, n=24)
    began = time.monotonic()
    with pytest.raises(bw.LimitReached, match="time limit") as raised:
        large.count(time_limit=0.3)
    assert time.monotonic() - began < 10
    assert isinstance(raised.value.found, int)
    with pytest.raises(bw.LimitReached) as raised:
        list(large.solutions(time_limit=0.3))
    assert isinstance(raised.value.found, int)


def test_the_gil_is_released() -> None:
    large = bw.Model(SIDE, n=24)
    turns = 0

    def count() -> None:
        with pytest.raises(bw.LimitReached):
            large.count(time_limit=0.5)

    thread = threading.Thread(target=count)
    thread.start()
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 20


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("call", ["m.count()", "list(m.solutions())"])
def test_ctrl_c(call: str) -> None:
    program = (
        "import boardwright as bw, signal, sys\n"
        # A shell that starts jobs in the background has them ignore the signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"m = bw.Model({SIDE!r}, n=24)\n"
        "print('ready', flush=True)\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n    sys.exit(7)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(20) == 7
        finally:
            process.kill()


def satisfied(clauses: Any, model: Any) -> bool:
    true = set(model)
    return all(any(literal in true for literal in clause) for clause in clauses)


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_formulas(queens: bw.Model, seed: int) -> None:
    solvers = importlib.import_module("pysat.solvers")
    formula = queens.cnf(seed=seed)
    assert formula.variables >= 16
    assert len(formula) == len(formula.clauses)
    assert len(formula.names) == 16
    assert set(formula.names) <= set(range(1, formula.variables + 1))
    clauses: Any = [[]]
    for literal in formula.array.tolist():
        clauses[-1].append(literal) if literal else clauses.append([])
    assert clauses[:-1] == formula.clauses
    assert formula.array.dtype == np.int32
    assert f"p cnf {formula.variables} {len(formula)}" in formula.to_dimacs()
    with solvers.Solver(bootstrap_with=formula.clauses) as solver:
        models = list(solver.enum_models())
    assert len(models) == 2
    assert {formula.decode(model) for model in models} == set(queens.solutions())
    with pytest.raises(bw.UsageError, match="clause"):
        formula.decode([-literal for literal in models[0]])
    with pytest.raises(bw.UsageError, match="unknown variable"):
        formula.decode([1000])
    with pytest.raises(bw.UsageError, match="both"):
        formula.decode([1, -1])


def test_encodings_of_formulas(queens: bw.Model) -> None:
    ladder = queens.cnf(encoding={"at-most-one": "ladder"})
    assert ladder.variables > queens.cnf(encoding="at-most-one=pairwise").variables
    assert "at-most-one=ladder" in ladder.to_dimacs()
    with pytest.raises(bw.UsageError):
        queens.cnf(horizon=3)


def test_opb(queens: bw.Model) -> None:
    assert "+1 x1 +1 x2 +1 x3 +1 x4 = 1 ;" in queens.opb()


def test_encode() -> None:
    solvers = importlib.import_module("pysat.solvers")
    for relation, expected in [("<=", 22), ("=", 15), (">=", 57)]:
        clauses = bw.encode("cardinality", "totalizer", [1, 2, 3, 4, -5, 6], 2, relation=relation)
        with solvers.Solver(bootstrap_with=clauses) as solver:
            found = 0
            for bits in range(64):
                signs = [1 if bits >> index & 1 else -1 for index in range(6)]
                found += solver.solve([sign * (index + 1) for index, sign in enumerate(signs)])
        assert found == expected
    auxiliary = bw.encode("cardinality", "totalizer", [1, 2, 3, 4], 2, top=100)
    assert all(abs(literal) <= 4 or abs(literal) > 100 for clause in auxiliary for literal in clause)
    assert bw.encode("pseudo-boolean", "bdd", [1, 2, 3], 4, weights=[3, 2, 2])
    assert bw.encode("cardinality", "totalizer", [1, 2, 3], 1, relation=">=") == [[1, 2, 3]]
    changes: list[dict[str, Any]] = [
        {"name": "totaliser"},
        {"k": 1},
        {"literals": [0, 1]},
        {"literals": [10**12]},
        {"top": 1},
        {"weights": [1]},
        {"relation": "<"},
    ]
    for wrong in changes:
        arguments: Any = {"kind": "cardinality", "name": "totalizer", "literals": [1, 2, 3, 4], "k": 2, **wrong}
        with pytest.raises(bw.UsageError):
            bw.encode(**arguments)


def test_everything_is_documented() -> None:
    for name in bw.__all__:
        item = getattr(bw, name)
        if name != "__version__":
            assert item.__doc__, name
        if isinstance(item, type) and item.__module__ == "boardwright":
            for member in vars(item):
                if not member.startswith("_"):
                    assert getattr(item, member).__doc__, f"{name}.{member}"


def test_numpy_is_imported_on_demand() -> None:
    program = "import sys, boardwright; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_generated_puzzles_have_one_solution_and_follow_the_seed() -> None:
    start = bw.empty("slitherlink", 5)
    assert start.fills == ["clue"]
    made = start.generate(fill=["clue"], seed=3)
    assert made.is_unique()
    assert made.text == start.generate(fill=["clue"], seed=3).text
    assert made.text != start.generate(fill=["clue"], seed=4).text
    with pytest.raises(bw.UsageError):
        start.generate(fill=["clues"])
    with pytest.raises(bw.ModelError):
        bw.empty("slitherlink", 0)
    assert "loop" in (made.rules or "")
    assert "slitherlink" in bw.genres()


def test_goals_that_no_puzzle_meets_are_told_with_the_nearest_puzzle() -> None:
    with pytest.raises(bw.LimitReached) as raised:
        bw.empty("slitherlink", 3).generate(fill=["clue"], difficulty="extreme", seed=1)
    assert isinstance(raised.value.found, bw.Model)
    assert raised.value.found.is_unique()


def test_families_make_puzzles_of_their_own() -> None:
    lights = bw.generate("lights-out", rows=4, columns=5, states=3, seed=7)
    assert lights.family == "lights-out"
    assert "states = 3" in lights.text
    assert lights.is_unique()
    with pytest.raises(bw.UsageError):
        bw.generate("slitherlink")


def test_boards_are_verified(queens: bw.Model) -> None:
    board = "\n".join([".Q..", "...Q", "Q...", "..Q."])
    assert queens.verify(board) in set(queens.solutions())
    for wrong in ["Q...\n.Q..\n..Q.\n...Q", "Q", ""]:
        with pytest.raises(bw.UsageError):
            queens.verify(wrong)


def test_candidates_are_the_values_of_all_solutions(queens: bw.Model) -> None:
    seen = [[set(values) for values in zip(*rows)] for rows in zip(*(s.rows for s in queens.solutions()))]
    found = queens.candidates()["candidates"]
    assert [[set(cell) for cell in row] for row in found] == seen
    with pytest.raises(bw.UsageError):
        bw.Model(LIGHTS).candidates()
    with pytest.raises(bw.LimitReached):
        bw.Model("puzzle = 'grid'\n[grid]\nrows = 9\ncolumns = 9\nvalues = '1..99'\n").candidates(time_limit=0.001)


def test_steps_go_on_from_a_position() -> None:
    sudoku = bw.genre("sudoku")
    first = sudoku.steps(position="").json()
    assert first["steps"]
    solution = sudoku.solve()
    assert solution is not None
    right = int(solution.array[0][0])
    assert sudoku.steps(position=f"r1c1={right % 9 + 1}").json()["wrong"] == [f"r1c1={right % 9 + 1}"]
    with pytest.raises(bw.UsageError):
        sudoku.steps(position="r1c1=ten")


def test_a_formula_goes_to_pysat_and_has_a_digest(queens: bw.Model) -> None:
    formula = queens.cnf()
    pysat = formula.to_pysat()
    assert (pysat.clauses, pysat.nv) == (formula.clauses, formula.variables)
    lines = [line for line in formula.to_dimacs().splitlines(keepends=True) if not line.startswith("c")]
    assert formula.sha256 == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert formula.sha256 != queens.cnf(seed=1).sha256
