import Filesystem
import Sandboxes
import Testing

/// Roots with a part that is a link to another file system, to which nothing can be renamed.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(if: TemporaryDirectory.otherFileSystem != nil, "no second file system"))
struct OtherFileSystemTests {
  private let index: SampleIndex
  private let elsewhere: TemporaryDirectory

  init() throws {
    index = try SampleIndex(in: sandbox)
    try index.publish("ruff 0.17.5")
    elsewhere = try TemporaryDirectory(in: TemporaryDirectory.otherFileSystem)
    try sandbox.write(
      "Toolfile", "platforms \"linux-x64\", \"linux-arm64\", \"macos-arm64\"\ntool \"ruff\"\n")
  }

  /// Puts a part of the root, which must be missing, on the other file system.
  private func place(_ part: String) throws {
    try sandbox.makeLink("$ROOT/\(part)", to: elsewhere.directory(part).string)
  }

  private func expectSuccess(_ arguments: String...) async throws {
    expect(try await sandbox.run(["bootstrap"] + arguments + ["--quiet"]))
  }

  @Test func `downloads are copied`() async throws {
    try place("downloads")
    try await expectSuccess("install")
    let kept = try elsewhere.path.appending("downloads/sha256").entries()
    #expect(kept.map(\.utf8.count) == [64])
    try await expectSuccess("install", "--force", "--offline")
    try await expectSuccess("verify", "--lock")
  }

  @Test func `what cannot be moved to the trash is deleted`() async throws {
    try place("trash")
    try await expectSuccess("install")
    try await expectSuccess("install", "--force")
    try await expectSuccess("verify")
    try await expectSuccess("uninstall", "--force", "ruff")
    #expect(sandbox.tree("$ROOT/installs").filter { $0 != "ruff/" } == [])
    #expect(try elsewhere.path.appending("trash").entries() == [])
    #expect(sandbox.tree("$ROOT/staging").filter { !$0.hasPrefix(".lock") } == [])
  }

  @Test func `installations cannot be moved, which a message explains`() async throws {
    try place("installs")
    expect(
      try await sandbox.run(["bootstrap", "install", "--quiet"]), exitCode: 74,
      error: """
        error: cannot move an installation to another file system
          from      $ROOT/staging
          to        $ROOT/installs
          try       keep both directories on one file system
        """)
    #expect(sandbox.tree("$ROOT/staging").filter { !$0.hasPrefix(".lock") } == [])
  }
}
