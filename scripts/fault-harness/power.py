"""What a disk may contain after a power cut, computed from the changes that a program made.

A recorded run is a list of changes and syncs. A cut keeps each change that a sync has made durable,
and any of the later ones, in any order. This is less than ext4 promises, which keeps changes of
folders in order. A sync of a file keeps its data and its name, as on ext4, XFS, Btrfs, and APFS; a
sync of a folder keeps its entries. A rename is kept whole or not at all.
"""

import os
import random

from sandbox import File, Folder, Link


class Node:
    """A file, folder, or link with the changes to it, under which it is found again."""

    def __init__(self, kind, mode=0o644, target=None):
        self.kind, self.mode, self.target = kind, mode, target
        self.data = bytearray()
        self.entries = {}


class Change:
    """One recorded change. `node` is what it changes, and `entries` are the names that it sets
    together: tuples of a folder, a name, and a node, or None for a removed name."""

    def __init__(self, node=None, entries=(), data=None, is_sync=False):
        self.node, self.entries, self.data = node, list(entries), data
        self.is_sync = is_sync


class Recording:
    """The changes of a run in the tree below `folder`."""

    def __init__(self, folder, tree, identities, log):
        self.folder = folder
        self.top = Node("folder")
        self.nodes = {}
        self.changes = []
        for path, saved in tree.items():
            kind = {File: "file", Folder: "folder", Link: "link"}[type(saved)]
            node = Node(kind, getattr(saved, "mode", 0o777), getattr(saved, "target", None))
            node.data = bytearray(getattr(saved, "data", b""))
            parent, name = self.place(f"{folder}/{path}", self.initial)
            parent.entries[name] = node
            self.nodes[identities[path]] = node
        self.live = {}
        with open(log, errors="surrogateescape") as lines:
            for line in lines:
                self.read(line.rstrip("\n").split("\t"))

    def initial(self, folder, name):
        return folder.entries.get(name)

    def current(self, folder, name):
        """The entry of a folder after all changes so far."""
        return self.live.get((folder, name), folder.entries.get(name))

    def place(self, path, entry):
        """Returns the folder of a path, and the last name."""
        names = os.path.relpath(path, self.folder).split("/")
        node = self.top
        for name in names[:-1]:
            node = entry(node, name)
        return node, names[-1]

    def add(self, change):
        for folder, name, node in change.entries:
            self.live[folder, name] = node
        self.changes.append(change)

    def read(self, fields):
        kind, *rest = fields
        if kind in ("create", "folder", "symlink"):
            identity, path = rest[0], rest[1]
            folder, name = self.place(path, self.current)
            node = Node({"create": "file", "folder": "folder", "symlink": "link"}[kind],
                        int(rest[2], 8) if kind == "create" else 0o755,
                        rest[2] if kind == "symlink" else None)
            self.nodes[identity] = node
            self.add(Change(node, [(folder, name, node)]))
        elif kind == "link":
            folder, name = self.place(rest[1], self.current)
            node = self.nodes[rest[0]]
            self.add(Change(node, [(folder, name, node)]))
        elif kind in ("rename", "exchange"):
            old, old_name = self.place(rest[0], self.current)
            new, new_name = self.place(rest[1], self.current)
            node, other = self.current(old, old_name), self.current(new, new_name)
            kept = other if kind == "exchange" else None
            self.add(Change(node, [(new, new_name, node), (old, old_name, kept)]))
        elif kind == "remove":
            folder, name = self.place(rest[0], self.current)
            self.add(Change(self.current(folder, name), [(folder, name, None)]))
        elif kind == "write":
            self.change_data(rest[0], ("write", int(rest[1]), bytes.fromhex(rest[2])))
        elif kind in ("truncate", "extend"):
            self.change_data(rest[0], (kind, int(rest[1]), b""))
        elif kind == "mode":
            self.change_data(rest[0], ("mode", int(rest[1], 8), b""))
        elif kind == "sync":
            self.add(Change(self.nodes.get(rest[0]), is_sync=True))
        elif kind == "sync-all":
            self.add(Change(is_sync=True))

    def change_data(self, identity, data):
        # A change of a file that was removed before the run, or is outside of the tree, is nothing.
        node = self.nodes.get(identity)
        if node is not None:
            self.add(Change(node, data=data))

    def is_durable(self, index, cut):
        """Whether a sync before the cut has made a change durable."""
        change = self.changes[index]
        for sync in self.changes[index + 1:cut]:
            if not sync.is_sync:
                continue
            if sync.node is None or sync.node is change.node:
                return True
            if any(folder is sync.node for folder, _, _ in change.entries):
                return True
        return False

    def cuts(self, variants):
        """Returns the cuts to try: a number of changes that were made, and a variant."""
        return [(cut, variant) for cut in range(1, len(self.changes) + 1) for variant in variants]

    def tree(self, cut, variant):
        """Returns the tree that a power cut after `cut` changes may have left.

        The variant tells which changes without a sync are kept: `none`, `names` without data,
        `zeros` for names with sizes and without bytes, or a number for a random choice.
        """
        chosen = random.Random(f"{cut} {variant}")
        folders, files, modes = {}, {}, {}
        for index, change in enumerate(self.changes[:cut]):
            if change.is_sync:
                continue
            is_kept, is_zero = True, False
            if not self.is_durable(index, cut):
                if variant == "none":
                    is_kept = False
                elif variant == "names":
                    is_kept = change.data is None
                elif variant == "zeros":
                    is_zero = change.data is not None
                else:
                    is_kept = chosen.random() < 0.5
            if not is_kept:
                continue
            for folder, name, node in change.entries:
                folders.setdefault(folder, {})[name] = node
            if change.data is None:
                continue
            kind, number, data = change.data
            bytes_so_far = files.setdefault(change.node, bytearray(change.node.data))
            if kind == "mode":
                modes[change.node] = number
            elif kind == "truncate":
                del bytes_so_far[number:]
                bytes_so_far.extend(bytes(number - len(bytes_so_far)))
            else:
                end = number + len(data)
                bytes_so_far.extend(bytes(max(0, end - len(bytes_so_far))))
                if data:
                    bytes_so_far[number:end] = bytes(len(data)) if is_zero else data
        tree = {}

        def add(folder, path):
            for name, node in sorted({**folder.entries, **folders.get(folder, {})}.items()):
                place = f"{path}/{name}" if path else name
                mode = modes.get(node, node.mode if node else 0)
                # What is in the memory that programs share does not survive.
                if node is None or name.endswith("-shm"):
                    continue
                if node.kind == "link":
                    tree[place] = Link(node.target)
                elif node.kind == "folder":
                    tree[place] = Folder(mode)
                    add(node, place)
                else:
                    tree[place] = File(bytes(files.get(node, node.data)), mode)

        add(self.top, "")
        return tree
