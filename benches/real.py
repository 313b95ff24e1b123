"""Time Boardwright beside other solvers on published puzzles, kind by kind.

    cargo build --release && python3 benches/real.py [FILE...] [--cspuz RUN_SOLVER] [--noqx DIR] [--tdoku DIR]
        [--runs N] [--only KIND] [--program PATH]

FILE is a list of puzzles as `benches/links.py` reads it: JSON with `{"kind", "url"}` or `{"game", "id"}`, or text with a link or
`game id` on each line. The puzzles do not come with Boardwright. Without a FILE, the puzzles are the models of `models/grid`
and Sudokus that Boardwright generates from the seeds 1 to 10.

The peers (`real_peers.py`): RUN_SOLVER is the program `run_solver` of cspuz_core (https://github.com/semiexp/cspuz_core, built
with `cargo build --release --bin run_solver`); the others are the repositories of noqx (https://github.com/T0nyX1ang/noqx) and
tdoku (https://github.com/t-dillon/tdoku), and clingo and qqwing from the PATH.

All programs solve the puzzle and prove its solution unique: Boardwright with `solve --limit 2` from the imported model. CPU
time is user and system time of the whole process (`os.wait4`), the minimum of N runs that alternate. Prints a Markdown table
with a line for each kind and program (median and worst time, peak memory, and for peers the geometric mean and the worst of
the ratios of our time to theirs), then the slowest puzzles. Less memory than Python's own, some 13 MB, is not measured. Exits
with 1 if a program does not call a puzzle unique.
"""

import math
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

import harness
from links import ROOT, puzzles, run
from real_peers import Peers, link

SUDOKU = """puzzle = "grid"
[grid]
rows = 9
columns = 9
values = "1..9"
[[rule]]
each = ["row", "column", "block 3x3"]
all-different = true
"""
SEEDS = range(1, 11)


def timed(command, given, limit):
    """CPU seconds, memory in MB and standard output; no seconds where the limit was met."""
    with tempfile.TemporaryFile() as out, open(given or os.devnull) as read:
        process = subprocess.Popen(command, stdin=read, stdout=out, stderr=subprocess.DEVNULL)
        # Not in the child before it starts: a copy of Python would add two milliseconds.
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        # clingo ends with 10 to 30.
        seconds = used.ru_utime + used.ru_stime if process.returncode in (0, 1, 10, 20, 30) else None
        return seconds, used.ru_maxrss / 1024, out.read().decode()


def best(commands, runs, limit):
    """The least time and memory of each command over alternating runs, and its last output."""
    results = [[None, 0.0, ""] for _ in commands]
    for turn in range(runs):
        for result, (command, given, _) in zip(results, commands):
            if turn == 0 or (result[0] is not None and result[0] < 10):
                seconds, memory, result[2] = timed(command, given, limit)
                if seconds is not None:
                    result[0] = min(seconds, result[0] or math.inf)
                    result[1] = memory if turn == 0 else min(memory, result[1])
    return results


def own(folder, smoke):
    """The models of the project, and generated Sudokus, without links."""
    models = sorted((ROOT / "models" / "grid").glob("*.toml"))
    for path in models[:3] if smoke else models:
        yield "models/grid", path.stem, path, None
    empty = folder / "sudoku.toml"
    empty.write_text(SUDOKU)
    for seed in SEEDS[:1] if smoke else SEEDS:
        path = folder / f"generated{seed}.toml"
        command = [PROGRAM, "generate", "--from", empty, "--seed", str(seed), "-o", path]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        yield "sudoku, generated", f"seed {seed}", path, None


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


def figures(results):
    """Median and worst time, and memory, of (time, memory) pairs."""
    times = [seconds or math.inf for seconds, _ in results]
    return f"{statistics.median(times):.4f} | {max(times):.3f} | {max(memory for _, memory in results):.0f}"


def main():
    global PROGRAM
    parser = harness.parser(__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--cspuz", metavar="RUN_SOLVER")
    parser.add_argument("--noqx", metavar="DIR", type=pathlib.Path)
    parser.add_argument("--tdoku", metavar="DIR", type=pathlib.Path)
    parser.add_argument("--runs", default=5, type=int)
    parser.add_argument("--time-limit", default=60, type=int, metavar="SECONDS")
    parser.add_argument("--only", metavar="KIND", action="append")
    parser.add_argument("--option", metavar="OPTION", action="append", default=[], help="for `boardwright solve`")
    arguments = parser.parse_args()
    PROGRAM = arguments.program
    arguments.runs = 1 if arguments.smoke else arguments.runs
    kinds, slow, wrong = {}, [], []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as inputs:
        folder = pathlib.Path(folder)
        peers = Peers(pathlib.Path(inputs), arguments.cspuz, arguments.noqx, arguments.tdoku)
        for name in peers.missing():
            harness.skip(f"{name}")
        for kind, name, path, address in listed(arguments.files, folder) if arguments.files else own(folder, arguments.smoke):
            if arguments.only and kind.split()[0].strip(",") not in arguments.only:
                continue
            ours = [PROGRAM, "solve", "--limit", "2", "--format", "json", *arguments.option, path]
            meant = r'"complete": ?true' if kind != "models/grid" else ""
            commands = {"Boardwright": (ours, None, meant), **peers.commands(kind, path, address)}
            results = dict(zip(commands, best(commands.values(), arguments.runs, arguments.time_limit)))
            first = results["Boardwright"]
            for program, result in results.items():
                if result[0] is not None and not re.search(commands[program][2], result[2], re.MULTILINE):
                    wrong.append(f"{kind} {name[:60]}: {program} does not call it unique: {result[2].strip()[:60]}")
                    result[0] = None
                ratio = first[0] / result[0] if first[0] and result[0] else None
                kinds.setdefault(kind, {}).setdefault(program, []).append((result[0], result[1], ratio))
            times = {program: result[0] for program, result in results.items()}
            slow.append((first[0] or math.inf, kind, name, times))
            print(f"{kind} {name[:50]}: {times}", file=sys.stderr)
    print("| kind | program | puzzles | median s | worst s | MB | ratio | worst ratio |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind, programs in kinds.items():
        for program, results in programs.items():
            ratios = [ratio for *_, ratio in results if ratio and program != "Boardwright"]
            ratio = f"{geometric(ratios):.2f} | {max(ratios):.2f}" if ratios else "|"
            shown = figures([(seconds, memory) for seconds, memory, _ in results])
            print(f"| {kind} | {program} | {len(results)} | {shown} | {ratio} |")
    print("\nThe slowest:\n")
    for seconds, kind, name, times in sorted(slow, key=lambda row: -row[0])[:30]:
        others = [f"{program} {time:.3f} s" for program, time in times.items() if time and program != "Boardwright"]
        print(f"- {kind} {name[:60]}: " + ", ".join([f"{seconds:.3f} s", *others]))
    print("\n".join(["", *wrong]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
