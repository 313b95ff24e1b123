"""Print the steps of puzzles given as files: time, number, hardest size, and how many are certified to be smallest.

    cargo build --release && python3 benches/steps.py FILE... [--program PATH] [--calls N] [--time-limit SECONDS] [--only NAME]
        [--grades]
    python3 benches/steps.py --smoke           # models of the repository

FILE is a model (`.toml`), or a list of puzzles as `benches/links.py` reads it: JSON with `{"kind", "url"}` or `{"game", "id"}`, or
text with a link or `game id` on each line. The puzzles do not come with Boardwright. `--only` restricts them to kinds, and to
names (`id`), and may be repeated.

CPU time is user and system time of the whole process (`os.wait4`). Prints a Markdown table and totals. With `--grades`, it
also prints Spearman's rank correlation, with mean ranks for ties, between our score and the published grade: the key `grade`
of a puzzle (a number), or the level in the `params` of Simon Tatham's collection (`de` easy to `du` unreasonable; without a
letter the easiest one, which the games take by default). Kinds with one grade only are left out. Exits with 1 if a puzzle has no complete steps.
"""

import json
import pathlib
import re
import sys
import tempfile

import harness
from links import ROOT, puzzles, run

# The levels of Simon Tatham's collection from 1: basic, easy, intermediate, normal, tricky (two letters), advanced, hard, extreme,
# unreasonable. The trivial level is the default where there is one.
LEVELS = {letter: rank for rank, letter in enumerate("beinktahxu", 1)}


def stated(known):
    """The published grade as a number, or None."""
    if "grade" in known:
        return known["grade"]
    if "params" not in known:
        return None
    found = re.search(r"d([a-z])", known["params"])
    return LEVELS[found.group(1)] if found else 0


def models(files, program):
    """Yields kind, name, text and grade of each puzzle."""
    for path in files:
        if path.suffix == ".toml":
            yield "model", path.name, path.read_text(), None
    for kind, text, known in puzzles(path for path in files if path.suffix != ".toml"):
        code, model, wrong, _ = run([program, "import", "-"], text, 60)
        if code:
            print(f"not imported: {kind} {text[:60]}: {wrong.splitlines()[0]}", file=sys.stderr)
            continue
        yield kind, known.get("id", text), model, stated(known)


def ranks(values):
    """Ranks from 1, equal values with their mean."""
    return [sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values]


def correlation(pairs):
    """Spearman's rank correlation, or 0 if all scores are equal."""
    a, b = (ranks(side) for side in zip(*pairs))
    mean = (len(pairs) + 1) / 2
    product = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    scale = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return product / scale**0.5 if scale else 0.0


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--calls", default=10000, type=int)
    parser.add_argument("--time-limit", default=60, type=int, metavar="SECONDS")
    parser.add_argument("--only", metavar="NAME", action="append")
    parser.add_argument("--grades", action="store_true")
    arguments = parser.parse_args()
    if arguments.smoke:
        arguments.files += [ROOT / "models" / "genres" / f"{genre}.toml" for genre in ("slitherlink", "tents")]
    if not arguments.files:
        parser.error("FILE is missing")
    limits = ["--calls", str(arguments.calls), "--time-limit", f"{arguments.time_limit}s"]
    times, certified, total, incomplete, graded = [], 0, 0, 0, {}
    print("| puzzle | s | steps | hardest | certified | score |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, name, model, grade in models(arguments.files, arguments.program):
        if arguments.only and not {kind.split()[0], name} & set(arguments.only):
            continue
        command = [arguments.program, "steps", "-", "--format", "json", *limits]
        code, out, wrong, seconds = run(command, model, arguments.time_limit)
        answer = json.loads(out) if out else {"steps": [], "complete": False}
        own = sum(step["certified"] for step in answer["steps"])
        label = f"{kind} {name}"[:40]
        if not answer["complete"]:
            incomplete += 1
            print(f"| {label} | {seconds:.2f} | {len(answer['steps'])} of more | | {own} | |", flush=True)
            continue
        difficulty = answer["difficulty"] or {"hardest": 0, "score": 0}
        times.append(seconds)
        certified, total = certified + own, total + len(answer["steps"])
        if grade is not None:
            graded.setdefault(kind, []).append((grade, difficulty["score"]))
        numbers = f"{len(answer['steps'])} | {difficulty['hardest']} | {own} | {difficulty['score']}"
        print(f"| {label} | {seconds:.2f} | {numbers} |", flush=True)
    print(f"\n{len(times)} puzzles: {sum(times):.1f} s in total, {max(times, default=0):.1f} s at most;", end=" ")
    print(f"{certified} of {total} steps are certified; {incomplete} puzzles are incomplete")
    for kind, pairs in sorted(graded.items()):
        if arguments.grades and len({grade for grade, _ in pairs}) > 1:
            print(f"{kind}: {len(pairs)} puzzles, rank correlation {correlation(pairs):.2f}")
    sys.exit(bool(incomplete))


if __name__ == "__main__":
    main()
