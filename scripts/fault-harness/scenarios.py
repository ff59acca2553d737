"""The commands that the harness interrupts, and the states before and after them.

Each command that changes files has at least one scenario. `missing_commands` finds those without.
"""

import re
import shutil

from gems import write_index
from sandbox import archive
from server import serve

ALL = ("--yes", "--older-than", "0d")
MANIFEST = 'platforms "linux-arm64", "linux-x64"\nsource "directory", "tools"\n'


class Scenario:
    """A command, and the files before it.

    `prepare` brings a new sandbox to the state before the command. `files` are the files of the
    user that the command may replace. `repair` is what a user runs next, the same command unless
    stated. `replaces_programs` is whether the command replaces bootstrap itself, and `has_steps`
    whether it builds a tool from source. `has_hooks` is whether it runs hooks. `is_sampled` is
    whether a sample of all scenarios includes it. `note` tells scenarios with the same command
    apart.
    """

    def __init__(self, command, arguments, prepare, files=(), repair=None, is_changing=True,
                 replaces_programs=False, has_steps=False, has_hooks=False, is_sampled=True,
                 note=""):
        self.command, self.arguments, self.prepare = command, arguments, prepare
        self.files, self.repair, self.is_changing = files, repair or arguments, is_changing
        self.replaces_programs, self.has_steps = replaces_programs, has_steps
        self.has_hooks, self.is_sampled = has_hooks, is_sampled
        self.name = " ".join([command, *arguments[2:]]) + (f" ({note})" if note else "")


def bootstrap(*arguments):
    return ["root/bin/bootstrap", *arguments]


def manifest(sandbox, *lines):
    sandbox.write("project/Toolfile", MANIFEST + "".join(f"{line}\n" for line in lines))


class Unprepared(Exception):
    """A scenario could not be prepared. (A worker that exits would leave the pool waiting.)"""


def must(outcome):
    if outcome.code != 0:
        raise Unprepared(f"error: a scenario cannot be prepared\n{outcome}")


def locked(sandbox):
    manifest(sandbox, 'tool "alpha", "= 1.0"', 'tool "beta"')
    must(sandbox.bootstrap("lock"))


def empty(sandbox):
    """Nothing is installed, and the programs are not in the root."""
    sandbox.move_programs()
    manifest(sandbox, 'tool "alpha", "= 1.0"', 'tool "beta"')


def installed(sandbox):
    locked(sandbox)
    must(sandbox.bootstrap("install"))
    sandbox.seal()


# The build steps of `alpha`. Each changes a file, and the result differs in each build. The second
# runs a tool that must be installed first.
STEPS = (
    'mkdir -p "$destdir$prefix/bin" && cp bin/alpha "$destdir$prefix/bin/"',
    "beta >made && date +%s%N >>made && echo made",
    'cp made "$destdir$prefix/"',
)


def buildable(sandbox):
    """A tool is ready to be built from its source archive, and the user has accepted its steps."""
    sandbox.make_folder("www")
    sandbox.write("www/alpha-1.0.tar.gz", archive("#!/bin/sh\necho alpha 1.0\n"))
    steps = ", ".join("'" + step + "'" for step in STEPS)
    address = f"{serve(sandbox.path('www'))}/alpha-{{version}}.tar.gz"
    definition = ['define "alpha" do', f'url "{address}"', 'versions "1.0"', 'needs "beta"',
                  f"build {steps}", "end"]
    sandbox.write("project/Toolfile", "\n".join(['tool "alpha"', *definition, MANIFEST.rstrip()]) +
                  '\ntool "beta"\n')
    for command in ("lock", "trust"):
        digest = sandbox.bootstrap("trust", "--digest").output.strip()
        must(sandbox.bootstrap(command, trust=digest))


def built(sandbox):
    """A tool was built from its source archive."""
    buildable(sandbox)
    must(sandbox.bootstrap("install"))
    sandbox.seal()


def with_gem(sandbox):
    """A gem that another gem belongs to is locked, for the Ruby of the system."""
    sandbox.make_folder("www")
    write_index(sandbox.path("www"))
    must(sandbox.bootstrap("config", "set", "gem-index", serve(sandbox.path("www"))))
    sandbox.write("project/.tool-version", "ruby system\n")
    manifest(sandbox, 'tool "alpha", gem: "alpha"', 'tool "beta"')
    must(sandbox.bootstrap("lock"))


def with_installed_gem(sandbox):
    """A gem is installed."""
    with_gem(sandbox)
    must(sandbox.bootstrap("install"))
    sandbox.seal()


def relocked(sandbox):
    """The tools are installed, and the lock has changed, as after a pull."""
    installed(sandbox)
    manifest(sandbox, 'tool "alpha", "= 2.0"', 'tool "beta"')
    must(sandbox.bootstrap("lock"))


def without_alpha(sandbox):
    """One of the two tools is installed, but no longer declared."""
    installed(sandbox)
    manifest(sandbox, 'tool "beta"')
    must(sandbox.bootstrap("lock"))
    must(sandbox.bootstrap("install"))
    sandbox.seal()


def edited(sandbox):
    """The tools are installed, and the Toolfile has changed."""
    installed(sandbox)
    manifest(sandbox, 'tool "alpha", "= 2.0"', 'tool "beta"')


def registered(sandbox):
    """The tools are installed, and a registry of the project has changed since."""
    registry = 'define "gamma" do\n  summary "%s"\n  directory "gamma"\nend\n'
    sandbox.write("project/registry.rb", registry % "Old")
    manifest(sandbox, 'registry "./registry.rb"', 'tool "alpha", "= 1.0"', 'tool "beta"')
    must(sandbox.bootstrap("install"))
    sandbox.seal()
    sandbox.write("project/registry.rb", registry % "New")


def with_brewfile(sandbox):
    """The tools are installed, and another manifest names two more."""
    installed(sandbox)
    sandbox.write("project/Brewfile", 'brew "ripgrep"\nbrew "jq"\ncask "iterm2"\n')


def with_guests(sandbox):
    """The tools are installed, and a file of another version manager pins one more."""
    installed(sandbox)
    sandbox.write("project/.tool-versions", "ripgrep 14.1.1\n")


def without_shims(sandbox):
    installed(sandbox)
    for name in ("shims/alpha", "shims/.routes/beta"):
        sandbox.remove(f"root/{name}")


def with_both(sandbox):
    """Two versions are installed, one of them for no project."""
    installed(sandbox)
    manifest(sandbox, 'tool "alpha", "= 2.0"', 'tool "beta"')
    must(sandbox.bootstrap("install"))
    sandbox.seal()


def forgettable(sandbox):
    """Two versions are installed, and a script forgets the project, unless that is done already."""
    with_both(sandbox)
    prune = f"../root/bin/bootstrap prune {' '.join(ALL)}"
    sandbox.write("home/again", f"#!/bin/sh\n{prune} --forget . || exec {prune}\n", 0o755)


def pruned(sandbox):
    """One of two versions was pruned, with its download."""
    with_both(sandbox)
    must(sandbox.bootstrap("prune", "--yes", "--older-than", "0d"))
    sandbox.seal()


def unpinned(sandbox):
    """Two versions are installed, and nothing selects one."""
    with_both(sandbox)
    sandbox.remove("project/Toolfile")
    sandbox.remove("project/Toolfile.lock")


def with_startup_files(sandbox):
    """The tools are installed, and bash has startup files, one of them without a final newline."""
    installed(sandbox)
    sandbox.write("home/.bashrc", "alias ll='ls -l'")
    sandbox.write("home/.profile", "umask 022\n")


def pinned(sandbox):
    """A folder outside of projects pins a version."""
    unpinned(sandbox)
    sandbox.write("project/.tool-version", "alpha 1.0\n")


def set_up(sandbox):
    """The startup files activate bootstrap."""
    with_startup_files(sandbox)
    must(sandbox.bootstrap("setup", "--shell", "bash"))


def trusted(sandbox):
    """The user has accepted a program that hides one of the system's."""
    manifest(sandbox, 'tool "alpha", "= 1.0", executables: {cat: "bin/alpha"}', 'tool "beta"')
    must(sandbox.bootstrap("lock"))
    digest = sandbox.bootstrap("trust", "--digest").output.strip()
    must(sandbox.bootstrap("install", trust=digest))
    sandbox.seal()


def refused(sandbox):
    """A program of the project hides one of the system's, which the user is about to accept."""
    manifest(sandbox, 'tool "alpha", "= 1.0", executables: {cat: "bin/alpha"}', 'tool "beta"')
    must(sandbox.bootstrap("lock"))
    sandbox.variables["BOOTSTRAP_TRUST"] = sandbox.bootstrap("trust", "--digest").output.strip()


def installing_on_exec(sandbox):
    """A shim is about to install the version in a lock that has changed. The user has accepted
    where it comes from."""
    relocked(sandbox)
    digest = sandbox.bootstrap("trust", "--digest").output.strip()
    must(sandbox.bootstrap("trust", trust=digest))
    must(sandbox.bootstrap("config", "set", "install-on-exec", "on"))


def hooked(sandbox):
    """A tool is not installed yet, and the user has accepted two hooks: one runs the tool and
    checks what it has done, and one runs once."""
    manifest(sandbox, 'tool "alpha", "= 1.0"',
             # A file that an interrupted hook leaves in the project would need consent.
             'hook "made", check: "test -e ~/made", run: ["alpha >~/part", "mv ~/part ~/made"]',
             'hook "once", once: true, after: "made",'
             ' run: ["cat ~/made >~/part", "mv ~/part ~/once"]')
    must(sandbox.bootstrap("lock"))
    digest = sandbox.bootstrap("trust", "--digest").output.strip()
    must(sandbox.bootstrap("trust", trust=digest))
    # Another user has not accepted them.
    sandbox.variables["BOOTSTRAP_TRUST"] = digest


def with_linked_startup_file(sandbox):
    """The tools are installed, and the startup file of zsh is elsewhere."""
    installed(sandbox)
    sandbox.make_folder("home/dotfiles")
    sandbox.write("home/dotfiles/zshrc", "alias ll='ls -l'\n")
    sandbox.link("home/.zshrc", "dotfiles/zshrc")


def with_release(sandbox):
    """The tools are installed, and a folder has another build of bootstrap."""
    installed(sandbox)
    sandbox.publish_release()


def updated(sandbox):
    """bootstrap has updated itself, and can go back. A script does so, unless that is done."""
    with_release(sandbox)
    must(sandbox.bootstrap("self-update", "--from", "../release"))
    sandbox.write("home/again", "#!/bin/sh\n"
                  "cmp -s ../root/bin/bootstrap ../release/bin/bootstrap"
                  " && exec ../root/bin/bootstrap self-update --rollback\n"
                  "exec ../root/bin/bootstrap rehash\n", 0o755)
    sandbox.seal()


def outdated(sandbox):
    """bootstrap is in use as a release of the root, and a folder has another build of it."""
    with_release(sandbox)
    must(sandbox.bootstrap("self-update", "--from", "../root"))
    sandbox.seal()


def bundling(sandbox):
    """Two tools are installed. A script writes the bundle of the project. If the bundle is complete
    already, the command fails, so the script then runs the command that `check` recommends."""
    installed(sandbox)
    sandbox.write("home/again", "#!/bin/sh\n"
                  "PATH=$BOOTSTRAP_ROOT/bin:$PATH\n"
                  "bootstrap bundle-release ../bundle\n"
                  "code=$?\n"
                  "bootstrap install --quiet || :\n"
                  "exit $code\n", 0o755)
    sandbox.seal()


def configured(sandbox):
    """The user has settings."""
    sandbox.write("root/config", "# mine\njobs 3  # at once\ntimeout 60\n")


LOCK = ("project/Toolfile.lock",)
BOTH = ("project/Toolfile", "project/Toolfile.lock")

SCENARIOS = [
    Scenario("install", bootstrap("install"), locked),
    Scenario("install", ["elsewhere/bin/bootstrap", "install"], empty, LOCK,
             note="into an empty root"),
    Scenario("install", bootstrap("install", "--frozen"), relocked),
    Scenario("install", bootstrap("install", "--force"), installed),
    Scenario("install", bootstrap("install"), buildable, has_steps=True, note="with a build"),
    Scenario("install", bootstrap("install", "--force"), built, has_steps=True, is_sampled=False,
             note="with a build in use"),
    *([
        Scenario("install", bootstrap("install"), with_gem, has_steps=True, note="with a gem"),
        Scenario("install", bootstrap("install", "--force"), with_installed_gem, has_steps=True,
                 is_sampled=False, note="with a gem in use"),
    ] if shutil.which("ruby", path="/usr/bin:/bin") else []),
    Scenario("lock", bootstrap("lock"), edited, LOCK),
    Scenario("lock", bootstrap("lock", "--remove-platform", "linux-arm64"), installed, BOTH),
    Scenario("update", bootstrap("update", "--write"), installed, BOTH),
    Scenario("outdated", bootstrap("outdated"), installed, is_changing=False),
    Scenario("registry", bootstrap("registry", "update"), registered, LOCK),
    Scenario("init", bootstrap("init"), lambda sandbox: None, ("project/Toolfile",)),
    Scenario("import", bootstrap("import", "Brewfile"), with_brewfile, ("project/Toolfile",)),
    Scenario("import", bootstrap("import"), with_guests, ("project/.tool-version",)),
    Scenario("add", bootstrap("add", "alpha@2.0"), without_alpha, BOTH),
    Scenario("remove", bootstrap("remove", "beta"), installed, BOTH),
    Scenario("hold", bootstrap("hold", "alpha", "2.0"), installed, BOTH),
    Scenario("use", bootstrap("use", "alpha@2.0"), without_alpha, BOTH),
    Scenario("local", bootstrap("local", "alpha", "1.0"), unpinned, ("project/.tool-version",)),
    Scenario("local", bootstrap("local", "--unset"), pinned, ("project/.tool-version",)),
    Scenario("global", bootstrap("global", "alpha", "1.0"), unpinned, ("root/version",)),
    Scenario("config", bootstrap("config", "set", "jobs", "4"), configured, ("root/config",)),
    # On a full disk, nothing in the trash tells that the version is gone already.
    Scenario("uninstall", bootstrap("uninstall", "alpha@1.0"), with_both,
             repair=bootstrap("uninstall", "alpha@1.0", "--force")),
    Scenario("uninstall", bootstrap("uninstall", "alpha@1.0", "beta", "--force"), with_both),
    Scenario("prune", bootstrap("prune", *ALL), with_both),
    Scenario("prune", bootstrap("prune", *ALL, "--forget", "."), forgettable,
             repair=["home/again"]),
    Scenario("trash", bootstrap("trash", "restore"), pruned),
    Scenario("trash", bootstrap("trash", "empty"), pruned),
    # A second undo would undo the first one.
    Scenario("undo", bootstrap("undo"), pruned, repair=bootstrap("trash", "restore")),
    Scenario("cache", bootstrap("cache", "clean"), with_both),
    Scenario("bundle", bootstrap("bundle-release", "../bundle"), bundling,
             repair=["home/again"]),
    Scenario("cache", bootstrap("cache", "add", "--all-platforms"), installed),
    Scenario("mirror", bootstrap("mirror", "fill", "../mirror"), installed),
    Scenario("setup", bootstrap("setup", "--shell", "bash"), with_startup_files,
             ("home/.bashrc", "home/.profile")),
    Scenario("setup", bootstrap("setup", "--shell", "bash", "--remove"), set_up,
             ("home/.bashrc", "home/.profile")),
    Scenario("setup", bootstrap("setup", "--shell", "zsh"), with_linked_startup_file,
             ("home/dotfiles/zshrc",)),
    Scenario("setup", bootstrap("setup", "--yes", "--skip", "shell"), hooked,
             ("home/made", "home/once"), has_hooks=True),
    Scenario("rehash", bootstrap("rehash"), without_shims),
    Scenario("trust", bootstrap("trust"), refused),
    Scenario("trust", bootstrap("trust", "--revoke"), trusted),
    Scenario("verify", bootstrap("verify", "--all"), installed),
    Scenario("check", bootstrap("check"), installed, is_changing=False),
    Scenario("info", bootstrap("info", "alpha"), installed, is_changing=False),
    Scenario("doctor", bootstrap("doctor"), installed, is_changing=False),
    Scenario("policy", bootstrap("policy", "check"), installed, is_changing=False),
    Scenario("exec", bootstrap("exec", "alpha"), installed, is_changing=False),
    Scenario("exec", bootstrap("exec", "--install", "alpha"), locked, repair=bootstrap("install")),
    Scenario("shim", ["root/shims/alpha"], installed, repair=bootstrap("check"),
             is_changing=False),
    Scenario("shim", ["root/shims/alpha"], installing_on_exec, repair=bootstrap("install"),
             note="install-on-exec"),
    Scenario("self-update", bootstrap("self-update", "--from", "../release"), outdated,
             replaces_programs=True),
    Scenario("self-update", bootstrap("self-update", "--from", "../release"), with_release,
             replaces_programs=True, note="of an older root"),
    Scenario("self-update", bootstrap("self-update", "--rollback"), updated,
             repair=["home/again"], replaces_programs=True),
]

# Commands of the changing program that write nothing, and the part of `x` that installs as
# `install` does.
WITHOUT_SCENARIO = {"completions", "filewhence", "help", "history", "installedwhy",
                    "recordedlist", "recordedversions", "thoroughcheck", "xinstall"}


def missing_commands(table):
    """Returns the commands in the source file `table` that have no scenario."""
    with open(table) as file:
        commands = re.findall(r"(\w+)Command\.self", file.read())
    known = WITHOUT_SCENARIO | {scenario.command.replace("-", "") for scenario in SCENARIOS}
    return [name for command in commands if (name := command.lower()) not in known]
