"""Gem files and the compact index that lists them."""

import gzip
import hashlib
import io
import os
import tarfile


def write_index(folder):
    """Writes an index of the gem `alpha`, whose program prints a text of the gem `number`."""
    number = gem("number", {"lib/number.rb": 'NUMBER = "1.0"\n'})
    alpha = gem("alpha", {"bin/alpha": 'require "number"\nputs "alpha #{NUMBER}"\n'}, "number")
    for name, data, needs in (("number", number, ""), ("alpha", alpha, "number:= 1.0")):
        write(f"{folder}/gems/{name}-1.0.gem", data)
        digest = hashlib.sha256(data).hexdigest()
        write(f"{folder}/info/{name}", f"---\n1.0 {needs}|checksum:{digest}\n".encode())
    write(f"{folder}/names", b"---\nalpha\nnumber\n")


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def gem(name, files, *needs):
    """Returns a gem of version 1.0, which needs this version of the gems `needs`. Files in `bin`
    are its programs."""
    contents = {path: text.encode() for path, text in files.items()}
    members = {"metadata.gz": gzip.compress(metadata(name, files, needs).encode(), mtime=0),
               "data.tar.gz": gzip.compress(tar(contents), mtime=0)}
    sums = "---\nSHA256:\n" + "".join(
        f"  {member}: {hashlib.sha256(data).hexdigest()}\n" for member, data in members.items())
    return tar(members | {"checksums.yaml.gz": gzip.compress(sums.encode(), mtime=0)})


def metadata(name, files, needs):
    programs = [os.path.basename(path) for path in files if path.startswith("bin/")]
    return "\n".join([
        "--- !ruby/object:Gem::Specification",
        f"name: {name}",
        "version: !ruby/object:Gem::Version",
        "  version: '1.0'",
        "platform: ruby",
        "authors:",
        "- Test",
        "bindir: bin",
        "cert_chain: []",
        "date: 2026-01-12 00:00:00.000000000 Z",
        "dependencies:" + ("" if needs else " []"),
        *(line for each in needs for line in dependency(each)),
        "executables:" + ("" if programs else " []"),
        *(f"- {program}" for program in programs),
        "extensions: []",
        "extra_rdoc_files: []",
        "files:",
        *(f"- {path}" for path in files),
        "licenses: []",
        "metadata: {}",
        "require_paths:",
        "- lib",
        *requirement("required_ruby_version", ">=", "0"),
        *requirement("required_rubygems_version", ">=", "0"),
        "requirements: []",
        "rubygems_version: 3.3.15",
        "specification_version: 4",
        "summary: A test",
        "test_files: []",
        "",
    ])


def requirement(key, relation, version, indent=""):
    return [f"{indent}{key}: !ruby/object:Gem::Requirement",
            f"{indent}  requirements:",
            f"{indent}  - - \"{relation}\"",
            f"{indent}    - !ruby/object:Gem::Version",
            f"{indent}      version: '{version}'"]


def dependency(name):
    return ["- !ruby/object:Gem::Dependency",
            f"  name: {name}",
            *requirement("requirement", "=", "1.0", "  "),
            "  type: :runtime",
            "  prerelease: false",
            *requirement("version_requirements", "=", "1.0", "  ")]


def tar(members):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, contents in members.items():
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(contents), 0o755 if path.startswith("bin/") else 0o644
            archive.addfile(member, io.BytesIO(contents))
    return data.getvalue()
