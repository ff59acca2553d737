import Manifests
import Sandboxes
import Testing
import Vocabulary

/// Tests of the version that a shim selects.
@Suite(.sandbox) struct ChoiceTests {
  @Test func `a lock in a parent folder runs the locked content, not the default`() async throws {
    try sandbox.install("ruff", "1.0", content: "aaaaaaaaaaaa", isDefault: false)
    try sandbox.install("ruff", "1.0", content: "bbbbbbbbbbbb")
    try sandbox.write(
      "Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0", content: "aaaaaaaaaaaa")))
    try sandbox.makeDirectory("a/b/c")
    expect(
      try await sandbox.run(["ruff", "x", "y z"], in: "a/b/c"),
      output: "ruff 1.0 aaaaaaaaaaaa: x y z")
  }

  @Test func `a pin without a lock runs the default installation`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.install("ruff", "2.0")
    try sandbox.write(".tool-version", "# ours\r\nruff 1.0 # yes\r\n")
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 0123456789ab: ")
  }

  @Test func `a pin next to a lock with its version runs the locked content`() async throws {
    try sandbox.install("ruff", "1.0", content: "aaaaaaaaaaaa", isDefault: false)
    try sandbox.install("ruff", "1.0", content: "bbbbbbbbbbbb")
    try sandbox.write(
      "Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0", content: "aaaaaaaaaaaa")))
    try sandbox.write(".tool-version", "ruff 1.0\n")
    try sandbox.write("below/.tool-version", "ruff 1.0\n")
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 aaaaaaaaaaaa: ")
    expect(try await sandbox.run(["ruff"], in: "below"), output: "ruff 1.0 bbbbbbbbbbbb: ")
  }

  @Test func `a pin next to a lock with a build of its version runs that build`() async throws {
    try sandbox.install("kube", "1.28.4+x1", isDefault: false)
    try sandbox.install("kube", "1.28.4+x2")
    try sandbox.install("kube", "1.28.4")
    try sandbox.write("Toolfile.lock", Sandbox.lock(.init(name: "kube", version: "1.28.4+x1")))
    try sandbox.write(".tool-version", "kube 1.28.4\n")
    expect(try await sandbox.run(["kube"]), output: "kube 1.28.4+x1 0123456789ab: ")
    for pin in ["1.28.4+x2", "1.28"] {
      try sandbox.install("kube", pin)
      try sandbox.write(".tool-version", "kube \(pin)\n")
      expect(try await sandbox.run(["kube"]), output: "kube \(pin) 0123456789ab: ")
    }
  }

  @Test func `the nearest directory that names the tool wins over global pins`() async throws {
    for version in ["1.0", "2.0", "3.0"] { try sandbox.install("ruff", version) }
    try sandbox.write("$ROOT/version", "ruff 3.0\n")
    try sandbox.write("$HOME/.tool-version", "ruff 2.0\n")
    try sandbox.write("near/.tool-version", "ruff 1.0\n")
    try sandbox.write("near/other/.tool-version", "node 9\n")
    expect(try await sandbox.run(["ruff"], in: "near/other"), output: "ruff 1.0 0123456789ab: ")
    expect(try await sandbox.run(["ruff"]), output: "ruff 2.0 0123456789ab: ")
    expect(try await sandbox.run(["ruff"], in: "$SANDBOX"), output: "ruff 3.0 0123456789ab: ")
  }

  @Test func `a variable overrides all pins, and an empty one counts as unset`() async throws {
    try sandbox.install("clang-format", "1.0")
    try sandbox.install("clang-format", "2.0")
    try sandbox.write(".tool-version", "clang-format 1.0\n")
    let name = "BOOTSTRAP_CLANG_FORMAT_VERSION"
    expect(
      try await sandbox.run(["clang-format"], environment: [name: "2.0"]),
      output: "clang-format 2.0 0123456789ab: ")
    expect(
      try await sandbox.run(["clang-format"], environment: [name: ""]),
      output: "clang-format 1.0 0123456789ab: ")
  }

  @Test func `a stanza without an artifact for this platform does not name the tool`()
    async throws
  {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$HOME/.tool-version", "ruff 1.0\n")
    try sandbox.write(
      "Toolfile.lock",
      Sandbox.lock(.init(name: "ruff", version: "2.0", platforms: ["linux-x64-musl"])))
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 0123456789ab: ")
  }

  @Test(arguments: ["linux-x64-musl", "linux-x64-musl linux-arm64-musl"])
  func `no other program runs for a tool of a lock that does not cover this platform`(
    platforms: String
  ) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$ROOT/version", "ruff 1.0\n")
    try sandbox.write("$SANDBOX/system/ruff", "#!/bin/sh\necho system\n", mode: 0o755)
    let lock = Sandbox.lock(.init(name: "ruff", version: "1.0", platforms: ["linux-x64-musl"]))
      .replacing(
        "platforms linux-arm64 linux-x64 macos-arm64 macos-x64", with: "platforms \(platforms)")
    let platform = Platform.current.rawValue
    for (folder, provides) in [("all", "ruff"), ("some", "ruff linux-x64-musl")] {
      try sandbox.write(
        "\(folder)/Toolfile.lock", lock.replacing("provides ruff", with: "provides \(provides)"))
      let outcome = try await sandbox.run(["ruff"], in: folder)
      #expect(outcome.exitCode == 127)
      #expect(outcome.standardOutput == "")
      #expect(
        outcome.standardError.hasPrefix("error: the lock does not cover \(platform)\n"),
        "\(outcome.standardError)")
      #expect(
        outcome.standardError.hasSuffix("run       bootstrap lock --add-platform \(platform)\n"))
    }
    // The version of a pin beside the lock is that of the lock.
    try sandbox.write("all/.tool-version", "ruff 1.0\n")
    #expect(try await sandbox.run(["ruff"], in: "all").exitCode == 127)
    try sandbox.write("all/.tool-version", "ruff 2.0\n")
    try sandbox.install("ruff", "2.0")
    expect(try await sandbox.run(["ruff"], in: "all"), output: "ruff 2.0 0123456789ab: ")
    // Another tool is not affected, nor is one that the project limits to other platforms.
    try sandbox.install("node", "1.0")
    try sandbox.write("$ROOT/version", "node 1.0\nruff 1.0\n")
    expect(try await sandbox.run(["node"], in: "all"), output: "node 1.0 0123456789ab: ")
    try sandbox.write(
      "limited/Toolfile.lock",
      lock.replacing("groups=default", with: "groups=default platforms=linux-x64-musl"))
    expect(try await sandbox.run(["ruff"], in: "limited"), output: "ruff 1.0 0123456789ab: ")
  }

  @Test func `a tool known as a provider only from a lock is not skipped`() async throws {
    try sandbox.install("node", "1.0", executables: ["npm"])
    try sandbox.write("$ROOT/version", "node 1.0\n")
    try sandbox.write("Toolfile.lock", Sandbox.lock(.init(name: "npm", version: "10.0")))
    let outcome = try await sandbox.run(["npm"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.hasPrefix("error: npm 10.0 is not installed\n"))
  }

  @Test func `a tool known only from a lock may be pinned nearer`() async throws {
    try sandbox.install("node", "1.0", executables: ["npm"])
    try sandbox.write(
      "Toolfile.lock",
      Sandbox.lock(
        .init(name: "npm", version: "10.0"), .init(name: "node", version: "1.0", provides: ["npm"]))
    )
    try sandbox.write("a/.tool-version", "npm 11.0\n")
    try sandbox.write("a/b/.tool-version", "node 1.0\n")
    expect(try await sandbox.run(["npm"], in: "a/b"), output: "node 1.0 0123456789ab: ")
    let outcome = try await sandbox.run(["npm"], in: "a")
    #expect(outcome.standardError.hasPrefix("error: npm 11.0 is not installed\n"))
  }

  @Test(arguments: ["python 3.11 3.10", "ruby ref:abc", "node latest", "ruff 2.0", "ruff ref:abc"])
  func `a line that no installed version answers is passed over`(line: String) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$SANDBOX/system/ruff", "#!/bin/sh\necho system\n", mode: 0o755)
    try sandbox.write(".tool-versions", "\(line)\nruff 2.0 1.0\n")
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 0123456789ab: ")
    try sandbox.write(".tool-versions", "\(line)\nruff 2.0 3.0\n")
    expect(try await sandbox.run(["ruff"]), output: "system")
    try sandbox.remove("$SANDBOX/system/ruff")
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("no installed version answers `2.0` or `3.0`"))
  }

  @Test func `a variable for a tool that is not installed is a pin`() async throws {
    try sandbox.install("box", "1.0", executables: ["say"])
    try sandbox.write("$SANDBOX/system/say", "#!/bin/sh\necho system\n", mode: 0o755)
    expect(try await sandbox.run(["say"]), output: "system")
    sandbox[variable: "BOOTSTRAP_SAY_VERSION"] = "2.0"
    let outcome = try await sandbox.run(["say"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.hasPrefix("error: say 2.0 is not installed\n"))
    sandbox[variable: "BOOTSTRAP_SAY_VERSION"] = "system"
    expect(try await sandbox.run(["say"]), output: "system")
  }

  @Test func `a tie between two pinned tools is an error that names both`() async throws {
    try sandbox.install("node", "1.0", executables: ["npm"])
    try sandbox.install("npm", "10.0")
    try sandbox.write(".tool-version", "node 1.0\nnpm 10.0\n")
    let outcome = try await sandbox.run(["npm"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("node and npm both provide `npm`"))
  }

  @Test func `the next program on PATH runs if unpinned or pinned to system`() async throws {
    try sandbox.install("tool", "1.0")
    try sandbox.write("$SANDBOX/system/tool", "#!/bin/sh\necho \"system $*\"\n", mode: 0o755)
    expect(try await sandbox.run(["tool", "x"]), output: "system x")
    try sandbox.write("$HOME/.tool-version", "tool 1.0\n")
    expect(try await sandbox.run(["tool"]), output: "tool 1.0 0123456789ab: ")
    try sandbox.write(".tool-version", "tool system\n")
    expect(try await sandbox.run(["tool", "x"]), output: "system x")
  }

  /// `gtool` 6 provides `say`, but `gtool` 1 does not.
  private func installSayers() throws {
    try sandbox.install("gtool", "1.0")
    try sandbox.install("gtool", "6.0", executables: ["gtool", "say"])
    // The programs of a virtual environment need no consent to be hidden.
    sandbox[variable: "BOOTSTRAP_SYSTEM_PATH"] = "/nonexistent"
    sandbox[variable: "PATH"] =
      "\(sandbox.root)/shims:\(sandbox.directory)/.venv/bin:/usr/bin:/bin"
    try sandbox.write("$SANDBOX/.venv/bin/say", "#!/bin/sh\necho \"system $*\"\n", mode: 0o755)
  }

  @Test func `a name that the pinned version does not provide reaches the system`() async throws {
    try installSayers()
    try sandbox.write("$ROOT/version", "gtool 1.0\n")
    expect(try await sandbox.run(["say", "a"]), output: "system a")
    expect(try await sandbox.run(["gtool"]), output: "gtool 1.0 0123456789ab: ")
    // Another tool that is pinned farther away may provide the name.
    try sandbox.install("box", "1.0", executables: ["say"])
    try sandbox.write("$ROOT/version", "box 1.0\n")
    try sandbox.write(".tool-version", "gtool 1.0\n")
    expect(try await sandbox.run(["say"]), output: "box 1.0 0123456789ab: ")
    // The two are no tie if only one of them provides the name.
    try sandbox.write(".tool-version", "box 1.0\ngtool 1.0\n")
    expect(try await sandbox.run(["say"]), output: "box 1.0 0123456789ab: ")
    try sandbox.remove("$ROOT/version")
    try sandbox.write("a/.tool-version", "gtool 6.0\n")
    expect(try await sandbox.run(["say"], in: "a"), output: "gtool 6.0 0123456789ab: ")
  }

  @Test func `without a system program, the version that lacks the name is reported`() async throws
  {
    try installSayers()
    try sandbox.remove("$SANDBOX/.venv/bin/say")
    try sandbox.write("$ROOT/version", "gtool 1.0\n")
    let outcome = try await sandbox.run(["say"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("gtool 1.0 does not provide `say`"))
  }

  @Test func `a lock whose version does not list the name reaches the system`() async throws {
    try installSayers()
    let lock = Sandbox.lock(.init(name: "gtool", version: "2.0", provides: ["gtool"]))
    try sandbox.write("Toolfile.lock", lock)
    expect(try await sandbox.run(["say"]), output: "system ")
    #expect(try await sandbox.run(["gtool"]).exitCode == 127)
    // A version that may provide the name is an error if it is not installed.
    try sandbox.write(
      "Toolfile.lock",
      Sandbox.lock(.init(name: "gtool", version: "2.0", provides: ["gtool", "say"])))
    #expect(try await sandbox.run(["say"]).exitCode == 127)
    try sandbox.write("Toolfile.lock", "")
    try sandbox.write(".tool-version", "gtool 2.0\n")
    #expect(try await sandbox.run(["say"]).exitCode == 127)
  }

  @Test func `a damaged installation does not fall back to the system`() async throws {
    try installSayers()
    try sandbox.write(".tool-version", "gtool 6.0\n")
    let id = Sandbox.contentID(providing: ["gtool", "say"])
    try sandbox.remove("$ROOT/installs/gtool/6.0-\(id)/bin")
    #expect(try await sandbox.run(["say"]).exitCode == 127)
  }

  @Test(arguments: [
    ("Toolfile.lock", "<<<<<<< ours\n", true), ("Toolfile.lock", "garbage\n", true),
    ("Toolfile.lock", "garbage gtool\n", false), ("Toolfile.lock", "  provides say\n", false),
    ("Toolfile.lock", "g\0t\0o\0o\0l", false),
    (".tool-version", "node latest\n", true), (".tool-version", "gtool latest\n", false),
    (".tool-version", "GTool1\n", false), ("Toolfile", "if\n", true),
    ("Toolfile", "tool 'gtool' if\n", false),
  ])
  func `an unreadable file breaks a name of the system only if it may concern it`(
    file: String, text: String, runsSystem: Bool
  ) async throws {
    try installSayers()
    try sandbox.write("$HOME/\(file)", text)
    let outcome = try await sandbox.run(["say"])
    #expect(outcome.exitCode == (runsSystem ? 0 : 127), "\(outcome)")
    #expect(outcome.standardOutput == (runsSystem ? "system \n" : ""))
    // A pin farther away takes effect only if the file does not override it, which is unknown.
    try sandbox.write("$ROOT/version", "gtool 6.0\n")
    #expect(try await sandbox.run(["say"]).exitCode == 127)
    try sandbox.remove("$SANDBOX/.venv/bin/say")
    try sandbox.remove("$ROOT/version")
    #expect(try await sandbox.run(["say"]).exitCode == 127)
  }

  @Test func `a Toolfile without a lock does not fall back to parent folders`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$HOME/.tool-version", "ruff 1.0\n")
    try sandbox.write("Toolfile", "tool \"ruff\"\n")
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("Toolfile.lock is missing"))
    try sandbox.write("Toolfile", "tool \"node\"\n")
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 0123456789ab: ")
  }

  @Test(arguments: [
    (".ruby-version", "ruby-3.3.0\n"), (".tool-versions", "# asdf\nruby 3.3.0\n"),
    ("Gemfile", "ruby \"3.3.0\"\n"), ("gems.rb", "ruby '~> 3.3'\n"),
  ])
  func `the files of other version managers are read`(file: String, text: String) async throws {
    try sandbox.install("ruby", "3.3.0")
    try sandbox.write(file, text)
    expect(try await sandbox.run(["ruby", "-v"]), output: "ruby 3.3.0 0123456789ab: -v")
  }

  @Test func `a seal does not change the result`() async throws {
    try sandbox.install("ruff", "1.0", content: "aaaaaaaaaaaa", isDefault: false)
    let tools =
      (0..<40).map { Sandbox.LockedTool(name: "a\($0)", version: "\($0)") }
      + [.init(name: "ruff", version: "1.0", content: "aaaaaaaaaaaa")]
      + (0..<40).map { Sandbox.LockedTool(name: "z\($0)", version: "\($0)") }
    try sandbox.write("Toolfile.lock", Sandbox.lock(tools))
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 aaaaaaaaaaaa: ")
    try await sandbox.seal("Toolfile.lock")
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0 aaaaaaaaaaaa: ")
    // The changed lock is not sealed, so the shim reads all of it and finds the second provider.
    try sandbox.write(
      "Toolfile.lock", Sandbox.lock(tools + [.init(name: "zz", version: "1", provides: ["ruff"])]))
    let outcome = try await sandbox.run(["ruff"])
    #expect(outcome.standardError.contains("ruff and zz both provide `ruff`"))
  }

  /// The arguments are the text that a power failure leaves of a route, or `nil` if it leaves none.
  @Test(arguments: ["", "ru", "ruff\n", "\0\0\0\0\0\0\0", nil])
  func `an incomplete route hides no tool`(_ route: String?) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$SANDBOX/system/ruff", "#!/bin/sh\necho system\n", mode: 0o755)
    let path = "\(sandbox.root)/shims:\(sandbox.directory)/system:/usr/bin:/bin"
    try sandbox.write("locked/Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0")))
    try await sandbox.seal("locked/Toolfile.lock")
    try sandbox.write("pinned/.tool-version", "ruff 1.0\n")
    try sandbox.write("free/.tool-version", "ninja 1.0\n")
    if let route {
      try sandbox.write("$ROOT/shims/.routes/ruff", route)
    } else {
      try sandbox.remove("$ROOT/shims/.routes/ruff")
    }
    for folder in ["locked", "pinned"] {
      expect(
        try await sandbox.run(["ruff"], in: folder, environment: ["PATH": path]),
        output: "ruff 1.0 0123456789ab: ")
    }
    expect(
      try await sandbox.run(["ruff"], in: "free", environment: ["PATH": path]), output: "system")
  }
}
