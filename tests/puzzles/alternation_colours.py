#!/usr/bin/env python3
"""Counts shortest plans of alternation with letters as pieces, without Boardwright: breadth first over strings, with
the number of ways to each string. A plan ends at the first accepted string that it meets. Prints start, goal, block,
whether a block is reversed, the fewest moves ("-" when no plan exists) and the number of shortest plans.

    python3 tests/puzzles/alternation_colours.py > tests/puzzles/alternation_colours.tsv
"""

import random


def accepted(row, goal):
    if isinstance(goal, list):
        return row in goal
    run = row.strip(".")
    if "." in run:
        return False
    colours = len(set(run))
    if goal == "alternating":
        return all(a != b for a, b in zip(run, run[1:]))
    if goal == "cyclic":
        period = run[:colours]
        return len(set(period)) == colours and all(run[i] == period[i % colours] for i in range(len(run)))
    return sum(a != b for a, b in zip(run, run[1:])) == colours - 1


def after(row, block, reverse):
    gap = "." * block
    for source in range(len(row) - block + 1):
        moved = row[source : source + block]
        if "." in moved:
            continue
        landed = moved[::-1] if reverse else moved
        for target in range(len(row) - block + 1):
            if row[target : target + block] == gap:
                emptied = row[:source] + gap + row[source + block :]
                yield emptied[:target] + landed + emptied[target + block :]


def shortest(start, goal, block, reverse):
    layer, seen, moves = {start: 1}, {start}, 0
    while layer:
        plans = sum(ways for row, ways in layer.items() if accepted(row, goal))
        if plans:
            return moves, plans
        following = {}
        for row, ways in layer.items():
            for successor in after(row, block, reverse):
                if successor not in seen:
                    following[successor] = following.get(successor, 0) + ways
        seen.update(following)
        layer, moves = following, moves + 1
    return "-", 0


NAMED = [
    ("AABBCC..", "alternating", 2, False),
    ("AABBCC..", "cyclic", 2, False),
    ("AAABBBCCC..", "alternating", 2, False),
    ("AAABBBCCC..", "cyclic", 2, False),
    ("ABCABC..", "separated", 2, False),
    ("ABCDABCD..", "separated", 2, False),
    ("AABBCCDD..", "cyclic", 2, False),
    ("AABBCC..", ["..ABCABC", "ABCABC.."], 2, False),
]


def games():
    yield from NAMED
    chance = random.Random(17)
    for _ in range(120):
        letters = "".join(sorted(chance.sample("ABCDRWXZ", chance.choice([2, 3, 3, 3, 4]))))
        block = chance.choice([1, 2, 2, 2, 3])
        pieces = [chance.choice(letters) for _ in range(chance.randint(3, 7))]
        row = pieces + ["." * block] + ["."] * chance.randint(0, 1)
        chance.shuffle(row)
        start = "".join(row)
        goal = chance.choice(["alternating", "cyclic", "separated", []])
        if goal == []:
            for _ in range(chance.randint(1, 3)):
                other = list(start)
                chance.shuffle(other)
                goal.append("".join(other))
        yield start, goal, block, chance.random() < 0.3


def main():
    for start, goal, block, reverse in games():
        moves, plans = shortest(start, goal, block, reverse)
        listed = ",".join(goal) if isinstance(goal, list) else goal
        print(start, listed, block, str(reverse).lower(), moves, plans, sep="\t")


if __name__ == "__main__":
    main()
