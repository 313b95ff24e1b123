"""What the scripts share: the options `--program` and `--smoke`, links of the repository's models, reports of what is skipped.

Modules without a command line: this file and `real_peers.py`.
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target" / "release" / "boardwright"


def parser(documentation):
    """A parser with the options that all scripts have."""
    made = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--program", default=RELEASE, type=pathlib.Path, help="the program (default: the release build)")
    made.add_argument("--smoke", action="store_true", help="run once at the smallest size, on models of the repository")
    return made


def skip(reason):
    """Reports a peer, a file or a part that is left out; `smoke.py` prints such lines."""
    print(f"skipped: {reason}", file=sys.stderr, flush=True)


def link(program, genre):
    """The puzz.link address of the example of a genre."""
    model = ROOT / "models" / "genres" / f"{genre}.toml"
    command = [program, "export", model, "--to", "puzz.link"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
