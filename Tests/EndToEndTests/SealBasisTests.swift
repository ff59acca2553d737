import Foundation
import Sandboxes
import Testing

/// The files that let a change to the root skip the judgment of a sealed lock.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct SealBasisTests {
  private static let toolfile = "source \"directory\", \"tools\"\ntool \"greet\"\n"

  /// Installs a project, and waits until the folders on `PATH` have not changed for long enough.
  private func prepare() async throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write("Toolfile", Self.toolfile)
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await Task.sleep(for: .seconds(3))
    try await rehash()
    try #require(bases.count == 1)
  }

  private func rehash() async throws {
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
  }

  private var seals: [String] { sandbox.tree("$ROOT/shims/.locks") }
  private var bases: [String] { sandbox.tree("$ROOT/shims/.bases") }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "there is no strace"))
  func `a rehash reads no lock about which nothing has changed`() async throws {
    try await prepare()
    let seals = seals
    func traced() async throws -> String {
      let outcome = try await sandbox.run([
        "/usr/bin/strace", "-f", "-qq", "-e", "trace=openat", "-o",
        sandbox.path("$SANDBOX/trace"), "bootstrap", "rehash", "--quiet",
      ])
      #expect(outcome.exitCode == 0)
      return try #require(sandbox.text("$SANDBOX/trace"))
    }
    let trace = try await traced()
    #expect(!trace.contains("Toolfile"))
    // Nobody needs the time if nothing is judged.
    #expect(!trace.contains(".locks/.time."))
    #expect(self.seals == seals)
    for damage in ["", "0000\n"] {
      for basis in bases { try sandbox.write("$ROOT/shims/.bases/\(basis)", damage) }
      let trace = try await traced()
      #expect(trace.contains("Toolfile.lock") && trace.contains(".locks/.time."))
      #expect(self.seals == seals)
      // One judgment that equals the seal suffices for another basis.
      #expect(!(try await traced()).contains("Toolfile.lock"))
    }
  }

  private static let changes: [(name: String, make: @Sendable () throws -> Void)] = [
    ("a new tool", { try sandbox.write("Toolfile", toolfile + "tool \"other\"\n") }),
    ("a program of the user", { try sandbox.write("$SANDBOX/system/greet", "", mode: 0o755) }),
    (
      "an artifact that is not confirmed",
      { try sandbox.remove("$ROOT/index/confirmed") }
    ),
    (
      "an index that contradicts the lock",
      {
        let index = try #require(sandbox.text("tools/index"))
        try sandbox.write("tools/index", index.replacing("greet 1.0", with: "greet 2.0"))
      }
    ),
    (
      "an edited lock",
      {
        let lock = try #require(sandbox.text("Toolfile.lock"))
        try sandbox.write("Toolfile.lock", "# edited\n" + lock.replacing("greet", with: "greed"))
      }
    ),
    (
      "a program of the user, and the folder's time as before",
      {
        let folder = sandbox.path("$SANDBOX/system")
        let time = try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate]
        try sandbox.write("$SANDBOX/system/greet", "", mode: 0o755)
        try FileManager.default.setAttributes(
          [.modificationDate: try #require(time)], ofItemAtPath: folder)
      }
    ),
  ]

  @Test(arguments: changes.indices)
  func `a lock is judged again after a change of what decided`(_ index: Int) async throws {
    try await prepare()
    try #require(seals.count == 1)
    try Self.changes[index].make()
    try await rehash()
    #expect(seals == [], "\(Self.changes[index].name)")
    #expect(bases == [])
  }

  @Test func `a judgment that rests on a consent has no basis, and ends with it`() async throws {
    try await prepare()
    try sandbox.write("$SANDBOX/system/greet", "", mode: 0o755)
    try await sandbox.accept()
    try await rehash()
    #expect(seals.count == 1)
    #expect(bases == [])
    expect(try await sandbox.run(["bootstrap", "trust", "--revoke", "--quiet"]))
    try await rehash()
    #expect(seals == [])
  }

  @Test func `a change of a route breaks the seal, whatever the basis says`() async throws {
    try await prepare()
    let seals = seals
    try sandbox.write("$ROOT/shims/.routes/greet", "other\n")
    try await rehash()
    #expect(self.seals == seals)
    #expect(sandbox.text("$ROOT/shims/.routes/greet")?.hasPrefix("greet") == true)
  }
}
