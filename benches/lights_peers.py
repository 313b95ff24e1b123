"""Compare Lights Out by chasing with numpy and M4RI on the same boards, as ratios of CPU time.

    pip install numpy; apt-get install libm4ri-dev gcc
    cargo build --release && python3 benches/lights_peers.py [--runs N] [--program PATH] [--smoke]

Every board is made by random presses, so it is solvable. The programs alternate, each in its own process; the minimum of
several runs counts, measured in two ways. *System*: from the board in memory to the first row, and the second chase; CPU
time as the peers report it, and wall time of the method for Boardwright (`seconds.solve`, including rows of text).
*Whole*: user and system time of the process (`resource.getrusage` of the children). There Boardwright reads TOML, verifies
the board and writes all of it as JSON; the others read bare rows and write a number. numpy and M4RI eliminate the n x n
system of the last row: numpy on rows packed into words (plain Gauss-Jordan, all rows at once), M4RI with
`mzd_solve_left`. The import time of numpy is measured separately and subtracted. Prints a Markdown table. A peer that is
not installed is left out. Installs nothing.
"""

import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

import harness
from harness import ROOT

SIDES = [1000, 2000, 4000]
# For M4RI only; elimination in numpy would take minutes.
BEYOND = 10000


def board(side):
    """Rows of lights that random presses make."""
    dice, mask = random.Random(side), (1 << side) - 1
    presses = [dice.getrandbits(side) for _ in range(side)]
    rows = []
    for index, row in enumerate(presses):
        lights = row ^ (row << 1 & mask) ^ row >> 1
        lights ^= presses[index - 1] if index else 0
        lights ^= presses[index + 1] if index + 1 < side else 0
        rows.append(f"{lights:0{side}b}"[::-1].replace("0", ".").replace("1", "#"))
    return rows


def by_numpy(path):
    import numpy as np

    with open(path, "rb") as file:
        lit = np.array([np.frombuffer(line.rstrip(), dtype=np.uint8) for line in file]) == ord("#")
    height, width = lit.shape
    start = time.process_time()

    def chase(first, lights):
        above, press, presses = np.zeros(width, bool), first, 0
        for row in range(height):
            presses += np.count_nonzero(press)
            sum = press ^ above
            sum[1:] ^= press[:-1]
            sum[:-1] ^= press[1:]
            if lights is not None:
                sum ^= lights[row]
            above, press = press, sum
        return press, presses

    left, _ = chase(np.zeros(width, bool), lit)
    effects = np.zeros((width, width + 1), bool)
    effects[0, :width], _ = chase(np.arange(width) == 0, None)
    for j in range(1, width):
        effects[j, 1:width] ^= effects[j - 1, : width - 1]
        effects[j, : width - 1] ^= effects[j - 1, 1:width]
        if j > 1:
            effects[j, :width] ^= effects[j - 2, :width]
    # The matrix is symmetric, so that effects may stand in rows; the last column is what is left.
    effects[:, width] = left
    packed = np.packbits(effects, axis=1, bitorder="little")
    packed = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)
    pivots, top = [], 0
    for column in range(width):
        bits = packed[:, column // 64] >> np.uint64(column % 64) & np.uint64(1)
        rows = np.flatnonzero(bits[top:]) + top
        if not len(rows):
            continue
        if rows[0] != top:
            packed[[top, rows[0]]] = packed[[rows[0], top]]
            bits[[top, rows[0]]] = bits[[rows[0], top]]
        bits[top] = 0
        packed[np.flatnonzero(bits)] ^= packed[top]
        pivots.append(column)
        top += 1
    first = np.zeros(width, bool)
    first[pivots] = packed[:top, width // 64] >> np.uint64(width % 64) & np.uint64(1)
    last, presses = chase(first, lit)
    if last.any():
        sys.exit("no solution")
    print(f"{presses} presses, {time.process_time() - start}")


def seconds(command, stdin=None):
    """CPU time of a command and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, stdin=stdin and open(stdin), capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        sys.exit(f"{command}: {run.stderr or run.stdout}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


def compiled(folder):
    """The program of `lights_m4ri.c`, or None where it cannot be compiled."""
    source, program = ROOT / "benches" / "lights_m4ri.c", folder / "lights_m4ri"
    try:
        run = subprocess.run(["gcc", "-O3", "-march=native", source, "-lm4ri", "-o", program], capture_output=True, text=True)
        reason = next((line for line in run.stderr.splitlines() if "error" in line), "gcc failed") if run.returncode else ""
    except FileNotFoundError:
        reason = "gcc is not installed"
    if reason:
        harness.skip(f"M4RI: {reason}")
    return None if reason else program


def has_numpy():
    if subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True).returncode == 0:
        return True
    harness.skip("the Python package numpy is not installed")
    return False


def main():
    parser = harness.parser(__doc__)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    sides, runs = ([30], 1) if arguments.smoke else ([*SIDES, BEYOND], arguments.runs)
    with tempfile.TemporaryDirectory() as folder:
        report(arguments.program, pathlib.Path(folder), sides, runs)


def report(program, folder, sides, repetitions):
    """Prints the table."""
    m4ri, numpy = compiled(folder), has_numpy()
    importing = min(seconds([sys.executable, "-c", "import numpy"])[0] for _ in range(repetitions)) if numpy else 0
    print("| board | system: Boardwright | M4RI | numpy | whole: Boardwright | M4RI | numpy |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for side in sides:
        rows, plain, model, out = board(side), folder / "rows", folder / "model.toml", folder / "out.json"
        plain.write_text("\n".join(rows) + "\n")
        model.write_text('puzzle = "lights-out"\nlights = """\n' + "\n".join(rows) + '\n"""\n')
        commands = {"Boardwright": ([program, "solve", model, "--format", "json", "-o", out], None)}
        if m4ri:
            commands["M4RI"] = ([m4ri], plain)
        if numpy and side != BEYOND:
            commands["numpy"] = ([sys.executable, __file__, "--numpy", plain], None)
        best = {}
        for _ in range(repetitions):
            for name, (command, stdin) in commands.items():
                whole, printed = seconds(command, stdin)
                if name == "Boardwright":
                    system = json.loads(out.read_text())["statistics"]["seconds"]["solve"]
                else:
                    system = float(printed.split(",")[1])
                whole -= importing if name == "numpy" else 0
                before = best.get(name, (system, whole))
                best[name] = (min(before[0], system), min(before[1], whole))
        cells = []
        for clock in 0, 1:
            own = best["Boardwright"][clock]
            cells.append(f"1 ({own:.4f} s)")
            cells += [f"{best[name][clock] / own:.1f}" if name in best else "-" for name in ["M4RI", "numpy"]]
        print(f"| {side} x {side} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--numpy"]:
        by_numpy(sys.argv[2])
    else:
        main()
