"""Time and memory of every stage on large boards, as a Markdown table.

    cargo build --release && python3 benches/large.py [--sides 25,50,100] [--limit SECONDS] [--only KIND] [--keep FOLDER]
        [--program PATH]

The puzzles are made here from fixed seeds: a loop around a random patch (Slitherlink), rows of islands (Nurikabe), rooms
around stars of which none touches another (Star Battle), cells painted at random such that the others stay connected
(Heyawake), and a shuffled square (Sudoku, with blocks of 5, 6 and 7). They have a solution, except that Heyawake may
have none, and need not have only one.

`solve` runs with a time limit; its report has the seconds of building the constraints, lowering and solving. *Read* is the CPU
time of the process without these and without the verification. `compile` is the CPU time of `compile --to cnf`, the text
included, within 4 GB; the size of the formula follows. Memory is the peak of each process.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import harness
from harness import ROOT

GENRES = ROOT / "models" / "genres"


def around(cell, side, steps=((-1, 0), (0, 1), (1, 0), (0, -1))):
    row, column = cell
    near = [(row + down, column + right) for down, right in steps]
    return [(r, c) for r, c in near if 0 <= r < side and 0 <= c < side]


RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def slitherlink(side, dice):
    """A patch that grows without holes and without cells that touch at a corner only."""
    inside = {(side // 2, side // 2)}
    edge = around((side // 2, side // 2), side)
    while edge and len(inside) < side * side * 45 // 100:
        index = dice.randrange(len(edge))
        edge[index], edge[-1] = edge[-1], edge[index]
        cell = edge.pop()
        ring = [(cell[0] + down, cell[1] + right) in inside for down, right in RING]
        changes = sum(ring[i] != ring[i - 1] for i in range(8))
        if cell not in inside and changes == 2 and any(ring[1::2]):
            inside.add(cell)
            edge += [near for near in around(cell, side) if near not in inside]
    def clue(cell):
        near = around(cell, side)
        count = sum((other in inside) != (cell in inside) for other in near)
        return str(count + (4 - len(near) if cell in inside else 0))
    return picture("clue", [[clue((r, c)) if dice.random() < 0.6 else "." for c in range(side)] for r in range(side)])


def nurikabe(side, dice):
    """Every other row is sea; single cells of sea divide the rows between into islands."""
    clues = [["."] * side for _ in range(side)]
    for row in range(1, side, 2):
        column = 0
        while column < side:
            size = min(dice.randint(2, 9), side - column)
            clues[row][column + dice.randrange(size)] = str(size)
            column += size + 1
    return picture("clue", clues)


def star_battle(side, dice):
    """Rooms that grow around one star in each row and column."""
    columns = [(2 * row) % side if side % 2 else (2 * row) % side + (2 * row >= side) for row in range(side)]
    room = {(row, column): row for row, column in enumerate(columns)}
    edge = list(room)
    while edge:
        index = dice.randrange(len(edge))
        near = [cell for cell in around(edge[index], side) if cell not in room]
        if not near:
            edge[index] = edge[-1]
            edge.pop()
            continue
        cell = dice.choice(near)
        room[cell] = room[edge[index]]
        edge.append(cell)
    return picture("room", [[f"r{room[row, column]}" for column in range(side)] for row in range(side)])


def heyawake(side, dice):
    """Rooms of one to five rows and columns; cells are painted as long as the others are connected."""
    cuts = lambda: sorted({0, side} | {dice.randrange(side) for _ in range(side // 3)})
    rows, columns = cuts(), cuts()
    find = lambda at: at if parent[at] == at else find(parent[at])
    parent = {"edge": "edge"}
    cells = [(row, column) for row in range(side) for column in range(side)]
    dice.shuffle(cells)
    painted = set()
    for cell in cells:
        if any(near in painted for near in around(cell, side)):
            continue
        chain = [near for near in around(cell, side, RING[::2]) if near in painted]
        on_edge = 0 in cell or side - 1 in cell
        roots = [find(near) for near in chain] + ["edge"] * on_edge
        if len(set(roots)) == len(roots):
            painted.add(cell)
            parent[cell] = cell
            for root in roots:
                parent[cell if root == "edge" else find(root)] = "edge" if root == "edge" else find(cell)
    index = lambda cuts, at: max(i for i, cut in enumerate(cuts) if cut <= at)
    name = lambda row, column: f"r{index(rows, row)}x{index(columns, column)}"
    counts = {}
    for row, column in cells:
        counts[name(row, column)] = counts.get(name(row, column), 0) + ((row, column) in painted)
    shown = lambda count: count if dice.random() < 0.4 else '"."'
    listed = ", ".join(f"{room} = {shown(count)}" for room, count in counts.items())
    rooms = [[name(row, column) for column in range(side)] for row in range(side)]
    return picture("room", rooms) + f"[list]\ncount = {{ {listed} }}\n"


# The sides of the blocks of a Sudoku, by the side of the other boards.
BLOCKS = {9: 3, 25: 5, 50: 6, 100: 7}


def sudoku(side, dice):
    """A cyclic square, shuffled within its bands, with half of its numbers."""
    block = BLOCKS[side]
    size = block * block
    def order():
        bands = dice.sample(range(block), block)
        return [band * block + line for band in bands for line in dice.sample(range(block), block)]
    rows, columns, digits = order(), order(), dice.sample(range(1, size + 1), size)
    number = lambda row, column: digits[(row % block * block + row // block + column) % size]
    given = [[str(number(r, c)) if dice.random() < 0.5 else "." for c in columns] for r in rows]
    grid = f'[grid]\nvalues = "1..{size}"\ngiven = """\n{drawn(given)}\n"""\n'
    rule = f'[[rule]]\neach = ["row", "column", "block {block}x{block}"]\nall-different = true\n'
    return f'puzzle = "grid"\n{grid}{rule}'


def drawn(rows):
    return "\n".join(" ".join(row) for row in rows)


def picture(name, rows):
    return f'[picture]\n{name} = """\n{drawn(rows)}\n"""\n'


def model(kind, side):
    """The model: the example of the genre with another size and other clues."""
    made = globals()[kind.replace("-", "_")](side, random.Random(side))
    if kind == "sudoku":
        return made
    # The tables of the file, as text; there may be several of one name.
    tables = re.split(r"^(?=\[)", (GENRES / f"{kind}.toml").read_text(), flags=re.MULTILINE)
    named = lambda name: "".join(table for table in tables if table.startswith(name))
    grid = re.sub(r"^(rows|columns) = .*", rf"\1 = {side}", named("[grid]"), flags=re.MULTILINE)
    return f'puzzle = "grid"\n{named("[parameter]")}{grid}{made}{named("[[rule]]")}'


def run(command):
    """The output, the CPU seconds and the peak memory in MB of a command."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, text=True)
        words = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: {words}")
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def seconds(value):
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--sides", default="25,50,100")
    parser.add_argument("--limit", default=10, type=float)
    parser.add_argument("--only")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.sides = "9" if arguments.smoke else arguments.sides
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    print("| board | read | build | lower | solve | answer | MB | compile | clauses, thousands | MB |")
    print("| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |")
    for kind in ["slitherlink", "nurikabe", "star-battle", "heyawake", "sudoku"]:
        for side in map(int, arguments.sides.split(",")):
            if arguments.only not in (None, kind):
                continue
            path = folder / f"{kind}-{side}.toml"
            path.write_text(model(kind, side))
            limit = ["--time-limit", f"{arguments.limit}s"]
            command = [arguments.program, "solve", str(path), "--format", "json", "--quiet", *limit]
            text, cpu, memory = run(command)
            report = json.loads(text)
            stages = report["statistics"]["seconds"]
            parts = [stages.get(name) or 0 for name in ("constrain", "lower", "solve")]
            read = max(cpu - sum(parts) - (stages.get("verify") or 0), 0)
            formula = folder / "formula.cnf"
            command = [arguments.program, "compile", str(path), "--to", "cnf", "--quiet", "-o", str(formula)]
            _, compiled, memory_too = run(command + ["--memory-limit", "4GB"])
            thousands = "past the limit"
            if formula.exists():
                with formula.open() as lines:
                    clauses = next(line for line in lines if line.startswith("p cnf")).split()[3]
                thousands = f"{int(clauses) / 1000:.0f}"
                formula.unlink()
            name = f"{kind} {side if kind != 'sudoku' else BLOCKS[side] ** 2}"
            times = " | ".join(map(seconds, [read, *parts]))
            print(f"| {name} | {times} | {report['answer']} | {memory:.0f} | {seconds(compiled)} "
                  f"| {thousands} | {memory_too:.0f} |", flush=True)


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    main()
