"""Counts of models on boards that are not of squares, by exhaustive search that shares nothing with the program.

Run it to check the counts that the models in models/grid quote: it prints each count and fails if one differs.
"""
from itertools import product
from math import gcd

SIX = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def hexagon(side):
    """The rows of a hexagon, in axial coordinates."""
    span = range(-side + 1, side)
    return [[(r, q) for q in span if abs(r + q) < side] for r in span]


def lines_of(cells):
    lines = {}
    for r, q in cells:
        for key in (("row", r), ("falling", q), ("rising", r + q)):
            lines.setdefault(key, set()).add((r, q))
    return list(lines.values())


def most_queens(cells):
    """The largest number of cells without two in a line, and the number of ways."""
    lines = lines_of(cells)
    of = {cell: [i for i, line in enumerate(lines) if cell in line] for cell in cells}
    best = [0, 0]

    def search(index, used, count):
        if count + len(cells) - index < best[0]:
            return
        if index == len(cells):
            if count > best[0]:
                best[:] = [count, 0]
            best[1] += count == best[0]
            return
        own = of[cells[index]]
        if not any(line in used for line in own):
            search(index + 1, used | set(own), count + 1)
        search(index + 1, used, count)

    search(0, frozenset(), 0)
    return tuple(best)


def latin(rows, given, values):
    cells = [cell for row in rows for cell in row]
    lines = lines_of(cells)
    peers = {c: set().union(*[line for line in lines if c in line]) - {c} for c in cells}
    held = dict(given)
    if any(held.get(p) == value for c, value in given.items() for p in peers[c]):
        return 0
    free = [cell for cell in cells if cell not in given]

    def search(index):
        if index == len(free):
            return 1
        cell, total = free[index], 0
        for value in values:
            if all(held.get(p) != value for p in peers[cell]):
                held[cell] = value
                total += search(index + 1)
                del held[cell]
        return total

    return search(0)


def connected(cells):
    cells = set(cells)
    found = {next(iter(cells))}
    todo = list(found)
    while todo:
        r, q = todo.pop()
        near = {(r + a, q + b) for a, b in SIX} & cells - found
        found |= near
        todo += near
    return len(found) == len(cells)


def slitherlinks(rows, clues):
    """Loops around connected sets of cells whose outside is connected."""
    cells = [cell for row in rows for cell in row]
    around = set(cells) | {(r + a, q + b) for r, q in cells for a, b in SIX}
    total = 0
    for bits in range(1, 1 << len(cells)):
        inside = {cell for i, cell in enumerate(cells) if bits >> i & 1}

        def sides(cell):
            r, q = cell
            return sum(((r + a, q + b) in inside) != (cell in inside) for a, b in SIX)

        if all(sides(cell) == clue for cell, clue in clues.items()):
            total += connected(inside) and connected(around - inside)
    return total


def picture(rows, text):
    words = [line.split() for line in text.strip().splitlines()]
    cells = [(cell, word) for row, line in zip(rows, words) for cell, word in zip(row, line)]
    return {cell: int(word) for cell, word in cells if word != "."}


def triangles(side):
    cells = {(r, x) for r in range(side) for x in range(2 * r + 1)}
    near = {}
    for r, x in cells:
        other = [(r, x - 1), (r, x + 1), (r + 1, x + 1) if x % 2 == 0 else (r - 1, x - 1)]
        near[r, x] = [cell for cell in other if cell in cells]
    return near


def petersen():
    edges = [(i, (i + 1) % 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    near = {vertex: [] for vertex in range(10)}
    for a, b in edges + [(i, 5 + i) for i in range(5)]:
        near[a].append(b)
        near[b].append(a)
    return near


def independent(near):
    """The numbers of independent sets by size."""
    cells = sorted(near)
    counts = {}

    def search(index, chosen):
        if index == len(cells):
            counts[len(chosen)] = counts.get(len(chosen), 0) + 1
            return
        search(index + 1, chosen)
        if not any(cell in chosen for cell in near[cells[index]]):
            search(index + 1, chosen | {cells[index]})

    search(0, frozenset())
    return counts


def colourings(near, colours):
    cells = sorted(near)
    return sum(
        all(held[a] != held[b] for a in cells for b in near[a])
        for held in product(range(colours), repeat=len(cells))
    )


def no_three_in_line(side, points):
    places = list(product(range(side), repeat=3))
    lines = set()
    for i, a in enumerate(places):
        for b in places[i + 1:]:
            step = [y - x for x, y in zip(a, b)]
            parts = gcd(gcd(abs(step[0]), abs(step[1])), abs(step[2]))
            step = [part // parts for part in step]
            line = [tuple(x + k * d for x, d in zip(a, step)) for k in range(-side, side + 1)]
            line = [i for i, place in enumerate(places) if place in line]
            if len(line) > 2:
                lines.add(tuple(line))
    total = 0

    def search(index, chosen, left):
        nonlocal total
        if left == 0:
            total += 1
            return
        if len(places) - index < left:
            return
        with_it = chosen | {index}
        if all(sum(i in with_it for i in line) < 3 for line in lines if index in line):
            search(index + 1, with_it, left - 1)
        search(index + 1, chosen, left)

    search(0, frozenset(), points)
    return len(lines), total


def main():
    side3 = hexagon(3)
    latin_given = picture(side3, "1 . 4\n5 3 . .\n. . . . .\n. . . 5\n3 . .")
    loop = picture(side3, "0 . 2\n. 3 . .\n1 . . 5 .\n. 1 . 4\n. . .")
    side4 = [cell for row in hexagon(4) for cell in row]
    checks = [
        ("hexagonal-latin-square", latin(side3, latin_given, range(1, 6)), 1),
        ("hexagonal-slitherlink", slitherlinks(side3, loop), 1),
        ("hexagonal-queens", most_queens(side4), (7, 28)),
        ("independent-triangles", sum(independent(triangles(4)).values()), 2385),
        ("petersen-colours", colourings(petersen(), 3), 120),
        ("petersen-independent", max(independent(petersen()).items()), (4, 5)),
        ("no-three-in-line-space", no_three_in_line(3, 16), (49, 2)),
    ]
    for name, found, expected in checks:
        print(name, found)
        assert found == expected, (name, found, expected)


if __name__ == "__main__":
    main()
