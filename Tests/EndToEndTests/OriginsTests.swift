import Foundation
import LoopbackServer
import SampleWheels
import Sandboxes
import Testing

/// A project whose tools come from all origins: a definition, an index, the releases of a
/// repository, addresses that follow a template, and a folder.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct OriginsTests {
  private static let platforms = "linux-x64 linux-arm64 macos-x64 macos-arm64"

  /// The index, which also serves the files that the template names.
  private let index: SampleIndex
  private let hub: LoopbackServer

  init() throws {
    index = try SampleIndex(in: sandbox)
    try index.publish("ruff 0.17.5 \(Self.platforms)")
    try index.publish("checker-py 1.2.0 \(Self.platforms) programs=checker")
    for platform in ["linux-x64", "linux-arm64", "macos-x64", "macos-arm64"] {
      try index.publish("archive /files/2.1.0/tool-\(platform).tar.gz vendored")
    }
    try index.publish("serve /files/versions 2.0.0\\n2.1.0\\n")
    hub = try LoopbackServer()
    SampleRepository("acme/mytool", on: hub).publish([.init("v1.4.0", Self.assets)])
    try SampleFolder(["tool words 3.0"]).write(to: "tools", in: sandbox)
    let files = index.server.address("/files")
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-x64", "macos-arm64"
      tool "ruff", "~> 0.17"
      tool "checker", "~> 1.0", pypi: "checker-py"
      tool "mytool", "~> 1.0", github: "acme/mytool"
      tool "vendored", "~> 2.0", url: "\(files)/{version}/tool-{os}-{arch}.tar.gz",
        versions: "\(files)/versions"
      source "directory", "tools"
      tool "words"

      """)
  }

  private static let assets: [SampleRepository.Asset] = [
    .init("mytool-Linux_x86_64.tar.gz", "mytool", "1.4.0", for: .linuxX64),
    .init("mytool-Linux_arm64.tar.gz", "mytool", "1.4.0", for: .linuxARM64),
    .init("mytool-Darwin_x86_64.tar.gz", "mytool", "1.4.0", for: .macOSX64),
    .init("mytool-Darwin_arm64.tar.gz", "mytool", "1.4.0", for: .macOSARM64),
  ]

  /// Variables for a user whose home is a folder of the sandbox.
  private func environment(home: String) -> [String: String] {
    [
      "GITHUB_API_URL": hub.address(SampleRepository.apiPath),
      "GITHUB_SERVER_URL": hub.address(), "CI": "1",
      "HOME": sandbox.path(home), "BOOTSTRAP_ROOT": sandbox.path("\(home)/.bootstrap"),
    ]
  }

  /// Returns the contents of all files of the installations below a home folder.
  private func installed(home: String) -> [String: String] {
    let folder = "\(home)/.bootstrap/installs"
    let files = sandbox.tree(folder).filter { !$0.hasSuffix("/") && $0.contains("/bin/") }
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0, sandbox.text("\(folder)/\($0)") ?? "unreadable") })
  }

  @Test func `tools of five origins give the same bytes in every home`() async throws {
    let first = environment(home: "$SANDBOX/first")
    func run(_ words: String..., as user: [String: String]) async throws -> Outcome {
      try await sandbox.run(["bootstrap"] + words, environment: user)
    }
    #expect(try await run("lock", "--quiet", as: first).exitCode == 0)
    let lock = try #require(sandbox.text("Toolfile.lock"))
    #expect(lock.components(separatedBy: "\ntool ").count == 6)
    #expect(lock.components(separatedBy: "\n  artifact ").count == 21)
    #expect(lock.contains("\n  defined builtin "))

    #expect(try await run("install", "--frozen", "--quiet", as: first).exitCode == 0)
    #expect(try await run("check", as: first).exitCode == 0)
    index.server.forgetRequests()
    hub.forgetRequests()
    let second = environment(home: "$SANDBOX/second")
    #expect(try await run("install", "--frozen", "--quiet", as: second).exitCode == 0)
    #expect(try await run("check", as: second).exitCode == 0)
    #expect(sandbox.text("Toolfile.lock") == lock)

    // The second home has the files from their own servers. Only the index is asked whether it
    // knows the digests that the lock states.
    #expect(hub.requests.map(\.path) == ["/acme/mytool/releases/download/v1.4.0/\(Self.hostAsset)"])
    #expect(!index.server.requests.contains { $0.path == "/files/versions" })
    let programs = installed(home: "$SANDBOX/first")
    #expect(programs.count == 5)
    #expect(programs == installed(home: "$SANDBOX/second"))
    for (program, text) in [
      ("ruff", "ruff 0.17.5"), ("checker", "checker 1.2.0"), ("mytool", "mytool 1.4.0"),
      ("words", "words 3.0"),
    ] {
      expect(
        try await sandbox.run(["bootstrap", "exec", program], environment: second), output: text)
    }
  }

  private static var hostAsset: String {
    switch SamplePlatform.host {
    case .linuxARM64: "mytool-Linux_arm64.tar.gz"
    case .macOSX64: "mytool-Darwin_x86_64.tar.gz"
    case .macOSARM64: "mytool-Darwin_arm64.tar.gz"
    default: "mytool-Linux_x86_64.tar.gz"
    }
  }
}
