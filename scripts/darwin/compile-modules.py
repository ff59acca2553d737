"""compile-modules.py HEADERS WORK [--shim]: compiles the Swift code as a compiler on macOS would.

The modules are only type-checked. A toolchain for Linux has Swift's standard library for Linux
alone, so the modules are compiled against that one, while C is imported for arm64-apple-macos15
from the folder HEADERS, and in copies of the sources, `canImport(Darwin)`, `os(macOS)`, and the
like are replaced by `true` or `false`. `Darwin` is a module that re-exports the headers
(Darwin.swift), and `Glibc` is empty.

A file that imports no C and has no conditions means the same on both systems. So the bodies of its
functions are left out. Not seen at all: what the compiler finds after the check of types, such as
overlapping accesses; availability; the tests; and everything that happens at run time.

The shim is Embedded Swift, whose standard library the toolchain has for Apple's processors, too.
So with `--shim`, the shim is compiled completely, to WORK/shim.o. It is also checked as ordinary
Swift, which it is with a toolchain that lacks Embedded Swift (Package.swift).
"""

import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CONDITIONS = {
    "canImport(Darwin)": "true", "os(macOS)": "true", "arch(arm64)": "true",
    "canImport(Glibc)": "false", "canImport(Musl)": "false", "os(Linux)": "false",
    "arch(x86_64)": "false",
}
CONDITION = re.compile(r"^ *#(if|elseif) ")
DEPENDS_ON_SYSTEM = re.compile(r"^ *([@a-zA-Z_]+ )*import (LibC|C[A-Z]\w*)$|^ *#if ", re.MULTILINE)
FEATURES = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault",
]


def targets(work):
    """Returns the targets in Sources, each after those that it depends on."""
    # With a scratch folder of its own, SwiftPM does not wait for a build in `.build`.
    text = subprocess.check_output([
        "swift", "package", "--scratch-path", f"{work}/scratch", "describe", "--type", "json"])
    known = {target["name"]: target for target in json.loads(text)["targets"]}
    ordered = {}

    def visit(name):
        if name in known and name not in ordered:
            for dependency in known[name].get("target_dependencies", []):
                visit(dependency)
            ordered[name] = known[name]

    for name in known:
        visit(name)
    return [target for target in ordered.values() if target["path"].startswith("Sources/")]


def translated(text):
    """Returns Swift code whose conditions are those of macOS."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if CONDITION.match(line):
            for condition, value in CONDITIONS.items():
                line = line.replace(condition, value)
            lines[number] = line
    return "\n".join(lines)


def copy_sources(target, folder):
    """Copies the sources of a target. Returns the paths of the files that depend on the system,
    and those of the others."""
    dependent, others = [], []
    for source in target["sources"]:
        with open(f"{target['path']}/{source}", encoding="utf-8") as file:
            text = file.read()
        path = f"{folder}/{target['name']}/{source}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(translated(text))
        (dependent if DEPENDS_ON_SYSTEM.search(text) else others).append(path)
    return dependent, others


def c_flags(headers, work, described):
    """Returns the flags for importing C from the headers and from the package's own modules."""
    maps = [f"{headers}/module.modulemap"]
    for target in described:
        if target["module_type"] == "SystemLibraryTarget":
            maps.append(f"{target['path']}/module.modulemap")
        elif target["module_type"] == "ClangTarget":
            include = os.path.abspath(f"{target['path']}/include")
            maps.append(f"{work}/{target['name']}.modulemap")
            with open(maps[-1], "w", encoding="utf-8") as file:
                file.write(f"module {target['name']} {{ umbrella \"{include}\" export * }}\n")
    # An empty system root hides the headers of this machine.
    flags = ["-isysroot", work, "-isystem", headers] + [f"-fmodule-map-file={map}" for map in maps]
    return [word for flag in flags for word in ("-Xcc", flag)]


def compile_swift(name, arguments, is_frontend=True):
    """Runs the Swift compiler for the module with this name, and returns whether it succeeded."""
    command = ["swiftc"] + ["-frontend"] * is_frontend + ["-module-name", name] + arguments
    return subprocess.run(command, check=False).returncode == 0


def compile_shim(target, flags, work):
    """Compiles the shim with the settings of Package.swift, and returns whether it succeeded."""
    dependent, others = copy_sources(target, f"{work}/sources")
    return compile_swift(target["c99name"], flags + [
        "-target", "arm64-apple-none-macho", "-enable-experimental-feature", "Embedded", "-wmo",
        "-O", "-parse-as-library", "-Xfrontend", "-function-sections", "-Xfrontend",
        "-disable-stack-protector", "-enforce-exclusivity=unchecked", "-c", "-o", f"{work}/shim.o",
    ] + dependent + others, is_frontend=False)


def main():
    headers, work = sys.argv[1:3]
    described = targets(work)
    modules = f"{work}/modules"
    os.makedirs(modules)
    information = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    resources = information["paths"]["runtimeResourcePath"]
    shared = ["-swift-version", "6", "-module-cache-path", f"{work}/cache"]
    shared += c_flags(headers, work, described)
    strict = ["-strict-memory-safety", "-warnings-as-errors", "-package-name", "bootstrap"]
    strict += [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]
    settings = shared + [
        "-I", modules, "-clang-target", "arm64-apple-macos15",
        "-disable-implicit-string-processing-module-import", "-plugin-path",
        f"{resources}/host/plugins",
    ]

    def save(name):
        return ["-emit-module", "-o", f"{modules}/{name}.swiftmodule"]

    with open(f"{work}/Glibc.swift", "w", encoding="utf-8"):
        pass
    succeeded = compile_swift(
        "Glibc", save("Glibc") + ["-parse-stdlib", f"{work}/Glibc.swift"]
    ) and compile_swift(
        "Darwin", save("Darwin") + settings + ["-parse-as-library", f"{HERE}/Darwin.swift"])
    if not succeeded:
        return 1
    names, count = [], 0
    for target in described:
        if target["module_type"] != "SwiftTarget":
            continue
        if target["name"] == "bootstrap-shim" and "--shim" in sys.argv:
            succeeded = compile_shim(target, shared + strict, work) and succeeded
        dependent, others = copy_sources(target, f"{work}/sources")
        flags = settings + strict
        if "main.swift" not in target["sources"]:
            flags = flags + ["-parse-as-library"]
        name = target["c99name"]
        skipping = ["-experimental-skip-all-function-bodies"]
        if not compile_swift(name, save(name) + skipping + flags + dependent + others):
            return 1
        names.append(name)
        count += len(dependent)
        if dependent:
            primary = [word for path in dependent for word in ("-primary-file", path)]
            checked = compile_swift(name, ["-typecheck"] + flags + primary + others)
            succeeded = succeeded and checked
    if not succeeded or count == 0:
        return 1
    print(f"{len(names)} Swift modules, {count} files that depend on the system")
    return 0


if __name__ == "__main__":
    sys.exit(main())
