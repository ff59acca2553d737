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
    try sandbox.makeDirectory("\(folder)/\(version)")
    for (compressor, compression) in [("xz -0", "xz"), ("gzip -1", "gz")] {
      try await Self.output(
        of: "tar", "-C", stage, "--use-compress-program", compressor, "-cf",
        folder + archivePath(version, compression), name(version))
      let archive = archivePath(version, compression)
      let digest = try await Self.output(of: "sha256sum", folder + archive)
      try sandbox.write("\(folder)\(archive).sha256", digest)
    }
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

  /// Publishes a release whose programs are the ones in the sandbox's root.
  func publishBuiltPrograms(_ version: String) async throws {
    try await publish(version) { folder in
      for file in ["bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim"]
      where sandbox.exists("$ROOT/\(file)") {
        try sandbox.makeDirectory("\(folder)/\(file.split(separator: "/")[0])")
        try FileManager.default.copyItem(
          atPath: sandbox.path("$ROOT/\(file)"), toPath: "\(folder)/\(file)")
      }
      try sandbox.write("\(folder)/share/man/man1/bootstrap.1", "")
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
