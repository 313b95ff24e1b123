"""Import published puzzles, solve each, prove its solution unique and compare it with the author's answer.

    cargo build --release && python3 benches/links.py FOLDER [--program PATH] [--time-limit SECONDS] [--only KIND]
    python3 benches/links.py --smoke           # links of models of the repository

FOLDER contains JSON files and text files. A JSON file is a list of objects: `{"kind", "url", "solution"}` with a puzzle link
and, if known, the author's answer, or `{"game", "id"}` with a game ID of Simon Tatham's collection (`"min_moves"`: the
fewest clicks of a Flip). A text file has a link or `game id` on each line; `#` opens a comment. Answers are in pzpr's file
format (`pzprv3/...`), rows of words as janko.at has them (a line with the size first), or, of a Sudoku, 81 digits; a `"text"` of a Minesweeper says the number of mines.

Prints a Markdown table with a line for each kind, and below it the failures with their puzzles. CPU time is user and system
time of the solving process, from the model file to the answer in JSON (`os.wait4`), for two solutions; the median of a kind
is over its puzzles. Exits with 1 if an imported puzzle is not solved, not unique or not equal. The puzzles do not come with
Boardwright, and no test needs them.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import harness
from harness import ROOT

SIDES = {"e": (0, 1), "s": (1, 0), "w": (0, -1), "n": (-1, 0)}
# The ends of lines that a character of a drawing has.
ENDS = dict(zip("╴╵╶╷─│┌┐└┘├┤┬┴┼.", "w n e s we ns es sw ne nw nes nsw esw new nesw".split() + [""]))


def words(text):
    return [line.split() for line in text.strip("\n").split("\n")]


def cells(board):
    """The rows of a board as our JSON has them: characters, or words between blanks."""
    return [row.split() if " " in row else list(row) for row in board]


class Answer:
    """The author's answer as rows of words, without givens beside the board."""

    def __init__(self, text, kind, rows, columns):
        self.rows, self.columns, self.pzpr = rows, columns, None
        if text.startswith("pzprv3/"):
            # Behind the name and the size; a Sudoku has one side.
            self.pzpr = [part.split() for part in text.split("/")[3 if kind == "sudoku" else 4 :] if part.strip()]
            lines = self.pzpr
        elif "\n" in text:
            lines = words(text)[1:]
        else:
            lines = [list(text)[at : at + columns] for at in range(0, len(text), columns)]
        if kind == "tents" and self.pzpr:
            # Numbers beside the board, and behind the cells the lines from tents to trees.
            lines = self.pzpr[1 : rows + 1]
        self.grid = [line[-columns:] for line in lines[-rows:]]
        if kind == "sudoku" and self.pzpr:
            given = self.pzpr[-2 * rows : -rows]
            self.grid = [[a if a != "." else g for a, g in zip(*pair)] for pair in zip(self.grid, given)]

    def where(self, test):
        return {(r, c) for r, row in enumerate(self.grid) for c, word in enumerate(row) if test(word)}


def painted(theirs, ours):
    """Compares the cells that are marked."""

    def compare(answer, solution):
        board = cells(solution["board"])
        found = {(r, c) for r, row in enumerate(board) for c, value in enumerate(row) if value in ours}
        return found == answer.where(theirs)

    return compare


def numbers(answer, solution):
    """Every number of ours is theirs, and they have no others."""
    board = cells(solution["board"])
    pairs = [(value, word) for ours, theirs in zip(board, answer.grid) for value, word in zip(ours, theirs)]
    # The number of a run of one cell may be left out.
    return all(value == word or value == "_" and word in "-._" or word == "." for value, word in pairs)


def ends(rows):
    return {(r, c): frozenset(ENDS[value]) for r, row in enumerate(rows) for c, value in enumerate(row) if value != "_"}


def links(solution):
    found = ends(solution["lines"] if "lines" in solution else solution["board"])
    return {cell: sides for cell, sides in found.items() if sides}


def linked(answer, solution):
    """Lines through cells, as their ends: `se`, `ns`, `w`."""
    theirs = {}
    for r, row in enumerate(answer.grid):
        for c, word in enumerate(row):
            if set(word) <= set("nesw"):
                theirs[r, c] = frozenset(word)
    return links(solution) == theirs


def yajilin(answer, solution):
    ours = {(r, c) for r, row in enumerate(cells(solution["board"])) for c, value in enumerate(row) if value == "#"}
    if not answer.pzpr:
        return ours == answer.where(lambda word: word == "x") and linked(answer, solution)
    rows, columns = answer.rows, answer.columns
    # Clues, painted cells, the lines across, those down.
    marks, level, upright = (answer.pzpr[a:b] for a, b in ((rows, 2 * rows), (2 * rows, 3 * rows), (3 * rows, 4 * rows - 1)))
    theirs = {}
    for across, table in ((True, level), (False, upright)):
        for r, row in enumerate(table):
            for c, word in enumerate(row):
                if word == "1":
                    theirs.setdefault((r, c), set()).add("e" if across else "s")
                    other = (r, c + 1) if across else (r + 1, c)
                    theirs.setdefault(other, set()).add("w" if across else "n")
    black = {(r, c) for r, row in enumerate(marks) for c, word in enumerate(row) if word == "#"}
    return ours == black and links(solution) == {cell: frozenset(sides) for cell, sides in theirs.items()}


def slither(answer, solution):
    """The author's answer has the cells inside the loop; the corners of our drawing have the ends of its lines."""
    inside = answer.where(lambda word: word == "x")
    points = {}
    for r in range(answer.rows + 1):
        for c in range(answer.columns + 1):
            # A line runs from a corner where exactly one of the two cells beside it is inside.
            beside = {"e": ((r - 1, c), (r, c)), "w": ((r - 1, c - 1), (r, c - 1))}
            beside |= {"s": ((r, c - 1), (r, c)), "n": ((r - 1, c - 1), (r - 1, c))}
            points[r, c] = frozenset(side for side, (a, b) in beside.items() if (a in inside) != (b in inside))
    return links(solution) == {point: sides for point, sides in points.items() if sides}


def shakashaka(answer, solution):
    corners = {"2": "sw", "3": "se", "4": "ne", "5": "nw"} if answer.pzpr else {}
    drawn = {"◣": "sw", "◢": "se", "◥": "ne", "◤": "nw"}
    theirs = {cell: corners.get(word, word) for cell, word in flat(answer.grid) if corners.get(word, word) in drawn.values()}
    # Our board has a ring of black cells around it.
    board = [row[1:-1] for row in cells(solution["board"])[1:-1]]
    return theirs == {cell: drawn[value] for cell, value in flat(board) if value in drawn}


def flat(rows):
    return [((r, c), value) for r, row in enumerate(rows) for c, value in enumerate(row)]


COMPARE = {
    "akari": painted(lambda word: word == "o", "L"),
    "battleship": painted(lambda word: word not in "-.+", "#"),
    "dominion": painted(lambda word: word == "#", "#"),
    "fillomino": numbers,
    "heyawake": painted(lambda word: word == "x", "#"),
    "hitori": painted(lambda word: word == "x", "#"),
    "kakuro": numbers,
    "kropki": numbers,
    "kurodoko": painted(lambda word: word == "x", "#"),
    "lits": painted(lambda word: word not in "-.+", "LITS"),
    "masyu": linked,
    "minarism": numbers,
    "mines": painted(lambda word: word == "x", "*"),
    "nonogram": painted(lambda word: word in "x#", "#"),
    "numlin": linked,
    "nurikabe": painted(lambda word: word == "x", "#"),
    "shakashaka": shakashaka,
    "skyscrapers": numbers,
    "slither": slither,
    "starbattle": painted(lambda word: word == "x", "*"),
    "sudoku": numbers,
    "tents": painted(lambda word: word in ("o", "A"), "T"),
    "yajilin": yajilin,
}


def puzzles(files):
    """Yields the kind, the text to import and the other known fields of each puzzle."""
    for path in files:
        if path.suffix == ".json":
            for entry in json.loads(path.read_text()):
                if "url" in entry:
                    yield entry["kind"], entry["url"], entry
                else:
                    yield f"{entry['game']} (ID)", f"{entry['game']} {entry['id']}", entry
        elif path.suffix == ".txt":
            for line in path.read_text().split("\n"):
                line = line.split("#")[0].strip()
                if line:
                    kind = line.split("?")[1].split("/")[0] if "?" in line else f"{line.split()[0]} (ID)"
                    yield kind, line, {}


def run(command, text, limit):
    """Exit code, standard output, error output and CPU seconds; no exit code where the limit was met."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as wrong:
        given.write(text.encode())
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=out, stderr=wrong)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        read = lambda file: (file.seek(0), file.read().decode())[1]
        return process.returncode, read(out), read(wrong), used.ru_utime + used.ru_stime


def attempt(program, text, known, limit):
    """What became of a puzzle: a word for the table, an explanation, CPU seconds."""
    code, model, wrong, _ = run([program, "import", "-"], text, limit)
    if code:
        return "refused", wrong.split("\n")[0].split(": ", 1)[-1], None
    if known.get("kind") == "mines" and known.get("text"):
        # How many mines there are stands behind the size in the text, and a link cannot say it.
        model += f'\n[[rule]]\nname = "all mines"\nexactly = {{ "*" = {known["text"].split()[2]} }}\n'
    fewest = ["--fewest"] if "min_moves" in known else ["--limit", "2"]
    command = [program, "solve", "-", "--format", "json", "--time-limit", f"{limit}s", *fewest]
    code, out, wrong, seconds = run(command, model, limit)
    if code not in (0, 3):
        return "failed", f"exit {code}: {wrong.strip().splitlines()[:1]}", seconds
    report = json.loads(out)
    found = report["solutions"]
    if not found or code == 3 and not report["complete"] and len(found) < 2:
        return ("found" if found else "unsolved"), f"{report['answer']}, {seconds:.1f} s", seconds
    if "min_moves" in known:
        equal = report["optimum"] == int(known["min_moves"])
        return ("equal" if equal else "differs"), f"{report['optimum']} presses, not {known['min_moves']}", seconds
    if len(found) > 1 or not report["complete"]:
        return "several", "more than one solution", seconds
    answer, compare = known.get("solution"), COMPARE.get(known.get("kind"))
    if not answer or not compare:
        return "unique", "", seconds
    _, rows, columns = size(text)
    equal = compare(Answer(answer, known["kind"], rows, columns), found[0])
    return ("equal" if equal else "differs"), "the author has another solution", seconds


def size(url):
    parts = url.split("?")[1].split("/")
    sides = [int(part) for part in parts[1:] if part.isdigit()][:2]
    return parts[0], sides[1], sides[0]


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--time-limit", default=60, type=int, metavar="SECONDS")
    parser.add_argument("--only", metavar="KIND")
    arguments = parser.parse_args()
    if arguments.folder:
        sys.exit(report(arguments, arguments.folder))
    if not arguments.smoke:
        parser.error("FOLDER is missing")
    with tempfile.TemporaryDirectory() as folder:
        links = [harness.link(arguments.program, genre) for genre in ("slitherlink", "nurikabe", "sudoku")]
        pathlib.Path(folder, "models.txt").write_text("\n".join(links) + "\n")
        sys.exit(report(arguments, pathlib.Path(folder)))


def report(arguments, folder):
    """Prints the table; whether a puzzle failed."""
    kinds, notes = {}, []
    for kind, text, known in puzzles(sorted(folder.iterdir())):
        if arguments.only and arguments.only != kind:
            continue
        result = attempt(arguments.program, text, known, arguments.time_limit)
        kinds.setdefault(kind, []).append((result, bool(known.get("solution") or known.get("min_moves"))))
        if result[0] not in ("unique", "equal"):
            name = known.get("id", text) if "url" in known else text
            notes.append(f"{kind} {name[:60]}: {result[0]}: {result[1]}")
        print(f"{kind}: {result[0]}", file=sys.stderr)
    print("| kind | puzzles | imported | solved | unique | equal to the author's | median CPU s | longest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind, results in kinds.items():
        count = lambda *names: sum(result[0] in names for result, _ in results)
        times = [result[2] for result, _ in results if result[2] is not None]
        known = sum(is_known for _, is_known in results)
        equal = f"{count('equal')} of {known}" if known else ""
        median, longest = (f"{statistics.median(times):.3f}", f"{max(times):.3f}") if times else ("", "")
        imported = len(results) - count("refused")
        solved = imported - count("failed", "unsolved")
        print(f"| {kind} | {len(results)} | {imported} | {solved} | {count('unique', 'equal', 'differs')} | {equal} | {median} | {longest} |")
    if notes:
        print("\n" + "\n".join(notes))
    return any(result[0] not in ("unique", "equal", "refused") for results in kinds.values() for result, _ in results)


if __name__ == "__main__":
    main()
