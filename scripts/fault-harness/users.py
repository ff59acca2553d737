"""Other users who work with the owner's root: one who may only read it, and one of its group."""

import os
import subprocess

SETPRIV = "/usr/bin/setpriv"
# Neither exists on any machine, which does not matter to the kernel.
READER, MEMBER, GROUP = 54321, 54322, 54323


def can_be_others():
    """Returns whether this process may run programs as other users."""
    try:
        command = [SETPRIV, f"--reuid={READER}", f"--regid={READER}", "--clear-groups", "true"]
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


class User:
    """A user to whom the project and the home folder belong while a command runs.

    The project of a `reader` is in a root whose files only the owner may write. A `member` belongs
    to the group of the root, whose folders are set-gid, so that new files belong to it, too.
    """

    def __init__(self, kind, sandbox):
        self.sandbox, self.is_member = sandbox, kind == "member"
        self.identity = MEMBER if self.is_member else READER
        self.prefix = [
            SETPRIV, f"--reuid={self.identity}", f"--regid={self.identity}",
            f"--groups={GROUP}" if self.is_member else "--clear-groups", "/bin/sh", "-c",
            f'umask {"002" if self.is_member else "022"} && exec "$@"', "sh"]

    def __enter__(self):
        # The original permissions. Consent counts only if no other user may read its file.
        self.modes = {path: node.mode for path, node in self.sandbox.save().items()
                      if not os.path.islink(self.sandbox.path(path))}
        if self.is_member:
            self.give("root", 0, GROUP)
            for folder, folders, names in os.walk(self.sandbox.root):
                # `verify` compares the modes of what was installed.
                if "content" in folders:
                    folders.remove("content")
                os.chmod(folder, os.stat(folder).st_mode | 0o2070)
                for name in names:
                    path = f"{folder}/{name}"
                    if not os.path.islink(path):
                        os.chmod(path, os.stat(path).st_mode | 0o060)
        for name in ("project", "home"):
            self.give(name, self.identity, self.identity)
        return self

    def __exit__(self, *_):
        for name in ("project", "home"):
            self.give(name, 0, 0)
        if self.is_member:
            self.give("root", 0, 0)
            for path, node in self.sandbox.save().items():
                if path.startswith("root") and not os.path.islink(self.sandbox.path(path)):
                    os.chmod(self.sandbox.path(path), self.modes.get(path, node.mode & 0o755))

    def give(self, name, user, group):
        """Changes the owner of a folder with all that is in it."""
        os.chown(self.sandbox.path(name), user, group)
        for folder, folders, names in os.walk(self.sandbox.path(name)):
            for each in folders + names:
                os.chown(f"{folder}/{each}", user, group, follow_symlinks=False)
