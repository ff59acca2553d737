import Sandboxes
import Testing

/// Tests of what a lock decides while it contains the conflict markers of a merge. The shim and
/// `exec` must agree.
@Suite(.sandbox) struct UnfinishedMergeTests {
  /// A lock, and what happens to the tool `ruff` in it.
  struct Merge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The text of the lock. `RUFF` and `RUFF2` stand for the stanzas of two versions of ruff,
    /// `NODE` and `NODE2` for those of node, `HEAD` for the lines before the first stanza, and
    /// `OTHER` for the stanza of `RUFF` with different content.
    let lock: String
    /// What `ruff` prints, or `nil` if no version is chosen.
    let output: String?
    /// What the error says, if no version is chosen.
    var error = "the version of ruff is in a merge conflict"

    init(_ name: String, _ lock: String, runs output: String) {
      (testDescription, self.lock, self.output) = (name, lock, output)
    }

    init(_ name: String, _ lock: String, refused error: String? = nil) {
      (testDescription, self.lock, output) = (name, lock, nil)
      if let error { self.error = error }
    }

    /// The lock with the stanzas in place of their names.
    var text: String {
      lock.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let parts: [Substring: String] = [
          "HEAD": Sandbox.lock([]), "RUFF": Self.stanza("ruff", "1.0"),
          "RUFF2": Self.stanza("ruff", "2.0"), "NODE": Self.stanza("node", "1.0"),
          "NODE2": Self.stanza("node", "2.0"),
          "OTHER": Self.stanza("ruff", "1.0", content: "aaaaaaaaaaaa"),
        ]
        return parts[line] ?? line + "\n"
      }.joined()
    }

    private static func stanza(
      _ name: String, _ version: String, content: String = Sandbox.defaultContent
    ) -> String {
      let tool = Sandbox.LockedTool(name: name, version: version, content: content)
      return String(Sandbox.lock(tool).dropFirst(Sandbox.lock([]).count + 1))
    }
  }

  private static let one = "ruff 1.0 0123456789ab: "
  static let merges: [Merge] = [
    Merge(
      "a stanza before the markers", "HEAD\nRUFF\n<<<<<<< ours\n=======\n>>>>>>> theirs",
      runs: one),
    Merge(
      "a stanza after another tool's",
      """
      HEAD
      <<<<<<< ours
      NODE
      =======
      NODE2
      >>>>>>> theirs
      RUFF
      """, runs: one),
    Merge(
      "two versions",
      """
      HEAD
      <<<<<<< ours
      RUFF
      =======
      RUFF2
      >>>>>>> theirs
      """),
    Merge(
      "the same on both sides",
      """
      HEAD
      <<<<<<< ours
      NODE
      RUFF
      ||||||| base
      RUFF2
      =======
      RUFF
      >>>>>>> theirs
      """, runs: one),
    Merge(
      "one version with two contents",
      """
      HEAD
      <<<<<<< ours
      RUFF
      =======
      OTHER
      >>>>>>> theirs
      """),
    Merge(
      "only on the other side",
      """
      HEAD
      <<<<<<< ours
      =======
      RUFF
      >>>>>>> theirs
      """),
    Merge(
      "a base alone is passed over",
      """
      HEAD
      NODE
      <<<<<<< ours
      RUFF
      ||||||| base
      OTHER
      =======
      RUFF2
      >>>>>>> theirs
      """),
    Merge(
      "a head on both sides",
      """
      <<<<<<< ours
      HEAD
      =======
      HEAD
      >>>>>>> theirs
      RUFF
      """, runs: one),
    Merge(
      "one head covers other platforms",
      """
      lockfile 1
      <<<<<<< ours
      platforms linux-arm64 linux-x64 macos-arm64 macos-x64
      =======
      platforms linux-x64-musl
      >>>>>>> theirs
      RUFF
      """, refused: "the lock contains merge conflict markers"),
    Merge(
      "a conflict that does not end", "HEAD\nRUFF\n<<<<<<< ours\n", refused: "error: "),
    Merge(
      "a conflict that does not begin", "HEAD\nRUFF\n=======\n>>>>>>> theirs\n",
      refused: "`=======` is left over from a merge conflict"),
  ]

  @Test(arguments: merges)
  func `the shim and exec go by what both sides agree on`(_ merge: Merge) async throws {
    for version in ["1.0", "2.0"] { try sandbox.install("ruff", version) }
    try sandbox.install("ruff", "1.0", content: "aaaaaaaaaaaa", isDefault: false)
    // Without the lock, this pin would take effect.
    try sandbox.write(".tool-version", "ruff 2.0\n")
    try sandbox.write("app/Toolfile", "tool \"ruff\"\n")
    try sandbox.write("app/Toolfile.lock", merge.text)
    for command in [["ruff"], ["bootstrap", "exec", "ruff"]] {
      let outcome = try await sandbox.run(command, in: "app")
      if let output = merge.output {
        expect(outcome, output: output)
      } else {
        #expect(outcome.exitCode == 127)
        #expect(outcome.standardOutput == "")
        #expect(outcome.standardError.contains(merge.error), "\(outcome.standardError)")
      }
    }
  }

  @Test func `markers inside a stanza leave its version undecided`() async throws {
    for version in ["1.0", "2.0"] { try sandbox.install("ruff", version) }
    let lines = Merge("", "HEAD\nRUFF", runs: "").text.split(separator: "\n").map(String.init)
    let merged = lines.flatMap { line in
      line == "tool ruff 1.0"
        ? ["<<<<<<< ours", line, "=======", "tool ruff 2.0", ">>>>>>> theirs"] : [line]
    }
    try sandbox.write("Toolfile.lock", merged.map { $0 + "\n" }.joined())
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("because   ours has 1.0, theirs 2.0"))
  }

  @Test func `a pin beside the lock overrides both sides, unless it is one of them`() async throws {
    for version in ["1.0", "2.0", "3.0"] { try sandbox.install("ruff", version) }
    try sandbox.write("Toolfile.lock", Self.merges[2].text)
    try sandbox.write(".tool-version", "ruff 3.0\n")
    expect(try await sandbox.run(["ruff"]), output: "ruff 3.0 0123456789ab: ")
    try sandbox.write(".tool-version", "ruff 2.0\n")
    #expect(try await sandbox.run(["ruff"]).exitCode == 127)
  }

  @Test func `another tool of the lock does not stop an unpinned program`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$SANDBOX/system/make", "#!/bin/sh\necho make\n", mode: 0o755)
    try sandbox.write("Toolfile", "tool \"ruff\"\n")
    try sandbox.write("Toolfile.lock", Self.merges[2].text)
    expect(try await sandbox.run(["bootstrap", "exec", "make"]), output: "make")
    let nested = try await sandbox.run(["bootstrap", "exec", "sh", "-c", "ruff"])
    #expect(nested.exitCode == 127)
    #expect(nested.standardError.contains("the version of ruff is in a merge conflict"))
  }
}
