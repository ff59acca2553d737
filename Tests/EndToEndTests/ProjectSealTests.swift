import Filesystem
import Foundation
import Sandboxes
import Testing

/// The seal by which `check` and `install` know that a project is ready without comparing its lock
/// with its Toolfile.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ProjectSealTests {
  private static let toolfile = """
    platforms "linux-x64", "linux-arm64", "macos-arm64"
    source "directory", "tools"
    tool "greet", "1.0"
    tool "other", "1.0"
    group :docs, optional: true do
      tool "paper", "1.0"
    end

    """

  init() throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0", "tool greet 2.0", "tool other 1.0", "tool paper 1.0"])
      .write(to: "tools", in: sandbox)
    try sandbox.write("Toolfile", Self.toolfile)
  }

  private func install() async throws {
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    #expect(seals().count == 1)
  }

  private func seals() -> [String] { sandbox.tree("$ROOT/shims/.projects") }

  /// The folder of the installation of `greet`.
  private func installation() throws -> String {
    let names = sandbox.tree("$ROOT/installs/greet").filter { $0.hasSuffix("/") }
    let name = try #require(
      names.first { $0.hasPrefix("1.0-") && $0.split(separator: "/").count == 1 })
    return "$ROOT/installs/greet/\(name.dropLast())"
  }

  /// Checks that `check` finds something after `body`, and says the same with and without a seal.
  private func expectFinding(
    _ comment: Comment, after body: () async throws -> Void
  ) async throws {
    try await install()
    expect(
      try await sandbox.run(["bootstrap", "check"]), error: "ready: 2 tools installed")
    try await body()
    let found = try await sandbox.run(["bootstrap", "check"])
    #expect(found.exitCode != 0, comment)
    let texts = seals().map {
      ("$ROOT/shims/.projects/\($0)", sandbox.text("$ROOT/shims/.projects/\($0)"))
    }
    for (seal, _) in texts { try sandbox.remove(seal) }
    let expected = try await sandbox.run(["bootstrap", "check"])
    for (seal, text) in texts { try sandbox.write(seal, text ?? "") }
    #expect(found.standardError == expected.standardError, comment)
    #expect(found.exitCode == expected.exitCode, comment)
  }

  @Test func `check sees what is gone from the root`() async throws {
    try await expectFinding("a shim") { try sandbox.remove("$ROOT/shims/greet") }
    try await expectFinding("a route") { try sandbox.remove("$ROOT/shims/.routes/greet") }
    try await expectFinding("a program") { try sandbox.remove("\(installation())/bin/greet") }
    try await expectFinding("an installation") { try sandbox.remove(installation()) }
    try await expectFinding("all installations of a tool") {
      try sandbox.remove("$ROOT/installs/greet")
    }
    try await expectFinding("the program of the shims") {
      try sandbox.remove("$ROOT/libexec/bootstrap-shim")
    }
  }

  @Test func `check sees an edit, whatever the times of the files say`() async throws {
    for file in ["Toolfile", "Toolfile.lock"] {
      try await install()
      let path = FilePath(sandbox.path(file))
      let text = try #require(sandbox.text(file))
      let time = try #require(try path.status()?.modified)
      try await expectFinding("\(file)") {
        try sandbox.write(
          file,
          text.replacing("greet 1.0", with: "greet 2.0")
            .replacing("\"greet\", \"1.0\"", with: "\"greet\", \"2.0\""))
        try path.setModified(secondsSince1970: time - 10)
      }
      try sandbox.write(file, text)
    }
  }

  @Test func `check sees what else requires tools`() async throws {
    try await expectFinding("a pin file") { try sandbox.write(".tool-version", "greet 2.0\n") }
    try sandbox.remove(".tool-version")
    try await expectFinding("a variable") { sandbox[variable: "BOOTSTRAP_GREET_VERSION"] = "2.0" }
    sandbox[variable: "BOOTSTRAP_GREET_VERSION"] = nil
    try await expectFinding("a group") { sandbox[variable: "BOOTSTRAP_GROUPS"] = "docs" }
    sandbox[variable: "BOOTSTRAP_GROUPS"] = nil
  }

  /// Returns the text of the seal with another number of tools, so that the output of `check` shows
  /// whether it uses the seal.
  private func markedSeal() throws -> String {
    let seal = try #require(seals().first)
    var lines = try #require(sandbox.text("$ROOT/shims/.projects/\(seal)"))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var words = lines[0].split(separator: " ")
    try #require(words.count == 6 && words[4] == "2")
    words[4] = "7"
    lines[0] = words.joined(separator: " ")
    return lines.joined(separator: "\n")
  }

  /// Runs `check`, and returns whether it uses the seal with this text.
  private func uses(_ seal: String) async throws -> Bool {
    for name in seals() { try sandbox.write("$ROOT/shims/.projects/\(name)", seal) }
    let outcome = try await sandbox.run(["bootstrap", "check"])
    let isUsed = outcome.standardError == "ready: 7 tools installed\n"
    expect(outcome, error: "ready: \(isUsed ? 7 : 2) tools installed")
    return isUsed
  }

  @Test func `a seal belongs to one folder`() async throws {
    try sandbox.write("copy/Toolfile", Self.toolfile)
    try await install()
    // The link gives both folders the same lock. It changes the lock's times, so the seal is
    // renewed.
    try FileManager.default.linkItem(
      atPath: sandbox.path("Toolfile.lock"), toPath: sandbox.path("copy/Toolfile.lock"))
    try await install()
    #expect(try await uses(markedSeal()))
    expect(
      try await sandbox.run(["bootstrap", "-C", "copy", "check"]),
      error: "ready: 2 tools installed")
  }

  @Test func `a seal belongs to one root`() async throws {
    try await install()
    for name in [".locks", ".projects"] {
      for seal in sandbox.tree("$ROOT/shims/\(name)") {
        let text = try #require(sandbox.text("$ROOT/shims/\(name)/\(seal)"))
        try sandbox.write("$SANDBOX/second/shims/\(name)/\(seal)", text)
      }
    }
    sandbox[variable: "BOOTSTRAP_ROOT"] = sandbox.path("$SANDBOX/second")
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 1)
  }

  @Test func `a seal that is damaged or of another platform does not matter`() async throws {
    try await install()
    let seal = try markedSeal()
    #expect(try await uses(seal))
    var lines = seal.split(separator: "\n")
    while lines.popLast() != nil {
      #expect(try await !uses(lines.map { $0 + "\n" }.joined()))
    }
    #expect(try await !uses(String(seal.dropLast())))
    let words = seal.split(separator: " ", maxSplits: 3)
    for other in ["macos-x64", "\(words[2])-musl"] {
      #expect(try await !uses("\(words[0]) \(words[1]) \(other) \(words[3])"))
    }
    for text in ["project\n", "file\n", "\nend\n", "project 0 0 0 0\nbuilt x\nend\n"] {
      #expect(try await !uses(text))
    }
  }

  @Test func `check sees a file of the user in the place of a shim`() async throws {
    try await expectFinding("an occupied shim") {
      try sandbox.remove("$ROOT/shims/greet")
      try sandbox.write("$ROOT/shims/greet", "#!/bin/sh\n", mode: 0o755)
    }
    #expect(try await sandbox.run(["bootstrap", "rehash"]).exitCode == 1)
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 1)
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "there is no strace"))
  func `check and install open neither the lock nor a route`() async throws {
    try await install()
    for command in ["check", "install"] {
      let outcome = try await sandbox.run([
        "/usr/bin/strace", "-f", "-qq", "-e", "trace=openat,readlinkat", "-o",
        sandbox.path("$SANDBOX/trace"), "bootstrap", command, "--quiet",
      ])
      #expect(outcome.exitCode == 0)
      let trace = try #require(sandbox.text("$SANDBOX/trace"))
      #expect(trace.contains("Toolfile\""))
      #expect(!trace.contains("Toolfile.lock\""))
      #expect(!trace.contains("\"greet\""))
    }
  }
}
