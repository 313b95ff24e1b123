#!/usr/bin/env python3
"""Print the table of benches/encodings.rs for python-sat's CardEnc: auxiliary variables, clauses and milliseconds of "at most".

Requires `pip install python-sat`. The time is the median of 20 runs and includes the conversion to Python lists.
"""

import statistics
import time

from pysat.card import CardEnc, EncType

SIZES = [(9, 3), (20, 5), (100, 10), (1000, 50)]
ENCODINGS = ["seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer"]


def cell(encoding, n, k):
    literals = list(range(1, n + 1))
    times = []
    for _ in range(20):
        start = time.perf_counter()
        cnf = CardEnc.atmost(lits=literals, bound=k, top_id=n, encoding=encoding)
        times.append((time.perf_counter() - start) * 1000)
    assert cnf.clauses, f"an empty formula for {k} of {n}"
    return f"{cnf.nv - n}, {len(cnf.clauses)}; {statistics.median(times):.2f} ms"


print("| variables, clauses; time | " + " | ".join(f"{k} of {n}" for n, k in SIZES) + " |")
print("| --- |" + " --- |" * len(SIZES))
for name in ENCODINGS:
    cells = [cell(getattr(EncType, name), n, k) for n, k in SIZES]
    print(f"| {name} | " + " | ".join(cells) + " |")
