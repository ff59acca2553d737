"""A root, a home folder, and a project, whose files can be saved and restored."""

import gzip
import hashlib
import io
import os
import shutil
import stat
import subprocess
import tarfile
import time

# The longest time that any command may take, in seconds, and the longest for one that is recorded.
PATIENCE = 60
PATIENCE_TO_RECORD = 300


class Folder:
    """A folder in a saved tree."""

    def __init__(self, mode=0o755):
        self.mode = mode

    def __eq__(self, other):
        return isinstance(other, Folder) and self.mode == other.mode


class File:
    """A regular file in a saved tree."""

    def __init__(self, data=b"", mode=0o644):
        self.data, self.mode = data, mode

    def __eq__(self, other):
        return isinstance(other, File) and (self.data, self.mode) == (other.data, other.mode)


class Link:
    """A symbolic link in a saved tree."""

    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        return isinstance(other, Link) and self.target == other.target


class Outcome:
    """The result of a run: the exit code, or 128 plus a signal, and what the program printed."""

    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors

    def __str__(self):
        return f"exit {self.code}\n{self.output}{self.errors}"


class Sandbox:
    """The folders in which scenarios run. The programs are part of a saved tree only if a scenario
    replaces them."""

    def __init__(self, folder, programs, saves_programs=False):
        self.folder, self.saves_programs = folder, saves_programs
        # What a scenario adds to the environment of its command.
        self.variables = {}
        # Where the programs are.
        self.own = "root"
        # The files that were read last, by what tells that they are still the same.
        self.known_files = {}
        self.root, self.home = f"{folder}/root", f"{folder}/home"
        self.project = f"{folder}/project"
        # A project may hide the programs of a virtual environment without the user's consent.
        self.system = f"{folder}/system/.venv/bin"
        for each in (f"{self.root}/bin", f"{self.root}/libexec", f"{self.root}/shims"):
            os.makedirs(each)
        for each in (self.home, f"{self.project}/tools", self.system):
            os.makedirs(each)
        shutil.copy(f"{programs}/bootstrap", f"{self.root}/bin/")
        # The main program of a release contains bootstrap-change.
        for name in ("bootstrap-change", "bootstrap-shim"):
            if os.path.exists(f"{programs}/{name}"):
                shutil.copy(f"{programs}/{name}", f"{self.root}/libexec/")
        for name in ("alpha", "beta"):
            self.write(f"system/.venv/bin/{name}", f"#!/bin/sh\necho system {name}\n", 0o755)
        self.publish()

    def publish(self):
        """Writes the tools of the project's source: `alpha` 1.0 and 2.0, and `beta` 1.0."""
        index = ["index 1"]
        for version in ("1.0", "2.0"):
            data = archive(f"#!/bin/sh\necho alpha {version}\n")
            index += self.publish_file("alpha", version, "tar.gz", data)
        index += self.publish_file("beta", "1.0", "raw", b"#!/bin/sh\necho beta 1.0\n")
        self.write("project/tools/index", "\n".join(index) + "\n")

    def publish_file(self, tool, version, format, data):
        name = f"{tool}-{version}"
        self.write(f"project/tools/{name}", data)
        digest = hashlib.sha256(data).hexdigest()
        lines = [f"released {tool} {version} 2026-01-12T17:54:49Z"]
        for platform in ("linux-arm64", "linux-x64"):
            lines.append(
                f"artifact {tool} {version} {platform} {format} sha256:{digest} {len(data)} "
                f"{name} provides {tool}"
            )
        return lines

    def publish_release(self):
        """Writes another build of the programs in `root`: the same with one more byte."""
        for name in ("bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim"):
            data = self.read(f"root/{name}")
            if data is not None:
                self.make_folder(f"release/{os.path.dirname(name)}")
                self.write(f"release/{name}", data + b"\n", 0o755)

    def programs(self):
        """Returns the digests of the main program, of what it starts, and of the shim program."""
        main = os.path.realpath(self.path("root/bin/bootstrap"))
        release = os.path.dirname(os.path.dirname(main))
        places = (main, f"{release}/libexec/bootstrap-change",
                  self.path("root/libexec/bootstrap-shim"))
        return [self.digest(place) for place in places]

    def digest(self, place):
        if not os.path.exists(place):
            return None
        with open(place, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    # MARK: Files

    def make_folder(self, name):
        os.makedirs(self.path(name), exist_ok=True)

    def link(self, name, target):
        os.symlink(target, self.path(name))

    def path(self, name):
        return f"{self.folder}/{name}"

    def write(self, name, data, mode=0o644):
        """Replaces a file with a new one."""
        path = self.path(name)
        if os.path.lexists(path):
            os.unlink(path)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        os.chmod(path, mode)

    def read(self, name):
        """Returns the bytes of a file, or None if there is none."""
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def save(self):
        """Returns the tree: a dictionary from relative paths to nodes, folders before contents."""
        tree = {}
        self.save_folder("", tree)
        return tree

    def save_folder(self, name, tree):
        for entry in sorted(os.scandir(self.path(name)), key=lambda entry: entry.name):
            path = f"{name}/{entry.name}" if name else entry.name
            if path in (f"{self.own}/bin", f"{self.own}/libexec") and not self.saves_programs:
                continue
            status = entry.stat(follow_symlinks=False)
            mode = stat.S_IMODE(status.st_mode)
            if stat.S_ISLNK(status.st_mode):
                tree[path] = Link(os.readlink(self.path(path)))
            elif stat.S_ISDIR(status.st_mode):
                tree[path] = Folder(mode)
                self.save_folder(path, tree)
            else:
                tree[path] = self.saved_file(path, status, mode)

    def saved_file(self, path, status, mode):
        """Returns a file, which is read only if it may have changed."""
        identity = (path, status.st_ino, status.st_size, status.st_ctime_ns)
        if identity not in self.known_files:
            self.known_files = {
                key: file for key, file in self.known_files.items() if key[0] != path}
            self.known_files[identity] = File(self.read(path), mode)
        return self.known_files[identity]

    def restore(self, tree):
        """Makes the files the same as in `tree`.

        A file that is already the same is not touched, because a seal is for one file and not for
        its copies. Returns whether the project's lock was replaced.
        """
        now = self.save()
        for path in sorted(now, key=len, reverse=True):
            if type(now[path]) is not type(tree.get(path)):
                self.remove(path)
        is_lock_new = False
        for path, node in tree.items():
            if now.get(path) == node:
                continue
            place = self.path(path)
            if isinstance(node, Folder):
                if not os.path.isdir(place):
                    os.mkdir(place)
                os.chmod(place, node.mode)
            elif isinstance(node, Link):
                self.remove(path)
                os.symlink(node.target, place)
            else:
                self.write(path, node.data, node.mode)
                is_lock_new = is_lock_new or path == "project/Toolfile.lock"
        return is_lock_new

    def remove(self, path):
        place = self.path(path)
        if os.path.isdir(place) and not os.path.islink(place):
            shutil.rmtree(place)
        elif os.path.lexists(place):
            os.unlink(place)

    # MARK: Programs

    @property
    def environment(self):
        return {
            "HOME": self.home,
            "BOOTSTRAP_ROOT": self.root,
            "PATH": f"{self.root}/shims:{self.system}:/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
            "TMPDIR": self.home,
        }

    def run(self, arguments, prefix=(), patience=PATIENCE, variables=None):
        """Runs a program of the sandbox in the project. `prefix` is a program that runs it. The
        exit code is None if the program did not end in time."""
        command = [*prefix, self.path(arguments[0]), *arguments[1:]]
        try:
            ended = subprocess.run(
                command, cwd=self.project, env=self.environment | (variables or {}),
                stdin=subprocess.DEVNULL, capture_output=True, timeout=patience)
        except subprocess.TimeoutExpired:
            return Outcome(None, "", f"did not end within {patience} s\n")
        code = ended.returncode if ended.returncode >= 0 else 128 - ended.returncode
        return Outcome(code, ended.stdout.decode(errors="replace"),
                       ended.stderr.decode(errors="replace"))

    def bootstrap(self, *arguments, trust=None):
        """Runs a command, with the digest of a list that is accepted."""
        return self.run([f"{self.own}/bin/bootstrap", *arguments],
                        prefix=["/usr/bin/env", f"BOOTSTRAP_TRUST={trust}"] if trust else [])

    def shim(self, name):
        """Runs a shim, or returns None if there is none. A shell skips one that leads nowhere."""
        shim = f"root/shims/{name}"
        if not os.path.lexists(self.path(shim)):
            return None
        return self.run([shim if os.path.exists(self.path(shim)) else f"system/.venv/bin/{name}"])

    def move_programs(self):
        """Moves the programs out of the root, which is then empty."""
        os.rmdir(f"{self.root}/shims")
        self.own = "elsewhere"
        os.mkdir(self.path(self.own))
        for name in ("bin", "libexec"):
            os.rename(f"{self.root}/{name}", self.path(f"{self.own}/{name}"))

    def seal(self):
        """Seals the lock again. A lock that is only some hundredths of a second old cannot be."""
        time.sleep(0.05)
        self.bootstrap("rehash")


def archive(script):
    """Returns a tar.gz archive with `script` as its program, and other files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        files = [("bin/alpha", script.encode(), 0o755)]
        files += [(f"share/{n}", b"%d" % n * 3000, 0o644) for n in range(3)]
        for name, contents, mode in files:
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(contents), mode
            tar.addfile(member, io.BytesIO(contents))
    return gzip.compress(data.getvalue(), mtime=0)
