import Layout
import Manifests
import Projects
import SampleLocks
import Selection
import Testing
import Vocabulary

/// Compares readers of parts of a lock with `Lockfile`, which reads all of it.
@Suite struct LockContentsTests {
  /// Returns a lock of tools, each with an artifact for two platforms.
  private static func lock(_ names: [String]) -> [UInt8] {
    var text = "lockfile 1\nplatforms linux-arm64 linux-x64\n"
    for (number, name) in names.sorted().enumerated() {
      let digest = String(repeating: "0123456789abcdef", count: 4).dropLast(4)
      text += "\ntool \(name) 1.\(number)\n  wants \"\" Toolfile\n"
      text += "  declares groups=default source=directory\n  provides \(name)\n"
      for platform in ["linux-arm64", "linux-x64"] where number % 5 != 1 || platform.last == "4" {
        let number = String(10_000 + 2 * number + (platform.last == "4" && number % 2 == 0 ? 1 : 0))
        text += "  artifact \(platform) ? raw sha256:\(digest)\(number.suffix(4)) 9 file:a\n"
      }
    }
    return Array(SampleLock.withIDs(text).utf8)
  }

  private static let names =
    (0..<100).map { "tool-\($0)" } + ["a", "tool", "tool.x", "zz", "tool-1-1"]

  @Test(arguments: Platform.allCases)
  func `the versions and downloads are those of the parsed lock`(_ platform: Platform) throws {
    let bytes = Self.lock(Self.names)
    let contents = try #require(LockContents(of: bytes, for: platform))
    let lock = try Lockfile(parsing: bytes, path: "Toolfile.lock")
    #expect(lock.tools.count == Self.names.count)
    let planned = lock.tools.compactMap { PlannedInstallation($0, for: platform) }
    #expect(
      contents.uses
        == Set(planned.map { VersionUse(tool: $0.tool, version: $0.version, id: $0.id) }))
    #expect(contents.downloads == Set(lock.tools.flatMap(\.artifacts).map(\.digest)))
  }

  @Test(arguments: [
    "<<<<<<< ours\n", "\ntool ruff 1.0\n  artifact linux-x64 12 raw sha256:00 9 file:a\n",
    "\ntool ruff 1.0 again\n", "  part any json 1.0 gem md5:00 9 file:a\n", "\ntool zz 1.0",
  ])
  func `what only the parser can judge is left to it`(_ rest: String) {
    #expect(LockContents(of: Self.lock(["a"]) + rest.utf8, for: .linuxX64) == nil)
  }

  @Test func `a search in a sealed lock finds each stanza, and no other`() throws {
    let bytes = Self.lock(Self.names)
    for name in Self.names + ["", "b", "tool-", "tool-100", "zzz", "tool-1-"] {
      let tool = Array(name.utf8)
      let start = bytes.withSpan { LockText.stanza(of: tool, inSealed: $0) }
      #expect((start != nil) == Self.names.contains(name), "\(name)")
      guard let start else { continue }
      #expect(bytes[start...].starts(with: "tool \(name) ".utf8), "\(name)")
    }
  }
}
