import Filesystem
import Foundation
import Sandboxes
import Testing

/// Tests that an untrusted repository cannot make a shim run a program outside `installs/`, or a
/// version other than the pinned one.
@Suite(.sandbox) struct HostileTests {
  @Test(arguments: [
    "ruff ../../../../evil", "ruff ../evil", "ruff /bin/sh", "ruff -rf", "ruff .", "ruff ..",
    "ruff a/b", "ruff a\\b", "ruff 1.0\u{0}", "ruff 1.0\u{1b}[2J", "ruff 1.0\u{7f}",
    "ruff \u{ff0e}",
    "ruff", "ruff 1.0 2.0", "ruff 1.0\nruff 2.0", "../ruff 1.0", "Ruff 1.0", "-x 1.0", ".x 1.0",
    "ruff latest", "ruff >=1.0", "ruff ~>1.0", "ruff 1.*", "ruff 1.0:2.0", "ruff '1.0'",
  ])
  func `a malformed .tool-version runs nothing`(line: String) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$HOME/.tool-version", "ruff 1.0\n")
    try sandbox.write("$SANDBOX/evil/bin/ruff", "#!/bin/sh\necho evil\n", mode: 0o755)
    try sandbox.write("$ROOT/evil/bin/ruff", "#!/bin/sh\necho evil\n", mode: 0o755)
    try sandbox.write(".tool-version", line + "\n")
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.standardOutput == "")
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.hasPrefix("error: "))
  }

  @Test(arguments: [
    "tool ruff ../../evil", "tool ruff -x", "tool ruff a/b", "tool ../ruff 1.0", "tool ruff",
    "tool ruff 1.0 2.0", "tool ruff  1.0",
  ])
  func `a malformed lock stanza runs nothing`(line: String) async throws {
    try sandbox.install("ruff", "1.0")
    let lock = Sandbox.lock(.init(name: "ruff", version: "1.0"))
    try sandbox.write("Toolfile.lock", lock.replacing("tool ruff 1.0", with: line))
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.standardOutput == "")
    #expect(outcome.exitCode == 127)
  }

  @Test(arguments: ["../../../evil", "0123456789AB", "0123456789a", "0123456789abc", "evil"])
  func `a malformed content id runs nothing`(id: String) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0", id: id)))
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.standardOutput == "")
    #expect(outcome.exitCode == 127)
  }

  @Test func `a lock runs the content that its content id names`() async throws {
    try sandbox.install("ruff", "1.0", isDefault: false)
    let lock = Sandbox.lock(.init(name: "ruff", version: "1.0"))
    let id = Sandbox.contentID(providing: ["ruff"])
    try sandbox.write("Toolfile.lock", lock)
    #expect(try await sandbox.run(["ruff"]).exitCode == 0)
    let digest = String(repeating: "c", count: 64)
    let part = "  part any rake 1.0 gem sha256:\(digest) 1 https://example.org/rake\n"
    try sandbox.write("Toolfile.lock", lock + part)
    #expect(try await sandbox.run(["ruff"]).exitCode == 0)
    try sandbox.write("Toolfile.lock", lock.replacing(id, with: String(repeating: "b", count: 40)))
    #expect(try await sandbox.run(["ruff"]).exitCode == 127)
  }

  @Test func `a lock with outdated content ids is reported with the command to run`() async throws {
    try sandbox.install("ruff", "1.0")
    let id = String(repeating: "a", count: 12)
    try sandbox.write(
      "Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0", id: id)))
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.exitCode == 127)
    #expect(
      outcome.standardError.hasPrefix("error: Toolfile.lock was written by an older bootstrap\n"))
    #expect(outcome.standardError.hasSuffix("  run       bootstrap lock\n"))
  }

  @Test func `a pin without a lock cannot run another project's locked content`() async throws {
    try sandbox.install("ruff", "1.0", isDefault: false)
    let version = "1.0-\(Sandbox.contentID(providing: ["ruff"]))"
    try sandbox.write(".tool-version", "ruff \(version)\n")
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.standardOutput == "")
    #expect(outcome.standardError.hasPrefix("error: ruff \(version) is not installed\n"))
  }

  @Test func `a hostile version is no version, and a strange one is quoted`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(".tool-version", "ruff 1;echo${IFS}evil\n")
    let hostile = try await sandbox.run(["ruff"])
    #expect(hostile.standardError.contains("`1;echo${IFS}evil` is not an exact version"))
    try sandbox.write(".tool-version", "ruff 1!2.0\n")
    let strange = try await sandbox.run(["ruff"])
    #expect(strange.standardError.contains("run       bootstrap install 'ruff@1!2.0'\n"))
  }

  @Test func `a missing pinned version never falls back to another program`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$SANDBOX/system/ruff", "#!/bin/sh\necho system\n", mode: 0o755)
    try sandbox.write(".tool-version", "ruff 2.0\n")
    expect(
      try await sandbox.run(["ruff"]), exitCode: 127,
      error: """
        error: ruff 2.0 is not installed
          asked by  $PROJECT/.tool-version:1 ($PROJECT)
          installed 1.0
          run       bootstrap install ruff@2.0
        """)
  }

  @Test(arguments: [
    "mkdir .tool-version", "mkfifo .tool-version", "ln -s .tool-version .tool-version",
    "ln -s nowhere .tool-version", "ln -s .tool-version/x .tool-version",
    "ln -s nowhere Toolfile.lock", "ln -s nowhere Toolfile",
  ])
  func `a pin file that is not a regular file is an error`(make: String) async throws {
    try sandbox.install("ruff", "1.0")
    // If the unreadable file were treated as an empty one, this global pin would take effect.
    try sandbox.write("$ROOT/version", "ruff 1.0\n")
    let outcome = try await sandbox.run(
      ["sh", "-c", "PATH=$PATH:/usr/bin:/bin; \(make); exec ruff"], timeLimit: .seconds(10))
    #expect(outcome.standardOutput == "")
    #expect(outcome.exitCode == 127)
  }

  @Test func `a lock of one gigabyte is not read`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$ROOT/version", "ruff 1.0\n")
    try sandbox.write("Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0")))
    let growing = "dd if=/dev/zero of=Toolfile.lock bs=1 count=0 seek=1073741824 2>/dev/null"
    let outcome = try await sandbox.run(
      ["sh", "-c", "PATH=$PATH:/usr/bin:/bin; \(growing); exec ruff"], timeLimit: .seconds(10))
    #expect(outcome.standardOutput == "")
    #expect(outcome.exitCode == 127)
  }

  /// The shim distinguishes at most 64 tools that may provide an executable. The nearest folder
  /// pins two of them, so their ambiguity must be reported and not hidden by the limit.
  @Test func `more providers than the shim distinguishes are left to the main program`()
    async throws
  {
    try sandbox.install("alpha", "1.0", executables: ["x"])
    try sandbox.install("beta", "1.0", executables: ["x"])
    let tools = (10..<100).map {
      Sandbox.LockedTool(name: "t\($0)", version: "1.0", provides: ["x"])
    }
    try sandbox.write("$HOME/Toolfile.lock", Sandbox.lock(tools))
    try sandbox.write("$HOME/app/.tool-version", "alpha 1.0\nt95 1.0\n")
    let outcome = try await sandbox.run(["x"], in: "$HOME/app")
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardOutput == "")
    #expect(outcome.standardError.contains("alpha"))
    #expect(outcome.standardError.contains("t95"))
  }

  @Test(arguments: ["lockfile 3\n", "", "garbage\n", "lockfile 1"])
  func `a lock of another format is rejected`(text: String) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("Toolfile.lock", text)
    #expect(try await sandbox.run(["ruff"]).exitCode == 127)
  }

  @Test func `a pin file of the maximum size is read`() async throws {
    try sandbox.install("ruff", "1.0")
    var text = ""
    for number in 0... {
      let line = "t\(String(number, radix: 36)) 1\n"
      if text.utf8.count + line.utf8.count > 65_536 - 9 { break }
      text += line
    }
    try sandbox.write(".tool-version", text + "ruff 1.0\n")
    expect(
      try await sandbox.run(["ruff"], timeLimit: .seconds(5)),
      output: "ruff 1.0 0123456789ab: ")
    try sandbox.write(".tool-version", text + "ruff 1.0\n" + text)
    #expect(try await sandbox.run(["ruff"]).exitCode == 127)
  }

  // MARK: Files of other users

  @Test(.enabled(if: getuid() == 0, "only root can give files away"))
  func `the files of another user in a shared folder choose nothing`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.install("ruff", "2.0")
    try sandbox.write("$SANDBOX/system/ruff", "#!/bin/sh\necho system\n", mode: 0o755)
    try sandbox.makeDirectory("shared/own")
    try sandbox.setPermissions("shared", 0o1777)
    func run(_ environment: [String: String] = [:]) async throws -> String {
      let outcome = try await sandbox.run(
        ["sh", "-c", "cd shared/own && ruff"], environment: environment)
      return outcome.standardOutput + outcome.standardError
    }
    let lock = Sandbox.lock(.init(name: "ruff", version: "1.0"))
    for (file, text) in [
      (".tool-version", "ruff 1.0\n"), (".tool-version", "ruff ~> 1\n"), ("Toolfile.lock", lock),
      ("Toolfile.lock", "ruff\n"), ("Toolfile", "tool \"ruff\"\n"),
      (".tool-versions", "ruff 1.0\n"),
    ] {
      let path = "shared/\(file)"
      try sandbox.write(path, text)
      let own = try await run()
      #expect(own != "system\n", "\(file)")
      try sandbox.giveAway(path)
      #expect(try await run() == "system\n", "\(file)")
      // In continuous integration, the result is the same as for the user's own file.
      #expect(try await run(["CI": "true"]) == own, "\(file)")
      try sandbox.remove(path)
      // A link of another user that leads to the user's own file.
      try sandbox.write("$SANDBOX/mine", text)
      try sandbox.makeLink(path, to: sandbox.path("$SANDBOX/mine"))
      #expect(try await run() != "system\n", "\(file)")
      try sandbox.giveAway(path)
      #expect(try await run() == "system\n", "\(file)")
      try sandbox.remove(path)
    }
    // The user's own folder is below the shared one, but its file is not a stranger's.
    try sandbox.write("shared/own/.tool-version", "ruff 2.0\n")
    try sandbox.write("shared/.tool-version", "ruff 1.0\n")
    try sandbox.giveAway("shared/.tool-version")
    #expect(try await run() == "ruff 2.0 0123456789ab: \n")
  }

  @Test(
    .enabled(
      if: getuid() == 0 && FileManager.default.fileExists(atPath: "/run"),
      "only root can give files away, and the sandbox is in a shared folder"))
  func `the files of another user in that user's own folder are read`() async throws {
    let folder = try TemporaryDirectory(in: "/run")
    try sandbox.install("ruff", "1.0")
    let file = folder.path.appending(".tool-version")
    try file.replaceContents(with: Array("ruff 1.0\n".utf8))
    for path in [folder.path.string, file.string] { try sandbox.giveAway(path) }
    expect(
      try await sandbox.run(["sh", "-c", "cd \(folder.path.string) && ruff"]),
      output: "ruff 1.0 0123456789ab: ")
  }
}
