#!/usr/bin/env python3
"""Counts tilings by hexiamonds and tetrahexes, without Boardwright: the pieces are grown cell by cell, and a search
over sets of cells as bits places them. Prints each model of models/dissection with its number of tilings.

    python3 tests/puzzles/polyforms.py > tests/puzzles/polyforms.tsv
"""


# A triangle is (a, b, 0) or (a, b, 1), pointing up or down; its three sides lead to the other kind.
def triangle_sides(cell):
    a, b, down = cell
    if down:
        return [(a, b, 0), (a + 1, b, 0), (a, b + 1, 0)]
    return [(a, b, 1), (a - 1, b, 1), (a, b - 1, 1)]


def triangle_images(cell):
    """The cell under the six permutations of its three coordinates, each also after a half turn."""
    a, b, down = cell
    x, y, z = 3 * a + 1 + down, 3 * b + 1 + down, -3 * a - 3 * b - 2 - 2 * down
    images = []
    for p, q, _ in [(x, y, z), (y, z, x), (z, x, y), (x, z, y), (z, y, x), (y, x, z)]:
        for sign in (1, -1):
            u, v = sign * p, sign * q
            turned = (u - 1) % 3
            images.append(((u - 1 - turned) // 3, (v - 1 - turned) // 3, turned))
    return images


# A hexagon is (q, r), with six neighbours.
def hexagon_sides(cell):
    q, r = cell
    return [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]


def hexagon_images(cell):
    q, r = cell
    images = []
    for _ in range(6):
        images += [(q, r), (r, q)]
        q, r = -r, q + r
    return images


def moved(cells):
    a, b = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    return tuple(sorted((cell[0] - a, cell[1] - b, *cell[2:]) for cell in cells))


def turned(piece, images):
    return {moved(image) for image in zip(*map(images, piece))}


def pieces(size, first, sides, images):
    found = {min(turned([first], images))}
    for _ in range(size - 1):
        larger = set()
        for piece in found:
            for cell in piece:
                for beside in sides(cell):
                    if beside not in piece:
                        larger.add(min(turned([*piece, beside], images)))
        found = larger
    return sorted(found)


def tilings(board, pieces, images):
    index = {cell: number for number, cell in enumerate(sorted(board))}
    first = [[] for _ in index]
    extent = max(max(cell[0], cell[1]) for cell in board) + 1
    for number, piece in enumerate(pieces):
        for shape in turned(piece, images):
            for down in range(extent):
                for right in range(extent):
                    cells = [(c[0] + down, c[1] + right, *c[2:]) for c in shape]
                    if all(cell in index for cell in cells):
                        mask = sum(1 << index[cell] for cell in cells)
                        first[(mask & -mask).bit_length() - 1].append((number, mask))
    full = (1 << len(index)) - 1

    def fill(covered, used):
        if covered == full:
            return 1
        cell = (~covered & (covered + 1)).bit_length() - 1
        return sum(
            fill(covered | mask, used | 1 << piece)
            for piece, mask in first[cell]
            if not used >> piece & 1 and not covered & mask
        )

    return fill(0, 0)


def main():
    hexiamonds = pieces(6, (0, 0, 0), triangle_sides, triangle_images)
    tetrahexes = pieces(4, (0, 0), hexagon_sides, hexagon_images)
    assert (len(hexiamonds), len(tetrahexes)) == (12, 7)
    for rows, columns in ((4, 9), (6, 6)):
        board = [(a, b, down) for a in range(columns) for b in range(rows) for down in (0, 1)]
        print(f"hexiamonds-{rows}x{columns}", tilings(board, hexiamonds, triangle_images), sep="\t")
    board = [(q, r) for r in range(4) for q in range(7)]
    print("tetrahexes-4x7", tilings(board, tetrahexes, hexagon_images), sep="\t")
    board = [(q, r) for r in range(7) for q in range(7 - r)]
    print("tetrahexes-triangle", tilings(board, tetrahexes, hexagon_images), sep="\t")


if __name__ == "__main__":
    main()
