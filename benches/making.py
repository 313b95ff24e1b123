#!/usr/bin/env python3
"""Makes puzzles with computed clues and prints the CPU time of each genre: median and worst of ten seeds.

    cargo build --release && python3 benches/making.py [--seeds N] [--program PATH] [GENRE...]

Every puzzle is checked with `check`: it must have one solution. The models are in
`benches/making`; each is the rules of a genre on a board of side 10 (Killer Sudoku: 9; Numberlink: 8; Dominosa: 9 x 10),
without a clue.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

import harness

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "making")
FLAGS = {
    "cave": ["--fill", "clue"],
    "nurikabe": ["--fill", "clue"],
    "slitherlink": ["--fill", "clue"],
    "heyawake": ["--fill", "room,count", "--sizes", "3..8"],
    "masyu": ["--fill", "pearl"],
    "tapa": ["--fill", "clue"],
    "star-battle": ["--fill", "room", "--rooms", "10", "--sizes", "4..16"],
    "kakuro": ["--fill", "total"],
    "norinori": ["--fill", "room"],
    "nonogram": ["--fill", "clues"],
    "killer": ["--fill", "cage,total", "--sizes", "1..4"],
    "arukone": ["--fill", "clue"],
    "numberlink": ["--fill", "clue"],
    "bridges": ["--fill", "island"],
    "galaxies": ["--fill", "star"],
    "dominosa": ["--fill", "number"],
    "suguru": ["--fill", "room,grid", "--sizes", "4..6"],
    "ripple": ["--fill", "room,grid", "--sizes", "1..5"],
}
# The quickest of them, for `--smoke`.
SMOKE = ["nonogram", "dominosa", "galaxies", "tapa", "slitherlink"]


def timed(command):
    """Returns the CPU time, the exit code and the error message of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("genres", nargs="*", metavar="GENRE", default=list(FLAGS))
    parser.add_argument("--seeds", type=int, default=10)
    arguments = parser.parse_args()
    program = arguments.program
    seeds, genres = (1, SMOKE) if arguments.smoke else (arguments.seeds, arguments.genres)
    print("| puzzle | flags | median | worst | clues |")
    print("| --- | --- | ---: | ---: | --- |")
    for genre in genres:
        times, clues, failed = [], [], 0
        for seed in range(1, seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                made = os.path.join(folder, "made.toml")
                model = os.path.join(FOLDER, genre + ".toml")
                limits = ["--time-limit", "60s", "--seed", str(seed), "-o", made]
                time, run = timed([program, "generate", "--from", model, *FLAGS[genre], *limits])
                times.append(time)
                if run.returncode != 0:
                    failed += 1
                    print(f"{genre}, seed {seed}: {run.stderr.strip()}", file=sys.stderr)
                    continue
                check = subprocess.run([program, "check", made], capture_output=True, text=True)
                if "unique" not in check.stdout:
                    sys.exit(f"{genre}, seed {seed}: {check.stdout}{check.stderr}")
                lines = open(made).read().splitlines()
                words = [line.split() for line in lines if line.startswith("# ") and " clues of " in line]
                clues += [int(found[1]) for found in words if found[1].isdigit()][:1]
        number = f"{min(clues)} to {max(clues)}" if clues else "all stay"
        note = f", {failed} failed" if failed else ""
        flags = " ".join(FLAGS[genre])
        print(f"| {genre} | `{flags}` | {statistics.median(times):.2f} | {max(times):.2f}{note} | {number} |", flush=True)


if __name__ == "__main__":
    main()
