"""Runs scenarios with faults in sandboxes of its own."""

import os

from power import Recording
from faults import VARIANTS, Call, faults
from invariants import Aftermath, Clean, State, after_repair, at_once, store_fault
from sandbox import PATIENCE, PATIENCE_TO_RECORD, Outcome, Sandbox
from users import User

# How often a run is repeated if this machine is too busy to let it end in time.
ATTEMPTS = 3


class Violation(Exception):
    """A broken promise: its function, and what breaks it."""

    def __init__(self, promise, reason):
        super().__init__(reason)
        self.promise, self.reason = promise.__name__, reason


class OutOfTime(Exception):
    """A run whose log is needed did not end in time, so the log is not whole."""


class Workbench:
    """A sandbox that a scenario has prepared, with the results of a run without a fault."""

    def __init__(self, disk, programs, tracer, scenario):
        self.disk, self.scenario, self.tracer = disk, scenario, tracer
        self.log = f"{disk.folder}.log"
        self.sandbox = Sandbox(disk.folder, programs, scenario.replaces_programs)
        scenario.prepare(self.sandbox)
        self.start = self.sandbox.save()
        before = State(self.sandbox, scenario)
        self.reset()
        outcome = self.sandbox.run(scenario.arguments, variables=self.sandbox.variables)
        after = State(self.sandbox, scenario)
        again = self.repair()
        self.clean = Clean(before, outcome, after, again)

    def close(self):
        self.disk.close()

    def reset(self):
        """Brings the sandbox back to the state before the command."""
        if self.sandbox.restore(self.start):
            # The seals of the earlier lock do not fit the new file.
            self.sandbox.seal()
            self.start = self.sandbox.save()

    def repair(self):
        """Runs what a user runs next."""
        return self.sandbox.run(self.scenario.repair, variables=self.sandbox.variables)

    def run_prefixed(self, prefix, patience=PATIENCE):
        return self.sandbox.run(
            self.scenario.arguments, prefix=prefix, patience=patience,
            variables=self.sandbox.variables)

    def traced(self, *mode, patience=PATIENCE):
        """Runs the command under the tracer, again if it does not end in time. The last time tells
        whether it hangs."""
        prefix = [self.tracer, self.sandbox.folder, self.log, *map(str, mode), "--"]
        for _ in range(ATTEMPTS):
            self.reset()
            outcome = self.run_prefixed(prefix, patience)
            if outcome.code is not None:
                break
        return outcome

    def traced_whole(self, mode):
        """Runs the command under the tracer to its end, so that the log is whole.

        Raises `OutOfTime` if it does not end in time.
        """
        if self.traced(mode, patience=PATIENCE_TO_RECORD).code is None:
            raise OutOfTime

    def calls(self):
        """Returns the file system calls of the command."""
        self.traced_whole("count")
        return self.logged()

    def logged(self):
        """Returns the calls that the tracer has logged."""
        with open(self.log, errors="surrogateescape") as lines:
            return [Call(line) for line in lines]

    def record(self):
        """Returns the changes of the command, and leaves the sandbox in the state after them."""
        self.reset()
        # A file that is restored is another one, so each attempt has its own numbers.
        for _ in range(ATTEMPTS):
            identities = {
                path: str(os.lstat(self.sandbox.path(path)).st_ino) for path in self.start}
            prefix = [self.tracer, self.sandbox.folder, self.log, "record", "--"]
            if self.run_prefixed(prefix, PATIENCE_TO_RECORD).code is not None:
                return Recording(self.sandbox.folder, self.start, identities, self.log)
            self.reset()
        raise OutOfTime

    def faults(self):
        """Returns every fault of the scenario."""
        cuts = self.record().cuts(VARIANTS) if self.scenario.is_changing else []
        return faults(self.scenario, self.calls(), cuts)

    # MARK: Faults

    def run(self, fault):
        """Runs the scenario with a fault, and checks the invariants.

        Raises `Violation` at the first promise that is broken, and `OutOfTime` if the machine is
        too busy.
        """
        aftermath = self.observe(fault, self.fail(fault))
        for promise in at_once + after_repair:
            reason = promise(aftermath)
            if reason:
                raise Violation(promise, reason)

    def fail(self, fault):
        """Runs the command with a fault, and returns what it printed."""
        if fault.kind == "power":
            return self.cut_power(*fault.details)
        if fault.kind == "closed":
            self.reset()
            return self.run_prefixed(["/bin/sh", "-c", f'exec "$@" {fault.details[0]}', "sh"])
        if fault.kind in ("disk", "inodes", "blocks"):
            return self.fill(fault.kind, fault.details[0])
        if fault.kind in ("reader", "member"):
            self.reset()
            with User(fault.kind, self.sandbox) as user:
                return self.run_prefixed(user.prefix)
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
        self.reset()
        self.disk.fill(kind, count)
        try:
            return self.run_prefixed(())
        finally:
            self.disk.empty()

    def observe(self, fault, outcome, change=lambda sandbox: None):
        """Returns the state that a fault has left, and the one after the next command and, for
        mutations, after `change`."""
        aftermath = Aftermath(self.scenario, self.clean, fault, outcome)
        aftermath.store = store_fault(self.copied_store())
        aftermath.state = State(self.sandbox, self.scenario)
        aftermath.repair = self.repair()
        change(self.sandbox)
        aftermath.repaired = State(self.sandbox, self.scenario)
        return aftermath

    def copied_store(self):
        """Copies the store, because SQLite may write when it opens a database."""
        copy = f"{self.log}.sqlite"
        for suffix in ("", "-wal"):
            data = self.sandbox.read(f"root/store.sqlite{suffix}")
            path = f"{copy}{suffix}"
            if data is not None:
                with open(path, "wb") as file:
                    file.write(data)
            elif os.path.exists(path):
                os.unlink(path)
        return copy
