"""harness.py PROGRAMS TRACER FOLDER [OPTION…]: runs the scenarios with faults.

  --scenario TEXT   only scenarios whose name begins with TEXT
  --kind KIND       only faults of this kind
  --sample COUNT    only COUNT faults of each kind and scenario, chosen with a fixed seed
  --table FILE      writes the table of counts
  --mutations       shows instead that each invariant can fail

Prints each violation with its scenario and fault. Exits with 1 if there is one.
"""

import argparse
import collections
import multiprocessing
import os
import random
import subprocess
import sys
import time

from crowd import crowd
from faults import KINDS
from mutations import mutations
from scenarios import SCENARIOS, missing_commands
from workbench import Violation, Workbench, mount


def arguments():
    parser = argparse.ArgumentParser(add_help=False)
    for name in ("programs", "tracer", "folder"):
        parser.add_argument(name)
    parser.add_argument("--scenario", default="")
    parser.add_argument("--kind", default="")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--table")
    parser.add_argument("--mutations", action="store_true")
    return parser.parse_args()


options = arguments()
benches = {}

TABLE_HEAD = """# Faults

The counts of a run of `scripts/faults`, which writes this file with `--table`. See [what bootstrap
promises, and how that is tested](Promises.md).

"""


def has_disk():
    """Whether file systems can be mounted, for disks of a given size."""
    folder = f"{options.folder}/mount"
    os.makedirs(folder, exist_ok=True)
    try:
        mount("-t", "tmpfs", "none", folder)
        return True
    except (OSError, subprocess.CalledProcessError):
        return False


CAN_MOUNT = has_disk()


def bench(index):
    """Returns this process's workbench for a scenario."""
    if index not in benches:
        for old in benches.values():
            old.close()
        benches.clear()
        folder = f"{options.folder}/{os.getpid()}-{index}-{time.monotonic_ns()}"
        benches[index] = Workbench(
            folder, options.programs, options.tracer, SCENARIOS[index], CAN_MOUNT)
    return benches[index]


def faults_of(index):
    return index, bench(index).faults()


def run(job):
    """Runs one fault, and returns its row of the table with what it violates."""
    index, fault = job
    try:
        bench(index).run(fault)
        return index, fault, None
    except Violation as violation:
        return index, fault, f"{violation.promise}: {violation.reason}"


def sample(jobs, count):
    """Returns up to `count` faults of each kind and scenario, always the same ones."""
    groups = collections.defaultdict(list)
    for index, fault in jobs:
        groups[index, fault.kind].append((index, fault))
    chosen = random.Random(1)
    return [job for group in groups.values()
            for job in chosen.sample(group, min(count, len(group)))]


def print_table(counts, violations, seconds, file):
    names = list(KINDS)
    lines = [f"| scenario | {' | '.join(names)} |", "|---|" + "---:|" * len(names)]
    rows = [scenario.name for scenario in SCENARIOS] + ["all"]
    for row in rows:
        cells = [counts[row, kind] for kind in names]
        lines.append(f"| {row} | {' | '.join(str(cell or '') for cell in cells)} |")
    total = sum(counts["all", kind] for kind in names)
    lines += ["", f"{total} runs in {seconds:.0f} s, {violations} violations."]
    if options.sample is not None:
        lines.append(f"At most {options.sample} faults of each kind and scenario were chosen.")
    lines.append("")
    lines += [f"- {kind}: {text}" for kind, text in KINDS.items()]
    print("\n".join(lines), file=file)


def main():
    missing = missing_commands(
        f"{os.path.dirname(__file__)}/../../Sources/ChangeCommands/Program/ChangeProgram.swift")
    if missing:
        sys.exit(f"error: no scenario for {', '.join(missing)} (see scenarios.py)")
    if options.mutations:
        names = [scenario.name for scenario in SCENARIOS]
        sys.exit(mutations(lambda name: bench(names.index(name))))
    start = time.monotonic()
    chosen = [index for index, scenario in enumerate(SCENARIOS)
              if scenario.name.startswith(options.scenario)]
    counts, violations = collections.Counter(), 0
    # One more than there are processors: a run waits for its processes part of the time.
    with multiprocessing.Pool((os.cpu_count() or 1) + 1) as pool:
        jobs = [(index, fault) for index, faults in pool.imap(faults_of, chosen)
                for fault in faults if options.kind in ("", fault.kind)]
        if options.sample is not None:
            jobs = sample(jobs, options.sample)
        told = start
        for done, (index, fault, violation) in enumerate(
                pool.imap_unordered(run, jobs, chunksize=8)):
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"{done} of {len(jobs)} runs", file=sys.stderr, flush=True)
            name = SCENARIOS[index].name
            for row in (name, "all"):
                counts[row, fault.kind] += 1
            if violation:
                violations += 1
                print(f"violation: {name}, {fault}\n  {violation.strip()}", flush=True)
    if options.kind in ("", "crowd") and not options.scenario:
        rounds = 2 if options.sample is not None else 40
        counts["all", "crowd"], found = crowd(
            f"{options.folder}/crowd", options.programs, rounds)
        violations += len(found)
        for violation in found:
            print(f"violation: crowd\n  {violation}", flush=True)
    if not CAN_MOUNT:
        print("left out: disks of each size, because file systems cannot be mounted here")
    seconds = time.monotonic() - start
    print_table(counts, violations, seconds, sys.stdout)
    if options.table:
        with open(options.table, "w") as file:
            file.write(TABLE_HEAD)
            print_table(counts, violations, seconds, file)
    sys.exit(violations > 0)


if __name__ == "__main__":
    main()
