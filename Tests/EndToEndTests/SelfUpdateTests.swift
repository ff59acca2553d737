import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// `bootstrap self-update` from releases that `scripts/release` publishes. The programs of the
/// newer release are scripts that only state their version.
@Suite(
  .sandbox,
  .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(if: PublishedReleases.canBeSigned, "there is no minisign"))
struct SelfUpdateTests {
  private static let newer = "9.8.7"

  private let releases: PublishedReleases

  /// Publishes a newer release.
  init() async throws {
    releases = try await PublishedReleases()
    try await releases.publishScripts(Self.newer)
    try sandbox.write(
      "$ROOT/config",
      "releases \(releases.server.address())\nrelease-key \(try releases.publicKey)\n")
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
    #expect(
      try FileManager.default.destinationOfSymbolicLink(
        atPath: sandbox.path("$ROOT/programs/current")) == "\(Self.newer)-1")

    // The newer program is a script, so the old one goes back.
    let earlier = sandbox.path("$ROOT/programs/\(number)-1/bin/bootstrap")
    let back = try await sandbox.run([earlier, "self-update", "--rollback"])
    #expect(back.exitCode == 0, "\(back.standardError)")
    #expect(back.standardError == "bootstrap \(Self.newer) → \(number)\n")
    #expect(try await version == old)
    let forth = try await bootstrap("self-update", "--rollback")
    #expect(forth.standardError == "bootstrap \(number) → \(Self.newer)\n")
    #expect(try await version == "bootstrap \(Self.newer)\n")
  }

  @Test(arguments: [nil, "9.9.9-9"])
  func `a lost link to the release in use is named and restored`(target: String?) async throws {
    let number = String(try await version.dropFirst("bootstrap ".count).dropLast())
    #expect(try await bootstrap("self-update").exitCode == 0)
    try sandbox.remove("$ROOT/programs/current")
    if let target { try sandbox.makeLink("$ROOT/programs/current", to: target) }
    let earlier = sandbox.path("$ROOT/programs/\(number)-1/bin/bootstrap")
    let doctor = try await sandbox.run([earlier, "doctor"])
    #expect(doctor.exitCode == 1)
    #expect(
      doctor.standardOutput.contains(
        """
        no: $ROOT/programs/current does not lead to the programs of bootstrap
          run       ln -sfn \(Self.newer)-1 $ROOT/programs/current

        """), "\(doctor.standardOutput)")
    for advice in ["install bootstrap again", "setup --shell"] {
      #expect(!doctor.standardOutput.contains(advice), "\(doctor.standardOutput)")
    }
    let back = try await sandbox.run([earlier, "self-update", "--rollback"])
    #expect(back.exitCode == 0, "\(back.standardError)")
    #expect(try await version == "bootstrap \(number)\n")
  }

  @Test func `doctor sees programs of two versions in one release`() async throws {
    let number = String(try await version.dropFirst("bootstrap ".count).dropLast())
    try await releases.publishBuiltPrograms(number)
    #expect(try await bootstrap("self-update", number, "--force").exitCode == 0)
    let release = "$ROOT/programs/\(number)-1"
    // The main program of a release may contain the other one.
    guard sandbox.exists("\(release)/libexec/bootstrap-change") else { return }
    try sandbox.write(
      "\(release)/bin/bootstrap", "#!/bin/sh\necho bootstrap \(Self.newer)\n", mode: 0o755)
    let doctor = try await sandbox.run(
      [sandbox.path("\(release)/libexec/bootstrap-change"), "doctor"])
    #expect(
      doctor.standardOutput.contains("the programs in \(release) are of two versions"),
      "\(doctor.standardOutput)")
  }

  @Test func `tools, locks, and shims work after an update to the same programs`() async throws {
    try SampleFolder(["tool greet 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      "platforms \"\(releases.platform)\"\nsource \"directory\", \"tools\"\ntool \"greet\"\n")
    expect(try await bootstrap("install", "--quiet"))
    let number = String(try await version.dropFirst("bootstrap ".count).dropLast())
    try await releases.publishBuiltPrograms(number)
    let update = try await bootstrap("self-update", number, "--force")
    #expect(update.standardError.hasSuffix("reinstalled bootstrap \(number)\n"))
    #expect(try await sandbox.run(["greet"]).standardOutput == "greet 1.0\n")
    expect(try await bootstrap("check", "--quiet"))
    expect(try await bootstrap("verify", "--quiet"))
    #expect(sandbox.tree("$ROOT/staging") == [".lock"])
    // The same programs are no earlier version.
    #expect(try await bootstrap("self-update", "--rollback").exitCode == 1)
  }

  @Test func `an update that another one overtakes changes nothing`() async throws {
    // Holds the root's lock until the other update is done, or this process is killed.
    try sandbox.makeDirectory("$ROOT/staging")
    let (held, done) = (sandbox.path("held"), sandbox.path("done"))
    let process = ProcessInfo.processInfo.processIdentifier
    async let other = PublishedReleases.run([
      "flock", sandbox.path("$ROOT/staging/.lock"), "sh", "-c",
      "touch \(held); while [ ! -e \(done) ] && kill -0 \(process); do sleep 0.02; done",
    ])
    while !sandbox.exists(held) { try await Task.sleep(for: .milliseconds(5)) }
    async let update = bootstrap("self-update")
    while !releases.server.requests.contains(where: { $0.path == "/releases.minisig" }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    try FileManager.default.removeItem(atPath: sandbox.path("$ROOT/bin/bootstrap"))
    try sandbox.write("$ROOT/bin/bootstrap", PublishedReleases.script("9.9.9"), mode: 0o755)
    try sandbox.write(done, "")
    #expect(try await other.exitCode == 0)
    let outcome = try await update
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.standardError.hasSuffix(
        """
        error: another command has installed bootstrap 9.9.9 meanwhile
          run       bootstrap self-update

        """))
    #expect(try await version == "bootstrap 9.9.9\n")
  }

  @Test func `what was not released is not installed`() async throws {
    let archive = releases.archivePath(Self.newer)
    let bytes = try releases.bytes(archive)
    let index = try releases.bytes("/releases")
    let old = try await version
    for (name, response, code) in [
      (archive, ScriptedResponse.file(bytes.dropLast(10)), 82),
      (archive, .file(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]), 82),
      (archive, .status(404), 69), ("/releases.minisig", .status(404), 82),
      ("/releases", .file(index + [10]), 82), ("/releases", .status(404), 69),
    ] as [(String, ScriptedResponse, Int32)] {
      releases.server.serve(name, response)
      let outcome = try await bootstrap("self-update")
      #expect(outcome.exitCode == code, "\(name): \(outcome.standardError)")
      #expect(try await version == old)
      #expect(!sandbox.exists("$ROOT/previous"))
      #expect(sandbox.tree("$ROOT/staging") == [".lock"])
      releases.server.serve(archive, .file(bytes))
      releases.server.serve("/releases", .file(index))
    }
  }

  @Test func `a release whose program does not run is not installed`() async throws {
    let old = try await version
    try await releases.publish("9.9.0") { folder in
      for file in ["bin/bootstrap", "libexec/bootstrap-shim"] {
        try sandbox.write("\(folder)/\(file)", "#!/bin/sh\nexit 1\n", mode: 0o755)
      }
    }
    let outcome = try await bootstrap("self-update")
    #expect(outcome.exitCode == 80)
    #expect(
      outcome.standardError.hasSuffix(
        "error: bootstrap 9.9.0 does not run here, so it was not installed\n"))
    #expect(try await version == old)
  }

  @Test func `an update whose shims cannot be recreated ends with the new program's exit code`()
    async throws
  {
    try await releases.publish("9.9.0") { folder in
      for file in ["bin/bootstrap", "libexec/bootstrap-shim"] {
        try sandbox.write(
          "\(folder)/\(file)",
          "#!/bin/sh\n[ \"$1\" = --version ] || exit 74\necho bootstrap 9.9.0\n", mode: 0o755)
      }
    }
    #expect(try await bootstrap("self-update").exitCode == 74)
  }

  @Test func `programs that could not be replaced again are not installed`() async throws {
    let folders = "mkdir -p release/bin release/libexec"
    let copies = "cp $BOOTSTRAP_ROOT/bin/bootstrap release/bin"
    let shim = "cp $BOOTSTRAP_ROOT/libexec/bootstrap-shim release/libexec"
    expect(try await sandbox.run(["sh", "-c", "\(folders) && \(copies) && \(shim)"]))
    let old = try await version
    for text in [nil, "", "#!/bin/sh\nexit 1\n"] {
      if let text { try sandbox.write("release/libexec/bootstrap-change", text, mode: 0o755) }
      expect(
        try await bootstrap("self-update", "--from", "release"), exitCode: 80,
        error: "error: the bootstrap in release does not run here, so it was not installed")
    }
    #expect(try await version == old)
    #expect(try await bootstrap("self-update", "--from", "release", "--check").exitCode == 64)
  }

  @Test func `a folder with damaged or older programs is told`() async throws {
    let folders = "mkdir -p release/bin release/libexec"
    let copies = "cp $BOOTSTRAP_ROOT/bin/bootstrap release/bin"
    let change = "cp $BOOTSTRAP_ROOT/libexec/bootstrap-change release/libexec"
    expect(try await sandbox.run(["sh", "-c", "\(folders) && \(copies) && \(change)"]))
    for text in ["", "#!/bin/sh\nexit 1\n", "\u{7F}ELF"] {
      try sandbox.write("release/libexec/bootstrap-shim", text, mode: 0o755)
      expect(
        try await bootstrap("self-update", "--from", "release"), exitCode: 80,
        error: """
          error: libexec/bootstrap-shim in release does not run here, so nothing was installed
            try       unpack the archive of the release again
          """)
    }
    expect(
      try await sandbox.run(
        ["sh", "-c", "mkdir -p $BOOTSTRAP_ROOT/programs && cp -R release $BOOTSTRAP_ROOT/programs"]
      ))
    let inside = try await bootstrap(
      "self-update", "--from", sandbox.path("$ROOT/programs/release"))
    #expect(inside.exitCode == 64)
    #expect(inside.standardError.contains("are in the root already"))
    let older = """
      #!/bin/sh
      [ "$1" = --version ] && echo bootstrap 0.0.1
      exit 0

      """
    try sandbox.write("release/bin/bootstrap", older, mode: 0o755)
    try sandbox.write("release/libexec/bootstrap-shim", "#!/bin/sh\nexit 127\n", mode: 0o755)
    let refused = try await bootstrap("self-update", "--from", "release")
    #expect(refused.exitCode == 1)
    #expect(refused.standardError.contains("bootstrap self-update --from release --force\n"))
    let forced = try await bootstrap("self-update", "--from", "release", "--force")
    #expect(forced.exitCode == 0, "\(forced.standardError)")
    #expect(try await version == "bootstrap 0.0.1\n")
  }

  @Test func `a root does not get its programs from itself`() async throws {
    let copies = """
      mkdir release && cp -R $BOOTSTRAP_ROOT/bin $BOOTSTRAP_ROOT/libexec release
      bootstrap self-update --from release
      """
    let updated = try await sandbox.run(["sh", "-c", copies])
    #expect(updated.exitCode == 0, "\(updated)")
    let before = try await version
    let own = try await bootstrap("self-update", "--from", sandbox.path("$ROOT"))
    #expect(own.exitCode == 64, "\(own)")
    #expect(own.standardError.contains("are in the root already"))
    #expect(try await version == before)
  }

  @Test func `requests that are refused`() async throws {
    try sandbox.write("Toolfile", "requires_bootstrap \"< 9\"\n")
    let held = try await bootstrap("self-update", "--check")
    #expect(held.exitCode == 80)
    let excluded = try await bootstrap("self-update", Self.newer)
    #expect(excluded.exitCode == 80)
    #expect(
      excluded.standardError == """
        error: this project cannot be used with bootstrap 9.8.7
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
  func `an update that is killed at any rename or new link leaves programs that run`() async throws
  {
    let old = try await version
    for call in ["rename", "symlink"] {
      var isDone = false
      for count in 1...30 where !isDone {
        let outcome = try await sandbox.run([
          "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)",
          "-e", "inject=\(call):signal=KILL:when=\(count)",
          sandbox.path("$ROOT/bin/bootstrap"), "self-update", "--quiet",
        ])
        let now = try await version
        #expect([old, "bootstrap \(Self.newer)\n"].contains(now), "\(call) \(count)")
        isDone = outcome.exitCode == 0
        if now != old {
          // Back to the start, for the next one.
          for folder in ["programs", "previous", "bin", "libexec"] {
            try? sandbox.remove("$ROOT/\(folder)")
          }
          try BuiltPrograms.install(into: sandbox.path("$ROOT"))
        }
        expect(try await bootstrap("rehash", "--quiet"))
        #expect(sandbox.tree("$ROOT/staging") == [".lock"], "\(call) \(count)")
      }
      #expect(isDone)
    }
  }
}
