import Diagnostics
import Filesystem
import IndexWorlds
import Layout
import Manifests
import Projects
import SampleGems
import SampleWheels
import Testing
import Vocabulary

@testable import Locking

/// Merges of locks whose sides have different formats: a gem needs the second one.
@Suite struct GemMergeTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
    world.index.publish("ruby", "3.4.5")
    world.index.publish("ninja", "1.0")
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": ">= 1"]).program("fastlane"))
    world.gems.publish(SampleGem("danger", "1.0").program("danger"))
    world.gems.publish(SampleGem("json", "1.0"))
  }

  private static let ruby = #"tool "ruby", pypi: "ruby""#
  private static let ninja = #"tool "ninja", pypi: "ninja""#
  private static let fastlane = #"tool "fastlane", gem: "fastlane""#
  private static let danger = #"tool "danger", gem: "danger""#

  /// Locks tools. Returns the text of the lock.
  private func lock(_ tools: String..., replacing text: String? = nil) async throws -> String {
    let toolfile = (["platforms \"linux-x64\", \"macos-arm64\""] + tools).joined(separator: "\n")
    try world.path.appending(Toolfile.name).replaceContents(with: Array("\(toolfile)\n".utf8))
    let path = world.path.appending(Lockfile.name)
    if let text {
      try path.replaceContents(with: Array(text.utf8))
    } else {
      try? path.removeFile()
    }
    let project = try Project.load(world.path, isRelocking: true) { $0.lastComponent }
    let result = try await world.locking.resolve(
      LockRequest(project, replacing: project.lock))
    return String(decoding: result.lock.bytes, as: UTF8.self)
  }

  /// Returns the lines of a lock that only one of two sides has, in a conflict as git writes it.
  private func conflict(_ ours: String, _ theirs: String) -> String {
    "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
  }

  /// Returns the paragraph of a tool.
  private func stanza(_ tool: String, in lock: String) throws -> String {
    let start = try #require(lock.firstRange(of: "tool \(tool) ")).lowerBound
    let rest = lock[start...]
    let end = rest.firstRange(of: "\n\n")?.lowerBound
    return end.map { String(rest[..<$0]) + "\n" } ?? String(rest)
  }

  @Test func `a side with a gem merges with one without`() async throws {
    let base = try await lock(Self.ruby)
    let ours = try await lock(Self.fastlane, Self.ruby)
    let theirs = try await lock(Self.ninja, Self.ruby)
    let both = try await lock(Self.fastlane, Self.ninja, Self.ruby)
    #expect(base.contains("\nlockfile 1\n") && theirs.contains("\nlockfile 1\n"))
    #expect(ours.contains("\nlockfile 2\n") && both.contains("\nlockfile 2\n"))
    let gem = try stanza("fastlane", in: ours)
    let other = try stanza("ninja", in: theirs)
    let ruby = try stanza("ruby", in: base)
    let header = String(base.prefix(upTo: try #require(base.firstRange(of: "tool ")).lowerBound))
    let versions = conflict("lockfile 2\n", "lockfile 1\n")
    for merged in [
      header.replacing("lockfile 1", with: "lockfile 2") + "\(gem)\n\(other)\n\(ruby)",
      header.replacing("lockfile 1", with: "lockfile 2")
        + conflict("\(gem)\n", "\(other)\n") + ruby,
      header.replacing("lockfile 1\n", with: versions) + conflict("\(gem)\n", "\(other)\n") + ruby,
    ] {
      #expect(
        try await lock(Self.fastlane, Self.ninja, Self.ruby, replacing: merged) == both,
        "\(merged)")
    }
  }

  @Test func `two sides that each add a gem merge`() async throws {
    let ours = try await lock(Self.fastlane, Self.ruby)
    let theirs = try await lock(Self.danger, Self.ruby)
    let both = try await lock(Self.danger, Self.fastlane, Self.ruby)
    let start = try #require(ours.firstRange(of: "tool ")).lowerBound
    let merged =
      ours[..<start]
      + conflict(
        try stanza("fastlane", in: ours) + "\n", try stanza("danger", in: theirs) + "\n")
      + (try stanza("ruby", in: ours))
    #expect(
      try await lock(Self.danger, Self.fastlane, Self.ruby, replacing: String(merged)) == both)
  }

  @Test func `the lock is the same in another home`() async throws {
    let first = try await lock(Self.danger, Self.fastlane, Self.ninja, Self.ruby)
    try world.root.path.removeTree()
    #expect(try await lock(Self.danger, Self.fastlane, Self.ninja, Self.ruby) == first)
  }
}
