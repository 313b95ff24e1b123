#!/usr/bin/env python3
"""Counts the solutions of models in models/grid with clingo, from rules that were written for each genre in answer set
programming, without Boardwright. Only the pictures and lists are read from the models.

    python3 tests/puzzles/grid_genres.py > tests/puzzles/grid_genres.tsv

Requires Python 3.11 and the package clingo. Prints each model with its number of solutions, at most 10.
"""
import pathlib
import sys
import tomllib

import clingo

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models" / "grid"
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
ARROWS = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1), "↗": (-1, 1), "↘": (1, 1), "↙": (1, -1), "↖": (-1, -1)}


def drawn(text):
    lines = [line for line in text.strip("\n").split("\n")]
    return [line.split() if " " in line.strip() else list(line) for line in lines]


class Board:
    def __init__(self, name):
        with open(MODELS / f"{name}.toml", "rb") as file:
            self.model = tomllib.load(file)
        self.rules = []
        grid = self.model["grid"]
        shape = grid.get("cells") or grid.get("given")
        if shape:
            rows = drawn(shape)
            self.cells = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "_"]
            self.height, self.width = len(rows), len(rows[0])
        else:
            if "rows" in grid:
                self.height, self.width = grid["rows"], grid["columns"]
            else:
                rows = drawn(next(iter(self.model["picture"].values())))
                self.height, self.width = len(rows), len(rows[0])
            self.cells = [(r, c) for r in range(self.height) for c in range(self.width)]
        for r, c in self.cells:
            self.say(f"cell({r},{c}).")
        self.say("side(R,C,R+1,C) :- cell(R,C), cell(R+1,C). side(R,C,R,C+1) :- cell(R,C), cell(R,C+1).")
        self.say("side(R,C,A,B) :- side(A,B,R,C).")

    def say(self, text):
        self.rules.append(text)

    def marks(self, name, table="picture"):
        rows = drawn(self.model.get(table, {}).get(name, ""))
        return {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x not in "._"}

    def given(self):
        rows = drawn(self.model["grid"].get("given", ""))
        return {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x not in "._"}

    def paint(self):
        self.say("{p(R,C)} :- cell(R,C). w(R,C) :- cell(R,C), not p(R,C). #show p/2.")

    def connected(self, what):
        self.say(f"r_{what}(R,C) :- {what}(R,C), (R,C) = #min {{ (A,B) : {what}(A,B) }}.")
        self.say(f"r_{what}(R,C) :- r_{what}(A,B), {what}(R,C), side(A,B,R,C).")
        self.say(f":- {what}(R,C), not r_{what}(R,C).")

    def ray(self, at, step):
        r, c = at[0] + step[0], at[1] + step[1]
        while 0 <= r < self.height and 0 <= c < self.width:
            yield r, c
            r, c = r + step[0], c + step[1]

    def sight(self, at, number, what):
        """So many cells in the four directions are `what`, without a gap."""
        for d, step in enumerate(SIDES):
            before = None
            for r, c in self.ray(at, step):
                body = f"{what}({r},{c})" + (f", see({at[0]},{at[1]},{before[0]},{before[1]},{d})" if before else "")
                self.say(f"see({at[0]},{at[1]},{r},{c},{d}) :- {body}.")
                before = (r, c)
        self.say(f":- #count {{ R,C : see({at[0]},{at[1]},R,C,D) }} != {number}.")

    def values(self, values):
        for value in values:
            self.say(f"value({quoted(value)}).")
        self.say("1 {h(R,C,V) : value(V)} 1 :- cell(R,C). #show h/3.")
        for (r, c), x in self.given().items():
            self.say(f":- not h({r},{c},{quoted(x)}).")

    def links(self):
        self.say("{l(R,C,A,B)} :- side(R,C,A,B), (R,C) < (A,B). #show l/4.")
        self.say("e(R,C,A,B) :- l(R,C,A,B). e(A,B,R,C) :- l(R,C,A,B). on(R,C) :- e(R,C,_,_).")

    def loop(self):
        self.links()
        self.say(":- on(R,C), #count { A,B : e(R,C,A,B) } != 2. :- not on(_,_).")
        self.say("r_on(R,C) :- on(R,C), (R,C) = #min { (A,B) : on(A,B) }. r_on(R,C) :- r_on(A,B), e(A,B,R,C).")
        self.say(":- on(R,C), not r_on(R,C).")

    def shapes(self, shapes, what):
        """Groups of cells that are `what`: each is a shape; every shape has a name. Returns the placements."""
        found = []
        for name, cells in shapes.items():
            seen = set()
            for flip in (False, True):
                for turn in range(4):
                    turned = [(c, r) if flip else (r, c) for r, c in cells]
                    for _ in range(turn):
                        turned = [(c, -r) for r, c in turned]
                    top, left = min(r for r, _ in turned), min(c for _, c in turned)
                    seen.add(tuple(sorted((r - top, c - left) for r, c in turned)))
            for form in seen:
                for r0 in range(self.height):
                    for c0 in range(self.width):
                        cells_there = [(r + r0, c + c0) for r, c in form]
                        if all(cell in self.cells for cell in cells_there):
                            found.append((name, cells_there))
        for index, (name, cells) in enumerate(found):
            self.say(f'place({index},"{name}").')
            for r, c in cells:
                self.say(f"covers({index},{r},{c}).")
        self.say("{put(I)} :- place(I,_). :- cell(R,C), 2 {put(I) : covers(I,R,C)}. #show put/1.")
        self.say(f"{what}(R,C) :- put(I), covers(I,R,C).")
        self.say("in(I,R,C) :- put(I), covers(I,R,C).")

    def count(self, limit=10):
        control = clingo.Control([str(limit), "--project=show"], logger=lambda *_: None)
        control.add("base", [], "\n".join(self.rules))
        control.ground([("base", [])])
        found = 0
        with control.solve(yield_=True) as handle:
            for _ in handle:
                found += 1
        return found


def quoted(value):
    return value if value.lstrip("-").isdigit() else f'"{value}"'


def regions(board, name, predicate="room"):
    for (r, c), x in board.marks(name).items():
        board.say(f'{predicate}({r},{c},"{x}").')


def nurimisaki(b):
    b.paint()
    b.connected("w")
    b.say("sq(R,C) :- cell(R,C), cell(R+1,C+1).")
    for x in "pw":
        b.say(f":- sq(R,C), {x}(R,C), {x}(R+1,C), {x}(R,C+1), {x}(R+1,C+1).")
    marks = b.marks("clue")
    for (r, c), x in marks.items():
        b.say(f"circle({r},{c}).")
        b.sight((r, c), int(x) - 1, "w")
    b.say("one(R,C) :- w(R,C), #count { A,B : side(R,C,A,B), w(A,B) } = 1.")
    b.say(":- circle(R,C), not one(R,C). :- one(R,C), not circle(R,C). :- circle(R,C), p(R,C).")


def cave(b):
    b.paint()
    b.connected("w")
    b.say(f"out(R,C) :- p(R,C), 1 {{ R = 0; C = 0; R = {b.height - 1}; C = {b.width - 1} }}.")
    b.say("out(R,C) :- out(A,B), side(A,B,R,C), p(R,C). :- p(R,C), not out(R,C).")
    for (r, c), x in b.marks("clue").items():
        b.say(f":- p({r},{c}).")
        b.sight((r, c), int(x) - 1, "w")


def canal_view(b):
    b.paint()
    b.connected("p")
    b.say(":- p(R,C), p(R+1,C), p(R,C+1), p(R+1,C+1).")
    for (r, c), x in b.marks("clue").items():
        b.say(f":- p({r},{c}).")
        b.sight((r, c), int(x), "p")


def norinori(b):
    b.paint()
    regions(b, "room")
    b.say(":- room(_,_,X), #count { R,C : room(R,C,X), p(R,C) } != 2.")
    b.say(":- p(R,C), #count { A,B : side(R,C,A,B), p(A,B) } != 1.")


def aqre(b):
    b.paint()
    b.connected("p")
    regions(b, "room")
    for room, number in b.model["list"]["painted"].items():
        if number != ".":
            b.say(f':- #count {{ R,C : room(R,C,"{room}"), p(R,C) }} != {number}.')
    for x in "pw":
        b.say(f":- {x}(R,C), {x}(R+1,C), {x}(R+2,C), {x}(R+3,C). :- {x}(R,C), {x}(R,C+1), {x}(R,C+2), {x}(R,C+3).")


def choco_banana(b):
    b.paint()
    b.say("alike(R,C,A,B) :- side(R,C,A,B), p(R,C), p(A,B). alike(R,C,A,B) :- side(R,C,A,B), w(R,C), w(A,B).")
    b.say("g(R,C,R,C) :- cell(R,C). g(R,C,A,B) :- g(R,C,D,E), alike(D,E,A,B).")
    # A group is a rectangle if no square of four has exactly three of its cells.
    b.say("bent(R,C) :- g(R,C,A,B), sq(D,E), 3 { g(R,C,D,E); g(R,C,D+1,E); g(R,C,D,E+1); g(R,C,D+1,E+1) } 3.")
    b.say("sq(R,C) :- cell(R,C), cell(R+1,C+1). :- p(R,C), bent(R,C). :- w(R,C), not bent(R,C).")
    for (r, c), x in b.marks("clue").items():
        b.say(f":- #count {{ A,B : g({r},{c},A,B) }} != {x}.")


def ripple_effect(b):
    b.values(["1", "2", "3", "4"])
    regions(b, "room")
    b.say("size(X,N) :- room(_,_,X), N = #count { R,C : room(R,C,X) }.")
    b.say(":- room(R,C,X), size(X,N), h(R,C,V), V > N.")
    b.say(":- room(R,C,X), room(A,B,X), (R,C) < (A,B), h(R,C,V), h(A,B,V).")
    b.say(":- h(R,C,V), h(R,D,V), C < D, D - C <= V. :- h(R,C,V), h(A,C,V), R < A, A - R <= V.")


def picture_cells(text):
    return [(r, c) for r, row in enumerate(drawn(text)) for c, x in enumerate(row) if x == "#"]


def statue_park(b):
    group = next(rule for rule in b.model["rule"] if "shapes" in rule)
    b.shapes({str(i): picture_cells(s["shape"]) for i, s in enumerate(group["shapes"])}, "p")
    b.say('name(X) :- place(_,X). :- name(X), #count { I : put(I), place(I,X) } != 1.')
    b.say(":- in(I,R,C), in(J,A,B), I != J, side(R,C,A,B). w(R,C) :- cell(R,C), not p(R,C).")
    b.connected("w")
    for (r, c), x in b.marks("pearl").items():
        b.say(f":- {'not ' if x == 'b' else ''}p({r},{c}).")


def little_killer(b):
    b.values(["1", "2", "3", "4", "5"])
    b.say(":- h(R,C,V), h(R,D,V), C < D. :- h(R,C,V), h(A,C,V), R < A.")
    for at, x in b.marks("sum").items():
        number, step = int("".join(k for k in x if k.isdigit())), ARROWS[x[-1]]
        cells = "; ".join(f"V,{r},{c} : h({r},{c},V)" for r, c in b.ray(at, step))
        b.say(f":- #sum {{ {cells} }} != {number}.")


def simple_loop(b):
    b.loop()
    b.say(":- cell(R,C), not on(R,C).")


def doppelblock(b):
    b.values(["#", "1", "2", "3"])
    for rows in (True, False):
        for i in range(b.height):
            cell = (lambda k: (i, k)) if rows else (lambda k: (k, i))
            for value in ["1", "2", "3"]:
                at = "; ".join(f"{k} : h({cell(k)[0]},{cell(k)[1]},{value})" for k in range(5))
                b.say(f":- #count {{ {at} }} != 1.")
            number = b.model["list"]["clue"]["rows" if rows else "columns"][i]
            for k in range(5):
                for m in range(k + 1, 5):
                    between = "; ".join(f"V,{j} : h({cell(j)[0]},{cell(j)[1]},V), V != \"#\"" for j in range(k + 1, m))
                    ends = f'h({cell(k)[0]},{cell(k)[1]},"#"), h({cell(m)[0]},{cell(m)[1]},"#")'
                    if number != ".":
                        b.say(f":- {ends}, #sum {{ {between or '0'} }} != {number}.")


def snake(b):
    b.paint()
    b.connected("p")
    tips = b.marks("tip")
    for r, c in tips:
        b.say(f"tip({r},{c}). :- not p({r},{c}).")
    b.say(":- tip(R,C), #count { A,B : side(R,C,A,B), p(A,B) } != 1.")
    b.say(":- p(R,C), not tip(R,C), #count { A,B : side(R,C,A,B), p(A,B) } != 2.")
    b.say(":- p(R,C), p(R+1,C+1), not p(R+1,C), not p(R,C+1), cell(R+1,C).")
    b.say(":- p(R,C+1), p(R+1,C), not p(R,C), not p(R+1,C+1), cell(R,C), cell(R+1,C+1).")
    counts = b.model["list"]["count"]
    for i, n in enumerate(counts["rows"]):
        if n != ".":
            b.say(f":- #count {{ C : p({i},C) }} != {n}.")
    for i, n in enumerate(counts["columns"]):
        if n != ".":
            b.say(f":- #count {{ R : p(R,{i}) }} != {n}.")


def pentominous(b):
    shapes = {rule["group"]: picture_cells(rule["shapes"][0]) for rule in b.model["rule"] if "shapes" in rule}
    b.shapes(shapes, "p")
    b.say(":- cell(R,C), not p(R,C). :- in(I,R,C), in(J,A,B), I != J, side(R,C,A,B), place(I,X), place(J,X).")
    for (r, c), x in b.given().items():
        b.say(f':- in(I,{r},{c}), not place(I,"{x}").')


def shakashaka(b):
    """Every cell is four quarters around its middle. White quarters that touch form areas; an area is a rectangle if
    around every point its white angle is 90, 180 or 360 degrees: here by sixteen half quarters around a point."""
    walls = {at for at, x in b.given().items() if x == "#"}
    halves = {"◤": (0, 3), "◥": (0, 1), "◢": (1, 2), "◣": (2, 3)}
    for r, c in b.cells:
        if (r, c) in walls:
            b.say(f'h({r},{c},"#").')
        else:
            b.say(f'1 {{ h({r},{c},V) : kind(V) }} 1.')
    b.say('kind("."). kind("◤"). kind("◥"). kind("◢"). kind("◣"). #show h/3.')
    # black(V,Q): the quarter at the top (0), right (1), bottom (2) or left (3) of a cell is black.
    for value, quarters in list(halves.items()) + [("#", (0, 1, 2, 3))]:
        for quarter in quarters:
            b.say(f'black("{value}",{quarter}).')
    # The eight quarters that touch the lower right corner of (r, c), clockwise from the one above the corner's left.
    around = [(0, 0, 2), (0, 0, 1), (0, 1, 3), (0, 1, 2), (1, 1, 0), (1, 1, 3), (1, 0, 1), (1, 0, 0)]
    for r in range(b.height - 1):
        for c in range(b.width - 1):
            for k, (dr, dc, quarter) in enumerate(around):
                b.say(f"q({r},{c},{k}) :- h({r + dr},{c + dc},V), not black(V,{quarter}).")
            for start in range(8):
                for length in (1, 3, 5, 6, 7):
                    body = [f"q({r},{c},{(start + k) % 8})" for k in range(length)]
                    ends = {(start - 1) % 8, (start + length) % 8}
                    body += [f"not q({r},{c},{k})" for k in sorted(ends)]
                    b.say(f":- {', '.join(body)}.")
    for (r, c), x in b.marks("clue").items():
        cells = "; ".join(f'{r + a},{c + d} : h({r + a},{c + d},V), V != ".", V != "#"' for a, d in SIDES
                          if (r + a, c + d) in b.cells)
        b.say(f":- #count {{ {cells} }} != {x}.")


def tapa(b):
    b.paint()
    b.connected("p")
    b.say(":- p(R,C), p(R+1,C), p(R,C+1), p(R+1,C+1).")
    for (r, c), x in b.marks("clue").items():
        b.say(f":- p({r},{c}).")
        ring = [(r + a, c + d) for a, d in RING]
        for mask in range(256):
            cells = [bool(mask >> k & 1) for k in range(8)]
            if any(on and cell not in b.cells for on, cell in zip(cells, ring)):
                continue
            runs = [8] if all(cells) else []
            if not all(cells):
                start = cells.index(False)
                turned = cells[start:] + cells[:start] + [False]
                length = 0
                for on in turned:
                    if not on and length:
                        runs.append(length)
                    length = length + 1 if on else 0
            if sorted(runs or [0]) != sorted(int(n) for n in x.split(",")):
                body = [f"{'' if on else 'not '}p({y},{z})" for on, (y, z) in zip(cells, ring)]
                b.say(f":- {', '.join(body)}.")


def creek(b):
    b.paint()
    b.connected("w")
    for (r, c), x in b.marks("count", "corner").items():
        cells = "; ".join(f"{y},{z} : p({y},{z})" for y in (r - 1, r) for z in (c - 1, c))
        b.say(f":- #count {{ {cells} }} != {x}.")


def castle_wall(b):
    b.loop()
    clues, sides = b.marks("clue"), b.marks("side")
    for at, x in clues.items():
        b.say(f":- on({at[0]},{at[1]}).")
        cells = list(b.ray(at, ARROWS[x[-1]]))
        links = "; ".join(f"{r},{c},{y},{z} : e({r},{c},{y},{z})" for (r, c), (y, z) in zip(cells, cells[1:]))
        b.say(f":- #count {{ {links or '0 : on(_,_), 1 = 2'} }} != {int(x[:-1])}.")
    # Outside is what can be reached from beyond the edge by steps that cross no line, between the points of the loop.
    b.say(f"corner(0..{b.height},0..{b.width}). out(0,0).")
    b.say("out(R,C+1) :- out(R,C), corner(R,C+1), not e(R-1,C,R,C). out(R,C-1) :- out(R,C), corner(R,C-1), not e(R-1,C-1,R,C-1).")
    b.say("out(R+1,C) :- out(R,C), corner(R+1,C), not e(R,C-1,R,C). out(R-1,C) :- out(R,C), corner(R-1,C), not e(R-1,C-1,R-1,C).")
    for (r, c), x in sides.items():
        b.say(f":- {'not ' if x == 'b' else ''}out({r},{c}).")


def galaxies(b):
    stars = list(b.marks("star", "anywhere"))
    for k, (y, x) in enumerate(stars):
        b.say(f"star({k},{y},{x}).")
        for r in {y // 2, (y + 1) // 2}:
            for c in {x // 2, (x + 1) // 2}:
                b.say(f":- not g({r},{c},{k}). r_g({r},{c},{k}).")
    b.say("1 {g(R,C,K) : star(K,_,_)} 1 :- cell(R,C). #show g/3.")
    b.say(":- g(R,C,K), star(K,Y,X), not g(Y-R,X-C,K).")
    b.say("r_g(R,C,K) :- r_g(A,B,K), side(A,B,R,C), g(R,C,K). :- g(R,C,K), not r_g(R,C,K).")


def bridges(b):
    islands = {at: int(x) for at, x in b.marks("island").items()}
    pairs = []
    for at in islands:
        for step in ((0, 1), (1, 0)):
            between = []
            for cell in b.ray(at, step):
                if cell in islands:
                    pairs.append((at, cell, between))
                    break
                between.append(cell)
    for k, (a, z, between) in enumerate(pairs):
        b.say(f"1 {{ b({k},0..2) }} 1. ends({k},{a[0]},{a[1]},{z[0]},{z[1]}).")
        for j, (_, _, other) in enumerate(pairs[:k]):
            if set(between) & set(other):
                b.say(f":- b({k},M), b({j},N), M > 0, N > 0.")
    for (r, c), number in islands.items():
        b.say(f"island({r},{c}).")
        own = "; ".join(f"N,{k} : b({k},N)" for k, (a, z, _) in enumerate(pairs) if (r, c) in (a, z))
        b.say(f":- #sum {{ {own} }} != {number}.")
    first = next(iter(islands))
    b.say(f"r({first[0]},{first[1]}). r(C,D) :- r(A,B), ends(K,A,B,C,D), b(K,N), N > 0.")
    b.say("r(A,B) :- r(C,D), ends(K,A,B,C,D), b(K,N), N > 0. :- island(R,C), not r(R,C). #show b/2.")


def easy_as_abc(b):
    b.values([".", "A", "B", "C"])
    for letter in "ABC":
        b.say(f':- row(R), #count {{ C : h(R,C,"{letter}") }} != 1. :- col(C), #count {{ R : h(R,C,"{letter}") }} != 1.')
    b.say("row(R) :- cell(R,_). col(C) :- cell(_,C).")
    n = b.height
    for side, letters in b.model["list"]["seen"].items():
        for i, letter in enumerate(letters):
            cells = {"left": [(i, k) for k in range(n)], "right": [(i, n - 1 - k) for k in range(n)],
                     "top": [(k, i) for k in range(n)], "bottom": [(n - 1 - k, i) for k in range(n)]}[side]
            for k, (r, c) in enumerate(cells):
                before = "".join(f', h({y},{x},".")' for y, x in cells[:k])
                if letter != ".":
                    b.say(f':- h({r},{c},V), V != ".", V != "{letter}"{before}.')


def aquarium(b):
    b.paint()
    regions(b, "tank", "tank")
    b.say(":- tank(R,C,X), tank(A,B,X), p(R,C), w(A,B), A >= R.")
    water = b.model["list"]["water"]
    for i, n in enumerate(water["rows"]):
        if n != ".":
            b.say(f":- #count {{ C : p({i},C) }} != {n}.")
    for i, n in enumerate(water["columns"]):
        if n != ".":
            b.say(f":- #count {{ R : p(R,{i}) }} != {n}.")


def word_square(b):
    words = next(rule for rule in b.model["rule"] if "words" in rule)["words"]
    size = b.height
    words = sorted(word for word in words if len(word) == size)
    for k, word in enumerate(words):
        for i, letter in enumerate(word):
            b.say(f'letter({k},{i},"{letter}").')
    b.say(f"1 {{ across(R,W) : letter(W,0,_) }} 1 :- R = 0..{size - 1}. 1 {{ down(C,W) : letter(W,0,_) }} 1 :- C = 0..{size - 1}.")
    b.say(":- across(R,W), down(C,U), letter(W,C,X), letter(U,R,Y), X != Y. #show across/2.")
    for (r, c), x in b.given().items():
        b.say(f':- across({r},W), not letter(W,{c},"{x}").')


def crossword(b):
    """Black cells part words; a stretch of two letters or more is a word."""
    rule = next(rule for rule in b.model["rule"] if "words" in rule)
    letters = sorted({letter for word in rule["words"] for letter in word})
    b.values([*letters, "#"])
    for word in set(rule["words"]):
        b.say(f'word({len(word)},"{word}").')
        for i, letter in enumerate(word):
            b.say(f'letter("{word}",{i},"{letter}").')
    b.say('black(R,C) :- h(R,C,"#"). out(R,C) :- black(R,C).')
    n, m = b.height, b.width
    b.say(f"out(-1,C) :- C = 0..{m - 1}. out({n},C) :- C = 0..{m - 1}. out(R,-1) :- R = 0..{n - 1}. out(R,{m}) :- R = 0..{n - 1}.")
    for name, dr, dc in [("across", 0, 1), ("down", 1, 0)]:
        b.say(f"{name}(R,C,0,R,C) :- cell(R,C), not black(R,C), out(R-{dr},C-{dc}).")
        b.say(f"{name}(R,C,K+1,A+{dr},B+{dc}) :- {name}(R,C,K,A,B), cell(A+{dr},B+{dc}), not black(A+{dr},B+{dc}).")
        b.say(f"{name}_size(R,C,K+1) :- {name}(R,C,K,A,B), out(A+{dr},B+{dc}).")
        b.say(f"1 {{ {name}_word(R,C,W) : word(K,W) }} 1 :- {name}_size(R,C,K), K > 1.")
        b.say(f":- {name}_word(R,C,W), {name}(R,C,K,A,B), letter(W,K,X), not h(A,B,X).")
    b.say(f":- #count {{ R,C : black(R,C) }} != {next(rule['exactly']['#'] for rule in b.model['rule'] if 'exactly' in rule)}.")


def undead(b):
    b.values(["G", "V", "Z"])
    for key, monster in [("ghosts", "G"), ("vampires", "V"), ("zombies", "Z")]:
        b.say(f':- #count {{ R,C : h(R,C,"{monster}") }} != {b.model["parameter"][key]}.')
    mirrors = b.marks("mirror")
    n, m = b.height, b.width
    starts = {"left": [((r, -1), (0, 1)) for r in range(n)], "right": [((r, m), (0, -1)) for r in range(n)],
              "top": [((-1, c), (1, 0)) for c in range(m)], "bottom": [((n, c), (-1, 0)) for c in range(m)]}
    for side, numbers in b.model["list"]["seen"].items():
        for ((r, c), (dr, dc)), number in zip(starts[side], numbers):
            terms, mirrored = [], False
            while True:
                r, c = r + dr, c + dc
                if not (0 <= r < n and 0 <= c < m):
                    break
                if (r, c) in mirrors:
                    (dr, dc), mirrored = ((-dc, -dr) if mirrors[r, c] == "/" else (dc, dr)), True
                    continue
                for monster in "GZ" if mirrored else "VZ":
                    terms.append(f'1,{len(terms)} : h({r},{c},"{monster}")')
            if number != "." and terms:
                b.say(f":- #sum {{ {'; '.join(terms)} }} != {number}.")


def barns(b):
    b.links()
    for r, c in b.marks("ice"):
        b.say(f"ice({r},{c}).")
    for y, x in b.marks("wall", "between"):
        b.say(f":- e({y // 2},{x // 2},{(y + 1) // 2},{(x + 1) // 2}).")
    b.say(":- cell(R,C), not on(R,C). :- cell(R,C), not ice(R,C), #count { A,B : e(R,C,A,B) } != 2.")
    b.say(":- ice(R,C), e(R,C,A,B), not e(R,C,2*R-A,2*C-B).")
    # The walk along the loop, from its first line on.
    b.say("w(R,C,A,B) :- (R,C,A,B) = #min { (X,Y,Z,W) : e(X,Y,Z,W) }. w(A,B,X,Y) :- w(R,C,A,B), e(A,B,X,Y), not ice(A,B).")
    b.say("w(A,B,2*A-R,2*B-C) :- w(R,C,A,B), ice(A,B). w(A,B,R,C) :- w(R,C,A,B).")
    b.say(":- e(R,C,A,B), not w(R,C,A,B).")


GENRES = [aqre, aquarium, barns, bridges, canal_view, castle_wall, cave, choco_banana, creek, crossword, doppelblock, easy_as_abc, galaxies,
          little_killer, norinori, nurimisaki, pentominous, ripple_effect, shakashaka, simple_loop, snake, statue_park, tapa,
          undead, word_square]

if __name__ == "__main__":
    wanted = sys.argv[1:]
    for genre in GENRES:
        name = genre.__name__.replace("_", "-")
        if not wanted or name in wanted:
            board = Board(name)
            genre(board)
            print(f"{name}\t{board.count()}", flush=True)
