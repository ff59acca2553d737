import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// `install.sh`, made by `scripts/release` from an archive whose program only states its version.
/// It runs with the system's own programs, in every shell that is here.
@Suite(.sandbox, .enabled(if: PublishedReleases.canBeSigned, "there is no minisign"))
struct InstallerTests {
  private static let version = "9.8.7"
  private static let shells = [["dash"], ["bash"], ["zsh"], ["busybox", "sh"]].filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0[0])")
  }

  private let releases: PublishedReleases
  private let archive: [UInt8]

  /// Publishes a release with an archive for this machine.
  init() async throws {
    releases = try await PublishedReleases()
    try await releases.publishScripts(Self.version)
    archive = try releases.bytes(releases.archivePath(Self.version))
  }

  private var archivePath: String { releases.archivePath(Self.version) }

  /// Runs the installer and returns its outcome.
  private func install(
    with shell: [String] = ["sh"], _ options: String..., environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let script = "\(releases.folder)/\(Self.version)/install.sh"
    return try await PublishedReleases.run(shell + [script] + options, environment: environment)
  }

  @Test("A shell installs, installs again, and uninstalls", arguments: shells)
  func lifecycle(_ shell: [String]) async throws {
    let first = try await install(with: shell)
    #expect(first.exitCode == 0, "\(first.standardError)")
    #expect(first.standardOutput == "$HOME/.bootstrap/bin/bootstrap setup --shell\n")
    let root = sandbox.home + "/.bootstrap"
    let files = ["bin/bootstrap", "libexec/bootstrap-shim", "share/man/man1/bootstrap.1"]
    #expect(
      sandbox.tree(root).filter { !$0.hasSuffix("/") && !$0.contains(" -> ") }
        == files.map { "programs/\(Self.version)-1/\($0)" } + ["staging/.lock"])
    for file in files {
      #expect(sandbox.text("\(root)/\(file)") == PublishedReleases.script(Self.version))
    }

    let second = try await install(with: shell, "--setup")
    #expect(second.exitCode == 0, "\(second.standardError)")
    // The new programs are tried before they take the place of others.
    let steps = "completions bash\nrehash --quiet\n"
    #expect(
      sandbox.text("\(sandbox.home)/calls") == "\(steps)\(steps)setup --shell\n")

    try sandbox.write("\(root)/notes", "mine\n")
    let removal = try await install(with: shell, "--uninstall")
    #expect(removal.exitCode == 0, "\(removal.standardError)")
    #expect(sandbox.tree(root) == ["notes"])
    #expect(
      removal.standardError == """
        removed bootstrap, but not what else is in $HOME/.bootstrap:
          $HOME/.bootstrap/notes

        """)
    #expect(try await install(with: shell, "--uninstall").exitCode == 1)
  }

  @Test func `wget serves as well as curl, without sha256sum`() async throws {
    let tools = sandbox.path("../tools")
    try sandbox.makeDirectory(tools)
    for name in [
      "cat", "cut", "find", "gzip", "head", "ls", "mkdir", "mktemp", "mv", "openssl", "rm", "tar",
      "tr",
      "uname", "wget", "sh",
    ] {
      try sandbox.makeLink("\(tools)/\(name)", to: "/usr/bin/\(name)")
    }
    let outcome = try await install(environment: ["PATH": tools])
    #expect(outcome.exitCode == 0, "\(outcome.standardError)")
    #expect(sandbox.exists(sandbox.home + "/.bootstrap/bin/bootstrap"))

    try sandbox.remove("\(tools)/wget")
    let without = try await install(environment: ["PATH": tools])
    #expect(without.exitCode == 1)
    #expect(without.standardError.contains("error: neither curl nor wget is here\n"))
  }

  @Test func `what is not the released archive is refused, and nothing changes`() async throws {
    let cases: [(ScriptedResponse, String)] = [
      (.status(404), "error: the download failed\n"),
      (
        .text("<!DOCTYPE html><title>Log in</title>", type: "text/html"),
        "error: a web page came instead of the archive\n"
      ),
      (.file(archive.dropLast(10)), "error: the archive is not the one that was released\n"),
    ]
    for (response, message) in cases {
      releases.server.serve(archivePath, response)
      let outcome = try await install()
      #expect(outcome.exitCode == 1)
      #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
      #expect(!sandbox.exists(sandbox.home + "/.bootstrap/bin/bootstrap"))
      #expect(!sandbox.tree(sandbox.home + "/.bootstrap").contains { $0.hasPrefix(".install") })
    }
  }

  @Test func `a directory of something else stays as it is`() async throws {
    let other = sandbox.path("$SANDBOX/local")
    try sandbox.write("\(other)/share/app/store.sqlite", "mine\n")
    try sandbox.write("\(other)/src/project/refs/heads/.keep", "")
    let refused = try await install("--root", other)
    #expect(refused.exitCode == 1)
    #expect(
      refused.standardError == """
        error: $SANDBOX/local is a directory of something else
          found     $SANDBOX/local/src
          try       --root with a new directory

        """)
    // Programs of others may have files in bin and share.
    try FileManager.default.removeItem(atPath: other + "/src")
    #expect(try await install("--root", other).exitCode == 0)
    try sandbox.makeDirectory("\(other)/share/app/empty")
    #expect(try await install("--root", other, "--uninstall").exitCode == 0)
    let left = ["share/", "share/app/", "share/app/empty/", "share/app/store.sqlite"]
    #expect(sandbox.tree(other).sorted() == left)
  }

  @Test func `a mirror, another directory, and a machine without a release`() async throws {
    let mirror = try LoopbackServer()
    mirror.serve(archivePath, .file(archive))
    let other = sandbox.path("../other")
    let outcome = try await install(
      "--root", other, environment: ["BOOTSTRAP_RELEASES": mirror.address()])
    #expect(outcome.exitCode == 0, "\(outcome.standardError)")
    #expect(releases.server.requests.isEmpty && sandbox.exists("\(other)/bin/bootstrap"))

    try sandbox.write("../fake/uname", "#!/bin/sh\necho Plan9\n", mode: 0o755)
    let unknown = try await install(
      environment: ["PATH": sandbox.path("../fake") + ":/usr/bin:/bin"])
    #expect(unknown.exitCode == 1)
    #expect(
      unknown.standardError.hasPrefix(
        "error: there is no bootstrap \(Self.version) for Plan9-Plan9\n"))

    let relative = try await install("--root", "here")
    #expect(
      relative.standardError == "error: the directory is not an absolute path: here\n")
    #expect(try await install("--rot=x").exitCode == 1)
  }
}
