import Foundation
import LoopbackServer
import SampleWheels
import Sandboxes
import Snapshots
import Testing

/// Tests that a lock installs and runs exactly the content that it identifies, even if other
/// projects have installed the same version with different content.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct IdentityTests {
  private static let isLinuxX64 = SamplePlatform.host == .linuxX64

  /// Creates and locks the project `name`, which has its own index with `wheel`.
  private func project(_ name: String, _ toolfile: String, publishing wheel: Wheel) async throws {
    let index = try index(wheel)
    try sandbox.write(
      "\(name)/Toolfile",
      "platforms \"linux-x64\"\nsource \"pypi\", \"\(index.address)\"\n\(toolfile)")
    try await sandbox.accept(in: name)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"], in: name))
  }

  /// Starts an index with `wheel`, whose file has the contents `bytes` unless that is `nil`.
  private func index(
    _ wheel: Wheel, bytes: [UInt8]? = nil
  ) throws -> SimpleIndex {
    let index = SimpleIndex(on: try LoopbackServer())
    index.publish(wheel) { release in
      if let bytes { release.replace(bytes: bytes) }
    }
    // Keeps the server running until the test ends.
    sandbox.atEnd { withExtendedLifetime(index) {} }
    return index
  }

  @Test(.enabled(if: isLinuxX64, "the wheels are for linux-x64"))
  func `wheels whose digests begin alike are told apart`() async throws {
    for name in ["genuine", "other"] {
      let file = "Identity/\(name)/ruff-0.17.6-py3-none-manylinux_2_17_x86_64.whl"
      let bytes = Array(try Data(contentsOf: Snapshot.fixtures.appending(path: file)))
      let index = try index(Wheel("ruff", "0.17.6", for: .linuxX64), bytes: bytes)
      try sandbox.write(
        "\(name)/Toolfile",
        """
        platforms "linux-x64"
        source "pypi", "\(index.address)"
        tool "ruff"

        """)
      try await sandbox.accept(in: name)
      expect(try await sandbox.run(["bootstrap", "lock", "--quiet"], in: name))
    }
    for name in ["other", "genuine"] {
      expect(try await sandbox.run(["bootstrap", "install", "--frozen", "--quiet"], in: name))
    }
    for name in ["genuine", "other"] {
      expect(try await sandbox.run(["ruff"], in: name), output: name)
    }
  }

  @Test func `an executable that another project takes from elsewhere is not run`() async throws {
    let wheel = Wheel("uv", "1.0", for: .host).program("uv").program("uvx")
    let path = try #require(wheel.members.map(\.name).first { $0.hasSuffix("/uv") })
    try await project("other", "tool \"uv\", executables: {uvx: \"\(path)\"}\n", publishing: wheel)
    try await project("genuine", "tool \"uv\"\n", publishing: wheel)
    for name in ["other", "genuine"] {
      expect(try await sandbox.run(["bootstrap", "install", "--frozen", "--quiet"], in: name))
    }
    expect(try await sandbox.run(["uvx"], in: "other"), output: "uv 1.0")
    expect(try await sandbox.run(["uvx"], in: "genuine"), output: "uvx 1.0")
  }

  // MARK: Content ids of 12 digits

  /// Rewrites the lock and the installation as an older bootstrap would have written them, with
  /// content ids of 12 digits. Returns the original lock.
  ///
  /// - Parameter isDefault: Whether a link makes the installation available to pins.
  private func makeOutdated(isDefault: Bool) throws -> String {
    let lock = try #require(sandbox.text("Toolfile.lock"))
    let outdated = lock.replacing(/\ [0-9a-f]{40} wheel sha256:([0-9a-f]{12})/) {
      " \($0.1) wheel sha256:\($0.1)"
    }
    try sandbox.write("Toolfile.lock", outdated)
    let folder = try #require(sandbox.tree("$ROOT/installs/ruff").first { $0.contains("-") })
      .prefix { $0 != "/" }
    let path = sandbox.path("$ROOT/installs/ruff")
    try FileManager.default.moveItem(
      atPath: "\(path)/\(folder)", toPath: "\(path)/1.0-0123456789ab")
    try? sandbox.remove("$ROOT/installs/ruff/1.0")
    if isDefault { try sandbox.makeLink("$ROOT/installs/ruff/1.0", to: "1.0-0123456789ab") }
    return lock
  }

  @Test func `pins still run what an older bootstrap installed`() async throws {
    try await project(
      ".", "tool \"ruff\"\n", publishing: Wheel("ruff", "1.0", for: .host).program("ruff"))
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    _ = try makeOutdated(isDefault: true)
    try sandbox.write("$ROOT/version", "ruff 1.0\n")
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
    expect(try await sandbox.run(["ruff"], in: "$SANDBOX"), output: "ruff 1.0")
  }

  @Test func `a lock and a root of an older bootstrap are replaced without a download`()
    async throws
  {
    try await project(
      ".", "tool \"ruff\"\n", publishing: Wheel("ruff", "1.0", for: .host).program("ruff"))
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let lock = try makeOutdated(isDefault: false)
    let stale = """
      error: Toolfile.lock was written by an older bootstrap
        asked by  Toolfile.lock
        because   its content ids, executables, or declarations have an older form
        run       bootstrap lock
      """
    expect(
      try await sandbox.run(["bootstrap", "install", "--frozen", "--quiet"]), exitCode: 81,
      error: stale)
    expect(
      try await sandbox.run(["ruff"]), exitCode: 127,
      error: stale.replacing("asked by  ", with: "asked by  $PROJECT/"))
    expect(try await sandbox.run(["bootstrap", "lock", "--offline", "--quiet"]))
    #expect(sandbox.text("Toolfile.lock") == lock)
    expect(try await sandbox.run(["bootstrap", "install", "--frozen", "--offline", "--quiet"]))
    expect(try await sandbox.run(["ruff"]), output: "ruff 1.0")
    #expect(!sandbox.tree("$ROOT/installs/ruff").contains { $0.contains("0123456789ab") })
    expect(try await sandbox.run(["bootstrap", "verify", "--quiet"]))
  }
}
