"""Compare Boardwright's exact cover route with xcover and clingo, as ratios of CPU time.

    pip install xcover clingo
    cargo build --release && python3 benches/peers.py [--runs N] [--program PATH] [--smoke]

Every program lists all solutions on one thread, in its own process. The programs alternate in one run; the time is the
minimum of several repetitions, user and system time (`resource.getrusage` of the children). Boardwright is measured as a
whole, from the model file to the last verified board in JSON lines. For xcover and clingo only the search counts: the time
to start, to import and (xcover) to compile itself is measured by a run on a problem of one option and subtracted. Prints a
Markdown table. A peer that is not installed is left out. Installs nothing.
"""

import importlib.util
import re
import resource
import subprocess
import sys
import tomllib

import harness
from harness import ROOT

BOARDS = [("draughts-board", 104), ("pentominoes-6x10", 9356)]


def turned(cells):
    """All turns and flips of (row, column, colour), moved to the corner."""
    found = set()
    for turn in range(8):
        if turn == 4:
            cells = [(row, -column, colour) for row, column, colour in cells]
        cells = [(column, -row, colour) for row, column, colour in cells]
        top, left = min(c[0] for c in cells), min(c[1] for c in cells)
        found.add(tuple(sorted((row - top, column - left, colour) for row, column, colour in cells)))
    return sorted(found)


def options(model):
    """The options of a dissection: equal pieces are different items, so that each of their orders counts."""
    text = tomllib.loads((ROOT / "models" / "dissection" / f"{model}.toml").read_text())
    grid = lambda drawing: {
        (row, column): colour
        for row, line in enumerate(drawing.strip("\n").split("\n"))
        for column, colour in enumerate(line)
        if colour != "_"
    }
    board = grid(text["board"])
    cells = {cell: index for index, cell in enumerate(sorted(board))}
    found = []
    for index, piece in enumerate(text["piece"]):
        for shape in turned([(*cell, colour) for cell, colour in grid(piece["shape"]).items()]):
            for row, column in {(r - shape[0][0], c - shape[0][1]) for r, c in board}:
                over = [((row + r, column + c), colour) for r, c, colour in shape]
                if all(cell in board and (colour == "#" or board[cell] in (colour, "#")) for cell, colour in over):
                    found.append([cells[cell] for cell, _ in over] + [len(cells) + index])
    return found


def by_xcover(what):
    from xcover import covers

    print(sum(1 for _ in covers([[0], [1], [0, 1]] if what == "nothing" else options(what))))


QUEENS = """
{ queen(1..n, R) } = 1 :- R = 1..n.
:- C = 1..n, { queen(C, 1..n) } != 1.
:- D = 2..2*n, { queen(C, D - C) : C = 1..n, D - C >= 1, D - C <= n } > 1.
:- D = 1-n..n-1, { queen(C, C + D) : C = 1..n, C + D >= 1, C + D <= n } > 1.
"""


def by_clingo(n):
    import clingo

    control = clingo.Control(["0", f"-cn={n}"])
    control.add("base", [], QUEENS)
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            found += 1
    print(found)


def cpu(command):
    """What the command prints, and the CPU seconds it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def quickest(commands, repetitions):
    """The quickest run of each of the commands, which take turns, and what each prints."""
    best, said = [float("inf")] * len(commands), [""] * len(commands)
    for _ in range(repetitions):
        for index, command in enumerate(commands):
            said[index], seconds = cpu(command)
            best[index] = min(best[index], seconds)
    return best, said


def installed(package):
    """Whether a Python package is installed."""
    if importlib.util.find_spec(package):
        return True
    harness.skip(f"the Python package {package} is not installed")
    return False


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    tasks, runs = (BOARDS[:1], 1) if arguments.smoke else (BOARDS, arguments.runs)
    tilings(arguments.program, tasks, runs)
    if arguments.smoke:
        harness.skip("12 queens, which `cargo bench` times")
    else:
        queens(runs)


def tilings(program, tasks, runs):
    """Prints the head of the table and the rows of the dissections."""
    xcover = installed("xcover")
    commands = []
    for name, _ in tasks:
        model = ROOT / "models" / "dissection" / f"{name}.toml"
        commands.append([str(program), "solve", str(model), "--all", "--format", "jsonl", "--quiet"])
    if xcover:
        commands += [[sys.executable, __file__, "xcover", name] for name in ["nothing", *(name for name, _ in tasks)]]
    best, said = quickest(commands, runs)
    count = len(tasks)
    print("| all solutions | how many | Boardwright, s | peer, s | ratio |\n| --- | --- | --- | --- | --- |")
    for index, (name, solutions) in enumerate(tasks):
        assert f'"count":{solutions}' in said[index].replace(" ", ""), said[index][:300]
        peer = ratio = ""
        if xcover:
            listed = int(said[count + 1 + index])
            # The draughts board has two equal stones, which xcover distinguishes.
            assert listed in (solutions, 2 * solutions), listed
            seconds = best[count + 1 + index] - best[count]
            peer, ratio = f"xcover {seconds:.2f}", f"{best[index] / seconds:.3f}"
        print(f"| {name} | {solutions} | {best[index]:.2f} | {peer} | {ratio} |")


def queens(runs):
    """Prints the row of 12 queens. There is no model of them: the bench builds the problem by hand, on one thread."""
    bench = ["cargo", "bench", "-p", "boardwright-benches", "--bench", "exact_cover", "twelve_queens"]
    lines = subprocess.run(bench, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    number, unit = re.search(r"twelve_queens +([0-9.]+) (µs|ms|s)", lines).groups()
    seconds, peer, ratio = float(number) * {"µs": 1e-6, "ms": 1e-3, "s": 1}[unit], "", ""
    if installed("clingo"):
        me = [sys.executable, __file__, "clingo"]
        (nothing, all_queens), said = quickest([[*me, "1"], [*me, "12"]], runs)
        assert int(said[1]) == 14200, said
        peer, ratio = f"clingo {all_queens - nothing:.2f}", f"{seconds / (all_queens - nothing):.3f}"
    print(f"| 12 queens, engine only | 14200 | {seconds:.3f} | {peer} | {ratio} |")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["xcover", what]:
            by_xcover(what)
        case ["clingo", n]:
            by_clingo(n)
        case _:
            main()
