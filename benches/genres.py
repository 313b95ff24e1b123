"""Import and solve the examples of three other projects, and compare the answers: an independent check of all genres.

    cargo build --release && python3 benches/genres.py [--program PATH] [--cspuz DIR] [--noqx DIR] [--pzpr DIR] [--time-limit SECONDS]
        [--only KIND]

The examples are the puzzle links in the tests of semiexp/cspuz_core (Rust, with the answers that it expects), in the solvers of T0nyX1ang/noqx
(Python, without answers) and in the test scripts of robx/pzprjs (JavaScript, each with a solved board, which is not read). DIR is a
checkout; without it, the project is cloned from GitHub into a temporary folder; `-` leaves a project out. `--smoke` clones nothing: a folder
like that of pzprjs holds links of two models, and projects without DIR are left out.

Prints a Markdown table with a line for each example, and the totals of each project. *Answer* compares with what cspuz_core expects: *equal* if our
one solution is its complete answer; *consistent* if it leaves cells open and all its known cells are so in our solutions; otherwise *unequal*.
Cells are compared up to the names of values: each of our values has to stand for one of its values. Time is the wall-clock time of the
process that searches for two solutions. Exits with 1 if a puzzle has no solution, or an answer is unequal.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import harness

PROJECTS = {"cspuz": "semiexp/cspuz_core", "noqx": "T0nyX1ang/noqx", "pzpr": "robx/pzprjs"}
LINK = re.compile(r"https?://[^\s\"']*\?[a-z0-9_-]+/[^\s\"']*")
# The ends of lines that a character of a drawing has.
ENDS = dict(zip("╴╵╶╷─│┌┐└┘├┤┬┴┼", "w n e s we ns es sw ne nw nes nsw esw new nesw".split()))


def functions(text):
    """The functions of a Rust file, with their bodies."""
    parts = re.split(r"\bfn (\w+)\s*\(", text)
    return list(zip(parts[1::2], parts[2::2]))


def arrays(body):
    """The arrays of an expected answer, with their names: rows of numbers, None for what is not known."""
    found = []
    for start in re.finditer(r"(?:(horizontal|vertical):)?\s*(?:[a-z_:]*to_option_(?:bool_)?2d\(|vec!)\[\s*(?=\[|vec!\[)", body):
        depth, end = 1, start.end()
        while depth:
            depth += {"[": 1, "]": -1}.get(body[end], 0)
            end += 1
        words = [re.findall(r"None|true|false|-?\d+", row) for row in re.findall(r"\[([^\[\]]*)\]", body[start.end() : end - 1])]
        value = {"None": None, "-1": None, "true": 1, "false": 0}
        found.append((start[1], [[value[word] if word in value else int(word) for word in row] for row in words]))
    return found


def of_cspuz(folder):
    for path in sorted(folder.glob("cspuz_rs_puzzles/src/puzzles/*.rs")):
        text = path.read_text()
        expected = {}
        for name, body in functions(text):
            # A test may be about several problems, one after the other.
            parts = re.split(r"(problem_for_tests\w*)", body)
            for problem, part in zip(parts[1::2], parts[2::2]):
                if not name.startswith("problem_for_tests") and "expected" in part:
                    expected.setdefault(problem, arrays(part.split("expected", 1)[1]))
        for name, body in functions(text):
            problem = None
            for word in re.findall(r"problem_for_tests\w*|" + LINK.pattern, body):
                if not word.startswith("http"):
                    problem = word
                elif "serializer" in name or "problem" in name:
                    yield word, expected.get(problem)


def of_noqx(folder):
    for path in sorted(folder.glob("solver/*.py")):
        for link in re.findall(r'"url": "([^"]*)"', path.read_text()):
            yield link, None


def of_pzpr(folder):
    for path in sorted(folder.glob("test/script/*.js")):
        for url in re.findall(r'\burl:\s*"([^"]*)"', path.read_text())[:1]:
            yield f"https://puzz.link/p?{path.stem}/{url}", None


def write_smoke(program, folder):
    """Writes a folder like that of pzprjs, with links of two models of the repository."""
    scripts = folder / "test" / "script"
    scripts.mkdir(parents=True)
    for genre in ("slitherlink", "nurikabe"):
        kind, data = harness.link(program, genre).split("?")[1].split("/", 1)
        (scripts / f"{kind}.js").write_text(f'ui.debug.acs["{kind}"] = {{ url: "{data}" }};\n')


READERS = {"cspuz": of_cspuz, "noqx": of_noqx, "pzpr": of_pzpr}


def words(row):
    return row.split() if " " in row else list(row)


class Solution:
    """A solution as cells and as the set of its lines, each `(row, column, direction)` from the left or the upper end."""

    def __init__(self, solution):
        # A cell holds a value of each layer.
        layers = [solution["board"], *solution.get("layers", {}).values()]
        self.cells = [list(zip(*rows)) for rows in zip(*([words(row) for row in layer] for layer in layers))]
        drawn = solution.get("lines", solution["board"])
        ends = [[ENDS.get(character, "") for character in row] for row in drawn] if isinstance(drawn[0], str) else []
        self.points = len(ends), len(ends[0]) if ends else 0
        self.lines = {(r, c, e) for r, row in enumerate(ends) for c, end in enumerate(row) for e in end if e in "es"}

    def agrees(self, expected):
        """Whether the solution agrees with all arrays of an answer; None if no array can be compared."""
        results = [self.compared(name, rows) for name, rows in expected]
        known = [result for result in results if result is not None]
        return all(known) if known else None

    def compared(self, name, rows):
        height, width = len(rows), len(rows[0])
        if not name:
            if (height, width) != (len(self.cells), len(self.cells[0])):
                return None
            pairs = [pair for mine, theirs in zip(self.cells, rows) for pair in zip(mine, theirs) if pair[1] is not None]
            return len({mine for mine, _ in pairs}) == len(set(pairs))
        direction, (down, right) = ("e", (1, 0)) if name == "horizontal" else ("s", (0, 1))
        # Borders inside the board begin at its second point; all others at the first.
        total, own = (self.points[0], height) if name == "horizontal" else (self.points[1], width)
        if total not in (own, own + 2):
            return None
        shift = 1 if total > own else 0
        there = [[(r + shift * down, c + shift * right, direction) in self.lines for c in range(width)] for r in range(height)]
        return all(b is None or a == bool(b) for ours, theirs in zip(there, rows) for a, b in zip(ours, theirs))


def solve(program, link, limit):
    """Returns the genre, what happened and the solutions."""
    model = subprocess.run([program, "import", link], capture_output=True, text=True)
    if model.returncode:
        message = model.stderr.strip().split("\n")[0]
        return "", re.sub(r"^error(\[[^\]]*\])?: ", "", message), [], 0.0
    name = re.search(r'^genre = \{ name = "([^"]*)"', model.stdout, re.M)
    genre = name[1] if name else ""
    begin = time.monotonic()
    command = [program, "solve", "-", "--limit", "2", "--format", "json", "--time-limit", f"{limit}s"]
    run = subprocess.run(command, input=model.stdout, capture_output=True, text=True)
    took = time.monotonic() - begin
    try:
        answer = json.loads(run.stdout)
    except ValueError:
        return genre, "no answer: " + run.stderr.strip().split("\n")[0], [], took
    solutions = [Solution(solution) for solution in answer["solutions"]]
    complete = answer["complete"] or len(solutions) > 1
    how = {0: "none", 1: "unique", 2: "several"}[len(solutions)] if complete else "time limit"
    return genre, how, solutions, took


def judged(how, solutions, expected):
    """Compares our solutions with an answer."""
    if expected is None or how not in ("unique", "several"):
        return ""
    agreed = [solution.agrees(expected) for solution in solutions]
    if None in agreed:
        return ""
    is_open = any(value is None for _, rows in expected for row in rows for value in row)
    if not all(agreed) or (how == "several" and not is_open):
        return "unequal"
    return "consistent" if is_open else "equal"


def main():
    parser = harness.parser(__doc__)
    for project in PROJECTS:
        parser.add_argument(f"--{project}", metavar="DIR")
    parser.add_argument("--time-limit", type=int, default=20)
    parser.add_argument("--only", metavar="KIND")
    options = parser.parse_args()
    failed = False
    print("| project | link | genre | solutions | s | answer |\n| --- | --- | --- | --- | --- | --- |")
    totals = []
    with tempfile.TemporaryDirectory() as scratch:
        for project, repository in PROJECTS.items():
            folder = getattr(options, project)
            if folder == "-":
                continue
            if folder is None and options.smoke and project != "pzpr":
                harness.skip(f"{repository} is not cloned in a smoke run (--{project} DIR)")
                continue
            if folder is None and options.smoke:
                folder = f"{scratch}/{project}"
                write_smoke(options.program, pathlib.Path(folder))
            elif folder is None:
                folder = f"{scratch}/{project}"
                clone = ["git", "clone", "--quiet", "--depth", "1", f"https://github.com/{repository}", folder]
                subprocess.run(clone, check=True)
            rows = []
            for link, expected in READERS[project](pathlib.Path(folder)):
                kind = link.split("?", 1)[1].split("/")[0]
                if options.only and kind != options.only:
                    continue
                genre, how, solutions, took = solve(options.program, link, options.time_limit)
                answer = judged(how, solutions, expected)
                rows.append((kind, how, answer))
                failed |= answer == "unequal" or how == "none"
                print(f"| {project} | `{link.split('?', 1)[1]}` | {genre} | {how} | {took:.2f} | {answer} |", flush=True)
            count = lambda *hows: sum(how in hows for _, how, _ in rows)
            solved = count("unique", "several", "none", "time limit")
            totals.append(
                f"| {repository} | {len(rows)} | {solved} | {len({kind for kind, how, _ in rows if how in ('unique', 'several')})} "
                f"| {count('unique')} | {count('several')} | {count('none')} | {count('time limit')} "
                f"| {sum(a == 'equal' for *_, a in rows)} | {sum(a == 'consistent' for *_, a in rows)} | {sum(a == 'unequal' for *_, a in rows)} |"
            )
    print("\n| project | links | imported | kinds | unique | several | none | time limit | equal | consistent | unequal |")
    print("| --- |" + " ---: |" * 10)
    print("\n".join(totals))
    sys.exit(failed)


if __name__ == "__main__":
    main()
