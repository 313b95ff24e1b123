#!/usr/bin/env python3
"""Times the example of each genre, and writes benches/genres.csv.

    benches/genre_times.py target/release/boardwright

A row has the genre and the CPU seconds of `solve --limit 2` (user and system time of the whole process, the minimum of five
runs; most are start-up). Then `BLESS=1 cargo test --test contracts genres::` writes the column of docs/genres.md.
"""

import csv
import pathlib
import sys

from links import ROOT, run

RUNS = 5


def seconds(program: str, model: pathlib.Path) -> float:
    """Returns the CPU seconds of one run."""
    code, _, wrong, used = run([program, "solve", str(model), "--limit", "2"], "", None)
    if code != 0:
        sys.exit(f"{model} is not solved: {wrong}")
    return used


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
