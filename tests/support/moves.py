"""Counts shortest plans of models/moves by breadth-first search over strings. Shares no code with the program.

Run it without arguments: it prints the fewest moves, the number of plans and the positions seen for some puzzles, and the fewest
pushes and their plans for the Sokoban models. Figures of 2026: knights (16, 4726784), Rush Hour (51, 191226816) with 4780
positions in all, eight-puzzle (31, 40).
"""

import glob
import os
import tomllib


def shortest(start, moves, is_goal):
    """Returns the fewest moves, the number of plans, and the number of positions seen."""
    layer, seen, depth = {start: 1}, {start}, 0
    while layer:
        plans = sum(ways for position, ways in layer.items() if is_goal(position))
        if plans:
            return depth, plans, len(seen)
        following = {}
        for position, ways in layer.items():
            for after in set(moves(position)):
                if after not in seen:
                    following[after] = following.get(after, 0) + ways
        seen |= following.keys()
        layer, depth = following, depth + 1
    return None, 0, len(seen)


def knight_moves(board):
    steps = [(a * p, b * q) for a, b in ((1, 2), (2, 1)) for p in (1, -1) for q in (1, -1)]
    for at, piece in enumerate(board):
        row, column = divmod(at, 3)
        for down, right in steps if piece != "." else ():
            r, c = row + down, column + right
            if 0 <= r < 3 and 0 <= c < 3 and board[r * 3 + c] == ".":
                after = list(board)
                after[at], after[r * 3 + c] = ".", piece
                yield "".join(after)


def car_moves(board):
    for car in set(board) - {"."}:
        cells = [at for at in range(36) if board[at] == car]
        step = cells[1] - cells[0]
        for sign in (1, -1):
            length = 1
            while True:
                front = (max(cells) if sign > 0 else min(cells)) + sign * step * length
                if not 0 <= front < 36 or (step == 1 and front // 6 != cells[0] // 6) or board[front] != ".":
                    break
                after = ["." if held == car else held for held in board]
                for cell in cells:
                    after[cell + sign * step * length] = car
                yield "".join(after)
                length += 1


def tile_moves(board):
    row, column = divmod(board.index("."), 3)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = row + down, column + right
        if 0 <= r < 3 and 0 <= c < 3:
            after = list(board)
            after[row * 3 + column], after[r * 3 + c] = after[r * 3 + c], "."
            yield "".join(after)


def pushes(start, goal):
    """Returns the fewest pushes, the number of plans and the number of positions, up to the keeper's region."""
    rows = [list(row) for row in start]
    floor = {(r, c) for r, row in enumerate(rows) for c, held in enumerate(row) if held != "_"}
    boxes = frozenset(at for at in floor if rows[at[0]][at[1]] == "$")
    keeper = next(at for at in floor if rows[at[0]][at[1]] == "@")
    targets = frozenset((r, c) for r, row in enumerate(goal) for c, held in enumerate(row) if held == "$")
    around = ((0, 1), (1, 0), (0, -1), (-1, 0))

    def region(boxes, at):
        seen, waiting = {at}, [at]
        while waiting:
            r, c = waiting.pop()
            for down, right in around:
                following = (r + down, c + right)
                if following in floor and following not in boxes and following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return seen

    def moves(position):
        boxes, keeper = position
        reached = region(boxes, keeper)
        for r, c in boxes:
            for down, right in around:
                to = (r + down, c + right)
                if (r - down, c - right) in reached and to in floor and to not in boxes:
                    after = boxes - {(r, c)} | {to}
                    yield after, min(region(after, (r, c)))

    return shortest((boxes, min(region(boxes, keeper))), moves, lambda position: position[0] == targets)


if __name__ == "__main__":
    print("knights", shortest("w.w...b.b", knight_moves, lambda board: board == "b.b...w.w"))
    jam = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF."
    print("rush-hour", shortest(jam, car_moves, lambda board: board[16:18] == "AA"))
    print("rush-hour, all positions", shortest(jam, car_moves, lambda board: False)[2])
    print("eight-puzzle", shortest("8672543.1", tile_moves, lambda board: board == "12345678."))
    folder = os.path.join(os.path.dirname(__file__), "..", "..", "models", "moves")
    for path in sorted(glob.glob(os.path.join(folder, "sokoban-*.toml"))):
        with open(path, "rb") as file:
            model = tomllib.load(file)
        level = pushes(model["grid"]["start"].split(), model["goal"]["cells"].split())
        assert level[:2] == (model["expect"]["optimum"], model["expect"]["count"]), path
        print(os.path.basename(path), level)
