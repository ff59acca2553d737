"""Many processes that work in one root at the same time, with shims running beside them."""

import os
import random
import subprocess

from invariants import State, is_lasting, store_fault
from sandbox import Sandbox
from scenarios import SCENARIOS, installed

PROCESSES = 16

# What the processes run. Each leaves `alpha` 1.0 and `beta` 1.0 usable for the project.
COMMANDS = (
    ["install"], ["install", "--force"], ["install", "--frozen"], ["lock"], ["lock", "--check"],
    ["rehash"], ["check"], ["verify", "--all"], ["list"], ["versions"],
    ["global", "alpha", "1.0"], ["uninstall", "alpha@9.9"],
)
# The exit codes of commands that run beside others: `uninstall` finds no such version.
EXPECTED = {"uninstall": 1}


def crowd(folder, programs, rounds):
    """Runs `rounds` crowds. Returns the number of processes and a list of violations."""
    os.makedirs(folder)
    sandbox = Sandbox(folder, programs)
    installed(sandbox)
    chosen, runs, violations = random.Random(2), 0, []
    names = {path for path in sandbox.save() if is_lasting(path)}
    for _ in range(rounds):
        commands = [chosen.choice(COMMANDS) for _ in range(PROCESSES)]
        processes = [
            (command, start(sandbox, ["root/bin/bootstrap", *command])) for command in commands]
        while any(process.poll() is None for _, process in processes):
            for name in ("alpha", "beta"):
                runs += 1
                outcome = sandbox.shim(name)
                if outcome is None or outcome.output != f"{name} 1.0\n":
                    violations.append(f"the shim {name} beside {commands}: {outcome}")
        for command, process in processes:
            runs += 1
            output, errors = process.communicate()
            if process.returncode != EXPECTED.get(command[0], 0):
                violations.append(
                    f"{' '.join(command)} in a crowd: exit {process.returncode}\n{output}{errors}")
    state = State(sandbox, SCENARIOS[0])
    if state.check.code != 0 or state.verify.code != 0:
        violations.append(f"after the crowds: {state.check}{state.verify}")
    left = state.names - names - {"root/version"}
    if left:
        violations.append(f"left over after the crowds: {sorted(left)}")
    fault = store_fault(sandbox.path("root/store.sqlite"))
    return runs, violations + ([fault] if fault else [])


def start(sandbox, arguments):
    return subprocess.Popen(
        [sandbox.path(arguments[0]), *arguments[1:]], cwd=sandbox.project, env=sandbox.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
