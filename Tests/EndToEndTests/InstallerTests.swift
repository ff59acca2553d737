import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// `install.sh`, made by `scripts/release` from an archive whose program only states its version.
/// It runs with the system's own programs, in every shell that is here.
@Suite(.sandbox) struct InstallerTests {
  private static let version = "9.8.7"
  private static let shells = [["dash"], ["bash"], ["zsh"], ["busybox", "sh"]].filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0[0])")
  }
  private static let program = """
    #!/bin/sh
    case $1 in
      --version) echo "bootstrap \(version)" ;;
      *) echo "$*" >>"$HOME/calls" ;;
    esac

    """

  private let server: LoopbackServer
  /// Where the server has the archive.
  private let archivePath: String
  private let archive: [UInt8]

  /// Publishes a release with an archive for this machine.
  init() async throws {
    server = try LoopbackServer()
    let machine = try await Self.output(of: "uname", "-m")
    let system = try await Self.output(of: "uname", "-s")
    let platform =
      (system.hasPrefix("Linux") ? "linux" : "macos")
      + (machine.hasPrefix("x86_64") ? "-x64" : "-arm64")
    let name = "bootstrap-\(Self.version)-\(platform)"
    archivePath = "/\(Self.version)/\(name).tar.gz"
    for (file, mode) in [
      ("bin/bootstrap", 0o755), ("libexec/bootstrap-change", 0o755),
      ("libexec/bootstrap-shim", 0o755), ("share/man/man1/bootstrap.1", 0o644),
    ] {
      try sandbox.write("../stage/\(name)/\(file)", Self.program, mode: mode)
    }
    try sandbox.makeDirectory("../dist/\(Self.version)")
    let folder = sandbox.path("..")
    let file = "\(folder)/dist\(archivePath)"
    try await Self.output(of: "tar", "-C", "\(folder)/stage", "-czf", file, name)
    let key = "\(folder)/key"
    try await Self.output(of: "minisign", "-G", "-W", "-s", key, "-p", key + ".pub")
    let release = URL(fileURLWithPath: "../scripts/release", relativeTo: Snapshot.fixtures).path
    try await Self.output(
      of: "sh", release, "--publish", Self.version, "\(folder)/dist",
      environment: ["BOOTSTRAP_RELEASES": server.address(), "BOOTSTRAP_RELEASE_KEY": key])
    archive = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    server.serve(archivePath, .file(archive))
  }

  /// Runs a program with the system's programs, and without a root.
  private static func run(
    _ words: [String], environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let variables: [String: String?] = ["PATH": "/usr/bin:/bin", "BOOTSTRAP_ROOT": nil]
    return try await sandbox.run(words, environment: variables.merging(environment) { $1 })
  }

  /// Returns what a program prints, which must succeed.
  @discardableResult
  private static func output(
    of words: String..., environment: [String: String?] = [:]
  ) async throws -> String {
    let outcome = try await run(words, environment: environment)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.standardError)")
    return outcome.standardOutput
  }

  /// Runs the installer and returns its outcome.
  private func install(
    with shell: [String] = ["sh"], _ options: String..., environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let script = sandbox.path("../dist/\(Self.version)/install.sh")
    return try await Self.run(shell + [script] + options, environment: environment)
  }

  @Test("A shell installs, installs again, and uninstalls", arguments: shells)
  func lifecycle(_ shell: [String]) async throws {
    let first = try await install(with: shell)
    #expect(first.exitCode == 0, "\(first.standardError)")
    #expect(first.standardOutput == "$HOME/.bootstrap/bin/bootstrap setup --shell\n")
    let root = sandbox.home + "/.bootstrap"
    #expect(
      sandbox.tree(root).filter { sandbox.text("\(root)/\($0)") != nil }.sorted() == [
        "bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim",
        "share/man/man1/bootstrap.1",
      ])

    // The routes of an older version are written again.
    try sandbox.makeDirectory("\(root)/shims/.routes")
    let second = try await install(with: shell, "--setup")
    #expect(second.exitCode == 0, "\(second.standardError)")
    #expect(sandbox.text("\(sandbox.home)/calls") == "rehash --quiet\nsetup --shell\n")

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
      "cat", "cut", "find", "gzip", "head", "mkdir", "mktemp", "mv", "openssl", "rm", "tar", "tr",
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
      server.serve(archivePath, response)
      let outcome = try await install()
      #expect(outcome.exitCode == 1)
      #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
      #expect(!sandbox.exists(sandbox.home + "/.bootstrap/bin/bootstrap"))
      #expect(sandbox.tree(sandbox.home + "/.bootstrap/staging").isEmpty)
    }
  }

  @Test func `a mirror, another directory, and a machine without a release`() async throws {
    let mirror = try LoopbackServer()
    mirror.serve(archivePath, .file(archive))
    let other = sandbox.path("../other")
    let outcome = try await install(
      "--root", other, environment: ["BOOTSTRAP_RELEASES": mirror.address()])
    #expect(outcome.exitCode == 0, "\(outcome.standardError)")
    #expect(server.requests.isEmpty && sandbox.exists("\(other)/bin/bootstrap"))

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
