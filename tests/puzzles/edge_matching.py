#!/usr/bin/env python3
"""Counts the ways to fill boards with coloured tiles by trying all tiles cell by cell, without Boardwright.

    python3 tests/puzzles/edge_matching.py > tests/puzzles/edge_matching.tsv

Requires Python 3.11. Prints, separated by tabs: rows, columns, whether tiles are turned and mirrored, the colour of the border
(or "-"), the tiles, the given tiles by cell (or "-"), the number of fillings, and their number up to turns and flips of the
board, where a flip counts if it maps the set of tiles to itself (with given tiles and on a single row: "-"). The first line is the model
models/grid/edge-matching.toml.
"""
import pathlib
import random
import tomllib
from collections import Counter

MODEL = pathlib.Path(__file__).resolve().parents[2] / "models" / "grid" / "edge-matching.toml"


def turned(tile):
    return tile[-1] + tile[:-1]


def mirrored(tile):
    return tile[0] + tile[3] + tile[2] + tile[1]


def ways(tile, turn, mirror):
    found = {tile}
    if mirror:
        found.add(mirrored(tile))
    if turn:
        for _ in range(3):
            found |= {turned(way) for way in found}
    return found


def fillings(rows, columns, turn, mirror, border, tiles, given):
    name = {tile: min(ways(tile, turn, mirror)) for tile in tiles}
    left = Counter(name[tile] for tile in tiles)
    lying = {tile: sorted(ways(tile, turn, mirror)) for tile in left}
    board = {}

    def fits(way, r, c):
        top, right, bottom, side = way
        above, beside = board.get((r - 1, c)), board.get((r, c - 1))
        return ((above[2] == top if above else border in ("-", top)) and (beside[1] == side if beside else border in ("-", side))
                and (r + 1 < rows or border in ("-", bottom)) and (c + 1 < columns or border in ("-", right))
                and given.get((r, c), way) == way)

    def fill(place):
        if place == rows * columns:
            yield tuple(board[r, c] for r in range(rows) for c in range(columns))
            return
        r, c = divmod(place, columns)
        for tile in left:
            if left[tile]:
                left[tile] -= 1
                for way in lying[tile]:
                    if fits(way, r, c):
                        board[r, c] = way
                        yield from fill(place + 1)
                        del board[r, c]
                left[tile] += 1

    yield from fill(0)


def orbits(rows, columns, found):
    """The orbits of fillings under the motions that keep the set of all of them."""
    def quarter(size, filling):
        n, m = size
        return (m, n), tuple(turned(filling[(n - 1 - c) * m + r]) for r in range(m) for c in range(n))

    def flip(size, filling):
        n, m = size
        return size, tuple(mirrored(filling[r * m + m - 1 - c]) for r in range(n) for c in range(m))

    everything = set(found)
    images = []
    for filling in found:
        size, of = (rows, columns), []
        for _ in range(2):
            for _ in range(4):
                of.append(filling if size == (rows, columns) else None)
                size, filling = quarter(size, filling)
            size, filling = flip(size, filling)
        images.append(of)
    kept = [motion for motion in range(8) if all(of[motion] in everything for of in images)]
    return len({min(of[motion] for motion in kept) for of in images})


def random_tiles(seed, rows, columns, colours, border):
    chance = random.Random(seed)
    def line(height, width, edge):
        return [[chance.choice(colours) if 0 < edge(r, c) < edge(height, width) or border == "-" else border
                 for c in range(width)] for r in range(height)]
    across = line(rows + 1, columns, lambda r, c: r if r != rows + 1 else rows)
    down = line(rows, columns + 1, lambda r, c: c if c != columns + 1 else columns)
    tiles = [across[r][c] + down[r][c + 1] + across[r + 1][c] + down[r][c] for r in range(rows) for c in range(columns)]
    return [random.Random(seed + index).choice(sorted(ways(tile, True, False))) for index, tile in enumerate(tiles)]


def show(rows, columns, turn, mirror, border, tiles, given):
    found = list(fillings(rows, columns, turn, mirror, border, tiles, given))
    up_to = "-" if given or rows == 1 else orbits(rows, columns, found) if found else 0
    fixed = " ".join(f"r{r + 1}c{c + 1}={tile}" for (r, c), tile in given.items()) or "-"
    print(rows, columns, str(turn).lower(), str(mirror).lower(), border, " ".join(tiles), fixed, len(found), up_to, sep="\t")


if __name__ == "__main__":
    model = tomllib.loads(MODEL.read_text())
    grid, tiles = model["grid"], model["tiles"]
    drawn = [row.split() for row in grid["given"].strip().split("\n")]
    given = {(r, c): tile for r, row in enumerate(drawn) for c, tile in enumerate(row) if tile != "."}
    show(len(drawn), len(drawn[0]), tiles.get("turn", False), tiles.get("mirror", False), tiles.get("border", "-"), tiles["set"], given)
    for rows, columns, colours, border, turn, mirror, seed in [
        (2, 2, "ab", "a", True, False, 1), (2, 2, "abc", "-", True, False, 2), (2, 3, "abc", "-", True, False, 3),
        (2, 3, "ab", "a", True, True, 4), (3, 3, "abcd", "a", True, False, 5), (3, 3, "abc", "a", True, False, 6),
        (3, 3, "abc", "b", True, True, 7), (1, 4, "abc", "-", True, True, 8), (3, 4, "abcd", "d", True, False, 9),
        (2, 4, "ab", "-", False, False, 10), (2, 4, "ab", "-", False, True, 11), (4, 4, "abcdef", "a", True, False, 12),
    ]:
        show(rows, columns, turn, mirror, border, random_tiles(seed, rows, columns, colours, border), {})
