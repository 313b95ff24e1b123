"""The programs that `benches/real.py` times beside Boardwright, as commands for one puzzle.

- cspuz_core solves puzz.link addresses; game IDs of Simon Tatham's collection are converted to them.
- noqx writes a clingo program for a puzzle of numbers and walls, which is not timed; clingo runs it.
- tdoku, qqwing and clingo (with a program as in `grid_peers.py`) solve Sudokus of 9x9.

Start with [`Peers`]. Imports `grid_peers` only.
"""

import re
import shutil
import subprocess
import sys
import tomllib

import grid_peers


def spread(runs, blanks, width):
    """The cells of a game ID: letters are runs of empty cells, other words are clues."""
    cells = []
    for word in re.findall(blanks, runs):
        cells += [None] * (ord(word) - 96) if word.isalpha() and word.islower() else [] if word == "_" else [word]
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def numbers16(cells):
    """Numbers as puzz.link writes them in `number16`: a hexadecimal digit or `-` and two, runs of empty cells as letters."""
    text, empty = "", 0
    for cell in [cell for row in cells for cell in row] + ["end"]:
        if cell is None and empty < 20:
            empty += 1
            continue
        text += chr(ord("f") + empty) if empty else ""
        empty = 1 if cell is None else 0
        if cell not in (None, "end"):
            text += f"{int(cell):x}" if int(cell) < 16 else f"-{int(cell):02x}"
    return text


def four_cells(cells):
    """Numbers 0 to 4 as puzz.link writes them with the empty cells that follow (`4cell`); None and "B" (a wall)."""
    flat, text, at = [cell for row in cells for cell in row], "", 0
    while at < len(flat):
        if flat[at] is None:
            length = 1
            while length < 20 and at + length < len(flat) and flat[at + length] is None:
                length += 1
            text += chr(ord("f") + length)
            at += length
        elif flat[at] == "B":
            text, at = text + ".", at + 1
        else:
            follow = 0
            while follow < 2 and at + follow + 1 < len(flat) and flat[at + follow + 1] is None:
                follow += 1
            text += f"{int(flat[at]) + 5 * follow:x}"
            at += follow + 1
    return text


def link(game, text):
    """The puzz.link address of a game ID, if both collections have the puzzle."""
    size, _, body = text.partition(":")
    width, height = (int(side or 0) for side in re.match(r"(\d+)x?(\d*)", size).groups())
    height = height or width
    address = lambda kind, data, w=width, h=height: f"https://puzz.link/p?{kind}/{w}/{h}/{data}"
    if game == "lightup":
        return address("akari", four_cells(spread(body, r"[a-z]|[0-9]|B", width)))
    if game == "slant":
        return address("gokigen", four_cells(spread(body, r"[a-z]|[0-9]", width + 1)))
    if game == "range":
        return address("kurodoko", numbers16(spread(body, r"[a-z]|_|\d+", width)))
    if game == "singles":
        value = lambda letter: letter if letter.isdigit() else str(ord(letter) - 87)
        return address("hitori", "".join(f"{int(value(c)):x}" if int(value(c)) < 16 else f"-{int(value(c)):02x}" for c in body))
    if game == "pearl":
        # Three cells a digit of base 3: no circle, white, black.
        flat = [cell for row in spread(body, r"[a-z]|[BW]", width) for cell in row]
        digits = [{None: 0, "W": 1, "B": 2}[cell] for cell in flat]
        digits += [0] * (-len(digits) % 3)
        code = "0123456789abcdefghijklmnopqrstuvwxyz"
        return address("masyu", "".join(code[9 * a + 3 * b + c] for a, b, c in zip(*[iter(digits)] * 3)))
    return None


TDOKU = """
#include <cstddef>
#include <cstdint>
#include <cstdio>
extern "C" size_t TdokuSolverDpllTriadSimd(const char*, size_t, uint32_t, char*, size_t*);
int main(int, char** arguments) {
    char solution[82];
    size_t guesses;
    printf("%zu\\n", TdokuSolverDpllTriadSimd(arguments[1], 2, 0, solution, &guesses));
}
"""

# The kinds whose puzzles are numbers and walls, by the name of noqx.
NOQX = {
    "akari": "akari",
    "lightup (ID)": "akari",
    "hitori": "hitori",
    "singles (ID)": "hitori",
    "kurodoko": "kurodoko",
    "range (ID)": "kurodoko",
    "nurikabe": "nurikabe",
}


def rows(picture):
    """The marks of a picture in a model, row by row."""
    return [line.split() if " " in line else list(line) for line in picture.strip("\n").split("\n")]


def sudoku(model):
    """The 81 characters of a plain Sudoku of 9x9; None for other models."""
    rules = model.get("rule", [])
    sets = rules[0].get("each", []) if len(rules) == 1 and rules[0].get("all-different") else []
    grid = model.get("grid", {})
    plain = grid.get("values") == "1..9" and sorted(sets) == ["block 3x3", "column", "row"]
    given = "".join(grid.get("given", "").split())
    return given if plain and len(given) == 81 and set(grid) <= {"values", "given", "rows", "columns"} else None


class Peers:
    """The installed peers; `folder` is for their inputs."""

    def __init__(self, folder, cspuz=None, noqx=None, tdoku=None):
        self.folder, self.cspuz, self.noqx, self.tdoku, self.files = folder, cspuz, noqx, None, 0
        self.clingo, self.qqwing = shutil.which("clingo"), shutil.which("qqwing")
        if noqx:
            sys.path.insert(0, str(noqx))
        if tdoku:
            self.tdoku = folder / "tdoku"
            sources = [tdoku / "src" / name for name in ("solver_dpll_triad_simd.cc", "util.cc")]
            options = ["-O3", "-std=c++17", "-march=native", "-I", tdoku / "include", "-I", tdoku / "src"]
            command = ["c++", *options, self.file(TDOKU, ".cc"), *sources, "-o", self.tdoku]
            subprocess.run(command, check=True)

    def missing(self):
        """The peers that are left out, each with the reason."""
        found = {"cspuz_core, no --cspuz RUN_SOLVER": self.cspuz, "noqx, no --noqx DIR": self.noqx, "tdoku, no --tdoku DIR": self.tdoku}
        found |= {"clingo, not installed": self.clingo, "qqwing, not installed": self.qqwing}
        return [name for name, present in found.items() if not present]

    def file(self, text, suffix):
        self.files += 1
        path = self.folder / f"peer{self.files}{suffix}"
        path.write_text(text)
        return path

    def commands(self, kind, path, address):
        """By the name of a peer: its command, its standard input, and what it prints for one solution."""
        model = tomllib.loads(path.read_text())
        digits, found = sudoku(model), {}
        if digits and not address:
            cells = [[None if digit == "." else digit for digit in digits]]
            address = f"https://puzz.link/p?sudoku/9/9/{numbers16(cells)}"
        if self.cspuz and address:
            found["cspuz_core"] = [self.cspuz, address], None, r"Status: Unique"
        if self.tdoku and digits:
            found["tdoku"] = [self.tdoku, digits], None, r"^1$"
        if self.qqwing and digits:
            given = self.file(digits + "\n", ".txt")
            found["qqwing"] = [self.qqwing, "--solve", "--count-solutions", "--nosolution"], given, r"puzzle is unique"
        if self.clingo and digits:
            marks = [(at // 9 + 1, at % 9 + 1, digit) for at, digit in enumerate(digits) if digit != "."]
            facts = "".join(f"clue({row}, {column}, {digit}).\n" for row, column, digit in marks)
            found["clingo"] = self.asp(grid_peers.SUDOKU + facts)
        if self.clingo and self.noqx and kind in NOQX:
            found["noqx, clingo"] = self.asp(self.program(NOQX[kind], model), "--trans-ext=dynamic", "--eq=1")
        return found

    def asp(self, program, *options):
        return [self.clingo, self.file(program, ".lp"), "2", *options], None, r"Models +: 1$"

    def program(self, name, model):
        """The clingo program of noqx for a model with one picture of numbers."""
        from noqx.manager import load_solver, modules
        from noqx.puzzle import Color, Point, Puzzle

        if name not in modules:
            load_solver("solver", name)
        (picture,) = model["picture"].values()
        puzzle = Puzzle(name, "")
        puzzle.row, puzzle.col = len(rows(picture)), len(rows(picture)[0])
        for place in ((row, column) for row in range(puzzle.row) for column in range(puzzle.col)):
            mark = rows(picture)[place[0]][place[1]]
            if mark not in (".", "_"):
                puzzle.text[Point(*place)] = int(mark) if mark.isdigit() else mark
            if "cells" in model["grid"] and rows(model["grid"]["cells"])[place[0]][place[1]] == "_":
                puzzle.surface[Point(*place)] = Color.GRAY
        return modules[name].solve(puzzle)
