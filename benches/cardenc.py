#!/usr/bin/env python3
"""Print the table of benches/encodings.rs for python-sat's CardEnc: auxiliary variables, clauses and milliseconds of "at most".

    python3 benches/cardenc.py [--smoke]

Requires `pip install python-sat`. The time is the median of 20 runs and includes the conversion to Python lists.
"""

import statistics
import time

import harness

SIZES = [(9, 3), (20, 5), (100, 10), (1000, 50)]
ENCODINGS = ["seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer"]


def cell(sat, name, n, k, runs):
    """Auxiliary variables, clauses and the median time of one encoding."""
    literals, encoding = list(range(1, n + 1)), getattr(sat.EncType, name)
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        cnf = sat.CardEnc.atmost(lits=literals, bound=k, top_id=n, encoding=encoding)
        times.append((time.perf_counter() - start) * 1000)
    assert cnf.clauses, f"an empty formula for {k} of {n}"
    return f"{cnf.nv - n}, {len(cnf.clauses)}; {statistics.median(times):.2f} ms"


def main():
    arguments = harness.parser(__doc__).parse_args()
    try:
        from pysat import card
    except ImportError:
        return harness.skip("the Python package python-sat is not installed")
    sizes, runs = (SIZES[:1], 1) if arguments.smoke else (SIZES, 20)
    print("| variables, clauses; time | " + " | ".join(f"{k} of {n}" for n, k in sizes) + " |")
    print("| --- |" + " --- |" * len(sizes))
    for name in ENCODINGS:
        print(f"| {name} | " + " | ".join(cell(card, name, n, k, runs) for n, k in sizes) + " |")


if __name__ == "__main__":
    main()
