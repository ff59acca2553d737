#!/usr/bin/python3
"""compare-headers.py HEADERS APPLE WORK: compares darwin.h with Apple's headers.

Every function of darwin.h must have the same type in Apple's headers, and every constant,
structure, and member the same value, size, and offset.
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Macros that are not numbers.
NOT_NUMBERS = {"NULL", "offsetof", "bool", "true", "false", "errno", "S_ISREG", "sa_handler"}
POINTERS = {"MAP_FAILED", "SIG_DFL", "SIG_IGN"}


def declarations(text):
    """Returns darwin.h without comments and directives, as one string for each declaration."""
    text = re.sub(r"#ifdef __swift__.*?#else\n(.*?)#endif", r"\1", text, flags=re.DOTALL)
    text = re.sub(r"//.*", "", text)
    text = re.sub(r"^#.*(\\\n.*)*", "", text, flags=re.MULTILINE)
    result, start, depth = [], 0, 0
    for index, byte in enumerate(text):
        depth += (byte == "{") - (byte == "}")
        if byte == ";" and depth == 0:
            result.append(" ".join(text[start:index + 1].split()))
            start = index + 1
    return result


def is_function(declaration):
    return "(" in declaration and "{" not in declaration and not declaration.startswith("typedef")


def redeclared(function):
    """Returns the declaration in a form that can follow Apple's, which may also define a macro."""
    plain = re.sub(r" ?\b_(Nullable|Nonnull)\b", "", function)
    name = re.search(r"(?!__attribute__)\b(\w+)\(", plain)[1]
    return f"#undef {name}\n{plain}\n"


def facts(text):
    """Returns C expressions for the values, sizes, and offsets in darwin.h."""
    result = []
    for name in re.findall(r"^#define (\w+)(?=[ (])", text, flags=re.MULTILINE):
        if name not in NOT_NUMBERS:
            result.append(f"(long){name}" if name in POINTERS else name)
    for declaration in declarations(text):
        name = re.match(r"(?:struct|union) (\w+) \{", declaration)
        alias = re.match(r"typedef .*?(\w+);$", declaration)
        if name:
            type_name = declaration.split(" {")[0]
        elif alias and "*" not in declaration.split("{")[0]:
            type_name = alias[1]
        else:
            continue
        if type_name in ("FILE", "DIR", "clockid_t", "va_list"):
            continue
        result.append(f"sizeof({type_name})")
        if "{" not in declaration:
            continue
        body = declaration.partition("{")[2].rpartition("}")[0]
        body = re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", body)
        for member in re.findall(r"(\w+)(?:\[\w+\])*(?=[,;])", body):
            result.append(f"offsetof({type_name}, {member})")
    return result


def compiled(source, name, flags, work):
    """Returns the assembly code for a C source, or `None` after printing the errors."""
    path = f"{work}/{name}.c"
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    command = [
        "clang", "-target", "arm64-apple-macos15", "-isysroot", work, "-S", "-o", "-", "-Werror",
        "-D_FORTIFY_SOURCE=0", "-Wno-nullability-completeness", "-Wno-deprecated-declarations",
    ]
    result = subprocess.run(command + flags + [path], capture_output=True, text=True, check=False)
    sys.stderr.write(result.stderr)
    return result.stdout if result.returncode == 0 else None


def main():
    headers, apple, work = sys.argv[1:]
    os.makedirs(work)
    with open(f"{HERE}/darwin.h", encoding="utf-8") as file:
        text = file.read()
    with open(f"{HERE}/headers", encoding="utf-8") as file:
        includes = "".join(f"#include <{name}>\n" for name in file.read().split())
    functions = list(filter(is_function, declarations(text)))
    prototypes = "".join(map(redeclared, functions))
    expressions = facts(text)
    values = "".join(f"long long value{number} = {expression};\n"
                     for number, expression in enumerate(expressions))
    theirs = compiled(includes + values, "apple", ["-isystem", apple], work)
    ours = compiled(includes + values, "ours", ["-isystem", headers], work)
    checked = compiled(includes + prototypes, "functions", ["-isystem", apple], work)
    if theirs is None or ours is None or checked is None or not functions or not expressions:
        return 1

    def numbers(assembly):
        return re.findall(r"^_value(\d+):\n\s*(?:\.\w+\s+)?(\S+)", assembly, flags=re.MULTILINE)

    if theirs != ours:
        for left, right in zip(numbers(theirs), numbers(ours)):
            if left != right:
                print(f"darwin.h: {expressions[int(left[0])]} is {right[1]}, not {left[1]}",
                      file=sys.stderr)
        return 1
    print(f"{len(functions)} functions, {len(expressions)} values and layouts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
