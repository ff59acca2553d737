"""fold-case.py FOLDER MOUNTPOINT: shows a folder as a file system that folds case would.

A name is found in any case and keeps the one it was created with, as on APFS. Needs FUSE and the
Python package fusepy. Runs until the mount point is unmounted.
"""

import errno
import os
import sys

from fusepy import FUSE, FuseOSError, Operations, fuse_get_context


class FoldingFolder(Operations):
    """Passes each call on, with the path as the entries on the way are spelled."""

    # Times are numbers of nanoseconds.
    use_ns = True

    def __init__(self, folder):
        self.folder = folder

    def real(self, path):
        """Returns the path of an existing entry, or the one that a new entry would have."""
        result = self.folder
        for name in path.strip("/").split("/"):
            if name and not os.path.lexists(f"{result}/{name}"):
                folded = name.casefold()
                try:
                    names = os.listdir(result)
                except OSError:
                    names = []
                name = next((each for each in names if each.casefold() == folded), name)
            result = f"{result}/{name}"
        return result

    def created(self, path):
        """Returns the path of a new entry, whose name is kept as it is."""
        folder, name = os.path.split(path)
        if os.path.lexists(self.real(path)):
            raise FuseOSError(errno.EEXIST)
        return f"{self.real(folder)}/{name}"

    @staticmethod
    def own(path):
        """Gives a new entry to the user who created it."""
        user, group, _ = fuse_get_context()
        if os.getuid() == 0:
            os.chown(path, user, group, follow_symlinks=False)

    # Entries

    def getattr(self, path, fh=None):
        status = os.fstat(fh) if fh is not None else os.lstat(self.real(path))
        return {name: getattr(status, name) for name in (
            "st_ino", "st_mode", "st_nlink", "st_uid", "st_gid", "st_size", "st_blocks")} | {
            "st_atime": status.st_atime_ns, "st_mtime": status.st_mtime_ns,
            "st_ctime": status.st_ctime_ns}

    def access(self, path, amode):
        if not os.access(self.real(path), amode):
            raise FuseOSError(errno.EACCES)

    def readdir(self, path, fh):
        return [".", ".."] + os.listdir(self.real(path))

    def readlink(self, path):
        return os.readlink(self.real(path))

    def mkdir(self, path, mode):
        place = self.created(path)
        os.mkdir(place, mode)
        self.own(place)

    def mknod(self, path, mode, dev):
        place = self.created(path)
        os.mknod(place, mode, dev)
        self.own(place)

    def rmdir(self, path):
        os.rmdir(self.real(path))

    def unlink(self, path):
        os.unlink(self.real(path))

    def symlink(self, target, source):
        place = self.created(target)
        os.symlink(source, place)
        self.own(place)

    def link(self, target, source):
        os.link(self.real(source), self.created(target), follow_symlinks=False)

    def rename(self, old, new):
        source, place = self.real(old), self.real(new)
        os.rename(source, place)
        # A rename to another spelling of the same name changes the spelling. An entry that is
        # replaced keeps its own.
        if source == place:
            os.rename(place, f"{os.path.dirname(place)}/{os.path.basename(new)}")

    def chmod(self, path, mode):
        os.chmod(self.real(path), mode)

    def chown(self, path, uid, gid):
        os.chown(self.real(path), uid, gid, follow_symlinks=False)

    def utimens(self, path, times=None):
        os.utime(self.real(path), ns=times, follow_symlinks=False)

    def statfs(self, path):
        status = os.statvfs(self.real(path))
        return {name: getattr(status, name) for name in (
            "f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree",
            "f_favail", "f_flag", "f_namemax")}

    # Open files

    def create(self, path, mode, fi=None):
        place = self.created(path)
        descriptor = os.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        self.own(place)
        return descriptor

    def open(self, path, flags):
        return os.open(self.real(path), flags & ~(os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW))

    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)

    def write(self, path, data, offset, fh):
        return os.pwrite(fh, data, offset)

    def truncate(self, path, length, fh=None):
        os.truncate(fh if fh is not None else self.real(path), length)

    def fsync(self, path, datasync, fh):
        os.fsync(fh)

    def fsyncdir(self, path, datasync, fh):
        pass

    def release(self, path, fh):
        os.close(fh)


if __name__ == "__main__":
    FUSE(
        FoldingFolder(os.path.realpath(sys.argv[1])), sys.argv[2], foreground=True, nothreads=True,
        use_ino=True, entry_timeout=0, negative_timeout=0, attr_timeout=0,
        default_permissions=True, allow_other=os.getuid() == 0)
