#!/usr/bin/env python3
"""Counts the models of a DIMACS file with the Python package pyganak, projected to the variables of `c p show`.

Prints the count in the form of the Model Counting Competition: `c s exact arb int N`.
"""

import sys

import pyganak


def main() -> None:
    counter = pyganak.Counter()
    clauses, shown, projected = [], [], False
    with open(sys.argv[1], encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words[:3] == ["c", "p", "show"]:
                projected = True
                shown += [int(word) for word in words[3:] if word != "0"]
            elif words[:2] == ["p", "cnf"]:
                counter.new_vars(int(words[2]))
            elif words and words[0] != "c":
                clauses.append([int(word) for word in words if word != "0"])
    if [] in clauses:
        print("s UNSATISFIABLE\nc s exact arb int 0")
        return
    counter.add_clauses(clauses)
    if projected:
        counter.set_sampling_set(shown)
    count = counter.count()
    print("s SATISFIABLE" if count else "s UNSATISFIABLE")
    print(f"c s type {'pmc' if projected else 'mc'}\nc s exact arb int {count}")


main()
