import Foundation
import SampleWheels
import Sandboxes
import Testing

/// The behavior of shims in unusual situations. Each test covers one row of the table in the
/// shim's README.
@Suite(.sandbox) struct CornerTests {
  private static let ruffID = Sandbox.contentID(providing: ["ruff"])

  @Test func `the physical working directory counts, regardless of PWD`() async throws {
    for version in ["1.0", "2.0"] { try sandbox.install("ruff", version) }
    try sandbox.write("real/.tool-version", "ruff 1.0\n")
    try sandbox.makeDirectory("real/inner")
    try sandbox.write("logical/.tool-version", "ruff 2.0\n")
    try sandbox.makeLink("logical/link", to: "../real/inner")
    expect(
      try await sandbox.run(
        ["sh", "-c", "cd logical/link && pwd && ruff && PWD=$HOME/project/logical ruff"]),
      output: """
        $PROJECT/logical/link
        ruff 1.0 0123456789ab: 
        ruff 1.0 0123456789ab: 
        """)
  }

  @Test func `a deleted working directory is an error`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$ROOT/version", "ruff 1.0\n")
    expect(
      try await sandbox.run(["sh", "-c", "mkdir gone; cd gone; rm -r ../gone; ruff"]),
      exitCode: 127, error: "error: the working directory no longer exists")
  }

  @Test func `the tool receives the program name that was typed`() async throws {
    try sandbox.install("ruff", "1.0", script: "echo \"$0\"")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    expect(try await sandbox.run(["ruff"]), output: "ruff")
    expect(
      try await sandbox.run(["$ROOT/shims/ruff"].map(sandbox.path)), output: "$ROOT/shims/ruff")
    // The main program also passes the typed name on.
    try sandbox.write("asdf/.tool-versions", "ruff 1.0\n")
    expect(try await sandbox.run(["ruff"], in: "asdf"), output: "ruff")
  }

  @Test func `a name typed in another case runs the tool whose shim it reaches`() async throws {
    try sandbox.install("ruff", "1.0", script: "echo \"$0\"")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    // A file system that folds case finds the shim `ruff` under this name.
    if !sandbox.exists("$ROOT/shims/RUFF") {
      try sandbox.makeLink("$ROOT/shims/RUFF", to: "ruff")
    }
    expect(try await sandbox.run(["RUFF"]), output: "RUFF")
  }

  @Test(arguments: ["", " -x"])
  func `a shim in the first line of a script runs its tool`(option: String) async throws {
    try sandbox.install("ruff", "1.0", script: "echo \"ruff $*\"")
    try sandbox.install("other", "1.0")
    try sandbox.write("$ROOT/version", "ruff 1.0\nother 1.0\n")
    // One script has the name of another shim, and the other script is on PATH.
    let text = "#!\(sandbox.root)/shims/ruff\(option)\n"
    try sandbox.write("other", text, mode: 0o755)
    try sandbox.write("$SANDBOX/system/scripted", text, mode: 0o755)
    expect(try await sandbox.run(["sh", "-c", "./other a"]), output: "ruff\(option) ./other a")
    expect(
      try await sandbox.run(["sh", "-c", "scripted a"]),
      output: "ruff\(option) $SANDBOX/system/scripted a")
    // A shim whose argument is its own path was started directly, not by a script.
    let shim = "\(sandbox.root)/shims/ruff"
    expect(try await sandbox.run([shim, shim]), output: "ruff $ROOT/shims/ruff")
  }

  @Test func `names with spaces work in the project, root and arguments`() async throws {
    let root = "\(sandbox.directory)/a root"
    try sandbox.install("ruff", "1.0")
    expect(try await sandbox.run(["mv", sandbox.root, root]))
    try sandbox.write("a project/.tool-version", "ruff 1.0\n")
    expect(
      try await sandbox.run(
        ["\(root)/shims/ruff", " a  b ", ""], in: "a project",
        environment: ["BOOTSTRAP_ROOT": nil]),
      output: "ruff 1.0 0123456789ab:  a  b  ")
  }

  @Test func `packages run with their version, and the user's variable stays`() async throws {
    for version in ["1.0", "2.0"] {
      try sandbox.install(
        "node", version, executables: ["npm"], script: "echo \"$GEM_HOME $gem_home $FLAG\"")
    }
    try sandbox.write("$ROOT/version", "node 1.0\n")
    let lines = "node\n+GEM_HOME={packages}/gems\n+FLAG=1\n+after -g\n.\n"
    try sandbox.write("$ROOT/shims/.routes/npm", lines)
    let packages = "$ROOT/packages/node"
    expect(try await sandbox.run(["npm"]), output: "\(packages)/1.0/gems  1")
    let cases = [
      (["GEM_HOME": "/mine"], "/mine  1"), (["gem_home": "/mine"], " /mine 1"),
      (["GEM_HOME": ""], "  1"), (["FLAG": "0"], "\(packages)/2.0/gems  0"),
      (["gem_home": sandbox.path("\(packages)/1.0/gems")], " \(packages)/2.0/gems 1"),
    ]
    for (variables, output) in cases {
      var environment: [String: String?] = ["BOOTSTRAP_NODE_VERSION": "2.0"]
      for (name, value) in variables { environment[name] = value }
      expect(try await sandbox.run(["npm"], environment: environment), output: output)
    }
    // A package takes precedence, but only in its own version.
    try sandbox.write("\(packages)/2.0/bin/npm", "#!/bin/sh\necho newer $PATH\n", mode: 0o755)
    try sandbox.write("$ROOT/shims/.routes/npm", "node\n+\n" + lines.dropFirst(5))
    expect(try await sandbox.run(["npm"]), output: "\(packages)/1.0/gems  1")
    let newer = try await sandbox.run(["npm"], environment: ["BOOTSTRAP_NODE_VERSION": "2.0"])
    #expect(
      newer.standardOutput.hasPrefix("newer \(packages)/2.0/bin:$ROOT/installs/node/2.0/bin:"))
  }

  @Test(arguments: ["r", "./r", "../project/r"])
  func `a root whose path is relative is refused`(root: String) async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    expect(try await sandbox.run(["cp", "-R", sandbox.root, sandbox.path("r")]))
    expect(
      try await sandbox.run(["ruff"], environment: ["BOOTSTRAP_ROOT": root]), exitCode: 127,
      error: "error: the shim `ruff` cannot select a version: "
        + "the path of the root (BOOTSTRAP_ROOT) is not absolute")
  }

  @Test func `a root whose path is not UTF-8 works`() async throws {
    try sandbox.install(
      "ruff", "1.0", script: "case $PATH in \"$TMPDIR\"/r*t/installs/*) echo yes;; esac")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let script = """
      root=$(printf '%s/r\\377t' "$TMPDIR"); mv "$BOOTSTRAP_ROOT" "$root"; unset BOOTSTRAP_ROOT
      "$root/shims/ruff"
      """
    expect(try await sandbox.run(["sh", "-c", script]), output: "yes")
  }

  @Test func `ten thousand arguments and 128 KiB of environment are passed`() async throws {
    try sandbox.install(
      "ruff", "1.0", script: "echo \"$# ${10000} ${#LARGE}\"")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let large = String(repeating: "x", count: 100_000)
    var many: [String: String?] = ["LARGE": large]
    for number in 0..<1_000 { many["SMALL_\(number)"] = String(repeating: "y", count: 28) }
    expect(
      try await sandbox.run(["ruff"] + (1...10_000).map(String.init), environment: many),
      output: "10000 10000 100000")
    // The main program also passes all of them.
    try sandbox.write("asdf/.tool-versions", "ruff 1.0\n")
    expect(
      try await sandbox.run(
        ["ruff"] + (1...10_000).map(String.init), in: "asdf", environment: many),
      output: "10000 10000 100000")
  }

  @Test func `the environment is unchanged except for the version's bin on PATH`() async throws {
    try sandbox.install("ruff", "1.0", script: "env")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let inherited = try await sandbox.run(["env"]).standardOutput.split(separator: "\n").sorted()
    let seen = try await sandbox.run(["ruff"]).standardOutput.split(separator: "\n").sorted()
    let isOwn = { (line: Substring) in
      line.hasPrefix("PATH=") || line.hasPrefix("_=") || line.hasPrefix("PWD=")
        || line.hasPrefix("SHLVL=") || line.hasPrefix("OLDPWD=")
    }
    #expect(seen.filter { !isOwn($0) } == inherited.filter { !isOwn($0) })
    let path = try #require(seen.first { $0.hasPrefix("PATH=") })
    let former = try #require(inherited.first { $0.hasPrefix("PATH=") }).dropFirst(5)
    #expect(path == "PATH=$ROOT/installs/ruff/1.0/bin:\(former)")
  }

  @Test func `a shim that runs itself does not extend PATH again`() async throws {
    try sandbox.install(
      "ruff", "1.0",
      script: "if [ -z \"$1\" ]; then \"$BOOTSTRAP_ROOT/shims/ruff\" again; else echo \"$PATH\"; fi"
    )
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let path = try #require(sandbox[variable: "PATH"])
    expect(
      try await sandbox.run(["ruff"]),
      output: "$ROOT/installs/ruff/1.0/bin:\(sandbox.redacted(path))")
  }

  @Test func `descriptors are passed on and none is added`() async throws {
    try sandbox.install("ruff", "1.0", script: "cat <&9; ls /dev/fd/ 2>/dev/null | wc -l")
    try sandbox.write("Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0")))
    try sandbox.write("said", "nine\n")
    let plain = try await sandbox.run([
      "sh", "-c", "exec 9<said; cat <&9; ls /dev/fd/ 2>/dev/null | wc -l",
    ])
    let shimmed = try await sandbox.run(["sh", "-c", "exec 9<said; exec ruff"])
    #expect(shimmed.standardOutput == plain.standardOutput)
    #expect(shimmed.standardOutput.hasPrefix("nine\n"))
  }

  /// The main program opens closed streams for itself, but its tools do not inherit them.
  @Test(arguments: ["ruff", "bootstrap exec ruff"], ["Toolfile.lock", ".tool-versions"])
  func `closed standard streams stay closed`(command: String, pinnedBy file: String) async throws {
    try sandbox.install(
      "ruff", "1.0",
      script:
        "for n in 0 1 2; do if [ -e /dev/fd/$n ]; then echo \"$n open\" >>said; fi; done; "
        + "echo done >>said"
    )
    let lock = Sandbox.lock(.init(name: "ruff", version: "1.0"))
    // Only the main program reads `.tool-versions`.
    try sandbox.write(file, file == "Toolfile.lock" ? lock : "ruff 1.0\n")
    expect(try await sandbox.run(["sh", "-c", "exec \(command) <&- >&- 2>&-"]))
    #expect(sandbox.text("said") == "done\n")
  }

  /// A script that a tool runs in a pipe must end with the pipe's reader.
  @Test(arguments: ["ruff", "bootstrap exec ruff"], ["Toolfile.lock", ".tool-versions"])
  func `a closed pipe ends the tool`(command: String, pinnedBy file: String) async throws {
    try sandbox.install("ruff", "1.0", script: "kill -PIPE $$; echo survived")
    let lock = Sandbox.lock(.init(name: "ruff", version: "1.0"))
    try sandbox.write(file, file == "Toolfile.lock" ? lock : "ruff 1.0\n")
    expect(try await sandbox.run(["sh", "-c", "exec \(command)"]), .signal(SIGPIPE))
  }

  @Test func `the exit status is the tool's`() async throws {
    try sandbox.install("ruff", "1.0", script: "exit 42")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    expect(try await sandbox.run(["ruff"]), exitCode: 42)
  }

  @Test func `a signal reaches the tool, which replaces the shim's process`() async throws {
    try sandbox.install("ruff", "1.0", script: "echo $$ >&2; exec sleep 600")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let running = try sandbox.start(["ruff"])
    try #require(await running.reports("\(running.child.processID)"))
    running.child.send(signal: SIGTERM)
    #expect(try await running.outcome().ending == .signal(SIGTERM))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "no strace"))
  func `the shim calls execve once`() async throws {
    try sandbox.install("ruff", "1.0", script: "true")
    try sandbox.write("Toolfile.lock", Sandbox.lock(.init(name: "ruff", version: "1.0")))
    let outcome = try await sandbox.run(
      ["/usr/bin/strace", "-o", "trace", "-e", "trace=process", sandbox.path("$ROOT/shims/ruff")])
    try #require(outcome.exitCode == 0)
    let calls = try #require(sandbox.text("trace")).split(separator: "\n").prefix(2)
    #expect(calls.allSatisfy { $0.hasPrefix("execve(") })
    #expect(calls.last?.contains("/installs/ruff/1.0-\(Self.ruffID)/bin/ruff") == true)
  }

  @Test(.enabled(if: getuid() == 0, "only root can make a setuid program of another user"))
  func `a setuid shim refuses to run`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let script = """
      cp "$BOOTSTRAP_ROOT/libexec/bootstrap-shim" ruff
      /bin/chown 65534 ruff; /bin/chmod 4755 ruff; exec ./ruff
      """
    expect(
      try await sandbox.run(["sh", "-c", script]), exitCode: 126,
      error: "error: the shim does not run with another user's privileges")
  }

  @Test func `an unset or empty PATH works`() async throws {
    try sandbox.install("ruff", "1.0", script: "echo \"$PATH\"")
    try sandbox.install("other", "1.0")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let ruff = sandbox.path("$ROOT/shims/ruff")
    expect(
      try await sandbox.run([ruff], environment: ["PATH": nil]),
      output: "$ROOT/installs/ruff/1.0/bin:/bin:/usr/bin")
    expect(
      try await sandbox.run([ruff], environment: ["PATH": ""]),
      output: "$ROOT/installs/ruff/1.0/bin:")
    // Nothing pins this executable. If PATH is unset or empty, the program in the working directory
    // must not be found either.
    try sandbox.write("other", "#!/bin/sh\necho wrong\n", mode: 0o755)
    for path in [nil, ""] as [String?] {
      let outcome = try await sandbox.run(
        [sandbox.path("$ROOT/shims/other")], environment: ["PATH": path])
      #expect(outcome.exitCode == 127)
      #expect(outcome.standardError.hasPrefix("error: no version is pinned for `other`"))
    }
  }

  @Test func `all entries for the shims on PATH are skipped`() async throws {
    try sandbox.install("tool", "1.0")
    try sandbox.write("$SANDBOX/system/tool", "#!/bin/sh\necho system\n", mode: 0o755)
    try sandbox.makeLink("alias", to: sandbox.path("$ROOT/shims"))
    let path =
      "\(sandbox.root)/shims:\(sandbox.project)/alias:"
      + "\(sandbox.root)/shims/:\(sandbox.directory)/system"
    expect(try await sandbox.run(["tool"], environment: ["PATH": path]), output: "system")
  }

  @Test func `a shim in place of the tool is an error`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let program = "$ROOT/installs/ruff/1.0-\(Self.ruffID)/bin/ruff"
    try sandbox.remove(program)
    try sandbox.makeLink(program, to: sandbox.path("$ROOT/libexec/bootstrap-shim"))
    let outcome = try await sandbox.run(["ruff"], timeLimit: .seconds(10))
    #expect(outcome.exitCode == 126)
    #expect(
      outcome.standardError == "error: the shim `ruff` is in the place of the installed tool\n")
  }

  @Test(arguments: ["exec tool \"$@\"", "tool \"$@\"; exit"])
  func `a program on PATH that calls the shim again is an error`(script: String) async throws {
    try sandbox.install("tool", "1.0")
    try sandbox.write("$SANDBOX/system/tool", "#!/bin/sh\n\(script)\n", mode: 0o755)
    let outcome = try await sandbox.run(["tool"], timeLimit: .seconds(20))
    #expect(outcome.exitCode == 126)
    #expect(outcome.standardError.contains("`tool` keeps calling itself"))
  }

  @Test(arguments: ["sh", "exec sh"])
  func `a thousand nested shells are not a loop`(call: String) async throws {
    try sandbox.install("gtool", "1.0", executables: ["sh"])
    let script = "if [ $1 = 0 ]; then echo end; else \(call) nest $(($1 - 1)); fi"
    try sandbox.write("nest", script + "\n")
    let path = "\(sandbox.root)/shims:/usr/bin:/bin"
    expect(
      try await sandbox.run(
        ["sh", "nest", "1000"], environment: ["PATH": path], timeLimit: .seconds(60)),
      output: "end")
  }

  @Test func `a pass in another process begins a new count`() async throws {
    try sandbox.install("tool", "1.0")
    try sandbox.install("gtool", "1.0", executables: ["sh"])
    let script = "exec sh -c 'echo $BOOTSTRAP_SHIM_PASSES; tool'"
    try sandbox.write(
      "$SANDBOX/system/tool", "#!/bin/sh\n[ \"$1\" ] || exit 0\n\(script)\n", mode: 0o755)
    let path = "\(sandbox.root)/shims:\(sandbox.path("$SANDBOX/system")):/usr/bin:/bin"
    let outcome = try await sandbox.run(["tool", "x"], environment: ["PATH": path])
    #expect(outcome.standardOutput.hasSuffix("-2-0\n"), "\(outcome)")
    // A child starts with the number of its parent's process, which is not its own.
    let nested = try await sandbox.run(
      ["sh", "-c", "sh -c 'echo $BOOTSTRAP_SHIM_PASSES'; true"], environment: ["PATH": path])
    #expect(nested.standardOutput.hasSuffix("-1-0\n"), "\(nested)")
  }

  @Test func `two copies of the shim do not call each other forever`() async throws {
    try sandbox.install("tool", "1.0")
    for folder in ["a", "b"] {
      try sandbox.makeDirectory(folder)
      expect(
        try await sandbox.run([
          "cp", sandbox.path("$ROOT/libexec/bootstrap-shim"), "\(folder)/tool",
        ]))
    }
    let path = "\(sandbox.project)/a:\(sandbox.project)/b:\(sandbox.root)/shims"
    let outcome = try await sandbox.run(
      ["tool"], environment: ["PATH": path], timeLimit: .seconds(20))
    #expect(outcome.exitCode == 126)
  }

  @Test func `a missing interpreter of a script is named`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(
      "$ROOT/installs/ruff/1.0-\(Self.ruffID)/bin/ruff", "#!/no/such/python -I\n", mode: 0o755)
    try sandbox.write(".tool-version", "ruff 1.0\n")
    expect(
      try await sandbox.run(["ruff"]), exitCode: 126,
      error: """
        error: $ROOT/installs/ruff/1.0/bin/ruff needs the interpreter `/no/such/python`, \
        which does not exist
        """)
  }

  @Test func `a script without an interpreter is run by the shell`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(
      "$ROOT/installs/ruff/1.0-\(Self.ruffID)/bin/ruff", "echo \"shell $*\"\n", mode: 0o755)
    try sandbox.write(".tool-version", "ruff 1.0\n")
    expect(try await sandbox.run(["ruff", "x"]), output: "shell x")
  }

  @Test func `a file without execute permission is reported`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write("$ROOT/installs/ruff/1.0-\(Self.ruffID)/bin/ruff", "#!/bin/sh\n", mode: 0o644)
    try sandbox.write(".tool-version", "ruff 1.0\n")
    expect(
      try await sandbox.run(["ruff"]), exitCode: 126,
      error: """
        error: $ROOT/installs/ruff/1.0/bin/ruff cannot be run
          because   Permission denied
        """)
  }

  @Test func `a root mounted noexec is reported`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let script = """
      mount -t tmpfs -o noexec tmpfs "$BOOTSTRAP_ROOT/installs" || exit 99
      mkdir -p "$BOOTSTRAP_ROOT/installs/ruff/1.0/bin"
      cp /bin/true "$BOOTSTRAP_ROOT/installs/ruff/1.0/bin/ruff"; exec ruff
      """
    let outcome = try await sandbox.run(
      ["/usr/bin/unshare", "-m", "sh", "-c", "PATH=\"$PATH:/bin:/usr/bin\"; \(script)"])
    // Without permission to mount a file system, there is nothing to test.
    if outcome.exitCode == 99 || outcome.exitCode == 1 { return }
    expect(
      outcome, exitCode: 126,
      error: """
        error: $ROOT/installs/ruff/1.0/bin/ruff cannot be run
          because   the file system of $ROOT/installs is mounted with `noexec`
          try       mount it without `noexec`, or set BOOTSTRAP_ROOT to a folder on another disk
        """)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm"), "no second file system"))
  func `a root on another file system works`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.write(".tool-version", "ruff 1.0\n")
    let script = """
      root=/dev/shm/bootstrap-test-$$; cp -R "$BOOTSTRAP_ROOT" $root; BOOTSTRAP_ROOT=$root
      export BOOTSTRAP_ROOT; $root/shims/ruff; rm -r $root
      """
    expect(try await sandbox.run(["sh", "-c", script]), output: "ruff 1.0 0123456789ab: ")
  }

  @Test func `a missing main program is reported`() async throws {
    try sandbox.install("ruff", "1.0")
    try sandbox.remove("$ROOT/bin/bootstrap")
    expect(
      try await sandbox.run(["ruff"], in: "$SANDBOX"), exitCode: 127,
      error:
        "error: the shim `ruff` cannot select a version: `bin/bootstrap` is missing from the root"
    )
  }
}
