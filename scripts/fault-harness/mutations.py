"""Damage that each invariant must find, so that no invariant is one that cannot fail."""

import invariants
from faults import Fault
from sandbox import Outcome


class Mutation:
    """Damage to the state after a scenario, and the promise that it breaks.

    `at_once` damages the state that a fault leaves behind, and `later` the state after the next
    command. `outcome` replaces what the command returned after a fault of the kind `fault`.
    """

    def __init__(self, promise, scenario, at_once=None, later=None, outcome=None, fault="error",
                 code=None):
        self.promise, self.scenario = promise, scenario
        self.at_once, self.later = at_once or nothing, later or nothing
        self.outcome, self.fault = outcome, Fault(fault, code=code)


def nothing(sandbox):
    pass


def installed_file(sandbox, name):
    """Returns the path of a file of the installed `alpha`."""
    return next(path for path in sandbox.save() if path.endswith(f"/content/{name}")
                and path.startswith("root/installs/alpha/"))


def damaged_program(sandbox):
    sandbox.write(installed_file(sandbox, "bin/alpha"), "#!/bin/sh\nexit 1\n", 0o755)


def damaged_data(sandbox):
    sandbox.write(installed_file(sandbox, "share/1"), "x")


def other_program(sandbox):
    sandbox.write("root/shims/alpha", "#!/bin/sh\necho system alpha\n", 0o755)


def lost_installation(sandbox):
    sandbox.remove("root/installs/alpha")


def torn_lock(sandbox):
    lock = sandbox.read("project/Toolfile.lock")
    sandbox.write("project/Toolfile.lock", lock[:len(lock) // 2])


def torn_store(sandbox):
    store = sandbox.read("root/store.sqlite")
    sandbox.write("root/store.sqlite", store[:8192] + b"\xff" * 4096 + store[12288:])
    sandbox.remove("root/store.sqlite-wal")


def unreadable_manifest(sandbox):
    sandbox.write("project/Toolfile", "tool\n")


def litter(sandbox):
    sandbox.write("root/shims/.alpha.1-abc", "")


def mixed_programs(sandbox):
    sandbox.write("root/libexec/bootstrap-shim", "#!/bin/sh\nexit 1\n", 0o755)


def reader_changed_lock(sandbox):
    sandbox.write("project/Toolfile.lock", "lockfile 1\n")


REINSTALL = "install --force"
MUTATIONS = [
    Mutation(invariants.the_program_ends_as_a_program_should, REINSTALL,
             outcome=Outcome(132, "", "Illegal instruction\n")),
    Mutation(invariants.the_program_ends_as_a_program_should, REINSTALL,
             outcome=Outcome(None, "", "")),
    Mutation(invariants.a_step_ends_with_its_build, REINSTALL, outcome=Outcome(99, "", ""),
             fault="orphan"),
    Mutation(invariants.a_failure_says_why, REINSTALL, outcome=Outcome(74, "", "")),
    Mutation(invariants.a_failure_says_why, REINSTALL, outcome=Outcome(74, "", "error: x\n"),
             code=73),
    Mutation(invariants.work_needs_no_streams, REINSTALL, outcome=Outcome(130, "", ""),
             fault="closed"),
    Mutation(invariants.success_means_success, "lock", at_once=torn_lock),
    Mutation(invariants.a_shim_runs_what_is_selected_or_nothing, REINSTALL, at_once=other_program),
    Mutation(invariants.what_works_before_and_after_works_meanwhile, REINSTALL,
             at_once=lost_installation),
    Mutation(invariants.a_file_of_the_user_is_old_or_new, "lock", at_once=torn_lock),
    Mutation(invariants.the_programs_are_of_one_release, "self-update --from ../release",
             at_once=mixed_programs),
    Mutation(invariants.a_refusal_changes_nothing, "lock", at_once=reader_changed_lock,
             outcome=Outcome(73, "", "error: x\n"), fault="reader"),
    Mutation(invariants.a_visible_installation_is_whole, REINSTALL, at_once=damaged_data),
    Mutation(invariants.check_tells_the_truth, REINSTALL, at_once=damaged_program),
    Mutation(invariants.no_record_is_lost, REINSTALL, at_once=lost_installation),
    Mutation(invariants.the_store_is_a_sound_database, REINSTALL, at_once=torn_store),
    Mutation(invariants.the_next_command_works, REINSTALL, at_once=unreadable_manifest),
    Mutation(invariants.everything_is_as_without_the_fault, REINSTALL, later=other_program),
    Mutation(invariants.nothing_is_left_over, REINSTALL, later=litter),
]


def mutations(bench_of):
    """Applies all mutations, and returns 1 if an invariant does not find its own.

    - Parameter bench_of: Returns the workbench of the scenario with a name.
    """
    status = 0
    for mutation in sorted(MUTATIONS, key=lambda mutation: mutation.scenario):
        bench = bench_of(mutation.scenario)
        name = f"{mutation.promise.__name__}, {mutation.at_once.__name__}"
        if aftermath_reason(bench, mutation, is_damaged=False):
            print(f"not kept without damage: {name}")
            status = 1
        elif not aftermath_reason(bench, mutation, is_damaged=True):
            print(f"not found: {name}")
            status = 1
        else:
            print(f"found: {name}")
    unproven = set(invariants.at_once + invariants.after_repair) - {
        mutation.promise for mutation in MUTATIONS}
    for promise in unproven:
        print(f"no mutation: {promise.__name__}")
    return 1 if unproven else status


def aftermath_reason(bench, mutation, is_damaged):
    """Runs a scenario without a fault, and returns what breaks the promise of a mutation."""
    bench.reset()
    outcome = bench.sandbox.run(bench.scenario.arguments)
    if is_damaged:
        outcome = mutation.outcome or outcome
        mutation.at_once(bench.sandbox)
    aftermath = bench.observe(mutation.fault, outcome, mutation.later if is_damaged else nothing)
    return mutation.promise(aftermath)
