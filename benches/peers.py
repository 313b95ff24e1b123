"""Compare Boardwright's exact cover route with xcover and clingo, as ratios of CPU time.

    pip install xcover clingo
    cargo build --release && python3 benches/peers.py [REPETITIONS]

Every program lists all solutions on one thread, in its own process. The programs alternate in one run; the time is the
minimum of several repetitions, user and system time (`resource.getrusage` of the children). Boardwright is measured as a
whole, from the model file to the last verified board in JSON lines. For xcover and clingo only the search counts: the time
to start, to import and (xcover) to compile itself is measured by a run on a problem of one option and subtracted. Prints a
Markdown table. Installs nothing.
"""

import pathlib
import re
import resource
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target" / "release" / "boardwright"
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


def main():
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    me = [sys.executable, __file__]
    ours = lambda model: [str(PROGRAM), "solve", str(model), "--all", "--format", "jsonl", "--quiet"]
    boards = [ROOT / "models" / "dissection" / f"{name}.toml" for name, _ in BOARDS]
    commands = [ours(board) for board in boards]
    commands += [[*me, "xcover", name] for name in ["nothing", *(name for name, _ in BOARDS)]]
    best, said = quickest(commands, repetitions)
    count = len(BOARDS)
    start = best[count]
    print("| all solutions | how many | Boardwright, s | peer, s | ratio |\n| --- | --- | --- | --- | --- |")
    for index, (name, solutions) in enumerate(BOARDS):
        peer = best[count + 1 + index] - start
        assert f'"count":{solutions}' in said[index].replace(" ", ""), said[index][:300]
        listed = int(said[count + 1 + index])
        # The draughts board has two equal stones, which xcover distinguishes.
        assert listed in (solutions, 2 * solutions), listed
        print(f"| {name} | {solutions} | {best[index]:.2f} | xcover {peer:.2f} | {best[index] / peer:.3f} |")
    (nothing, peer), said = quickest([[*me, "clingo", "1"], [*me, "clingo", "12"]], repetitions)
    assert int(said[1]) == 14200, said
    # There is no model of queens: the bench builds the problem by hand. One thread, so that the time is the CPU's.
    bench = ["cargo", "bench", "--bench", "exact_cover", "twelve_queens"]
    lines = subprocess.run(bench, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    number, unit = re.search(r"twelve_queens +([0-9.]+) (µs|ms|s)", lines).groups()
    seconds, peer = float(number) * {"µs": 1e-6, "ms": 1e-3, "s": 1}[unit], peer - nothing
    print(f"| 12 queens, engine only | 14200 | {seconds:.3f} | clingo {peer:.2f} | {seconds / peer:.3f} |")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["xcover", what]:
            by_xcover(what)
        case ["clingo", n]:
            by_clingo(n)
        case _:
            main()
