"""Time single tasks beside other programs, and with one thread and two.

    cargo build --release && python3 benches/tasks.py [--runs N] [--program PATH]

Peers: the two programs of `benches/queens.c`, which `cc` compiles, and qqwing from the PATH. Each time is the minimum of N alternating runs of the whole
process: CPU time is user and system time (`os.wait4`), elapsed time is of the wall clock and means something only on a machine
without other work. Prints two Markdown tables. Exits with 1 if a program fails.
"""

import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import harness
from harness import ROOT

QUEENS = """puzzle = "grid"
grid = {{ rows = {n}, columns = {n}, values = [".", "Q"] }}
[[rule]]
each = ["row", "column"]
exactly = {{ Q = 1 }}
[[rule]]
each = ["diagonal", "antidiagonal"]
at-most = {{ Q = 1 }}
"""

SUDOKU = """puzzle = "grid"
grid = { rows = 9, columns = 9, values = "1..9" }
[[rule]]
each = ["row", "column", "block 3x3"]
all-different = true
"""

CONNECTED = """puzzle = "grid"
grid = {{ rows = {n}, columns = {n}, values = [".", "#"] }}
[[rule]]
connected = "#"
[[rule]]
each = "window 2x2"
at-most = {{ "#" = 3 }}
"""


def timed(commands):
    """CPU and elapsed seconds of commands one after the other."""
    cpu, began = 0.0, time.perf_counter()
    for command in commands:
        process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{command} ended with {process.returncode}")
        cpu += used.ru_utime + used.ru_stime
    return cpu, time.perf_counter() - began


def least(rivals, runs):
    """The least CPU and elapsed seconds of each list of commands."""
    best = [(math.inf, math.inf)] * len(rivals)
    for _ in range(runs):
        best = [tuple(map(min, known, timed(commands))) for known, commands in zip(best, rivals)]
    return best


def compiled(folder):
    """The program of `queens.c`, or None without a compiler."""
    if not shutil.which("cc"):
        harness.skip("queens.c needs a C compiler (cc)")
        return None
    subprocess.run(["cc", "-O3", ROOT / "benches" / "queens.c", "-o", folder / "queens"], check=True)
    return folder / "queens"


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--runs", default=5, type=int)
    arguments = parser.parse_args()
    program, smoke = arguments.program, arguments.smoke
    runs = 1 if smoke else arguments.runs
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def file(name, text):
            path = folder / name
            path.write_text(text)
            return path

        counted, sides = ((6, 8), (10,)) if smoke else ((12, 14), (60, 100))
        peer = compiled(folder)
        qqwing = {"qqwing": [["qqwing", "--generate", 10]]} if shutil.which("qqwing") else {}
        if not qqwing:
            harness.skip("qqwing is not installed")
        queens = {n: file(f"queens-{n}.toml", QUEENS.format(n=n)) for n in counted}
        empty = file("sudoku.toml", SUDOKU)
        sudokus = [[program, "generate", "--from", empty, "--seed", seed] for seed in range(1, 2 if smoke else 11)]
        models = ROOT / "models"
        print("| task | ours, s | peer | peer, s | ratio |\n| --- | ---: | --- | ---: | ---: |")
        for task, own, peers in [
            *[(f"{n} queens counted", [[program, "count", queens[n]]], {kind: [[peer, kind, n]] for kind in ("dlx", "bits") if peer}) for n in queens],
            ("10 Sudokus without a clue to lose", sudokus, qqwing),
            *[(f"connected, {n}x{n}, as clauses", [[program, "compile", "--to", "cnf", file(f"connected-{n}.toml", CONNECTED.format(n=n))]], {}) for n in sides],
        ]:
            (ours, _), *theirs = least([own, *peers.values()], runs)
            rows = [(name, f"{cpu:.4f}", f"{ours / cpu:.2f}") for name, (cpu, _) in zip(peers, theirs)] or [("", "", "")]
            for name, cpu, ratio in rows:
                print(f"| {task} | {ours:.4f} | {name} | {cpu} | {ratio} |", flush=True)
        print("\n| task | CPU, s | with two threads | elapsed, s | with two threads | CPU ratio | elapsed ratio |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for task, command in [("6 queens counted", ["count", queens[6]])] if smoke else [
            ("6x10 counted", ["count", models / "dissection" / "pentominoes-6x10.toml"]),
            ("6x10 listed", ["solve", "--all", "--format", "jsonl", models / "dissection" / "pentominoes-6x10.toml"]),
            ("14 queens counted", ["count", queens[14]]),
            ("domination by queens, optimal boards counted", ["count", models / "grid" / "domination-queens.toml"]),
        ]:
            one, two = ([[program, *command, "--threads", threads]] for threads in (1, 2))
            (cpu, elapsed), (cpu2, elapsed2) = least([one, two], runs)
            print(f"| {task} | {cpu:.3f} | {cpu2:.3f} | {elapsed:.3f} | {elapsed2:.3f} | {cpu2 / cpu:.2f} | {elapsed2 / elapsed:.2f} |", flush=True)


if __name__ == "__main__":
    main()
