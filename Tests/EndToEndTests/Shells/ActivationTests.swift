import Foundation
import Manifests
import Sandboxes
import Testing
import Vocabulary

/// The scripts that shells evaluate.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ActivationTests {
  private static let shells = ["bash", "zsh", "fish"].filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// Runs a script in a shell that ends at the first failure and at an unset variable, as far as
  /// the shell can.
  private func run(
    _ shell: String, _ script: String, environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let options = ["bash": ["-euc"], "zsh": ["-feuc"], "fish": ["--no-config", "-c"]]
    return try await sandbox.run(
      ["/usr/bin/\(shell)"] + (options[shell] ?? []) + [script], environment: environment)
  }

  /// The statement that activates bootstrap.
  private func activation(_ shell: String, _ options: String = "") -> String {
    shell == "fish"
      ? "$ROOT/bin/bootstrap activate \(options) fish | source".replacing(
        "$ROOT", with: sandbox.root)
      : "eval \"$(\(sandbox.root)/bin/bootstrap activate \(options) \(shell))\""
  }

  private static let paths: [(before: String, after: String)] = [
    ("$ROOT/shims:$ROOT/bin:/usr/bin", "$ROOT/shims:$ROOT/bin:/usr/bin"),
    ("/usr/bin:$ROOT/shims:/bin", "$ROOT/shims:$ROOT/bin:/usr/bin:/bin"),
    ("$ROOT/bin:$ROOT/shims:/bin:$ROOT/shims", "$ROOT/shims:$ROOT/bin:/bin"),
    ("/usr/bin", "$ROOT/shims:$ROOT/bin:/usr/bin"),
  ]

  @Test(arguments: shells, paths)
  func `the shims are first on PATH exactly once, however often the script runs`(
    _ shell: String, _ path: (before: String, after: String)
  ) async throws {
    let line = activation(shell)
    let outcome = try await run(
      shell, "\(line)\n\(line)\necho \"$PATH\"",
      environment: ["PATH": path.before.replacing("$ROOT", with: sandbox.root)])
    // fish prints `PATH` with blanks unless it is quoted, and with colons if it is.
    expect(outcome, output: path.after)
  }

  @Test(arguments: shells)
  func `the script works twice in direct mode, and leaves no folder of another directory behind`(
    _ shell: String
  ) async throws {
    try writeProject(["greet"], ["tool greet 1.0"])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let line = activation(shell, "--direct")
    let outcome = try await run(shell, "\(line)\n\(line)\ngreet\necho \"$PATH\"")
    let path = "$ROOT/shims:$ROOT/bin:$SANDBOX/system"
    #expect(outcome.ending == .exit(0), "\(outcome.standardError)")
    #expect(
      outcome.standardOutput.replacing(/1.0-[0-9a-f]{40}/, with: "1.0")
        == "greet 1.0\n$ROOT/installs/greet/1.0/bin:\(path)\n")
    // A shell that this one starts, in the other mode and elsewhere.
    let plain = activation(shell).replacing("'", with: "'\\''")
    let inner = try await run(
      shell, "\(line)\ncd ..\n/usr/bin/\(shell) -c '\(plain)\necho \"$PATH\"'")
    expect(inner, output: path)
  }

  /// Writes a Toolfile, and the files of its tools.
  private func writeProject(_ tools: [String], _ lines: [String]) throws {
    try SampleFolder(lines).write(to: "tools", in: sandbox)
    let head = ["platforms \"linux-x64\", \"linux-arm64\"", "source \"directory\", \"tools\""]
    try sandbox.write(
      "Toolfile", (head + tools.map { "tool \"\($0)\"" }).map { $0 + "\n" }.joined())
  }

  /// Expects that bash in direct mode finds the shim of a program.
  private func expectShim(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let script = activation("bash", "--direct") + "\ncommand -v \(name)"
    let outcome = try await run("bash", script)
    expect(outcome, output: "$ROOT/shims/\(name)", sourceLocation: sourceLocation)
  }

  @Test func `what only a shim can decide is left to the shims`() async throws {
    // In continuous integration, `cat` needs no consent, and nothing is recorded.
    try writeProject(["cat", "greet"], ["tool cat 1.0", "tool greet 1.0"])
    for command in ["lock", "install"] {
      expect(
        try await sandbox.run(["bootstrap", command, "--quiet"], environment: ["CI": "1"]))
    }
    #expect(sandbox.exists("$ROOT/shims/cat"))
    try await expectShim("cat")
    // Two tools provide `greet`.
    let text = "#!/bin/sh\necho \"greet 1.0\"\n"
    let digest = SHA256Digest(of: text).hexadecimal
    try writeProject(
      ["greet", "other"],
      [
        "tool greet 1.0",
        "artifact other 1.0 any raw sha256:\(digest) \(text.utf8.count) greet-1.0 provides greet",
      ])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await expectShim("greet")
    // The system's program is farther down PATH.
    try sandbox.write(".tool-version", "greet system\nother system\n")
    try await expectShim("greet")
  }

  @Test(arguments: shells)
  func `no other program called bootstrap can take the place of the real one`(
    _ shell: String
  ) async throws {
    try sandbox.write("$ROOT/shims/bootstrap", "#!/bin/sh\necho echo other\n", mode: 0o755)
    for options in ["", "--direct"] {
      let line = activation(shell, options)
      expect(try await run(shell, "\(line)\nbootstrap root"), output: "$ROOT")
    }
    let tab = shell == "fish" ? "complete -C 'bootstrap which boot'" : "_bootstrap"
    let words = [
      "bash": "COMP_LINE='bootstrap which boot' COMP_POINT=20\n\(tab)\necho \"${COMPREPLY[@]}\"",
      "fish": tab,
    ]
    guard let script = words[shell] else { return }
    let completion = "bootstrap completions \(shell)"
    let load = shell == "fish" ? "\(completion) | source" : "eval \"$(\(completion))\""
    expect(
      try await run(shell, "\(activation(shell))\n\(load)\n\(script)"), output: "bootstrap")
  }

  @Test(.enabled(if: shells.contains("zsh"), "no zsh"))
  func `zsh completes the words of bootstrap where no startup file runs compinit`() async throws {
    let lines = [
      activation("zsh"), activation("zsh"), "__bootstrap_start_completion",
      "echo ${+_comps[bootstrap]}",
    ]
    let outcome = try await sandbox.run(
      ["/usr/bin/zsh", "-feuic", lines.joined(separator: "\n")])
    #expect(outcome.standardOutput.hasPrefix("1"), "\(outcome.standardError)")
  }

  private static let otherShells = [["/usr/bin/dash"], ["/usr/bin/busybox", "sh"]].filter {
    FileManager.default.isExecutableFile(atPath: $0[0])
  }

  @Test(arguments: otherShells)
  func `the line for another shell puts the shims on PATH`(_ shell: [String]) async throws {
    try writeProject(["greet"], ["tool greet 1.0"])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let advice = try await sandbox.run(["bootstrap", "setup", "--shell", "sh"])
    let line = try #require(advice.standardError.firstMatch(of: /write +(.*)\n/)).1
      .replacing("$ROOT", with: sandbox.root)
    let path = ["PATH": sandbox.path("$SANDBOX/system")]
    expect(
      try await sandbox.run(shell + ["-euc", "\(line)\ngreet"], environment: path),
      output: "greet 1.0")
  }

  @Test(.enabled(if: shells.contains("zsh"), "no zsh"), arguments: ["", "--direct"])
  func `zsh has nothing to warn about`(options: String) async throws {
    try writeProject(["greet"], ["tool greet 1.0"])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    // Plugin managers evaluate the line in a function.
    let lines = [
      "setopt warn_create_global", "start() { \(activation("zsh", options)); }", "start",
      "setopt warn_nested_var",
      "cd /", "cd \"$OLDPWD\"", "bootstrap shell greet system", "bootstrap shell --unset greet",
      "greet",
    ]
    let outcome = try await run("zsh", lines.joined(separator: "\n"))
    expect(outcome, output: "greet 1.0")
    #expect(outcome.standardError == "")
    let terminal = lines + ["__bootstrap_start_completion", "__bootstrap_complete"]
    let interactive = try await sandbox.run(
      ["/usr/bin/zsh", "-fic", terminal.joined(separator: "\n")])
    #expect(!interactive.standardError.contains("created globally"))
    #expect(!interactive.standardError.contains("in enclosing scope"))
  }

  @Test(arguments: ["exec", "shopt"])
  func `bash follows the directory despite a function of the user`(_ name: String) async throws {
    try writeProject(["greet"], ["tool greet 1.0"])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let outcome = try await run(
      "bash", "\(name)() { echo false; }\n\(activation("bash", "--direct"))\necho \"$PATH\"")
    #expect(outcome.standardOutput.hasPrefix("$ROOT/installs/greet/1.0-"), "\(outcome)")
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "no setsid"))
  func `a missing program ends no job of a login shell`() async throws {
    let script = """
      set -m
      shopt -s huponexit
      \(activation("bash", "--direct"))
      /bin/sleep 60 &
      __bootstrap_program=/missing __bootstrap_here=
      __bootstrap_prompt
      /bin/sleep 0.5
      kill %1 && echo alive
      shopt -u huponexit
      """
    // Without a terminal, whose foreground another process group has.
    let outcome = try await sandbox.run([
      "/usr/bin/setsid", "--wait", "/usr/bin/bash", "--noprofile", "--norc", "-l", "-i", "-c",
      script,
    ])
    #expect(outcome.standardOutput == "alive\n", "\(outcome)")
  }

  @Test func `a shell removes what ended shells have left behind`() async throws {
    let line = activation("bash", "--direct")
    for _ in 1...3 { expect(try await run("bash", line)) }
    #expect(sandbox.tree("$ROOT/shells").count == 1)
  }

  @Test(arguments: shells)
  func `a script is printed without writing anything, and its syntax is valid`(
    _ shell: String
  ) async throws {
    let before = sandbox.tree("$HOME") + sandbox.tree("$ROOT")
    let check = ["bash": ["-n"], "zsh": ["-n"], "fish": ["--no-execute"]]
    for words in [["activate", shell], ["activate", "--direct", shell], ["completions", shell]] {
      let script = try await sandbox.run(["bootstrap"] + words)
      #expect(script.ending == .exit(0) && script.standardError == "")
      #expect(sandbox.tree("$HOME") + sandbox.tree("$ROOT") == before)
      try sandbox.write("$SANDBOX/script", script.outputBytes)
      let path = sandbox.path("$SANDBOX/script")
      expect(try await sandbox.run(["/usr/bin/\(shell)"] + (check[shell] ?? []) + [path]))
      if shell == "bash", FileManager.default.isExecutableFile(atPath: "/usr/bin/shellcheck") {
        expect(try await sandbox.run(["/usr/bin/shellcheck", "-s", "bash", path]))
      }
    }
  }

  @Test func `the manual page is rendered without a warning`() async throws {
    let page = try await sandbox.run(["bootstrap", "help", "--man"])
    try sandbox.write("$SANDBOX/bootstrap.1", page.outputBytes)
    let path = sandbox.path("$SANDBOX/bootstrap.1")
    for command in [
      ["/usr/bin/groff", "-ww", "-man", "-Tascii", path], ["/usr/bin/mandoc", "-Tlint", path],
    ] where FileManager.default.isExecutableFile(atPath: command[0]) {
      let outcome = try await sandbox.run(command, environment: ["PATH": "/usr/bin:/bin"])
      #expect(outcome.ending == .exit(0), "\(outcome.standardOutput)")
      #expect(outcome.standardError == "")
    }
  }
}
