"""The kinds of faults, and which of them a scenario can meet."""

import errno
import os
import signal

DISK, MACHINE = 73, 74

# The errors of each kind of call, with the exit code of their class. The file system of a file that
# is only read is not full.
ERRORS = {
    "read": [(errno.EIO, MACHINE)],
    "open": [(errno.EMFILE, MACHINE), (errno.EIO, MACHINE)],
    "create": [(errno.ENOSPC, DISK), (errno.EACCES, DISK), (errno.EMFILE, MACHINE)],
    "write": [(errno.ENOSPC, DISK), (errno.EIO, MACHINE)],
    "name": [(errno.ENOSPC, DISK), (errno.EACCES, DISK), (errno.EIO, MACHINE)],
    "sync": [(errno.EIO, MACHINE), (errno.ENOSPC, DISK)],
}
CHANGES = ("create", "write", "name", "sync")

VARIANTS = ("none", "names", "zeros", 1, 2)

# Steps of free pages of 4 KiB, of free inodes, and of free blocks of 1 KiB, on a disk that is
# nearly full.
PAGES = range(0, 480, 4)
INODES = range(0, 48)
BLOCKS = range(0, 900, 15)

# The disk on which a kind of fault happens, if it needs one. Without it, the kind is left out.
DISKS = {"disk": "memory", "inodes": "memory", "blocks": "ext4", "reader": "users",
         "member": "users"}

KINDS = {
    "kill": "kill -9 just before each change",
    "power": "power cut after each change",
    "error": "error of each call",
    "errors": "disk full, or read-only, from a change on",
    "short": "short read or write",
    "signal": "SIGINT or SIGTERM before each change",
    "orphan": "SIGKILL or SIGINT to bootstrap alone, before each change by a step of a build",
    "disk": "disk of each size",
    "inodes": "disk without inodes",
    "blocks": "ext4 of each size, with blocks of 1 KiB",
    "reader": "another user, who may only read the root",
    "member": "another user of the root's group",
    "closed": "closed standard streams",
    "crowd": "16 processes at once, with shims beside",
}


class Call:
    """A counted file system call: its kind, its name, and what it is about."""

    def __init__(self, line):
        self.kind, self.name, self.path, _, process = line.rstrip("\n").split("\t")
        # Whether a child process made the call, such as a step of a build.
        self.is_of_child = process == "child"
        # The interpreter of the tool reads its script. The kernel reads it at the start.
        self.is_of_tool = self.kind in ("open", "read") and self.path.endswith("bin/alpha")


class Fault:
    """One fault: its kind, the arguments of the tracer or another detail, and the exit code of its
    class, if there is one."""

    def __init__(self, kind, *details, code=None, call=None):
        self.kind, self.details, self.code, self.call = kind, details, code, call

    @property
    def disk(self):
        """The name of the disk on which this happens."""
        return DISKS.get(self.kind, "memory")

    def met(self, calls):
        """Notes the call that the fault has met. Threads run in another order each time, so it may
        not be the expected one, and the exit code may have to be that of another class."""
        self.call = calls[0] if calls else None
        if self.kind == "error":
            self.code = dict(ERRORS[self.call.kind]).get(self.details[1]) if calls else None
            # SQLite hides why it cannot open or write one of its files, unless this happens again.
            if self.call and os.path.basename(self.call.path).startswith("store.sqlite"):
                self.code = None
        # bootstrap sees that a step failed, but not why.
        if self.kind in ("error", "errors") and self.call and self.call.is_of_child:
            self.code = None

    def __str__(self):
        words = [self.kind, *map(str, self.details)]
        if self.call:
            words.append(f"({self.call.name} {self.call.path})")
        return " ".join(words)


def faults(scenario, calls, cuts):
    """Returns every fault that a scenario can meet."""
    found = []
    for number, call in enumerate(calls, 1):
        if call.is_of_tool:
            continue
        is_change = call.kind in CHANGES
        for error, code in ERRORS[call.kind]:
            found.append(Fault("error", number, error, code=code, call=call))
        if call.name in ("read", "pread64", "write", "pwrite64"):
            found.append(Fault("short", number, call=call))
        if is_change and scenario.is_changing:
            found.append(Fault("kill", number, call=call))
            found.append(Fault("errors", number, errno.ENOSPC, code=DISK, call=call))
            found.append(Fault("errors", number, errno.EROFS, code=DISK, call=call))
            found.append(Fault("signal", number, int(signal.SIGINT), call=call))
            found.append(Fault("signal", number, int(signal.SIGTERM), call=call))
        if is_change and call.is_of_child and scenario.has_steps:
            found.append(Fault("orphan", number, int(signal.SIGKILL), call=call))
        # The hook of a killed setup keeps running, and the next setup waits for it.
        if is_change and call.is_of_child and (scenario.has_steps or scenario.has_hooks):
            found.append(Fault("orphan", number, int(signal.SIGINT), call=call))
    for streams in range(1, 8):
        closed = [f"{number}>&-" for number in range(3) if streams >> number & 1]
        found.append(Fault("closed", " ".join(closed)))
    if scenario.is_changing:
        found += [Fault("power", cut, variant) for cut, variant in cuts]
        found += [Fault("disk", pages, code=DISK) for pages in PAGES]
        found += [Fault("inodes", count, code=DISK) for count in INODES]
        found += [Fault("blocks", count, code=DISK) for count in BLOCKS]
    found += [Fault("reader", code=DISK), Fault("member", code=DISK)]
    return found
