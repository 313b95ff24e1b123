#!/usr/bin/env python3
"""Times the example of each genre, and writes benches/genres.csv.

    cargo build --release && python3 benches/genre_times.py [--program PATH] [--smoke]

A row has the genre and the CPU seconds of `solve --limit 2` (user and system time of the whole process, the minimum of five
runs; most are start-up). Then `BLESS=1 cargo test --test contracts genres::` writes the column of docs/genres.md.
"""

import csv
import pathlib
import sys

import harness
from links import ROOT, run

RUNS = 5


def seconds(program: pathlib.Path, model: pathlib.Path) -> float:
    """Returns the CPU seconds of one run."""
    code, _, wrong, used = run([program, "solve", str(model), "--limit", "2"], "", None)
    if code != 0:
        sys.exit(f"{model} is not solved: {wrong}")
    return used


def main() -> None:
    arguments = harness.parser(__doc__).parse_args()
    models = sorted((ROOT / "models" / "genres").glob("*.toml"))
    if arguments.smoke:
        write(sys.stdout, arguments.program, models[:3], 1)
        return
    with (ROOT / "benches" / "genres.csv").open("w", newline="") as file:
        write(file, arguments.program, models, RUNS)


def write(file, program: pathlib.Path, models: list[pathlib.Path], runs: int) -> None:
    """Writes the table."""
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["genre", "seconds"])
    for model in models:
        rows.writerow([model.stem, f"{min(seconds(program, model) for _ in range(runs)):.3f}"])


if __name__ == "__main__":
    main()
