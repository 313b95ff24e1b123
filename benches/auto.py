"""Compare the choices of the program with the best of its own alternatives, on its own models.

    cargo build --release && python3 benches/auto.py [--program PATH] [--least SECONDS] [--ratio R] [--runs N] [MODEL...]

For each model (default: all in `models/`) and each question (`solve`, `solve --limit 2`, `count`) that takes at least
`--least` CPU seconds (default 0.02) and less than 60 s, every route, backend, formulation, search and method that `list` names
answers the same question. Prints a Markdown table of the alternatives that gave the same answer in less than 1 / R of the time
(default R = 1.3), the fastest for each question. CPU time is user and system time of the whole process, the minimum of N
runs (default 3). Exits with 1 if two choices contradict each other.
"""

import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import harness
from harness import ROOT

QUESTIONS = {"one": ["solve"], "two": ["solve", "--limit", "2"], "count": ["count"]}
LIMIT = 60


def measured(program, question, model, choice, limit):
    """CPU seconds and the answer; no answer if a limit was reached or the choice does not apply."""
    command = [program, *QUESTIONS[question], str(model), *choice, "--time-limit", f"{max(limit, 0.05):.3f}s"]
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([*command, "--format", "json"], stdout=out, stderr=subprocess.DEVNULL)
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (int(2 * limit) + 2,) * 2)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode() if process.returncode == 0 else ""
    said = {key: re.search(rf'^  "{key}": "?([^",\n]*)', text, re.M) for key in ("answer", "count", "optimum")}
    answer = {key: match[1] for key, match in said.items() if match}
    if question == "one":
        answer.pop("count", None)
    return used.ru_utime + used.ru_stime, answer


def best(program, question, model, choice, limit, runs):
    """The least time of some runs, or None; the answer."""
    seconds, answer = measured(program, question, model, choice, limit)
    if not answer:
        return None, answer
    for _ in range(runs - 1):
        seconds = min(seconds, measured(program, question, model, choice, limit)[0])
    return seconds, answer


def listed(program, what):
    """The first two words of each line of a list."""
    text = subprocess.run([program, "list", what], capture_output=True, text=True, check=True).stdout
    return [line.split()[:2] for line in text.splitlines() if line and not line.startswith(" ")]


def alternatives(program):
    """By family: the choices, as arguments."""
    shared = [["--route", route, "--backend", name] for route, name in listed(program, "backends") if ":" not in name]
    shared += [["--search", name] for name, _ in listed(program, "searches")]
    own = {}
    for option, what in (("--formulation", "formulations"), ("--method", "methods")):
        for family, name in listed(program, what):
            own.setdefault(family, []).append([option, name])
    return lambda family: shared + own.get(family, [])


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("models", nargs="*", type=pathlib.Path, metavar="MODEL")
    parser.add_argument("--least", type=float, default=0.02)
    parser.add_argument("--ratio", type=float, default=1.3)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    if arguments.smoke:
        arguments.models, arguments.least, arguments.runs = [ROOT / "models" / "grid" / "queens-4.toml"], 0, 1
    choices = alternatives(arguments.program)
    measured_questions, rows, wrong = 0, [], 0
    for model in arguments.models or sorted(ROOT.glob("models/*/*.toml")):
        family = re.search(r'^puzzle = "(.*)"', model.read_text(), re.M)
        for question in QUESTIONS if family else ():
            seconds, answer = measured(arguments.program, question, model, [], LIMIT)
            if not answer or seconds < arguments.least:
                continue
            seconds = min(seconds, best(arguments.program, question, model, [], LIMIT, arguments.runs)[0] or seconds)
            measured_questions += 1
            found = []
            for choice in choices(family[1]):
                own, says = best(arguments.program, question, model, choice, seconds, arguments.runs)
                if own is None:
                    continue
                if any(says.get(key) not in (None, "null", value) for key, value in answer.items() if value != "null"):
                    print(f"{model}: {' '.join(choice)} says {says}, not {answer}", file=sys.stderr)
                    wrong += 1
                found.append((own, choice))
            if found and min(found)[0] * arguments.ratio < seconds:
                own, choice = min(found)
                name = model.resolve().relative_to(ROOT) if model.resolve().is_relative_to(ROOT) else model
                rows.append((seconds / own, f"| {name} | {question} | {seconds:.3f} | {own:.3f} | `{' '.join(choice)}` |"))
    print("| model | question | auto, s | best, s | choice |\n| --- | --- | --- | --- | --- |")
    for _, row in sorted(rows, reverse=True):
        print(row)
    print(f"\n{measured_questions} questions, {len(rows)} exceptions")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
