"""What must hold after every fault.

Each function with `@invariant` is one promise. It gets an `Aftermath` and returns what breaks the
promise, or None. Those of `at_once` look at the state that the fault leaves behind, before any
other command has run. Those of `after_repair` look at the state after the next command.
"""

import json
import os
import re
import sqlite3

at_once, after_repair = [], []

# The faults that end bootstrap before it can react.
KILLS = ("kill", "power", "orphan")
# The exit code of the tracer if a child of bootstrap outlives it.
SURVIVED = 99


def invariant(group):
    def add(promise):
        group.append(promise)
        return promise

    return add


class State:
    """What a user can see: what each shim prints, `check`, the installed versions, and the files
    of the user."""

    def __init__(self, sandbox, scenario):
        self.shims = {name: seen(sandbox.shim(name)) for name in ("alpha", "beta")}
        self.check = sandbox.bootstrap("check")
        versions = sandbox.bootstrap("versions", "--json")
        self.versions = {
            (each["name"], each["version"])
            for each in json.loads(versions.output or "{}").get("installed", [])}
        self.files = {name: sandbox.read(name) for name in scenario.files}
        self.verify = sandbox.bootstrap("verify", "--all")
        self.programs = sandbox.programs() if scenario.replaces_programs else None
        self.names = lasting_names(sandbox)


class Clean:
    """A run of a scenario without a fault: the states before and after it, and what it printed.
    `again` is what the next command prints if there is nothing left to do."""

    def __init__(self, before, outcome, after, again):
        self.before, self.outcome, self.after, self.again = before, outcome, after, again


class Aftermath:
    """What a fault led to. `fault` is its kind: `kill`, `error`, and so on. `code` is the exit code
    that its error should have, or None if it has none."""

    def __init__(self, scenario, clean, fault, outcome):
        self.is_verify, self.has_steps = scenario.command == "verify", scenario.has_steps
        self.has_hooks = scenario.has_hooks
        self.clean, self.fault, self.code, self.outcome = clean, fault.kind, fault.code, outcome
        self.state = self.repair = self.repaired = self.store = None


def seen(outcome):
    """What a shim printed, or only its failure, because messages may differ."""
    if outcome is None:
        return "none"
    return outcome.output.strip() if outcome.code == 0 else "fails"


def runs(shim):
    """Whether what a shim printed is from a program of bootstrap."""
    return shim not in ("none", "fails") and not shim.startswith("system")


def is_lasting(path):
    """Whether a file is expected to be the same after each run. The trash is emptied later, SQLite
    removes its logs when the last program closes the store, and without a seal, shims and `check`
    are only slower until the next change."""
    others = ("root/trash", "root/store.sqlite-", "root/shims/.locks", "root/shims/.built",
              "root/shims/.complete", "root/shims/.projects", "root/shims/.bases", "system/",
              "project/tools")
    return not (path.startswith(others)
                or path == "root/staging" or path == "root/staging/.lock")


def lasting_names(sandbox):
    """The names of the files that are expected to be the same after each run. The folder of a
    release has a number, which depends on what was there before."""
    names, releases = set(), set()
    for path in sandbox.save():
        match = re.match(r"root/programs/([^/]*-\d+)", path)
        if match:
            releases.add(match[1])
            path = "root/programs/release" + path[match.end():]
        if is_lasting(path):
            names.add(path)
    if releases:
        names.add(f"root/programs: {len(releases)} releases")
    return names


# MARK: The state that a fault leaves behind


@invariant(at_once)
def the_program_ends_as_a_program_should(aftermath):
    """No crash, no signal but the one that was sent, and an end within reasonable time."""
    is_killed = aftermath.outcome.code == 137 and aftermath.fault in ("kill", "orphan")
    if aftermath.fault == "power" or is_killed:
        return None
    code = aftermath.outcome.code
    if code is None or code > 130 and not (aftermath.fault == "signal" and code == 143):
        return f"the program ended with {aftermath.outcome}"
    return None


@invariant(at_once)
def a_step_ends_with_its_build(aftermath):
    """No build step outlives bootstrap, however bootstrap ends."""
    if aftermath.outcome.code == SURVIVED:
        return "a step was still there ten seconds after bootstrap had been told to end"
    return None


@invariant(at_once)
def a_failure_says_why(aftermath):
    """An error has a message and the exit code of its class, and no message says `(null)`."""
    outcome = aftermath.outcome
    if aftermath.fault in KILLS + ("signal", "closed") or outcome.code is None:
        return None
    if outcome.code == aftermath.clean.outcome.code:
        return None
    if not outcome.errors.strip():
        return f"exit {outcome.code} without a message"
    # A file that the disk does not return is damaged for `verify`, because a reinstall repairs it.
    if aftermath.code == 74 and aftermath.is_verify and outcome.code == 1:
        return None
    # The tool is a script. When it has replaced bootstrap, its shell reports what it cannot read.
    if outcome.code == 2 and "/bin/sh: 0: cannot open" in outcome.errors:
        return None
    # A step or a hook that runs out of space is reported like any other failure.
    if outcome.code == 1 and (aftermath.has_steps and "cannot be built" in outcome.errors
                              or aftermath.has_hooks and "error: the hook" in outcome.errors):
        return None
    if aftermath.code and outcome.code not in (aftermath.code, 126, 127):
        return f"exit {outcome.code} instead of {aftermath.code}: {outcome.errors}"
    return None


@invariant(at_once)
def work_needs_no_streams(aftermath):
    """A command that changes files does so even if no one reads what it prints."""
    outcome, clean = aftermath.outcome, aftermath.clean.outcome
    if aftermath.fault == "closed" and not clean.output and outcome.code != clean.code:
        return f"with closed streams, exit {outcome.code}: {outcome.errors}"
    return None


@invariant(at_once)
def success_means_success(aftermath):
    """A command that says that it is done has done it."""
    if aftermath.fault in KILLS or aftermath.outcome.code != 0:
        return None
    after, state = aftermath.clean.after, aftermath.state
    if aftermath.clean.outcome.code == 0 and (state.shims, state.files, state.programs) != (
            after.shims, after.files, after.programs):
        return f"exit 0, but {state.shims} instead of {after.shims}"
    return None


@invariant(at_once)
def a_refusal_changes_nothing(aftermath):
    """A command that another user may not run says so before it changes anything."""
    state, before = aftermath.state, aftermath.clean.before
    if aftermath.fault not in ("reader", "member"):
        return None
    if aftermath.outcome.code == aftermath.clean.outcome.code:
        return None
    if state.files != before.files:
        return f"exit {aftermath.outcome.code}, but changed files: {aftermath.outcome.errors}"
    changed = state.names ^ before.names
    return f"exit {aftermath.outcome.code}, but changed {sorted(changed)}" if changed else None


@invariant(at_once)
def a_shim_runs_what_is_selected_or_nothing(aftermath):
    """A shim runs the program that was selected before, the one that is selected afterward, or
    none. It never runs the system's program in its place, or another version."""
    for name, shim in aftermath.state.shims.items():
        allowed = {aftermath.clean.before.shims[name], aftermath.clean.after.shims[name]}
        if shim not in allowed | {"fails"}:
            return f"the shim {name} gives `{shim}` instead of {allowed}"
    return None


@invariant(at_once)
def what_works_before_and_after_works_meanwhile(aftermath):
    """A tool that a command only replaces with itself is there at every moment."""
    for name, shim in aftermath.state.shims.items():
        before, after = aftermath.clean.before.shims[name], aftermath.clean.after.shims[name]
        if before == after and runs(before) and shim != before:
            return f"the shim {name} gives `{shim}` instead of `{before}`"
    return None


@invariant(at_once)
def a_file_of_the_user_is_old_or_new(aftermath):
    """A lock, a manifest, or a pin file is the complete old file or the complete new one."""
    for name, data in aftermath.state.files.items():
        if data not in (aftermath.clean.before.files[name], aftermath.clean.after.files[name]):
            return f"{name} is neither the old file nor the new one: {data!r}"
    return None


@invariant(at_once)
def the_programs_are_of_one_release(aftermath):
    """The main program, the one that it starts, and the shim program are all the old ones or all
    the new ones."""
    before, after = aftermath.clean.before.programs, aftermath.clean.after.programs
    if aftermath.state.programs not in (before, after):
        return f"{aftermath.state.programs} are neither {before} nor {after}"
    return None


@invariant(at_once)
def a_visible_installation_is_whole(aftermath):
    """Every visible installation has all of its files, as `verify` sees them.

    The files of a build are known only from its record. If bootstrap was killed before it wrote
    the record, `check` reports unfinished work, and the next change writes the record."""
    verify, check = aftermath.state.verify, aftermath.state.check
    damaged = set(re.findall("^no: (\\w+)", verify.errors, re.MULTILINE))
    is_unrecorded = aftermath.has_steps and check.code != 0 and damaged == {"alpha"}
    if verify.code != 0 and not is_unrecorded:
        return f"verify: {verify}"
    return None


@invariant(at_once)
def check_tells_the_truth(aftermath):
    """`check` says yes only if every tool of the project runs."""
    state, clean = aftermath.state, aftermath.clean
    if state.check.code not in (0, 1, clean.before.check.code, clean.after.check.code):
        return f"check: {state.check}"
    if state.check.code == 0 and "fails" in state.shims.values():
        return f"check says yes, and the shims give {state.shims}"
    return None


@invariant(at_once)
def no_record_is_lost(aftermath):
    """What was installed before, and is afterward, is still listed."""
    lost = aftermath.clean.before.versions & aftermath.clean.after.versions
    lost -= aftermath.state.versions
    return f"no longer listed: {lost}" if lost else None


@invariant(at_once)
def the_store_is_a_sound_database(aftermath):
    """The store is missing or passes SQLite's own check of its pages, keys, and indexes."""
    return aftermath.store


# MARK: The state after the next command


@invariant(after_repair)
def the_next_command_works(aftermath):
    """The next command succeeds, or says that there is nothing left to do."""
    repair, clean = aftermath.repair, aftermath.clean
    if repair.code not in (clean.outcome.code, clean.again.code):
        return f"the next command: {repair}"
    return None


@invariant(after_repair)
def everything_is_as_without_the_fault(aftermath):
    """Shims, files, `check`, and the list of versions are as if nothing had happened."""
    now, clean = aftermath.repaired, aftermath.clean.after
    for what in ("shims", "files", "versions", "programs"):
        if getattr(now, what) != getattr(clean, what):
            return f"{what}: {getattr(now, what)} instead of {getattr(clean, what)}"
    if now.check.code != clean.check.code or now.verify.code != clean.verify.code:
        return f"check: {now.check}\nverify: {now.verify}"
    return None


@invariant(after_repair)
def nothing_is_left_over(aftermath):
    """There is no file that a run without a fault would not have left, in the root, in the project,
    or anywhere else, and none is missing."""
    more = aftermath.repaired.names - aftermath.clean.after.names
    less = aftermath.clean.after.names - aftermath.repaired.names
    # Without a record of what the sources have said, they are only asked again.
    less = {name for name in less if not name.startswith("root/index/")}
    if aftermath.fault in ("disk", "inodes", "blocks", "error", "errors"):
        # `uninstall` removes kept downloads to free space on a full disk.
        less = {name for name in less if not name.startswith("root/downloads/")}
    if more or less:
        return f"left over: {sorted(more)}, missing: {sorted(less)}"
    return None


def store_fault(path):
    """Returns what is wrong with the database at `path`, or None."""
    if not os.path.exists(path):
        return None
    connection = sqlite3.connect(path)
    try:
        lines = connection.execute("PRAGMA integrity_check").fetchall()
        lines += connection.execute("PRAGMA foreign_key_check").fetchall()
        return None if lines == [("ok",)] else f"the store: {lines}"
    except sqlite3.Error as error:
        return f"the store: {error}"
    finally:
        connection.close()
