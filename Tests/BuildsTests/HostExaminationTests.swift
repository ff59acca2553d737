import Builds
import Diagnostics
import Filesystem
import Manifests
import Sandboxes
import Testing
import Versions
import Vocabulary

@Suite struct `An examination of the machine` {
  private let scratch: TemporaryDirectory
  private let examination: HostExamination

  init() throws {
    scratch = try TemporaryDirectory()
    examination = HostExamination(searchPath: scratch.path.string)
    try program("make", "exit 1")
    try program("dnf", "exit 1")
  }

  /// Creates a program that the examination finds.
  private func program(_ name: String, _ script: String) throws {
    let path = scratch.path.appending(name)
    try path.createFile(with: Array("#!/bin/sh\n\(script)\n".utf8))
    try path.setPermissions(0o755)
  }

  private func missing(_ names: [String], _ requirement: String? = nil) async throws -> [String] {
    let requirement = try requirement.map { try Requirement(parsing: [$0]) } ?? .any
    let needs = try names.map { try #require(HostNeed($0, requirement)) }
    return await examination.missing(among: needs).map { _, item in
      "\(item.kind) \(item.name)\(item.requirement.isEmpty ? "" : " ")\(item.requirement)"
        + (item.found.map { " found \($0)" } ?? "")
    }
  }

  @Test func `runs no program that a build needs`() async throws {
    #expect(try await missing(["make", "no-such-program"]) == ["program no-such-program"])
    #expect(examination.manager == .dnf)
  }

  @Test func `asks the compiler for headers`() async throws {
    try program("cc", "test \"$3\" = zlib.h")
    #expect(try await missing(["zlib.h", "openssl/ssl.h"]) == ["header openssl/ssl.h"])
  }

  @Test func `asks the compiler that the user has set`() async throws {
    try program(
      "wrapper", "test \"$*\" = \"mycc -I/x -E -include zlib.h -x c /dev/null -o /dev/null\"")
    let examination = HostExamination(
      searchPath: scratch.path.string, variables: ["CC": "wrapper mycc", "CPPFLAGS": "-I/x"])
    let need = try #require(HostNeed("zlib.h", .any))
    #expect(await examination.missing(among: [need]).isEmpty)
  }

  @Test func `asks pkg-config for libraries and their versions`() async throws {
    try program("pkg-config", "test \"$2\" = openssl && echo 3.0.14")
    #expect(try await missing(["openssl.pc"], ">= 1.1") == [])
    #expect(
      try await missing(["openssl.pc", "zlib.pc"], "< 3") == [
        "pkgConfig openssl < 3 found 3.0.14", "pkgConfig zlib < 3",
      ])
  }

  @Test func `misses what it cannot examine, and the program for that`() async throws {
    #expect(
      try await missing(["zlib.h", "zlib.h", "zlib.pc"]) == [
        "header zlib.h", "pkgConfig zlib", "program cc", "program pkg-config",
      ])
  }
}
