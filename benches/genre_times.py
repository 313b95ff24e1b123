#!/usr/bin/env python3
"""Times the example of each genre, and writes benches/genres.csv.

    benches/genre_times.py target/release/boardwright

A row has the genre and the CPU seconds of `solve --limit 2` (user and system time of the whole process, the minimum of five
runs; most are start-up). Then `BLESS=1 cargo test --test contracts genres::` writes the column of docs/genres.md.
"""

import csv
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 5


def seconds(program: str, model: pathlib.Path) -> float:
    """Returns the CPU seconds of one run."""
    child = subprocess.Popen([program, "solve", model, "--limit", "2"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{model} is not solved")
    return used.ru_utime + used.ru_stime


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    with (ROOT / "benches" / "genres.csv").open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["genre", "seconds"])
        for model in sorted((ROOT / "models" / "genres").glob("*.toml")):
            rows.writerow([model.stem, f"{min(seconds(program, model) for _ in range(RUNS)):.3f}"])


main()
