#!/usr/bin/env python3
"""Measures how far each model of models/sequences reaches, and writes benches/sequences.csv.

    cargo build --release && python3 benches/sequences.py [--seconds SECONDS] [--program PATH] [--smoke]

A model gets SECONDS of CPU time (default: 60) for all its terms. A row has the model, the seconds, the last value of the
parameter whose term was complete, and the CPU seconds of that term. Then `BLESS=1 cargo test --test contracts sequences::`
writes the table of docs/sequences.md.
"""

import csv
import os
import pathlib
import re
import subprocess
import sys
import time

import harness
from harness import ROOT

FILE = ROOT / "benches" / "sequences.csv"
TICKS = os.sysconf("SC_CLK_TCK")


def used(pid: int) -> float:
    """Returns the CPU seconds of a process, its threads included."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def reach(program: pathlib.Path, model: pathlib.Path, seconds: float) -> tuple[int, float] | None:
    """Returns the last complete term and its CPU seconds."""
    text = model.read_text()
    name = re.search(r'sequence = \{ parameter = "(\w+)"', text).group(1)
    first = re.search(r"from = (\d+)", text)
    last = re.search(rf"parameter\.{name} = .*max = (\d+)", text).group(1)
    values = f"{name}={first.group(1) if first else 1}..{last}"
    child = subprocess.Popen([program, "sequence", model, "--set", values, "-q"], stdout=subprocess.PIPE)
    os.set_blocking(child.stdout.fileno(), False)
    before, result, text = 0.0, None, b""
    while True:
        ended = child.poll() is not None
        text += child.stdout.read() or b""
        *lines, text = text.split(b"\n")
        now = before if ended else max(before, used(child.pid))
        for line in lines:
            row = re.match(rb"\s*(\d+)\s+(\d+|no solution)(\s|$)", line)
            if row:
                result, before = (int(row.group(1)), now - before), now
        if ended or now > seconds:
            break
        time.sleep(0.01)
    if child.poll() is None:
        child.kill()
    child.wait()
    return result


def write(file, program: pathlib.Path, models: list[pathlib.Path], seconds: float) -> None:
    """Writes the table."""
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["model", "limit", "last", "seconds"])
    for model in models:
        found = reach(program, model, seconds)
        last, took = found if found else ("", 0.0)
        rows.writerow([model.stem, f"{seconds:g}", last, f"{took:.2f}"])
        file.flush()


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    models = sorted((ROOT / "models" / "sequences").glob("*.toml"))
    if arguments.smoke:
        write(sys.stdout, arguments.program, models[:2], 0.3)
        return
    with FILE.open("w", newline="") as file:
        write(file, arguments.program, models, arguments.seconds)


if __name__ == "__main__":
    main()
