import Foundation
import LoopbackServer
import SampleWheels
import Sandboxes
import Testing

/// The releases of a repository from the lock to the running tool.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct GitHubTests {
  private static let toolfile = """
    platforms "linux-x64", "linux-arm64", "macos-x64", "macos-arm64"
    tool "mytool", "~> 1.0", github: "acme/mytool"

    """

  private static func assets(of version: String) -> [SampleRepository.Asset] {
    let platforms: [(String, SamplePlatform)] = [
      ("Linux_x86_64", .linuxX64), ("Linux_arm64", .linuxARM64),
      ("Darwin_x86_64", .macOSX64), ("Darwin_arm64", .macOSARM64),
    ]
    return platforms.map { name, platform in
      .init("mytool_\(version)_\(name).tar.gz", "mytool", version, for: platform)
    } + [.init("mytool_\(version)_windows.zip"), .init("mytool_\(version)_amd64.deb")]
  }

  private func environment(_ server: LoopbackServer) -> [String: String] {
    [
      "GITHUB_API_URL": server.address(SampleRepository.apiPath),
      "GITHUB_SERVER_URL": server.address(), "GITHUB_TOKEN": "s3cret",
    ]
  }

  @Test func `a release is locked, installed, and run`() async throws {
    let server = try LoopbackServer()
    let repository = SampleRepository("acme/mytool", on: server)
    repository.publish([
      .init("v2.0.0", Self.assets(of: "2.0.0")), .init("v1.1.0", Self.assets(of: "1.1.0")),
      .init("v1.0.0", Self.assets(of: "1.0.0")),
    ])
    try sandbox.write("app/Toolfile", Self.toolfile)
    let environment = environment(server)
    expect(
      try await sandbox.run(["bootstrap", "lock", "--quiet"], in: "app", environment: environment))
    let lock = try #require(sandbox.text("app/Toolfile.lock"))
    #expect(lock.contains("tool mytool 1.1.0\n"))
    #expect(
      lock.contains("declares groups=default package=acme/mytool source=github\n"))
    #expect(lock.contains("released 2026-01-02T03:04:05Z\n"))
    #expect(lock.components(separatedBy: "\n  artifact ").count == 5)
    #expect(!lock.contains("s3cret") && !lock.contains("trust-on-first-use"))

    server.forgetRequests()
    let install = ["bootstrap", "install", "--frozen", "--quiet"]
    expect(try await sandbox.run(install, in: "app", environment: environment))
    #expect(!server.requests.contains { $0.path.hasPrefix(SampleRepository.apiPath) })
    #expect(sandbox.text("app/Toolfile.lock") == lock)
    expect(try await sandbox.run(["mytool"], in: "app"), output: "mytool 1.1.0")
    expect(
      try await sandbox.run(["bootstrap", "lock", "--quiet"], in: "app", environment: environment))
    #expect(sandbox.text("app/Toolfile.lock") == lock)
  }

  @Test func `a private repository needs a token, which goes to its API only`() async throws {
    let server = try LoopbackServer()
    let storage = try LoopbackServer()
    let repository = SampleRepository("acme/mytool", on: server, storage: storage)
    repository.publish([.init("v1.0.0", Self.assets(of: "1.0.0"))])
    try sandbox.write("app/Toolfile", Self.toolfile)
    var environment = environment(server)
    expect(
      try await sandbox.run(["bootstrap", "lock", "--quiet"], in: "app", environment: environment))
    let lock = try #require(sandbox.text("app/Toolfile.lock"))
    let prefix = server.address("\(SampleRepository.apiPath)/repos/acme/mytool/releases/assets/")
    #expect(lock.components(separatedBy: " \(prefix)").count == 5)
    #expect(!lock.contains("trust-on-first-use"))
    expect(
      try await sandbox.run(
        ["bootstrap", "lock", "--check", "--online", "--quiet"], in: "app",
        environment: environment))
    let info = try await sandbox.run(
      ["bootstrap", "info", "mytool"], in: "app", environment: environment)
    #expect(info.standardOutput.contains("mytool_1.0.0_"))

    // A laptop with a clone, but without the token.
    try sandbox.remove("$ROOT/downloads")
    let install = ["bootstrap", "install", "--frozen", "--quiet"]
    for token in [nil, "other"] {
      environment["GITHUB_TOKEN"] = token
      let refused = try await sandbox.run(install, in: "app", environment: environment)
      #expect(refused.exitCode == 69)
      #expect(
        refused.standardError.contains(
          token == nil
            ? "the repository is private, and there is no token for it"
            : "the token from GITHUB_TOKEN may not read the repository"))
      #expect(refused.standardError.contains("set GITHUB_TOKEN"))
    }
    environment["GITHUB_TOKEN"] = SampleRepository.token
    server.forgetRequests()
    expect(try await sandbox.run(install, in: "app", environment: environment))
    // Only the file is requested, without a question to the API about the repository.
    #expect(server.requests.count == 1)
    #expect(server.requests.allSatisfy { server.address($0.path).hasPrefix(prefix) })
    expect(try await sandbox.run(["mytool"], in: "app"), output: "mytool 1.0.0")
    #expect(sandbox.text("app/Toolfile.lock") == lock)

    // Nobody else has learned the token, and it is in no file.
    #expect(!storage.requests.isEmpty)
    #expect(storage.requests.allSatisfy { $0.headers["authorization"] == nil })
    for file in sandbox.tree("$HOME") + sandbox.tree("$ROOT").map({ "$ROOT/" + $0 }) {
      let path = file.hasPrefix("$ROOT") ? file : "$HOME/" + file
      #expect(!sandbox.contains(SampleRepository.token, in: path), "\(file)")
    }
  }

  @Test func `a server that a project names needs consent before any request`() async throws {
    let server = try LoopbackServer()
    let repository = SampleRepository("acme/mytool", on: server)
    repository.publish([.init("v1.0.0", Self.assets(of: "1.0.0"))])
    let host = "127.0.0.1:\(server.port)"
    try sandbox.write(
      "app/Toolfile",
      Self.toolfile.replacing("acme/mytool\"", with: "acme/mytool\", host: \"\(host)\""))
    let refused = try await sandbox.run(["bootstrap", "lock"], in: "app")
    #expect(refused.exitCode == 77)
    #expect(refused.standardError.contains("http://\(host)"))
    #expect(server.requests.isEmpty)
    let accepted = try await sandbox.run(
      ["bootstrap", "lock", "--quiet"], in: "app", environment: ["CI": "1"])
    #expect(accepted.exitCode == 0)
    #expect(sandbox.text("app/Toolfile.lock")?.contains("host=\(host)") == true)
  }

  @Test func `a replaced file is shown, and never installed`() async throws {
    let server = try LoopbackServer()
    let repository = SampleRepository("acme/mytool", on: server)
    repository.publish([.init("v1.0.0", Self.assets(of: "1.0.0"))])
    try sandbox.write("app/Toolfile", Self.toolfile)
    let environment = environment(server)
    // Listed executables need no download, so nothing is kept.
    try sandbox.write(
      "app/Toolfile",
      Self.toolfile.replacing("acme/mytool\"", with: "acme/mytool\", executables: [\"mytool\"]"))
    expect(
      try await sandbox.run(["bootstrap", "lock", "--quiet"], in: "app", environment: environment))
    var assets = Self.assets(of: "1.0.0")
    for index in assets.indices {
      if let last = assets[index].bytes.indices.last { assets[index].bytes[last] ^= 1 }
    }
    repository.publish([.init("v1.0.0", assets)])
    let check = try await sandbox.run(
      ["bootstrap", "lock", "--check", "--online"], in: "app", environment: environment)
    #expect(check.exitCode == 82)
    let output = check.standardOutput + check.standardError
    #expect(output.contains("sha256:"))
    let install = try await sandbox.run(
      ["bootstrap", "install", "--frozen"], in: "app", environment: environment)
    #expect(install.exitCode == 82)
    #expect(install.standardError.contains("sha256:"))
  }
}
