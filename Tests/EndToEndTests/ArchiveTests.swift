import Filesystem
import Foundation
import Sandboxes
import Testing

/// Installs from archives that only the system's programs write.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ArchiveTests {
  /// Runs a shell script that makes archives in the folder `tools`, and writes the index of the
  /// folder with an artifact for each line `FILE FORMAT EXECUTABLES…` of `artifacts`.
  private func prepare(_ script: String, _ artifacts: [String]) async throws {
    var lines = "index 1\n"
    try sandbox.write("tools/index", lines)
    expect(try await sandbox.run(["sh", "-euc", "PATH=/usr/bin:/bin; \(script)"], in: "tools"))
    for artifact in artifacts {
      let words = artifact.split(separator: " ")
      let summing = """
        PATH=/usr/bin:/bin
        { sha256sum \(words[0]) || shasum -a 256 \(words[0]); } 2>/dev/null
        wc -c <\(words[0])
        """
      let sum = try await sandbox.run(["sh", "-c", summing], in: "tools")
      let numbers = sum.standardOutput.split(whereSeparator: \.isWhitespace)
      let digest = try #require(numbers.first)
      let size = try #require(numbers.last)
      lines +=
        "artifact \(words[0].prefix { $0 != "." }) 1 any \(words[1]) sha256:\(digest) \(size)"
        + " \(words[0]) provides \(words.dropFirst(2).joined(separator: " "))\n"
    }
    try sandbox.write("tools/index", lines)
  }

  private func declare(_ tools: String) throws {
    try sandbox.write(
      "Toolfile",
      "platforms \"linux-x64\", \"linux-arm64\", \"macos-arm64\"\nsource \"directory\", \"tools\"\n"
        + tools)
  }

  /// Like Node's archive, in which `npm` is a link to a script, and busybox's, in which all
  /// programs are hard links to one.
  @Test func `executables may be links`() async throws {
    try await prepare(
      """
      mkdir -p node/bin node/lib/npm box
      printf '#!/bin/sh\\necho npm\\n' >node/lib/npm/cli.sh
      printf '#!/bin/sh\\necho node\\n' >node/bin/node
      chmod 755 node/bin/node node/lib/npm/cli.sh
      ln -s ../lib/npm/cli.sh node/bin/npm
      printf '#!/bin/sh\\necho ${0##*/}\\n' >box/box
      ln box/box box/zed
      tar czf node.tar.gz ./node
      tar czf box.tar.gz ./box
      """,
      ["node.tar.gz tar.gz node npm", "box.tar.gz tar.gz box zed"])
    try declare("tool \"node\", executables: {npm: \"node/bin/npm\"}\ntool \"box\"\n")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 0)
    #expect(try await sandbox.run(["bootstrap", "verify", "--all"]).exitCode == 0)
    #expect(try await sandbox.run(["bootstrap", "exec", "npm"]).standardOutput == "npm\n")
    #expect(try await sandbox.run(["bootstrap", "exec", "zed"]).standardOutput == "zed\n")
  }

  @Test func `an executable that the archive lacks is refused`() async throws {
    try await prepare(
      "printf '#!/bin/sh\\n' >words; chmod 755 words; tar czf words.tar.gz words",
      ["words.tar.gz tar.gz words ghost"])
    try declare("tool \"words\"\n")
    for _ in 0..<2 {
      let outcome = try await sandbox.run(["bootstrap", "install", "--quiet"])
      #expect(outcome.exitCode == 82)
      #expect(outcome.standardError.contains("words 1 contains no executable `ghost`"))
    }
  }
}
