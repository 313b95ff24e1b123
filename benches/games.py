"""Generate game IDs with the programs of Simon Tatham's collection, import and solve each, and prove its solution unique.

    cargo build --release && python3 benches/games.py [--count N] [--program PATH] [--time-limit SECONDS] [--only GAME]

Requires the Debian package sgt-puzzles; its programs generate without a display. All games of the list promise one solution (Mines,
which is opened click by click, does not). The IDs are new in every run; benches/links.py prints the table, and below it the IDs
that fail. A run with --count 12 (sgt-puzzles 20230122): 780 IDs of 26 games, all imported, solved and unique.
A run with --only loopy --count 4 on all tilings of that version: 128 IDs, all of them too.
"""

import pathlib
import subprocess
import sys
import tempfile

import harness

# The parameters of boards that are generated within a second or two.
GAMES = {
    "bridges": ["7x7m2", "10x10m2", "7x7L"],
    "dominosa": ["3", "6"],
    "filling": ["9x7", "13x9"],
    "galaxies": ["7x7", "10x10"],
    "keen": ["4", "6"],
    "lightup": ["7x7", "10x10"],
    "loopy": ["7x7t0", "7x7t1", "7x7t2", "10x10t0dt", "7x7t1dn", "7x7t2dh",
              *(f"{size}t{tiling}dt" for tiling in range(3, 16) for size in ("4x4", "6x6"))],
    "magnets": ["6x5", "8x7"],
    "map": ["15x10n20", "20x15n30"],
    "mosaic": ["8x8", "10x10"],
    "net": ["5x5", "7x7"],
    "palisade": ["5x5n5", "8x6n6"],
    "pattern": ["10x10", "15x15"],
    "pearl": ["6x6", "8x8"],
    "range": ["9x6", "11x8"],
    "rect": ["7x7", "11x11"],
    "signpost": ["4x4", "5x5c", "6x6"],
    "singles": ["5x5", "8x8"],
    "slant": ["5x5", "8x8"],
    "solo": ["3x3", "2x3", "3x3x", "9j", "3x3k", "3x3xk", "9jx", "9jk"],
    "tents": ["8x8", "10x10"],
    "towers": ["4", "6"],
    "tracks": ["8x8", "10x8"],
    "undead": ["4x4", "5x5"],
    "unequal": ["4", "6", "5a"],
    "unruly": ["8x8", "10x10"],
}


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--count", type=int, default=10, help="IDs for each kind of board")
    parser.add_argument("--folder", default="/usr/games", help="the folder of the programs")
    parser.add_argument("--only", help="one game")
    options, further = parser.parse_known_args()
    further += ["--program", options.program]
    games = {game: boards[:1] for game, boards in GAMES.items()} if options.smoke else GAMES
    options.count = 1 if options.smoke else options.count
    missing = [game for game in games if not pathlib.Path(f"{options.folder}/sgt-{game}").exists()]
    if missing:
        harness.skip(f"not installed (Debian package sgt-puzzles): {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        for game, boards in games.items():
            if game in missing:
                continue
            if options.only in (None, game):
                lines = []
                for board in boards:
                    command = [f"{options.folder}/sgt-{game}", "--generate", str(options.count), board]
                    run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
                    lines += [f"{game} {id}" for id in run.stdout.split()]
                pathlib.Path(folder, f"{game}.txt").write_text("\n".join(lines) + "\n")
        links = pathlib.Path(__file__).with_name("links.py")
        return subprocess.run([sys.executable, links, folder, *further]).returncode


if __name__ == "__main__":
    sys.exit(main())
