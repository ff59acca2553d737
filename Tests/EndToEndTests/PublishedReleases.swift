import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// Releases of bootstrap that `scripts/release` makes for this machine, signed with a key of their
/// own. A server on loopback publishes them.
struct PublishedReleases {
  /// Whether this machine has what the script needs to sign a release.
  static let canBeSigned = FileManager.default.isExecutableFile(atPath: "/usr/bin/minisign")

  let server: LoopbackServer
  let platform: String
  /// The folder that the server publishes.
  let folder = sandbox.path("$SANDBOX/dist")
  private let secretKey = sandbox.path("$SANDBOX/key")

  /// Makes the key and starts the server, without any release.
  init() async throws {
    server = try LoopbackServer()
    let machine = try await Self.output(of: "uname", "-sm")
    platform =
      (machine.hasPrefix("Linux") ? "linux" : "macos")
      + (machine.contains("x86_64") ? "-x64" : "-arm64")
    try await Self.output(of: "minisign", "-G", "-W", "-s", secretKey, "-p", secretKey + ".pub")
  }

  /// The public key, as the setting `release-key` has it.
  var publicKey: String {
    get throws {
      let lines = try #require(sandbox.text(secretKey + ".pub")).split(separator: "\n")
      return String(try #require(lines.last))
    }
  }

  /// Returns the path of an archive of a release, below ``folder`` and on the server. The extension
  /// is `xz` or `gz`.
  func archivePath(_ version: String, _ compression: String = "xz") -> String {
    "/\(version)/\(name(version)).tar.\(compression)"
  }

  /// Returns the bytes of a published file.
  func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder + path)))
  }

  private func name(_ version: String) -> String { "bootstrap-\(version)-\(platform)" }

  /// Publishes a release, and serves all that is published.
  ///
  /// - Parameter fill: Writes the files of the archive into the folder that it gets.
  func publish(_ version: String, _ fill: (String) throws -> Void) async throws {
    let stage = sandbox.path("$SANDBOX/stage")
    try fill("\(stage)/\(name(version))")
    try await makeArchives(of: version, from: stage, in: "\(folder)/\(version)")
    try await publishArchives(of: version)
  }

  /// Publishes a release that contains the built programs.
  func publishBuiltPrograms(_ version: String) async throws {
    let archives = try await BuiltArchives.shared.folder(of: version) { folder in
      let stage = sandbox.path("$SANDBOX/stage")
      let release = "\(stage)/\(name(version))"
      // Each new link to a file changes its status, so tar would report that the file changed.
      try BuiltPrograms.install(into: release, asCopies: true)
      try sandbox.write("\(release)/share/man/man1/bootstrap.1", "")
      try await makeArchives(of: version, from: stage, in: folder)
    }
    try sandbox.makeDirectory(folder)
    try FileManager.default.copyItem(atPath: archives, toPath: "\(folder)/\(version)")
    try await publishArchives(of: version)
  }

  /// Writes the archives of a release, and files with their digests, to a folder.
  private func makeArchives(
    of version: String, from stage: String, in folder: String
  ) async throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: nil)
    for (compressor, compression) in [("xz -0", "xz"), ("gzip -1", "gz")] {
      let archive = "\(folder)/\(name(version)).tar.\(compression)"
      try await Self.output(
        of: "tar", "-C", stage, "--use-compress-program", compressor, "-cf", archive,
        name(version))
      let digest = try await Self.output(of: "sha256sum", archive)
      try Data(digest.utf8).write(to: URL(fileURLWithPath: "\(archive).sha256"))
    }
  }

  /// Signs and serves the release whose archives are in ``folder``.
  private func publishArchives(of version: String) async throws {
    let release = URL(fileURLWithPath: "../scripts/release", relativeTo: Snapshot.fixtures).path
    let outcome = try await Self.run(
      ["sh", release, "--publish"]
        + (sandbox.exists("\(folder)/releases") ? [] : ["--first"]) + [version, folder],
      environment: ["BOOTSTRAP_RELEASES": server.address(), "BOOTSTRAP_RELEASE_KEY": secretKey])
    try #require(outcome.exitCode == 0, "\(outcome.standardError)")
    for path in [
      "/releases", "/releases.minisig", "/\(version)/install.sh", archivePath(version),
      archivePath(version, "gz"),
    ] {
      server.serve(path, .file(try bytes(path)))
    }
  }

  /// Publishes a release whose programs are scripts (``script(_:)``).
  func publishScripts(_ version: String) async throws {
    try await publish(version) { folder in
      for (file, mode) in [
        ("bin/bootstrap", 0o755), ("libexec/bootstrap-shim", 0o755),
        ("share/man/man1/bootstrap.1", 0o644),
      ] {
        try sandbox.write("\(folder)/\(file)", Self.script(version), mode: mode)
      }
    }
  }

  /// Returns a main program that states its version, finds the root that has it in `programs`,
  /// leaves the installation of releases to the program of this build, and writes all other
  /// arguments to the file `calls` in the home directory.
  static func script(_ version: String) -> String {
    """
    #!/bin/sh
    # A shim without a root ends so.
    [ "${0##*/}" != bootstrap-shim ] || exit 127
    case $1 in
      --version) echo "bootstrap \(version)" ;;
      root) cd "${0%/*}/../../.." && pwd -P ;;
      self-update) exec "\(BuiltPrograms.directory)/bootstrap" "$@" ;;
      *) echo "$*" >>"$HOME/calls" ;;
    esac

    """
  }

  /// Runs a program with the system's programs and without a root, and returns what it prints. It
  /// must succeed.
  @discardableResult
  static func output(
    of words: String..., environment: [String: String?] = [:]
  ) async throws -> String {
    let outcome = try await run(words, environment: environment)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.standardError)")
    return outcome.standardOutput
  }

  /// Runs a program with the system's programs and without a root.
  static func run(
    _ words: [String], environment: [String: String?] = [:]
  ) async throws -> Outcome {
    let variables: [String: String?] = ["PATH": "/usr/bin:/bin", "BOOTSTRAP_ROOT": nil]
    return try await sandbox.run(words, environment: variables.merging(environment) { $1 })
  }
}
