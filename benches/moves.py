"""Time and memory of the puzzles of positions with their targets, as a Markdown table.

    cargo build --release && python3 benches/moves.py [--only NAME] [--program PATH]

The start positions are those of models/moves: the English board with the middle hole vacant, Korf's problem 8, ten
Sokoban levels of our own, and position 51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo of M. Fogleman's database. Each plan is
proved shortest: the answer has to be `optimal` with the number of moves given here, which does not come from Boardwright
(Bergholt's 31 jumps, Korf 1985, tests/support/moves.py, Fogleman 2018). `verify` then replays the plan, and a replay of
our own checks that positions change in few cells. CPU and peak memory are those of the whole `solve` process.

Exits with 1 if an answer is wrong or a target is missed.
"""

import json
import os
import pathlib
import sys
import tempfile

import harness
from harness import ROOT

GIGABYTE = 1 << 30

# Model, moves or pushes, the most seconds of CPU, the most bytes, and the most cells that a move changes.
SOKOBAN = {1: 8, 2: 8, 3: 9, 4: 10, 5: 10, 6: 11, 7: 12, 8: 12, 9: 13, 10: 15}
TARGETS = [
    ("peg-solitaire", 31, 5, GIGABYTE, 3),
    ("fifteen-puzzle", 50, 120, 4 * GIGABYTE, 2),
    ("rush-hour", 51, 2, GIGABYTE, 6),
    *((f"sokoban-{level}", pushes, 10, GIGABYTE, 3) for level, pushes in SOKOBAN.items()),
]
# The quickest of them, for `--smoke`.
SMOKE = ["sokoban-1", "sokoban-2"]


def measured(arguments, output):
    """Runs a program; returns its exit code, its seconds of CPU and its peak of memory in bytes."""
    pid = os.fork()
    if pid == 0:
        os.dup2(output.fileno(), 1)
        os.execv(arguments[0], arguments)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def cells(row):
    return row.split() if " " in row.strip() else list(row)


def jumps(states, most):
    """Whether each position differs from the next in one to `most` cells."""
    boards = [[cell for row in state for cell in cells(row)] for state in states]
    return all(0 < sum(a != b for a, b in zip(one, two)) <= most for one, two in zip(boards, boards[1:]))


def run(program, name, moves, most):
    model = str(ROOT / "models" / "moves" / f"{name}.toml")
    with tempfile.TemporaryFile("w+") as output:
        code, seconds, memory = measured([program, "solve", model, "--format", "json"], output)
        output.seek(0)
        report = output.read()
    wrong = []
    if code != 0:
        return seconds, memory, [f"exit code {code}"]
    answer = json.loads(report)
    if (answer["answer"], answer["optimum"]) != ("optimal", moves):
        wrong.append(f"{answer['answer']} {answer['optimum']}")
    plan = answer["solutions"][0]
    if not jumps(plan["states"], most):
        wrong.append("a move changes too many cells")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as solution, open(os.devnull, "w") as nothing:
        solution.write(report)
        solution.flush()
        if measured([program, "verify", model, solution.name], nothing)[0] != 0:
            wrong.append("not verified")
    return seconds, memory, wrong


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--only", help="models whose name contains it")
    options = parser.parse_args()
    failed = False
    print("| model of `models/moves` | proved shortest | CPU | target | memory | |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, moves, limit, room, most in TARGETS:
        if options.only and options.only not in name or options.smoke and name not in SMOKE:
            continue
        seconds, memory, wrong = run(options.program, name, moves, most)
        if seconds > limit or memory > room:
            wrong.append("target missed")
        failed |= bool(wrong)
        target = f"{limit} s, {room // GIGABYTE} GB"
        print(f"| `{name}` | {moves} | {seconds:.2f} s | {target} | {memory >> 20} MB | {', '.join(wrong) or 'ok'} |")
    sys.exit(failed)


if __name__ == "__main__":
    main()
