"""Compare Boardwright on grid puzzles with clingo and with MiniZinc and Gecode, as ratios of CPU time.

    apt-get install gringo clasp minizinc      # they contain clingo and fzn-gecode
    cargo build --release && python3 benches/grid_peers.py [--runs N] [--program PATH] [--smoke]

Every program answers the same question about the same puzzle, read from the model in `models/grid` or `benches/grid`: its
givens become facts of clingo and data of MiniZinc. The peers' models are below, written in the usual style of each language,
with the fastest of a few search annotations and options. The time is user and system time of the whole process, including
parsing, grounding and flattening (`resource.getrusage` of the children): the minimum of N runs, which alternate.
A run is stopped after LIMIT seconds. Every program must find the expected answer. Prints a Markdown table. A peer that
is not installed is left out. Installs nothing.
"""

import json
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import tomllib

import harness
from harness import ROOT

LIMIT = 120

# clingo

QUEENS = """
{ queen(R, 1..n) } = 1 :- R = 1..n.
:- C = 1..n, { queen(1..n, C) } != 1.
:- D = 2..2*n, { queen(R, D - R) : R = 1..n, D - R >= 1, D - R <= n } > 1.
:- D = 1-n..n-1, { queen(R, R + D) : R = 1..n, R + D >= 1, R + D <= n } > 1.
#show queen/2.
"""

SUDOKU = """
{ x(R, C, 1..9) } = 1 :- R = 1..9, C = 1..9.
:- R = 1..9, V = 1..9, { x(R, 1..9, V) } != 1.
:- C = 1..9, V = 1..9, { x(1..9, C, V) } != 1.
:- I = 0..2, J = 0..2, V = 1..9, { x(3*I + (1..3), 3*J + (1..3), V) } != 1.
:- clue(R, C, V), not x(R, C, V).
#show x/3.
"""

# The loop is the border of the inside, and is one where inside and outside hang together; the rim is outside.
SLITHERLINK = """
cell(1..n, 1..n).  rim(0, 0..n+1).  rim(n+1, 0..n+1).  rim(1..n, 0).  rim(1..n, n+1).
all(R, C) :- cell(R, C).  all(R, C) :- rim(R, C).
next(R, C, R+1, C) :- all(R, C), all(R+1, C).  next(R, C, R, C+1) :- all(R, C), all(R, C+1).
next(A, B, C, D) :- next(C, D, A, B).
{ in(R, C) } :- cell(R, C).
:- not in(_, _).
side(R, C, S, D) :- clue(R, C, _), next(R, C, S, D), in(R, C), not in(S, D).
side(R, C, S, D) :- clue(R, C, _), next(R, C, S, D), not in(R, C), in(S, D).
:- clue(R, C, N), { side(R, C, S, D) : next(R, C, S, D) } != N.
out(0, 0).  out(S, D) :- out(R, C), next(R, C, S, D), not in(S, D).
:- all(R, C), not in(R, C), not out(R, C).
before(I + 1) :- in(R, C), I = n*R + C.  before(I + 1) :- before(I), I < n*n + n.
joined(R, C) :- in(R, C), not before(n*R + C).
joined(S, D) :- joined(R, C), next(R, C, S, D), in(S, D).
:- in(R, C), not joined(R, C).
#show in/2.
"""

NURIKABE = """
cell(1..n, 1..n).
next(R, C, R+1, C) :- cell(R, C), R < n.  next(R, C, R, C+1) :- cell(R, C), C < n.
next(A, B, C, D) :- next(C, D, A, B).
{ land(R, C) } :- cell(R, C).
own(R, C, R, C) :- clue(R, C, _).
own(A, B, S, D) :- own(A, B, R, C), next(R, C, S, D), land(S, D), clue(A, B, N), |S - A| + |D - B| < N.
:- clue(R, C, _), not land(R, C).
:- land(R, C), not own(_, _, R, C).
:- own(A, B, R, C), next(R, C, S, D), land(S, D), not own(A, B, S, D).
:- clue(A, B, N), { own(A, B, R, C) : cell(R, C) } != N.
:- own(A, B, R, C), clue(R, C, _), (A, B) != (R, C).
:- R = 1..n-1, C = 1..n-1, not land(R, C), not land(R+1, C), not land(R, C+1), not land(R+1, C+1).
before(I + 1) :- cell(R, C), not land(R, C), I = n*R + C.  before(I + 1) :- before(I), I < n*n + n.
sea(R, C) :- cell(R, C), not land(R, C), not before(n*R + C).
sea(S, D) :- sea(R, C), next(R, C, S, D), not land(S, D).
:- cell(R, C), not land(R, C), not sea(R, C).
#show land/2.
"""

DOMINATION = """
cell(1..n, 1..n).
{ queen(R, C) } :- cell(R, C).
sees(R, C, S, D) :- cell(R, C), cell(S, D), R = S.
sees(R, C, S, D) :- cell(R, C), cell(S, D), C = D.
sees(R, C, S, D) :- cell(R, C), cell(S, D), |R - S| = |C - D|.
:- cell(R, C), not queen(S, D) : sees(R, C, S, D).
#minimize { 1, R, C : queen(R, C) }.
#show queen/2.
"""

TOUR = """
cell(1..n, 1..n).
leap((R, C), (S, D)) :- cell(R, C), cell(S, D), |R - S| = 1, |C - D| = 2.
leap((R, C), (S, D)) :- cell(R, C), cell(S, D), |R - S| = 2, |C - D| = 1.
{ move(A, B) : leap(A, B) } = 1 :- leap(A, _).
{ move(A, B) : leap(A, B) } = 1 :- leap(_, B).
seen(B) :- move((1, 1), B).  seen(B) :- seen(A), move(A, B).
:- leap(A, _), not seen(A).
#show move/2.
"""

# MiniZinc

QUEENS_MZN = """
include "alldifferent.mzn";
int: n;
array[1..n] of var 1..n: q;
constraint alldifferent(q) :: domain;
constraint alldifferent([q[i] + i | i in 1..n]) :: domain;
constraint alldifferent([q[i] - i | i in 1..n]) :: domain;
solve :: int_search(q, first_fail, %s) satisfy;
output [%s];
"""

SUDOKU_MZN = """
include "alldifferent.mzn";
int: n;
array[1..n, 1..n] of int: clue;
array[1..n, 1..n] of var 1..n: x;
constraint forall(r, c in 1..n where clue[r, c] >= 0)(x[r, c] = clue[r, c]);
constraint forall(r in 1..n)(alldifferent(row(x, r)) :: domain);
constraint forall(c in 1..n)(alldifferent(col(x, c)) :: domain);
constraint forall(i, j in 0..2)(alldifferent([x[3*i + r, 3*j + c] | r, c in 1..3]) :: domain);
solve :: int_search(x, dom_w_deg, indomain_min) satisfy;
output [show(x)];
"""

# The corners of the loop, each with the next; the first corner of all goes to the right.
SLITHERLINK_MZN = """
include "subcircuit.mzn";
int: n;
array[1..n, 1..n] of int: clue;
int: m = n + 1;
function int: at(int: r, int: c) = (r - 1) * m + c;
array[1..m*m] of var 1..m*m: next;
constraint forall(r, c in 1..m)(next[at(r, c)] in {at(r, c)} union {at(r + a, c + b) | a, b in -1..1
    where abs(a) + abs(b) = 1 /\\ r + a in 1..m /\\ c + b in 1..m});
constraint subcircuit(next) :: domain;
function var bool: line(int: a, int: b) = next[a] = b \\/ next[b] = a;
array[1..m, 1..n] of var bool: across = array2d(1..m, 1..n, [line(at(r, c), at(r, c + 1)) | r in 1..m, c in 1..n]);
array[1..n, 1..m] of var bool: down = array2d(1..n, 1..m, [line(at(r, c), at(r + 1, c)) | r in 1..n, c in 1..m]);
constraint forall(r, c in 1..n where clue[r, c] >= 0)(across[r, c] + across[r + 1, c] + down[r, c] + down[r, c + 1] = clue[r, c]);
constraint forall(r, c in 1..m)(
    sum([line(at(r, c), at(r + a, c + b)) | a, b in -1..1
        where abs(a) + abs(b) = 1 /\\ r + a in 1..m /\\ c + b in 1..m]) = 2 * (next[at(r, c)] != at(r, c)));
array[0..m*m] of var bool: before;
constraint not before[0] /\\ before[m*m];
constraint forall(v in 1..m*m)(before[v] = (before[v - 1] \\/ next[v] != v));
constraint forall(v in 1..m*m-1)(before[v] /\\ not before[v - 1] -> next[v] = v + 1);
solve :: bool_search(array1d(across) ++ array1d(down), dom_w_deg, indomain_max) satisfy;
output [show(next)];
"""

# Each cell with its island, 0 for the sea, and how far it is from the island's number or the first cell of the sea.
NURIKABE_MZN = """
include "global_cardinality.mzn";
int: n;
array[1..n, 1..n] of int: clue;
array[int] of int: top = [r | r, c in 1..n where clue[r, c] >= 0];
array[int] of int: left = [c | r, c in 1..n where clue[r, c] >= 0];
array[int] of int: size = [clue[r, c] | r, c in 1..n where clue[r, c] >= 0];
set of int: islands = index_set(size);
array[1..n, 1..n] of var 0..length(size): own;
array[1..n, 1..n] of var 0..n*n-1: far;
constraint forall(i in islands)(own[top[i], left[i]] = i);
constraint forall(r, c in 1..n, i in islands where abs(r - top[i]) + abs(c - left[i]) >= size[i])(own[r, c] != i);
constraint global_cardinality(array1d(own), [i | i in islands], size);
predicate apart(var int: a, var int: b) = a = b \\/ a = 0 \\/ b = 0;
constraint forall(r in 1..n, c in 1..n-1)(apart(own[r, c], own[r, c + 1]) /\\ apart(own[c, r], own[c + 1, r]));
constraint forall(r, c in 1..n-1)(own[r, c] + own[r + 1, c] + own[r, c + 1] + own[r + 1, c + 1] >= 1);
array[0..n*n] of var bool: before;
constraint not before[0] /\\ forall(r, c in 1..n)(before[(r - 1) * n + c] = (before[(r - 1) * n + c - 1] \\/ own[r, c] = 0));
constraint forall(r, c in 1..n)(
    let { var bool: first = clue[r, c] >= 0 \\/ (own[r, c] = 0 /\\ not before[(r - 1) * n + c - 1]) } in
    (first <-> far[r, c] = 0) /\\
    (first \\/ exists(a, b in -1..1 where abs(a) + abs(b) = 1 /\\ r + a in 1..n /\\ c + b in 1..n)(
        own[r + a, c + b] = own[r, c] /\\ far[r + a, c + b] = far[r, c] - 1)) /\\
    forall(a, b in -1..1 where abs(a) + abs(b) = 1 /\\ r + a in 1..n /\\ c + b in 1..n)(
        own[r + a, c + b] = own[r, c] -> far[r, c] <= far[r + a, c + b] + 1));
solve :: int_search(array1d(own), dom_w_deg, indomain_min) satisfy;
output [show(own)];
"""

DOMINATION_MZN = """
int: n;
array[1..n, 1..n] of var 0..1: x;
constraint forall(r, c in 1..n)(
    sum(s, d in 1..n where r = s \\/ c = d \\/ abs(r - s) = abs(c - d))(x[s, d]) >= 1);
solve :: int_search(x, dom_w_deg, indomain_max) minimize sum(x);
output [show(x)];
"""

TOUR_MZN = """
include "circuit.mzn";
int: n;
array[1..n*n] of var 1..n*n: next;
constraint forall(r, c in 1..n)(next[(r - 1) * n + c] in {(r + a - 1) * n + c + b | a, b in -2..2
    where abs(a * b) = 2 /\\ r + a in 1..n /\\ c + b in 1..n});
constraint circuit(next) :: domain;
solve :: int_search(next, first_fail, indomain_min) satisfy;
output [show(next)];
"""

# What is asked

ONE, TWO, ALL = 1, 2, 0


class Task:
    """A question, and how each program is asked it: `wanted` solutions, of which `found` are there."""

    def __init__(self, name, model, wanted, found, asp, mzn, ours, best=None):
        self.name, self.wanted, self.found, self.best = name, wanted, found, best
        path = next(path for path in (ROOT / "models/grid" / model, ROOT / "benches/grid" / model) if path.exists())
        grid = tomllib.loads(path.read_text())
        picture = grid["grid"].get("given") or grid.get("picture", {}).get("clue")
        rows = picture.split() if picture else []
        self.side = len(rows) or grid["grid"]["rows"]
        self.clues = {(r, c): int(m) for r, row in enumerate(rows, 1) for c, m in enumerate(row, 1) if m.isdigit()}
        self.asp, self.mzn = asp, mzn
        self.ours = [*ours, str(path), "--quiet"]

    def commands(self, program, folder):
        """The commands of Boardwright, clingo and MiniZinc; files for the peers go into `folder`."""
        folder.mkdir()
        facts = "".join(f"clue({r}, {c}, {v}).\n" for (r, c), v in self.clues.items())
        (folder / "it.lp").write_text(f"#const n = {self.side}.\n#defined clue/3.\n{facts}{self.asp}")
        (folder / "it.mzn").write_text(self.mzn)
        data = f"n = {self.side};\n"
        if self.clues:
            side = range(1, self.side + 1)
            rows = [", ".join(str(self.clues.get((r, c), -1)) for c in side) for r in side]
            data += f"clue = [|{'|'.join(rows)}|];\n"
        (folder / "it.dzn").write_text(data)
        quiet = ["--quiet=2,2,2"] if self.wanted == ALL and not self.lists else []
        asp = ["clingo", str(folder / "it.lp"), f"--models={0 if self.best else self.wanted}", *quiet]
        number = {ONE: ["--num-solutions", "1"], TWO: ["--num-solutions", "2"], ALL: ["--all-solutions", "--non-unique"]}[self.wanted]
        mzn = ["minizinc", "--solver", "gecode", *([] if self.best else number)]
        return [[str(program), *self.ours], asp, [*mzn, str(folder / "it.mzn"), str(folder / "it.dzn")]]

    @property
    def lists(self):
        return "solve" in self.ours

    def check(self, program, said):
        """Holds what a program printed against what is known."""
        if program == 0:
            answer = json.loads(said)
            number, best = len(answer["solutions"]) if self.lists else answer["count"], answer.get("optimum")
        elif program == 1:
            number = int(re.search(r"Models +: ([0-9]+)", said).group(1))
            best = int(re.search(r"Optimization : ([0-9]+)", said).group(1)) if "OPTIMUM FOUND" in said else None
        else:
            number = said.count("----------")
            best = said.split("----------")[-2].count("1") if self.best and "==========" in said else None
        right = best == self.best if self.best else number == self.found
        assert right, (self.name, program, number, best, said[-500:])


def tasks():
    count, one = ["count", "--format", "json"], ["solve", "--format", "json"]
    everything, unique = [*one, "--all"], ["solve", "--limit", "2", "--format", "json"]
    nothing, listed = '""', "show(q)"
    return [
        Task("8 queens, all listed", "queens-8.toml", ALL, 92, QUEENS, QUEENS_MZN % ("indomain_min", listed), everything),
        Task("12 queens, counted", "queens-12.toml", ALL, 14200, QUEENS, QUEENS_MZN % ("indomain_min", nothing), count),
        Task("200 queens, the first", "queens-200.toml", ONE, 1, QUEENS, QUEENS_MZN % ("indomain_median", listed), one),
        Task("a hard Sudoku, the only solution", "sudoku-hard.toml", TWO, 1, SUDOKU, SUDOKU_MZN, unique),
        Task("Slitherlink 10x10, the only solution", "slitherlink-10.toml", TWO, 1, SLITHERLINK, SLITHERLINK_MZN, unique),
        Task("Nurikabe 10x10, the only solution", "nurikabe-10.toml", TWO, 1, NURIKABE, NURIKABE_MZN, unique),
        Task("queens that dominate 8x8, proved", "domination-queens.toml", ONE, 1, DOMINATION, DOMINATION_MZN, one, best=5),
        Task("a closed knight's tour of 8x8", "knights-tour-8.toml", ONE, 1, TOUR, TOUR_MZN, one),
    ]


def cpu(command):
    """What the command prints, and the CPU seconds it takes; no output where it takes too long."""
    limited = lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # The CPU time of MiniZinc's solver is unknown if it was killed; then nothing is printed.
    return (output, seconds) if output.strip() and seconds < 0.98 * LIMIT else (None, None)


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    runs, asked = (1, tasks()[:1]) if arguments.smoke else (arguments.runs, tasks())
    installed = [True, shutil.which("clingo"), shutil.which("minizinc")]
    for peer, found in zip(("clingo", "minizinc"), installed[1:]):
        if not found:
            harness.skip(f"{peer} is not installed")
    print("| question | Boardwright, s | clingo, s | MiniZinc and Gecode, s | ratios |\n| --- | --- | --- | --- | --- |")
    for task in asked:
        best = [None] * 3
        with tempfile.TemporaryDirectory() as folder:
            commands = task.commands(arguments.program, pathlib.Path(folder) / "files")
            for repetition in range(runs):
                for program, command in enumerate(commands):
                    if not installed[program] or repetition > 0 and best[program] is None:
                        continue
                    said, seconds = cpu(command)
                    if said is not None:
                        task.check(program, said)
                        best[program] = min(best[program] or seconds, seconds)
        print(row(task.name, best, installed), flush=True)


def row(name, best, installed):
    """A row of the table; a peer that is not installed has no cell."""
    shown = [f"{seconds:.3f}" if seconds else f"past {LIMIT}" if found else "" for seconds, found in zip(best, installed)]
    ratio = lambda peer: f"under {best[0] / LIMIT:.4f}" if peer is None else f"{best[0] / peer:.3f}"
    peers = [seconds for seconds, found in zip(best[1:], installed[1:]) if found]
    return f"| {name} | {' | '.join(shown)} | {'-' if best[0] is None else ', '.join(map(ratio, peers))} |"


if __name__ == "__main__":
    main()
