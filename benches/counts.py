"""Count known numbers of boards, and compare the time of each with its target.

    cargo build --release && python3 benches/counts.py [--program PATH] [--time-limit SECONDS] [--only WORD] [--route ROUTE]

Each line is a whole process: `count MODEL`, with the choices of the program unless `--route` is given. CPU time is user and
system time, memory the largest resident set (`os.wait4`). Prints a Markdown table, and exits with 1 if a number is not the
known one. Sources of the numbers: the OEIS, by the names in the table; the number of boards with three cells marked in each
row, column and block is also the one of a program of 30 lines that keeps a profile.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import harness
from harness import ROOT

SEQUENCES = ROOT / "models" / "sequences"


def grid(rows, columns, rules, values=".Q"):
    listed = ", ".join(f'"{value}"' for value in values)
    return f'puzzle = "grid"\ngrid = {{ rows = {rows}, columns = {columns}, values = [{listed}] }}\n{rules}'


PAIRS = '[[rule]]\neach = "pair king"\nat-most = { Q = 1 }\n'
AROUND = '[[rule]]\nwhere = "Q"\naround = "king"\nexactly = { Q = 0 }\n'
IS = '[[rule]]\nwhere = "Q"\naround = "king"\nis = "."\n'
LIFE = """[[rule]]
where = "#"
around = "king"
between = { "#" = [2, 3] }
[[rule]]
where = "."
around = "king"
not-exactly = { "#" = 3 }
"""


def still_lifes(side):
    rows = ["x" * (side + 2)] + ["x" + "." * side + "x"] * side + ["x" * (side + 2)]
    given = "\n".join(rows)
    return f'puzzle = "grid"\n[grid]\nvalues = [".", "#"]\ngiven = """\n{given}\n"""\n{LIFE}'


ALL_DIFFERENT = '[[rule]]\neach = ["row", "column", "block 2x3"]\nall-different = true\n'
KNIGHTDOKU = 'puzzle = "knightdoku"\nclues = """\n' + (9 * "." + "\n") * 9 + '"""\n'

# The name, the model (a text, or a file with its parameter), the number, its source, and the target in seconds.
COUNTS = [
    *(
        (f"kings {side}x{side}, {name}", grid(side, side, rules), None, "A063443", target)
        for side, target in ((12, 0.05), (20, 2))
        for name, rules in (("pairs", PAIRS), ("`exactly = 0`", AROUND), ("`is`", IS))
    ),
    ("loops 6x6", ("loops", 6), 487150371, "A140517", 0.02),
    ("loops 8x8", ("loops", 8), 2318527339461265, "A140517", 0.05),
    ("loops 10x10", ("loops", 10), 988808811046283595068099, "A140517", 0.5),
    ("loops 12x12", ("loops", 12), 36954917962039884953387868334644457, "A140517", 8),
    ("Hamiltonian cycles 8x8 points", ("hamiltonian-cycles", 4), 4638576, "A003763", 0.05),
    ("Hamiltonian cycles 10x10 points", ("hamiltonian-cycles", 5), 467260456608, "A003763", 0.3),
    ("Hamiltonian cycles 14x14 points", ("hamiltonian-cycles", 7), 56126499620491437281263608, "A003763", 10),
    ("knight's closed tours 6x6", ROOT / "models" / "grid" / "knights-tour.toml", 9862, "A001230", None),
    ("spanning trees 4x4 points", ("spanning-trees", 4), 100352, "A007341", 0.1),
    ("spanning trees 8x8 points", ("spanning-trees", 8), 126231322912498539682594816, "A007341", 5),
    ("connected sets 5x5", ("connected-sets", 5), 2301877, "A059525", 1),
    ("dominoes 16x16", ("dominoes", 8), 2444888770250892795802079170816, "A004003", 0.5),
    ("dominoes 20x20", ("dominoes", 10), 1269984011256235834242602753102293934298576249856, "A004003", 10),
    ("still lifes 6x6", still_lifes(6), 3928, None, 0.3),
    ("still lifes 8x8", still_lifes(8), 4782725, None, 10),
    ("Latin squares of order 6", ("latin-squares", 6), 812851200, "A002860", 1),
    ("Latin squares of order 7", ("latin-squares", 7), 61479419904000, "A002860", 60),
    ("Sudoku 6x6", grid(6, 6, ALL_DIFFERENT, "123456"), 28200960, "A107739 for blocks of 2x3", 0.5),
    ("Knightdoku boards 9x9", KNIGHTDOKU, 398298015072, None, 0.5),
]
# The quickest of them, for `--smoke`.
SMOKE = ["loops 6x6", "Hamiltonian cycles 8x8 points", "spanning trees 4x4 points"]


def measured(program, model, arguments, limit):
    """The answer, CPU seconds and megabytes of a process."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([program, "count", str(model), *arguments], stdout=out, stderr=subprocess.STDOUT)
        end = time.monotonic() + limit
        while True:
            pid, _, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > end:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                return "not in time", None, None
            time.sleep(0.002)
        process.returncode = 0
        out.seek(0)
        text = out.read().decode()
    found = next((line.split()[0] for line in text.splitlines() if line.endswith("solutions")), text.strip())
    return found, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--time-limit", type=float, default=120)
    parser.add_argument("--only", default="")
    parser.add_argument("--route")
    options = parser.parse_args()
    print("| count | solutions | target, s | CPU, s | MB |\n| --- | --- | --- | --- | --- |")
    wrong = []
    # The same boards, however a rule is written.
    same = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, model, known, source, target in COUNTS:
            if options.only not in name or options.smoke and name not in SMOKE:
                continue
            arguments = ["--route", options.route] if options.route else []
            if isinstance(model, tuple):
                arguments += ["--set", f"n={model[1]}"]
                model = SEQUENCES / f"{model[0]}.toml"
            elif isinstance(model, str):
                path = pathlib.Path(folder) / "model.toml"
                path.write_text(model)
                model = path
            found, seconds, megabytes = measured(options.program, model, arguments, options.time_limit)
            if seconds is None:
                print(f"| {name} | | {target or ''} | more than {options.time_limit:g} | |", flush=True)
                continue
            expected = known if known is not None else same.setdefault(name.split(",")[0], int(found) if found.isdigit() else None)
            if found != str(expected):
                wrong.append(f"{name}: found {found}, known is {expected} ({source})")
            shown = found if len(found) < 15 else f"{int(found):.1e}"
            print(f"| {name} | {shown} | {target or ''} | {seconds:.3f} | {megabytes:.0f} |", flush=True)
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
