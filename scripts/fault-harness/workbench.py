"""Runs scenarios with faults in sandboxes of its own."""

import os
import subprocess

from disk import Recording
from faults import VARIANTS, Call, faults
from invariants import Aftermath, Clean, State, after_repair, at_once, store_fault
from sandbox import Outcome, Sandbox

# The limits of a disk that is not full.
WIDE = "size=1g,nr_inodes=100000"


class Violation(Exception):
    """A broken promise: its function, and what breaks it."""

    def __init__(self, promise, reason):
        super().__init__(reason)
        self.promise, self.reason = promise.__name__, reason


class Workbench:
    """A sandbox that a scenario has prepared, with the results of a run without a fault."""

    def __init__(self, folder, programs, tracer, scenario, has_disk):
        os.makedirs(folder)
        self.has_disk = has_disk
        if has_disk:
            mount("-t", "tmpfs", "-o", f"mode=755,{WIDE}", "none", folder)
        self.scenario, self.tracer = scenario, tracer
        self.log = f"{folder}.log"
        self.sandbox = Sandbox(folder, programs)
        scenario.prepare(self.sandbox)
        self.start = self.sandbox.save()
        before = State(self.sandbox, scenario)
        self.reset()
        outcome = self.sandbox.run(scenario.arguments)
        after = State(self.sandbox, scenario)
        again = self.sandbox.run(scenario.repair)
        self.clean = Clean(before, outcome, after, again)

    def close(self):
        if self.has_disk:
            subprocess.run(["umount", self.sandbox.folder], check=True)

    def reset(self):
        """Brings the sandbox back to the state before the command."""
        if self.sandbox.restore(self.start):
            # The seals of the earlier lock do not fit the new file.
            self.sandbox.seal()
            self.start = self.sandbox.save()

    def traced(self, *mode):
        prefix = [self.tracer, self.sandbox.folder, self.log, *map(str, mode), "--"]
        return self.sandbox.run(self.scenario.arguments, prefix=prefix)

    def calls(self):
        """Returns the file system calls of the command."""
        self.reset()
        self.traced("count")
        return self.logged()

    def logged(self):
        """Returns the calls that the tracer has logged."""
        with open(self.log, errors="surrogateescape") as lines:
            return [Call(line) for line in lines]

    def record(self):
        """Returns the changes of the command, and leaves the sandbox in the state after them."""
        self.reset()
        identities = {
            path: str(os.lstat(self.sandbox.path(path)).st_ino) for path in self.start}
        self.traced("record")
        return Recording(self.sandbox.folder, self.start, identities, self.log)

    def faults(self):
        """Returns every fault of the scenario."""
        cuts = self.record().cuts(VARIANTS) if self.scenario.is_changing else []
        return faults(self.scenario, self.calls(), cuts, self.has_disk)

    # MARK: Faults

    def run(self, fault):
        """Runs the scenario with a fault, and checks the invariants.

        Raises `Violation` at the first promise that is broken.
        """
        aftermath = self.observe(fault, self.fail(fault))
        for promise in at_once + after_repair:
            reason = promise(aftermath)
            if reason:
                raise Violation(promise, reason)

    def fail(self, fault):
        """Runs the command with a fault, and returns what it printed."""
        sandbox, scenario = self.sandbox, self.scenario
        if fault.kind == "power":
            return self.cut_power(*fault.details)
        self.reset()
        if fault.kind == "closed":
            prefix = ["/bin/sh", "-c", f'exec "$@" {fault.details[0]}', "sh"]
            return sandbox.run(scenario.arguments, prefix=prefix)
        if fault.kind in ("disk", "inodes"):
            return self.fill(fault.kind, fault.details[0])
        outcome = self.traced(fault.kind, *fault.details)
        fault.met(self.logged())
        return outcome

    def cut_power(self, cut, variant):
        # The lock file itself must be the one that the run has sealed, so the run and the cut
        # happen in one sandbox.
        recording = self.record()
        self.sandbox.restore(recording.tree(cut, variant))
        return Outcome(137, "", "")

    def fill(self, kind, count):
        folder = self.sandbox.folder
        usage = os.statvfs(folder)
        if kind == "disk":
            pages = usage.f_blocks - usage.f_bfree + count
            limit = f"size={pages * usage.f_frsize}"
        else:
            limit = f"nr_inodes={usage.f_files - usage.f_ffree + count}"
        mount("-o", f"remount,{limit}", folder)
        try:
            return self.sandbox.run(self.scenario.arguments)
        finally:
            mount("-o", f"remount,{WIDE}", folder)

    def observe(self, fault, outcome, change=lambda sandbox: None):
        """Returns the state that a fault has left, and the one after the next command and, for
        mutations, after `change`."""
        aftermath = Aftermath(self.scenario, self.clean, fault, outcome)
        aftermath.store = store_fault(self.copied_store())
        aftermath.state = State(self.sandbox, self.scenario)
        aftermath.repair = self.sandbox.run(self.scenario.repair)
        change(self.sandbox)
        aftermath.repaired = State(self.sandbox, self.scenario)
        return aftermath

    def copied_store(self):
        """Copies the store, because SQLite may write when it opens a database."""
        for suffix in ("", "-wal"):
            data = self.sandbox.read(f"root/store.sqlite{suffix}")
            path = f"{self.sandbox.folder}.sqlite{suffix}"
            if data is not None:
                with open(path, "wb") as file:
                    file.write(data)
            elif os.path.exists(path):
                os.unlink(path)
        return f"{self.sandbox.folder}.sqlite"


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, capture_output=True)
