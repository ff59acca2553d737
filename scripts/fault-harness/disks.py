"""The file systems on which sandboxes are: one in memory, or a small ext4."""

import errno
import os
import subprocess

# The limits of a disk in memory that is not full.
WIDE = "size=1g,nr_inodes=100000"
# The size of an ext4, and of its blocks, in bytes.
IMAGE_SIZE, BLOCK_SIZE = 600 << 20, 1024


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, capture_output=True)


class Memory:
    """A file system in memory, whose numbers of pages and of inodes can change at any time."""

    def __init__(self, folder):
        self.folder = self.place = folder
        os.makedirs(folder)
        mount("-t", "tmpfs", "-o", f"mode=755,{WIDE}", "none", folder)

    def fill(self, kind, count):
        """Leaves only this number of pages or inodes."""
        usage = os.statvfs(self.place)
        if kind == "disk":
            limit = f"size={(usage.f_blocks - usage.f_bfree + count) * usage.f_frsize}"
        else:
            limit = f"nr_inodes={usage.f_files - usage.f_ffree + count}"
        mount("-o", f"remount,{limit}", self.place)

    def empty(self):
        mount("-o", f"remount,{WIDE}", self.place)

    def close(self):
        subprocess.run(["umount", self.place], check=True)


class Ext4:
    """An ext4 with blocks that are smaller than a page of memory. A file that another process has
    extended may then have a hole that the full disk cannot fill."""

    def __init__(self, folder):
        self.image, self.place = f"{folder}.image", f"{folder}.disk"
        # Apart from what else is at the top of the file system.
        self.folder, self.balloon = f"{self.place}/sandbox", f"{self.place}/balloon"
        with open(self.image, "wb") as file:
            file.truncate(IMAGE_SIZE)
        subprocess.run(
            ["mkfs.ext4", "-q", "-b", str(BLOCK_SIZE), "-m", "0", "-J", "size=4", self.image],
            check=True, capture_output=True)
        os.makedirs(self.place)
        mount("-o", "loop", self.image, self.place)
        os.makedirs(self.folder)

    def fill(self, _, count):
        """Leaves only this number of blocks."""
        # What was removed is free only when the journal has it.
        os.sync()
        with open(self.balloon, "wb") as file:
            free = os.statvfs(self.place).f_bavail - count
            while free > 0:
                try:
                    os.posix_fallocate(file.fileno(), 0, free * BLOCK_SIZE)
                    break
                except OSError as error:
                    # The file system also needs space for the list of the balloon's extents.
                    if error.errno != errno.ENOSPC:
                        raise
                    file.truncate(0)
                    free -= 4
            # The balloon needs some blocks of its own.
            excess = count - os.statvfs(self.place).f_bavail
            if excess > 0 and free > excess:
                file.truncate((free - excess) * BLOCK_SIZE)
        os.sync()

    def empty(self):
        os.unlink(self.balloon)

    def close(self):
        subprocess.run(["umount", self.place], check=True)
        os.unlink(self.image)


class Plain:
    """A folder of the machine's file system, which cannot be filled."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder)

    def close(self):
        pass


def can_mount(disk, folder):
    """Returns whether this machine has such a disk."""
    try:
        disk(folder).close()
        return True
    except (OSError, subprocess.CalledProcessError):
        return False
