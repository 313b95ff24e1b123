"""Run every benchmark script of this folder once at its smallest size, on models of the repository.

    cargo build --release && python3 benches/smoke.py [--program PATH] [SCRIPT...]

A script is a Python file with a command line, or a C or C++ file, which is compiled and run on a known number. What is missing,
such as a peer that is not installed, is printed as `skipped: ...` and is no failure. Exits with 1 if a script fails.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import harness
from harness import ROOT

FOLDER = ROOT / "benches"
# Files without a command line of their own, a file that `lights_peers.py` compiles and runs, and this one.
PARTS = {"harness.py", "real_peers.py", "lights_m4ri.c", "smoke.py"}
# Seconds until a script counts as failed.
LIMIT = 120


def native(path, program):
    """Compiles a program and compares what it counts; returns the error, or None."""
    compiler = {".c": "cc", ".cpp": "g++"}[path.suffix]
    if not shutil.which(compiler):
        return harness.skip(f"{path.name} needs {compiler}")
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder, path.stem)
        run = subprocess.run([compiler, "-O1", path, "-o", binary], capture_output=True, text=True)
        if run.returncode:
            return run.stderr
        for arguments, count in NATIVE[path.name](program):
            run = subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=LIMIT)
            if run.returncode or str(count) not in run.stdout.split():
                return f"{' '.join(arguments)} printed {run.stdout.strip()!r}, expected {count}"
    return None


def queens(_):
    """8 queens: 92 boards (OEIS A000170)."""
    return [(["dlx", "8"], 92), (["bits", "8"], 92)]


def total_queens(program):
    """Sets of 4 queens that attack all cells of a board of side 6, as many as Boardwright counts."""
    model = FOLDER / "total_queens.toml"
    command = [program, "count", model, "--set", "n=6", "--set", "k=4", "--quiet"]
    counted = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [(["6", "4"], counted.split()[0])]


def hardest_lights(_):
    """No pattern of 9x9 lights needs 39 presses (docs/results.md)."""
    return [(["4"], 0)]


NATIVE = {"hardest_lights.cpp": hardest_lights, "queens.c": queens, "total_queens.cpp": total_queens}


def script(path, program):
    """Runs a script; returns the error, or None."""
    command = [sys.executable, path, "--smoke", "--program", program]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"no end after {LIMIT} s"
    for line in run.stderr.splitlines():
        if line.startswith("skipped: "):
            print(f"  {line}", flush=True)
    return f"exit code {run.returncode}\n{run.stdout}{run.stderr}" if run.returncode else None


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT", help="names of files (default: all)")
    arguments = parser.parse_args()
    if not arguments.program.exists():
        parser.error(f"{arguments.program} does not exist; build it with `cargo build --release`")
    files = [path for path in sorted(FOLDER.iterdir()) if path.suffix in (".py", ".c", ".cpp") and path.name not in PARTS]
    unknown = set(arguments.scripts) - {path.name for path in files}
    if unknown:
        parser.error(f"unknown script: {', '.join(sorted(unknown))}")
    failed = 0
    for path in files:
        if arguments.scripts and path.name not in arguments.scripts:
            continue
        began = time.monotonic()
        print(path.name, flush=True)
        error = (script if path.suffix == ".py" else native)(path, arguments.program.resolve())
        failed += error is not None
        print(f"  {'failed: ' + error if error else 'ok'}, {time.monotonic() - began:.1f} s", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
