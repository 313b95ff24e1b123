"""Time Boardwright beside cspuz_core on published puzzles, kind by kind.

    cargo build --release && python3 benches/real.py [FILE...] [--cspuz RUN_SOLVER] [--runs N] [--only KIND] [--program PATH]

FILE is a list of puzzles as `benches/links.py` reads it: JSON with `{"kind", "url"}` or `{"game", "id"}`, or text with a link or
`game id` on each line. The puzzles do not come with Boardwright. Without a FILE, the puzzles are the models of `models/grid`,
without a peer. RUN_SOLVER is the program `run_solver` of cspuz_core (https://github.com/semiexp/cspuz_core, built with
`cargo build --release --bin run_solver`). Game IDs of Simon Tatham's collection are converted to links for it.

Both programs solve the puzzle and prove its solution unique: Boardwright with `solve --limit 2` from the imported model,
cspuz_core from the link. CPU time is user and system time of the whole process (`os.wait4`), the minimum of N runs that
alternate. Prints a Markdown table with a line for each kind (median and worst time, geometric mean and worst of the ratios,
peak memory), then the slowest puzzles. Exits with 1 if a program does not call a puzzle unique.
"""

import argparse
import math
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from links import ROOT, puzzles, run


def spread(runs, blanks, width):
    """The cells of a game ID: letters are runs of empty cells, other words are clues."""
    cells = []
    for word in re.findall(blanks, runs):
        cells += [None] * (ord(word) - 96) if word.isalpha() and word.islower() else [] if word == "_" else [word]
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def numbers16(cells):
    """Numbers as puzz.link writes them in `number16`: a hexadecimal digit or `-` and two, runs of empty cells as letters."""
    text, empty = "", 0
    for cell in [cell for row in cells for cell in row] + ["end"]:
        if cell is None and empty < 20:
            empty += 1
            continue
        text += chr(ord("f") + empty) if empty else ""
        empty = 1 if cell is None else 0
        if cell not in (None, "end"):
            text += f"{int(cell):x}" if int(cell) < 16 else f"-{int(cell):02x}"
    return text


def four_cells(cells):
    """Numbers 0 to 4 as puzz.link writes them with the empty cells that follow (`4cell`); None and "B" (a wall)."""
    flat, text, at = [cell for row in cells for cell in row], "", 0
    while at < len(flat):
        if flat[at] is None:
            length = 1
            while length < 20 and at + length < len(flat) and flat[at + length] is None:
                length += 1
            text += chr(ord("f") + length)
            at += length
        elif flat[at] == "B":
            text, at = text + ".", at + 1
        else:
            follow = 0
            while follow < 2 and at + follow + 1 < len(flat) and flat[at + follow + 1] is None:
                follow += 1
            text += f"{int(flat[at]) + 5 * follow:x}"
            at += follow + 1
    return text


def link(game, text):
    """The puzz.link address of a game ID, if both collections have the puzzle."""
    size, _, body = text.partition(":")
    width, height = (int(side or 0) for side in re.match(r"(\d+)x?(\d*)", size).groups())
    height = height or width
    address = lambda kind, data, w=width, h=height: f"https://puzz.link/p?{kind}/{w}/{h}/{data}"
    if game == "lightup":
        return address("akari", four_cells(spread(body, r"[a-z]|[0-9]|B", width)))
    if game == "slant":
        return address("gokigen", four_cells(spread(body, r"[a-z]|[0-9]", width + 1)))
    if game == "range":
        return address("kurodoko", numbers16(spread(body, r"[a-z]|_|\d+", width)))
    if game == "singles":
        value = lambda letter: letter if letter.isdigit() else str(ord(letter) - 87)
        return address("hitori", "".join(f"{int(value(c)):x}" if int(value(c)) < 16 else f"-{int(value(c)):02x}" for c in body))
    if game == "pearl":
        # Three cells a digit of base 3: no circle, white, black.
        flat = [cell for row in spread(body, r"[a-z]|[BW]", width) for cell in row]
        digits = [{None: 0, "W": 1, "B": 2}[cell] for cell in flat]
        digits += [0] * (-len(digits) % 3)
        code = "0123456789abcdefghijklmnopqrstuvwxyz"
        return address("masyu", "".join(code[9 * a + 3 * b + c] for a, b, c in zip(*[iter(digits)] * 3)))
    return None


def timed(command, limit):
    """CPU seconds, memory in MB and standard output; no seconds where the limit was met."""
    with tempfile.TemporaryFile() as out:
        cap = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=cap)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        seconds = used.ru_utime + used.ru_stime if process.returncode in (0, 1) else None
        return seconds, used.ru_maxrss / 1024, out.read().decode()


def best(commands, runs, limit):
    """The least time and memory of each command over alternating runs, and its last output."""
    results = [[None, 0.0, ""] for _ in commands]
    for turn in range(runs):
        for result, command in zip(results, commands):
            if command and (turn == 0 or (result[0] is not None and result[0] < 10)):
                seconds, memory, result[2] = timed(command, limit)
                if seconds is not None:
                    result[0] = min(seconds, result[0] or math.inf)
                    result[1] = memory if turn == 0 else min(memory, result[1])
    return results


def listed(files, folder):
    """Kind, name, model file and link of each puzzle that can be imported."""
    for kind, text, known in puzzles(files):
        code, model, _, _ = run([PROGRAM, "import", "-"], text, 60)
        name = known.get("id", text) if "url" in known else text
        if code:
            print(f"not imported: {kind} {name[:60]}", file=sys.stderr)
            continue
        path = folder / f"{len(list(folder.iterdir()))}.toml"
        if kind == "mines" and known.get("text"):
            # A link cannot say how many mines there are; the text does, behind the size.
            model += f'\n[[rule]]\nname = "all mines"\nexactly = {{ "*" = {known["text"].split()[2]} }}\n'
        path.write_text(model)
        yield kind, name, path, known["url"] if "url" in known else link(*text.split(" ", 1))


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    global PROGRAM
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--cspuz", metavar="RUN_SOLVER")
    parser.add_argument("--program", default=ROOT / "target" / "release" / "boardwright", type=pathlib.Path)
    parser.add_argument("--runs", default=5, type=int)
    parser.add_argument("--time-limit", default=60, type=int, metavar="SECONDS")
    parser.add_argument("--only", metavar="KIND", action="append")
    parser.add_argument("--option", metavar="OPTION", action="append", default=[], help="for `boardwright solve`")
    arguments = parser.parse_args()
    PROGRAM = arguments.program
    with tempfile.TemporaryDirectory() as folder:
        found = list(listed(arguments.files, pathlib.Path(folder)))
        if not arguments.files:
            models = sorted((ROOT / "models" / "grid").glob("*.toml"))
            found = [("models/grid", path.stem, path, None) for path in models]
        kinds, slow, wrong = {}, [], []
        for kind, name, path, address in found:
            if arguments.only and kind.split()[0] not in arguments.only:
                continue
            ours = [PROGRAM, "solve", "--limit", "2", "--format", "json", *arguments.option, path]
            theirs = [arguments.cspuz, address] if arguments.cspuz and address else None
            one, two = best([ours, theirs], arguments.runs, arguments.time_limit)
            if arguments.files and one[0] is not None and not re.search(r'"complete": ?true', one[2]):
                wrong.append(f"{kind} {name[:60]}: Boardwright does not call it unique")
            if theirs and two[0] is not None and "Status: Unique" not in two[2]:
                wrong.append(f"{kind} {name[:60]}: cspuz_core: {two[2].strip()[:60] or 'no answer'}")
                two[0] = None
            kinds.setdefault(kind, []).append((one, two))
            slow.append((one[0] or math.inf, two[0], kind, name))
            print(f"{kind} {name[:50]}: {one[0]} {two[0]}", file=sys.stderr)
    print("| kind | puzzles | median s | worst s | MB | peer: median s | worst s | ratio | worst ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind, results in kinds.items():
        shown = lambda times: (f"{statistics.median(times):.4f}", f"{max(times):.3f}") if times else ("", "")
        a, b = shown([one[0] or math.inf for one, _ in results]), shown([two[0] for _, two in results if two[0]])
        ratios = [one[0] / two[0] for one, two in results if one[0] and two[0]]
        ratio = (f"{geometric(ratios):.2f}", f"{max(ratios):.2f}") if ratios else ("", "")
        memory = max(one[1] for one, _ in results)
        print(f"| {kind} | {len(results)} | {a[0]} | {a[1]} | {memory:.0f} | {b[0]} | {b[1]} | {ratio[0]} | {ratio[1]} |")
    print("\nThe slowest:\n")
    for seconds, peer, kind, name in sorted(slow, reverse=True, key=lambda row: row[0])[:30]:
        print(f"- {kind} {name[:60]}: {seconds:.3f} s" + (f", peer {peer:.3f} s" if peer else ""))
    print("\n".join(["", *wrong]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
