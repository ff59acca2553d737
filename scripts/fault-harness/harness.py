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
import sys
import time

from crowd import crowd
from disks import Ext4, Memory, Plain, can_mount, mount
from faults import KINDS
from mutations import mutations
from scenarios import SCENARIOS, Unprepared, missing_commands
from users import can_be_others
from workbench import OutOfTime, Violation, Workbench


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


def available_disks():
    """Returns the disks that this machine can have, by name, and where their sandboxes are."""
    found = {"memory": (Plain, options.folder)}
    if can_mount(Memory, f"{options.folder}/mount"):
        found["memory"] = (Memory, options.folder)
        if can_be_others():
            # A place with no folder above that everybody may write to.
            mount("-t", "tmpfs", "-o", "mode=755", "none", "/mnt")
            found["users"] = (Memory, "/mnt")
    if can_mount(Ext4, f"{options.folder}/ext4"):
        found["ext4"] = (Ext4, options.folder)
    return found


DISKS = available_disks()


def can_run(fault):
    """Whether this machine has what a fault needs."""
    if fault.kind in ("disk", "inodes"):
        return DISKS["memory"][0] is Memory
    return fault.disk in DISKS


def bench(index, disk="memory"):
    """Returns this process's workbench for a scenario on a disk."""
    if (index, disk) not in benches:
        for old in benches.values():
            old.close()
        benches.clear()
        kind, place = DISKS[disk]
        folder = f"{place}/{os.getpid()}-{index}-{time.monotonic_ns()}"
        benches[index, disk] = Workbench(
            kind(folder), options.programs, options.tracer, SCENARIOS[index])
    return benches[index, disk]


def faults_of(index):
    try:
        return index, bench(index).faults()
    except OutOfTime:
        sys.exit(f"error: `{SCENARIOS[index].name}` does not end in time without a fault")


def run(job):
    """Runs one fault, and returns its row of the table with what it violates. Returns no fault if
    the machine was too busy to run it."""
    index, fault = job
    try:
        bench(index, fault.disk).run(fault)
        return index, fault, None
    except OutOfTime:
        return index, None, None
    except Violation as violation:
        return index, fault, f"{violation.promise}: {violation.reason}"


def sample(jobs, count):
    """Returns up to `count` faults of each kind and scenario, always the same ones. Of the kinds
    that need a sandbox of their own, there are only some for all scenarios together."""
    groups = collections.defaultdict(list)
    for index, fault in jobs:
        is_usual = fault.disk == "memory" or options.scenario or options.kind
        groups[index if is_usual else None, fault.kind].append((index, fault))
    chosen = random.Random(1)
    return [job for (index, _), group in groups.items()
            for job in chosen.sample(
                group, min(count * (5 if index is None else 1), len(group)))]


def print_table(counts, violations, late, seconds, file):
    names = list(KINDS)
    lines = [f"| scenario | {' | '.join(names)} |", "|---|" + "---:|" * len(names)]
    rows = [scenario.name for scenario in SCENARIOS] + ["all"]
    for row in rows:
        cells = [counts[row, kind] for kind in names]
        lines.append(f"| {row} | {' | '.join(str(cell or '') for cell in cells)} |")
    total = sum(counts["all", kind] for kind in names)
    lines += ["", f"{total} runs in {seconds:.0f} s, {violations} violations."]
    if late:
        lines.append(f"{late} runs did not end in time, and are not counted.")
    if options.sample is not None:
        lines.append(f"At most {options.sample} faults of each kind and scenario were chosen.")
    lines.append("")
    lines += [f"- {kind}: {text}" for kind, text in KINDS.items()]
    print("\n".join(lines), file=file)


def main():
    missing = missing_commands(
        f"{os.path.dirname(__file__)}/../../Sources/ChangeCommands/ChangeProgram.swift")
    if missing:
        sys.exit(f"error: no scenario for {', '.join(missing)} (see scenarios.py)")
    if options.mutations:
        names = [scenario.name for scenario in SCENARIOS]
        sys.exit(mutations(lambda name: bench(names.index(name))))
    start = time.monotonic()
    chosen = [index for index, scenario in enumerate(SCENARIOS)
              if scenario.name.startswith(options.scenario)
              and (scenario.is_sampled or options.sample is None or options.scenario)]
    counts, violations, late = collections.Counter(), 0, 0
    # One more than there are processors: a run waits for its processes part of the time.
    with multiprocessing.Pool((os.cpu_count() or 1) + 1) as pool:
        jobs = [(index, fault) for index, faults in pool.imap(faults_of, chosen)
                for fault in faults if options.kind in ("", fault.kind) and can_run(fault)]
        if options.sample is not None:
            jobs = sample(jobs, options.sample)
        told = start
        for done, (index, fault, violation) in enumerate(
                pool.imap_unordered(run, jobs, chunksize=8)):
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"{done} of {len(jobs)} runs", file=sys.stderr, flush=True)
            if fault is None:
                late += 1
                continue
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
    for disk, kinds in (("ext4", "an ext4"), ("users", "other users")):
        if disk not in DISKS:
            print(f"left out: {kinds}, which this machine cannot have")
    if DISKS["memory"][0] is Plain:
        print("left out: disks of each size, because file systems cannot be mounted here")
    seconds = time.monotonic() - start
    print_table(counts, violations, late, seconds, sys.stdout)
    if options.table:
        with open(options.table, "w") as file:
            file.write(TABLE_HEAD)
            print_table(counts, violations, late, seconds, file)
    sys.exit(violations > 0)


if __name__ == "__main__":
    try:
        main()
    except Unprepared as error:
        sys.exit(str(error))
