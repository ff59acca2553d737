import Foundation
import LoopbackServer
import SampleWheels
import Sandboxes
import Testing

/// Failures of the machine and the network around a project, each with its complete message.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct HostileWorldTests {
  private static let toolfile = """
    platforms "linux-x64", "linux-arm64", "macos-arm64"
    source "pypi"
    tool "ruff"

    """

  /// Whether tests can run commands as another user. Only root can do that.
  private static let canRunAsAnotherUser =
    getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  /// Returns the command that runs `command` as a user who owns no file in the sandbox.
  private func asAnotherUser(_ command: String...) -> [String] {
    ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
  }

  /// Creates and locks a project with one tool.
  ///
  /// - Parameter change: Modifies each wheel before it is published.
  private func lockedProject(_ change: (Wheel) -> Wheel = { $0 }) async throws -> SimpleIndex {
    let index = SimpleIndex(on: try LoopbackServer())
    for platform in [SamplePlatform.linuxX64, .linuxARM64, .macOSARM64] {
      index.publish(change(Wheel("ruff", "1.0", for: platform).program("ruff")))
    }
    sandbox.redact(index.server.address(), as: "$INDEX")
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
    try sandbox.write("Toolfile", Self.toolfile)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    return index
  }

  @Test(arguments: [
    "//example.org/:_authToken=SECRET\n", "SECRET 1.0 x\n", "node SECRET/x\n", "node 1.0 SECRET\n",
    "tool \"SECRET!\"\n", "tool \"node\", \"SECRET\"\n",
    "tool \"node\", groups: [:SECRET\n", "SECRET do\n", "\"SECRET\n", "tool \"a\\SECRET\"\n",
    "lockfile 1\nplatforms SECRET/x\n", "lockfile 1\nplatforms linux-x64\n\ntool SECRET! 1.0\n",
    "lockfile 1\nplatforms linux-x64\n\ntool node 1.0\n  SECRET\n  artifact SECRET/x\n",
    "<<<<<<< SECRET\nSECRET\n=======\nSECRET!\n>>>>>>> SECRET\n", "node latest SECRET\nSECRET 2\n",
  ])
  func `an error shows no text of a file outside the project`(text: String) async throws {
    try sandbox.write("$HOME/secret", text)
    try sandbox.write("system/node", "", mode: 0o755)
    for name in [
      "Toolfile", "Toolfile.lock", ".tool-version", ".tool-versions", ".nvmrc", "tools/index",
    ] {
      if name == "Toolfile.lock" { try sandbox.write("Toolfile", "tool \"node\"\n") }
      if name == "tools/index" {
        try sandbox.write("Toolfile", "source \"directory\", \"tools\"\ntool \"node\"\n")
        try sandbox.makeDirectory("tools")
      }
      try sandbox.makeLink(name, to: sandbox.path("$HOME/secret"))
      for command in [
        ["install", "--offline"], ["lock", "--offline"], ["lock", "--check"], ["check"], ["list"],
        ["version"], ["which", "node"], ["exec", "node"], ["local"],
      ] {
        for options in command == ["list"] ? [[], ["--json"]] : [[]] {
          let outcome = try await sandbox.run(["bootstrap"] + command + options)
          let output = outcome.standardOutput + outcome.standardError
          #expect(!output.contains("SECRET"), "\(name) \(command) \(output)")
        }
      }
      try sandbox.remove(name)
      if name != ".tool-version", sandbox.exists("Toolfile") { try sandbox.remove("Toolfile") }
    }
  }

  @Test func `a linked pin file works, and its error names the position`() async throws {
    try sandbox.write("$HOME/dotfiles/pins", "node system\n")
    try sandbox.makeLink(".tool-version", to: sandbox.path("$HOME/dotfiles/pins"))
    expect(try await sandbox.run(["bootstrap", "list"]), output: "node  system  .tool-version:1")
    try sandbox.write("$HOME/dotfiles/pins", "node system\nruff secret/x\n")
    expect(
      try await sandbox.run(["bootstrap", "list"]), exitCode: 65,
      error: """
        error: expected a version
          at        .tool-version:2:6
          because   the text is not shown, because the file is a link out of the repository
        """)
    // The text of a file in the same folder is no secret.
    try sandbox.remove(".tool-version")
    try sandbox.write("pins", "ruff secret/x\n")
    try sandbox.makeLink(".tool-version", to: "pins")
    let outcome = try await sandbox.run(["bootstrap", "list"])
    #expect(outcome.standardError.contains("`secret/x`"))
  }

  @Test func `the name of a folder cannot forge output`() async throws {
    let index = try await lockedProject()
    defer { withExtendedLifetime(index) {} }
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let folder = "a\u{1B}[2J\nruff 9.9 \u{9B}\u{202E}"
    try sandbox.write("$HOME/\(folder)/.tool-version", "ruff 1.0\n")
    try sandbox.makeDirectory("$HOME/\(folder)/sub")
    let inside = "cd \"$HOME/$FOLDER/sub\" && exec \"$@\""
    for command in [
      ["list"], ["version"], ["which", "ruff"], ["which", "-v", "ruff"], ["exec", "ruff"],
      ["install", "-v"], ["check"], ["root"], ["versions"], ["local", "ruff", "2.0"], ["install"],
    ] {
      let outcome = try await sandbox.run(
        ["sh", "-c", inside, "sh", "bootstrap"] + command, environment: ["FOLDER": folder])
      let output = outcome.standardOutput + outcome.standardError
      #expect(!output.contains("\u{1B}") && !output.contains("\nruff 9.9"), "\(command) \(output)")
      #expect(!output.contains("\u{9B}") && !output.contains("\u{202E}"), "\(command)")
    }
    // A script gets the exact bytes.
    sandbox[variable: "BOOTSTRAP_ROOT"] = sandbox.path("$HOME/\(folder)")
    let root = try await sandbox.run(["bootstrap", "root"])
    #expect(root.standardOutput == "$HOME/\(folder)\n")
  }

  @Test(.enabled(if: getuid() == 0, "only root can give files away"))
  func `a project of another user in a shared folder is not trusted`() async throws {
    let index = try await lockedProject()
    defer { withExtendedLifetime(index) {} }
    try sandbox.setPermissions(".", 0o1777)
    let message = """
      error: not reading Toolfile, which belongs to user 65534 in a place where everybody can write
        try       copy the project to a folder of your own, or take it over with `chown`
      """
    try sandbox.giveAway("Toolfile")
    for command in [["install"], ["install", "--frozen"], ["lock"], ["check"]] {
      expect(
        try await sandbox.run(["bootstrap"] + command), exitCode: 77, error: message)
    }
    let environment = ["CI": "true"]
    let installed = try await sandbox.run(["bootstrap", "install"], environment: environment)
    #expect(installed.exitCode == 0)
    #expect(
      installed.standardError.hasPrefix(
        "reading Toolfile, which belongs to user 65534 in a place where everybody can write, "
          + "because CI is set\n"))
    try sandbox.giveAway("Toolfile.lock")
    expect(
      try await sandbox.run(["bootstrap", "exec", "ruff"], environment: environment),
      output: "ruff 1.0")
    expect(
      try await sandbox.run(["bootstrap", "which", "-v", "sleep"]), output: "$SANDBOX/system/sleep",
      error: """
        ignoring Toolfile, which belongs to user 65534 in a place where everybody can write
        ignoring Toolfile.lock, which belongs to user 65534 in a place where everybody can write
        sleep  BOOTSTRAP_SLEEP_VERSION: not set
        PATH   $SANDBOX/system/sleep
        """)
    #expect(try await sandbox.run(["bootstrap", "exec", "ruff"]).exitCode == 127)
    // A file of the user's own makes the folder the user's decision.
    try sandbox.write("sub/.tool-version", "ruff 1.0\n")
    expect(
      try await sandbox.run(["bootstrap", "-C", "sub", "check"]), exitCode: 1,
      error: """
        no: ruff 1.0 (.tool-version:1:1) is installed, but only for a lock
          run       bootstrap -C sub install
        """)
  }

  @Test(.enabled(if: canRunAsAnotherUser, "only root can become somebody else"))
  func `installing into another user's root fails, but its tools run`() async throws {
    let index = try await lockedProject()
    expect(
      try await sandbox.run(asAnotherUser("bootstrap", "install", "--quiet")), exitCode: 73,
      error: """
        error: $ROOT belongs to another user
          owner     root
          try       set BOOTSTRAP_ROOT to a folder of your own
        """)
    // Another user can still run tools that the owner of the root has installed.
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let environment = ["BOOTSTRAP_PYPI_INDEX": index.address]
    expect(
      try await sandbox.run(asAnotherUser("ruff"), environment: environment), output: "ruff 1.0")
    expect(
      try await sandbox.run(
        asAnotherUser("bootstrap", "install", "--quiet"), environment: environment))
    // Verification works even if its result cannot be recorded.
    expect(try await sandbox.run(asAnotherUser("bootstrap", "verify", "--quiet")))
    let outcome = try await sandbox.run(asAnotherUser("bootstrap", "verify", "--verbose"))
    #expect(outcome.exitCode == 0)
    let lines = outcome.standardError.split(separator: "\n")
    #expect(
      lines.dropLast() == [
        "ruff 1.0: not verified before", "result not recorded: cannot write $ROOT/store.sqlite",
      ])
    #expect(sandbox.tree("$ROOT").filter { $0.hasPrefix("store") } == ["store.sqlite"])
    let file = try #require(
      sandbox.tree("$ROOT/installs").first { $0.hasSuffix("scripts/ruff") && !$0.contains(" -> ") })
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: sandbox.path("$ROOT/installs/\(file)"))
    let unreadable = try await sandbox.run(asAnotherUser("bootstrap", "verify", "--quiet"))
    #expect(unreadable.exitCode == 1)
    #expect(unreadable.standardError.contains("scripts/ruff: Permission denied"))
  }

  @Test(.enabled(if: canRunAsAnotherUser, "only root can become somebody else"))
  func `unreadable files are reported`() async throws {
    for name in ["Toolfile", "Toolfile.lock", ".tool-version"] {
      try sandbox.write("\(name)-project/Toolfile", "")
      try sandbox.write("\(name)-project/\(name)", "", mode: 0o600)
      for command in ["check", "install", "lock", "list"] where command != "list" {
        expect(
          try await sandbox.run(asAnotherUser("bootstrap", command), in: "\(name)-project"),
          exitCode: 74,
          error: """
            error: cannot use \(name)
              because   Permission denied (open, errno 13)
            """)
      }
      expect(
        try await sandbox.run(
          asAnotherUser("bootstrap", "exec", "ruff"), in: "\(name)-project"), exitCode: 127,
        error: """
          error: cannot use \(name)
            because   Permission denied (open, errno 13)
          """)
    }
  }

  @Test(
    .enabled(
      if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare"),
      "only root can mount"))
  func `installing into a read-only root fails, but its tools run`() async throws {
    let index = try await lockedProject()
    let mounting = """
      mount --bind "$BOOTSTRAP_ROOT" "$BOOTSTRAP_ROOT" || exit 99
      mount -o remount,ro,bind "$BOOTSTRAP_ROOT" || exit 99
      exec "$@"
      """
    func readOnly(_ command: String...) -> [String] {
      ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", mounting, "sh"] + command
    }
    let path = "\(sandbox[variable: "PATH"] ?? ""):/usr/bin:/bin"
    let outcome = try await sandbox.run(
      readOnly("bootstrap", "install", "--quiet"), environment: ["PATH": path])
    if outcome.ending == .exit(99) || outcome.ending == .exit(1) {
      print("read-only root: this machine lets nobody mount, so it was not tried")
      return
    }
    expect(
      outcome, exitCode: 73,
      error: """
        error: cannot write $ROOT/staging
          because   the file system of $ROOT is read-only
        """)
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(
      try await sandbox.run(readOnly("ruff"), environment: ["PATH": path]), output: "ruff 1.0")
    expect(
      try await sandbox.run(
        readOnly("bootstrap", "install", "--frozen", "--quiet"), environment: ["PATH": path]))
    expect(
      try await sandbox.run(
        readOnly("bootstrap", "verify", "--quiet"), environment: ["PATH": path]))
    _ = index
  }

  @Test func `a file beyond the limit is reported and nothing is left behind`() async throws {
    let noise = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let index = try await lockedProject { wheel in
      wheel.member(ZipMember("ruff/noise", noise, method: .stored))
    }
    // 256 blocks of 512 bytes are enough for the lock and the store, but not for the download.
    let outcome = try await sandbox.run(
      ["bootstrap", "install", "--quiet"], limits: ["-f", "256"])
    let id = try #require(sandbox.text("Toolfile.lock")?.firstMatch(of: /linux-x64 (\w{40})/)?.1)
    sandbox.redact(String(id), as: "$ID")
    let text = sandbox.redacted(outcome.standardError).replacing(
      /staging\/[^\/]+/, with: "staging/$RUN")
    #expect(
      text == """
        error: a file would be larger than this process or file system permits
          writing   $ROOT/staging/$RUN/ruff@1.0-$ID.download
          try       raise the limit with `ulimit -f`, then run the same command again

        """)
    #expect(outcome.exitCode == 73)
    #expect(sandbox.tree("$ROOT/installs") == [])
    #expect(sandbox.tree("$ROOT/downloads").filter { !$0.hasSuffix("/") } == [])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0")
    _ = index
  }

  @Test func `a second install waits visibly and finds the work done`() async throws {
    let index = try await lockedProject()
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
    let gate = DispatchSemaphore(value: 0)
    index.server.serve(index.filePath(of: wheel)) { _ in
      gate.wait()
      return .file(wheel.bytes)
    }
    index.server.forgetRequests()
    let first = try sandbox.start(["bootstrap", "install", "--quiet"])
    while index.server.requests.isEmpty, !first.child.hasEnded {
      try await Task.sleep(for: .milliseconds(5))
    }
    sandbox.redact("process \(first.child.processID)", as: "process $FIRST")
    let second = try sandbox.start(["bootstrap", "install"])
    #expect(await second.reports("waiting"))
    gate.signal()
    expect(try await first.outcome())
    expect(
      try await second.outcome(),
      error: """
        waiting for process $FIRST, which is running `bootstrap install`
        nothing to do: 1 tool installed
        """)
    // Only the file: its page was read when the lock was made.
    #expect(index.server.requests.count == 1)
  }

  /// The path of OpenSSL, or `nil` if there is none. The `openssl` of macOS is LibreSSL, which
  /// lacks some of the options.
  private static let openSSL: String? = {
    #if os(macOS)
      let paths = ["/opt/homebrew", "/usr/local"].map { "\($0)/opt/openssl@3/bin/openssl" }
    #else
      let paths = ["/usr/bin/openssl"]
    #endif
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  @Test(.enabled(if: openSSL != nil, "there is no OpenSSL"))
  func `a redirect from https to http is rejected`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .linuxX64)
    let openSSL = try #require(Self.openSSL)
    let certified = try await sandbox.run(
      [
        openSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key", "-out", "certificate", "-days",
        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    #expect(certified.exitCode == 0)
    // The server sends a file as the whole response, including the status line and the headers.
    try sandbox.write(
      wheel.fileName,
      "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
    let server = try sandbox.start([
      openSSL, "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate", "-key",
      "key", "-HTTP",
    ])
    defer { server.child.send(signal: SIGTERM) }
    var port: Substring?
    while port == nil, !server.child.hasEnded {
      try await Task.sleep(for: .milliseconds(20))
      port = server.outputSoFar.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/)?.1
    }
    let files = "https://127.0.0.1:\(try #require(port))"
    sandbox.redact(files, as: "$FILES")
    let index = try LoopbackServer()
    let digest = String(repeating: "0", count: 64)
    index.serve(
      "/simple/ruff/",
      .text("<a href='\(files)/\(wheel.fileName)#sha256=\(digest)'>ruff</a>", type: "text/html"))
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address("/simple/")
    sandbox[variable: "SSL_CERT_FILE"] = sandbox.path("certificate")
    try sandbox.write("Toolfile", "platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n")
    expect(
      try await sandbox.run(["bootstrap", "lock", "--quiet"]), exitCode: 69,
      error: """
        error: refused a redirect for ruff
          asked by  Toolfile:3:1
          address   $FILES/\(wheel.fileName)
          because   it leads to unencrypted http://127.0.0.1:1/
        """)
  }
}
