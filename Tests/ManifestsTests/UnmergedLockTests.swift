import Diagnostics
import Snapshots
import Testing
import Vocabulary

@testable import Manifests

@Suite struct UnmergedLockTests {
  private func name(_ text: String) throws -> ToolName { try #require(ToolName(text)) }

  @Test func `stanzas outside the markers are decided, and keep their lines`() throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/conflict.lock.txt")
    let unmerged = try UnmergedLock(of: bytes, path: "Toolfile.lock", for: .linuxX64)
    #expect(unmerged.contested.map(\.tool.text) == ["node"])
    let node = try #require(unmerged.contested.first)
    #expect(node.ours?.text == "24.19.0")
    #expect(node.theirs?.text == "24.20.0")
    #expect(node.executables == ["node", "npm", "npx"])
    let lock = try Lockfile(parsing: unmerged.bytes, path: "Toolfile.lock")
    #expect(lock.tools.map(\.name.text) == ["cmake", "fastlane", "ruby"])
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for tool in lock.tools {
      let line = try #require(lock.line(of: tool.name))
      #expect(lines[line - 1].elementsEqual("tool \(tool.name) \(tool.version)".utf8))
    }
    #expect(lines[node.line - 1].elementsEqual("tool node 24.19.0".utf8))
  }

  @Test func `a platform decides which stanzas differ`() throws {
    let text = try String(decoding: Fixture.bytes("Manifests/lockfile/full.lock"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let merged = lines.flatMap { line in
      line.hasPrefix("  artifact macos-arm64 bf4d816f")
        ? ["<<<<<<< ours", line, "=======", line.replacing("bf4d", with: "aaaa"), ">>>>>>> theirs"]
        : [line]
    }
    let bytes = Array(merged.joined(separator: "\n").utf8)
    let onLinux = try UnmergedLock(of: bytes, path: "Toolfile.lock", for: .linuxX64)
    #expect(onLinux.contested.isEmpty)
    #expect(try Lockfile(parsing: onLinux.bytes, path: "Toolfile.lock").tools.count == 4)
    let onMac = try UnmergedLock(of: bytes, path: "Toolfile.lock", for: .macosArm64)
    #expect(onMac.contested.map(\.tool.text) == ["node"])
  }

  @Test(arguments: ["<<<<<<< a\n", "=======\n", "<<<<<<< a\n=======\n=======\n>>>>>>> b\n"])
  func `malformed markers are refused`(end: String) throws {
    let text = "lockfile 1\nplatforms linux-x64\n" + end
    #expect(throws: SyntaxProblems.self) {
      _ = try UnmergedLock(of: Array(text.utf8), path: "Toolfile.lock", for: .linuxX64)
    }
  }

  @Test func `a Toolfile is read without what is between the markers`() throws {
    let text = """
      tool "ruff", "~> 0.17"
      <<<<<<< ours
      tool "node", "~> 24.0"
      =======
      tool "node", "~> 22.0"
      >>>>>>> theirs
      tool "ninja"

      """
    let shared = try MergeSides(of: Array(text.utf8), path: "Toolfile").shared
    let toolfile = try Toolfile(parsing: shared, path: "Toolfile")
    #expect(toolfile.tools.map(\.name.text) == ["ruff", "ninja"])
    #expect(toolfile.tools.last?.origin.line == 7)
  }
}
