import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// `bootstrap self-update` from releases that `scripts/release` publishes. The programs of the
/// newer release are scripts that only state their version.
@Suite(
  .sandbox, .serialized,
  .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/minisign"), "there is no minisign"))
struct SelfUpdateTests {
  private static let newer = "9.8.7"

  private let server: LoopbackServer
  private let platform: String

  /// Publishes a newer release.
  init() async throws {
    server = try LoopbackServer()
    let machine = try await Self.output(of: "uname", "-sm")
    platform =
      (machine.hasPrefix("Linux") ? "linux" : "macos")
      + (machine.contains("x86_64") ? "-x64" : "-arm64")
    let key = sandbox.path("$SANDBOX/key")
    try await Self.output(of: "minisign", "-G", "-W", "-s", key, "-p", key + ".pub")
    try await publish(Self.newer) { name in
      for (file, mode) in [
        ("bin/bootstrap", 0o755), ("libexec/bootstrap-shim", 0o755),
        ("share/man/man1/bootstrap.1", 0o644),
      ] {
        try sandbox.write("\(name)/\(file)", Self.program(Self.newer), mode: mode)
      }
    }
    let lines = try #require(sandbox.text(key + ".pub")).split(separator: "\n")
    try sandbox.write(
      "$ROOT/config", "releases \(server.address())\nrelease-key \(lines[1])\n")
  }

  /// Returns a program that prints its version, and its arguments to a file.
  private static func program(_ version: String) -> String {
    """
    #!/bin/sh
    case $1 in
      --version) echo "bootstrap \(version)" ;;
      *) echo "$*" >>"$HOME/calls" ;;
    esac

    """
  }

  /// Runs a program with the system's programs, and returns what it prints.
  @discardableResult
  private static func output(
    of words: String..., environment: [String: String?] = [:]
  ) async throws -> String {
    let variables: [String: String?] = ["PATH": "/usr/bin:/bin"]
    let outcome = try await sandbox.run(
      words, environment: variables.merging(environment) { $1 })
    try #require(outcome.exitCode == 0, "\(words): \(outcome.standardError)")
    return outcome.standardOutput
  }

  /// Publishes a release, and serves all that is published.
  ///
  /// - Parameter fill: Writes the files of the archive into the folder that it gets.
  private func publish(_ version: String, _ fill: (String) throws -> Void) async throws {
    let name = "bootstrap-\(version)-\(platform)"
    try fill("$SANDBOX/stage/\(name)")
    let (stage, dist) = (sandbox.path("$SANDBOX/stage"), sandbox.path("$SANDBOX/dist"))
    try sandbox.makeDirectory("\(dist)/\(version)")
    try await Self.output(
      of: "tar", "-C", stage, "-czf", "\(dist)/\(version)/\(name).tar.gz", name)
    let release = URL(fileURLWithPath: "../scripts/release", relativeTo: Snapshot.fixtures).path
    try await Self.output(
      of: "sh", release, "--publish", version, dist,
      environment: [
        "BOOTSTRAP_RELEASES": server.address(),
        "BOOTSTRAP_RELEASE_KEY": sandbox.path("$SANDBOX/key"),
      ])
    for file in ["releases", "releases.minisig", "\(version)/\(name).tar.gz"] {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(dist)/\(file)"))
      server.serve("/\(file)", .file(Array(data)))
    }
  }

  /// Runs `bootstrap` of the root.
  private func bootstrap(_ words: String...) async throws -> Outcome {
    try await sandbox.run([sandbox.path("$ROOT/bin/bootstrap")] + words)
  }

  private var version: String {
    get async throws { try await bootstrap("--version").standardOutput }
  }

  @Test func `an update and the way back`() async throws {
    let old = try await version
    let number = old.dropFirst("bootstrap ".count).dropLast()
    let check = try await bootstrap("self-update", "--check")
    #expect(check.exitCode == 1)
    #expect(check.standardOutput.hasPrefix("bootstrap \(number) → \(Self.newer) (released "))
    #expect(try await version == old)

    let update = try await bootstrap("self-update")
    #expect(update.exitCode == 0, "\(update.standardError)")
    #expect(
      update.standardError.hasSuffix(
        "bootstrap \(number) → \(Self.newer); "
          + "to go back, run `bootstrap self-update --rollback`\n"))
    #expect(try await version == "bootstrap \(Self.newer)\n")
    #expect(sandbox.text("$HOME/calls") == "rehash --quiet\n")
    // The archive has no such file, and the new program cannot start the old one.
    #expect(!sandbox.exists("$ROOT/libexec/bootstrap-change"))

    // The newer program is a script, so the old one is put back by hand.
    #expect(
      try await sandbox.run([sandbox.path("$ROOT/previous/bin/bootstrap"), "--version"])
        .standardOutput == old)
    for file in ["bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim"] {
      try await Self.output(
        of: "mv", sandbox.path("$ROOT/previous/\(file)"), sandbox.path("$ROOT/\(file)"))
    }
    try sandbox.write("$ROOT/previous/bin/bootstrap", Self.program("9.8.6"), mode: 0o755)
    let back = try await bootstrap("self-update", "--rollback")
    #expect(back.exitCode == 0, "\(back.standardError)")
    #expect(back.standardError == "bootstrap \(number) → 9.8.6\n")
    #expect(try await version == "bootstrap 9.8.6\n")
  }

  @Test func `tools, locks, and shims work after an update to the same programs`() async throws {
    try SampleFolder(["tool greet 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile", "platforms \"\(platform)\"\nsource \"directory\", \"tools\"\ntool \"greet\"\n")
    expect(try await bootstrap("install", "--quiet"))
    let number = String(try await version.dropFirst("bootstrap ".count).dropLast())
    try await publish(number) { name in
      for file in ["bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim"]
      where sandbox.exists("$ROOT/\(file)") {
        try sandbox.makeDirectory("\(name)/\(file.split(separator: "/")[0])")
        try FileManager.default.copyItem(
          atPath: sandbox.path("$ROOT/\(file)"), toPath: sandbox.path("\(name)/\(file)"))
      }
    }
    let update = try await bootstrap("self-update", number, "--force")
    #expect(update.exitCode == 0, "\(update.standardError)")
    #expect(try await sandbox.run(["greet"]).standardOutput == "greet 1.0\n")
    expect(try await bootstrap("check", "--quiet"))
    expect(try await bootstrap("verify", "--quiet"))
    #expect(sandbox.tree("$ROOT/staging") == [".lock"])
    expect(try await bootstrap("self-update", "--rollback", "--quiet"))
    expect(try await bootstrap("check", "--quiet"))
  }

  @Test func `what was not released is not installed`() async throws {
    let archive = "/\(Self.newer)/bootstrap-\(Self.newer)-\(platform).tar.gz"
    let path = "$SANDBOX/dist\(archive)"
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: sandbox.path(path))))
    let index = Array(try #require(sandbox.text("$SANDBOX/dist/releases")).utf8)
    let old = try await version
    for (name, response, code) in [
      (archive, ScriptedResponse.file(bytes.dropLast(10)), 82),
      (archive, .file(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]), 82),
      (archive, .status(404), 69), ("/releases.minisig", .status(404), 82),
      ("/releases", .file(index + [10]), 82), ("/releases", .status(404), 69),
    ] as [(String, ScriptedResponse, Int32)] {
      server.serve(name, response)
      let outcome = try await bootstrap("self-update")
      #expect(outcome.exitCode == code, "\(name): \(outcome.standardError)")
      #expect(try await version == old)
      #expect(!sandbox.exists("$ROOT/previous"))
      #expect(sandbox.tree("$ROOT/staging") == [".lock"])
      server.serve(archive, .file(bytes))
      server.serve("/releases", .file(index))
    }
  }

  @Test func `a release whose program does not run is not installed`() async throws {
    let old = try await version
    try await publish("9.9.0") { name in
      for file in ["bin/bootstrap", "libexec/bootstrap-shim"] {
        try sandbox.write("\(name)/\(file)", "#!/bin/sh\nexit 1\n", mode: 0o755)
      }
    }
    let outcome = try await bootstrap("self-update")
    #expect(outcome.exitCode == 80)
    #expect(
      outcome.standardError.hasSuffix(
        "error: bootstrap 9.9.0 does not run here, so it was not installed\n"))
    #expect(try await version == old)
  }

  @Test func `requests that are refused`() async throws {
    try sandbox.write("Toolfile", "requires_bootstrap \"< 9\"\n")
    let held = try await bootstrap("self-update", "--check")
    #expect(held.exitCode == 80)
    let excluded = try await bootstrap("self-update", Self.newer)
    #expect(excluded.exitCode == 80)
    #expect(
      excluded.standardError == """
        error: bootstrap 9.8.7 is not one that this project can be used with
          wants     `< 9`
          asked by  Toolfile:1:20
          run       bootstrap self-update 9.8.7 --force

        """)
    try sandbox.remove("Toolfile")
    #expect(
      try await bootstrap("self-update", "1.2.3").standardError
        == "error: there is no bootstrap `1.2.3`\n  available 9.8.7\n")
    let rollback = try await bootstrap("self-update", "--rollback")
    #expect(rollback.exitCode == 1)
    #expect(rollback.standardError.hasPrefix("error: there is no earlier version of bootstrap"))

    let elsewhere = try await sandbox.run(
      [sandbox.path("$ROOT/bin/bootstrap"), "self-update"],
      environment: ["BOOTSTRAP_ROOT": sandbox.path("$SANDBOX/other")])
    #expect(elsewhere.exitCode == 1)
    #expect(
      elsewhere.standardError.hasPrefix("error: this bootstrap was not installed in its root"))
    try sandbox.write("$ROOT/config", "")
    #expect(
      try await bootstrap("self-update").standardError.hasPrefix(
        "error: this bootstrap does not know where its releases are published\n"))
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "there is no strace"))
  func `an update that is killed at any rename leaves programs that run`() async throws {
    let old = try await version
    var isDone = false
    for count in 1...20 where !isDone {
      let outcome = try await sandbox.run([
        "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename",
        "-e", "inject=rename:signal=KILL:when=\(count)",
        sandbox.path("$ROOT/bin/bootstrap"), "self-update", "--quiet",
      ])
      let now = try await version
      #expect([old, "bootstrap \(Self.newer)\n"].contains(now), "rename \(count)")
      isDone = outcome.exitCode == 0
      if now != old {
        // Back to the start, for the next rename.
        for file in ["bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim"] {
          try await Self.output(
            of: "cp", "-f", "--remove-destination",
            "\(BuiltPrograms.directory)/\(file.split(separator: "/")[1])",
            sandbox.path("$ROOT/\(file)"))
        }
      }
      expect(try await bootstrap("rehash", "--quiet"))
      #expect(sandbox.tree("$ROOT/staging") == [".lock"], "rename \(count)")
    }
    #expect(isDone)
  }
}
