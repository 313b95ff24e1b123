#!/usr/bin/env python3
"""Counts the solutions of Lights Out with all lights on, on hexagons, triangles and a graph, without Boardwright:
neighbours are found from the corners of cells in the plane, and all sets of presses are tried. Prints each model of
models/lights-out with its number of solutions, the fewest presses, and the number of solutions with so few.

    python3 tests/puzzles/lights_shapes.py > tests/puzzles/lights_shapes.tsv
"""


def hexagon(side):
    """The corners of the cells of a hexagon, in units that are exact."""
    cells = []
    for row in range(2 * side - 1):
        indent = abs(side - 1 - row)
        for column in range(2 * side - 1 - indent):
            x, y = 2 * column + indent, 3 * row
            cells.append({(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)})
    return cells


def triangle(side):
    cells = []
    for row in range(side):
        for column in range(2 * row + 1):
            x = side - 1 - row + column
            up = {(x + 1, row), (x, row + 1), (x + 2, row + 1)}
            down = {(x, row), (x + 2, row), (x + 1, row + 1)}
            cells.append(down if column % 2 else up)
    return cells


def beside(cells, corners):
    """For each cell, itself and those that share at least as many corners, as bits."""
    return [sum(1 << j for j, b in enumerate(cells) if len(a & b) >= corners) for a in cells]


def petersen():
    edges = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    edges += [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
    reach = [1 << i for i in range(10)]
    for a, b in edges:
        reach[a] |= 1 << b
        reach[b] |= 1 << a
    return reach


def count(reach):
    lights = (1 << len(reach)) - 1
    presses, state, found, before = 0, lights, {}, 0
    for number in range(1 << len(reach)):
        code = number ^ number >> 1
        if number:
            button = (code ^ before).bit_length() - 1
            state ^= reach[button]
        before = code
        if state == 0:
            presses = bin(code).count("1")
            found[presses] = found.get(presses, 0) + 1
    return sum(found.values()), min(found, default=None), found[min(found)] if found else 0


def main():
    for name, reach in (
        ("hexagon", beside(hexagon(3), 2)),
        ("triangle", beside(triangle(4), 2)),
        ("triangle-corners", beside(triangle(4), 1)),
        ("petersen", petersen()),
    ):
        print(name, *count(reach), sep="\t")


if __name__ == "__main__":
    main()
