import Diagnostics
import Manifests
import Releases
import Testing
import Versions
import Vocabulary

@testable import Workflows

@Suite struct ReleaseChoiceTests {
  private static let digest = "sha256:" + String(repeating: "ab", count: 32)

  /// Chooses among releases. The names of those without an archive for this platform end
  /// with `!`.
  private func choose(
    _ wanted: String? = nil, among releases: [String], running: String, requirement: String? = nil,
    allowsOlder: Bool = false
  ) throws -> (String?, heldBack: String?) {
    let text =
      "bootstrap-releases 1\nserial 1\n"
      + releases.map { name in
        "release \(name.filter { $0 != "!" }) 2026-12-01\n"
          + "  \(name.hasSuffix("!") ? "macos-x64" : "linux-x64") 1 \(Self.digest)\n"
      }.joined()
    let index = try ReleaseIndex(Array(text.utf8))
    let choice = ReleaseChoice(
      index, running: try Version(parsing: running, scheme: .general), platform: .linuxX64,
      requirement: try requirement.map {
        Located(try Requirement(parsing: [$0]), at: .file("Toolfile", line: 1))
      }, allowsOlder: allowsOlder)
    if let wanted {
      let version = try Version(parsing: wanted, scheme: .general)
      let release = try choice.check(try #require(index.release(version)))
      return (release?.version.spelling, nil)
    }
    let outlook = try choice.newest()
    return (outlook.release?.version.spelling, outlook.heldBack?.version.spelling)
  }

  @Test func `the newest stable release with an archive is chosen`() throws {
    let releases = ["0.1.0", "0.3.0!", "0.2.0", "0.4.0-rc.1"]
    #expect(try choose(among: releases, running: "0.1.0") == ("0.2.0", nil))
    #expect(try choose(among: releases, running: "0.2.0") == (nil, nil))
    #expect(try choose(among: releases, running: "0.4.0-beta.1") == ("0.4.0-rc.1", nil))
  }

  @Test func `the project's requirement holds back`() throws {
    let releases = ["0.1.0", "0.1.5", "0.2.0"]
    #expect(
      try choose(among: releases, running: "0.1.0", requirement: "~> 0.1.0") == ("0.1.5", "0.2.0"))
    #expect(
      try choose(among: releases, running: "0.1.5", requirement: "~> 0.1.0") == (nil, "0.2.0"))
    #expect(throws: ReleaseProblem.downgrade(version: "0.1.5", running: "0.2.0")) {
      try choose(among: releases, running: "0.2.0", requirement: "~> 0.1.0")
    }
    #expect(
      throws: ReleaseProblem.excluded(
        wanted: nil, requirement: ">= 1", origin: .file("Toolfile", line: 1))
    ) {
      try choose(among: releases, running: "0.2.0", requirement: ">= 1")
    }
  }

  @Test func `a version of the user's choice`() throws {
    let releases = ["0.1.0", "0.2.0", "0.3.0!"]
    #expect(try choose("0.2.0", among: releases, running: "0.1.0") == ("0.2.0", nil))
    #expect(try choose("0.1.0", among: releases, running: "0.1.0") == (nil, nil))
    #expect(
      try choose("0.1.0", among: releases, running: "0.1.0", allowsOlder: true) == ("0.1.0", nil))
    #expect(throws: ReleaseProblem.downgrade(version: "0.1.0", running: "0.2.0")) {
      try choose("0.1.0", among: releases, running: "0.2.0")
    }
    #expect(
      throws: ReleaseProblem.noArchive(
        version: "0.3.0", platform: "linux-x64", platforms: ["macos-x64"])
    ) {
      try choose("0.3.0", among: releases, running: "0.2.0")
    }
    #expect(
      throws: ReleaseProblem.noArchive(
        version: nil, platform: "linux-x64", platforms: ["macos-x64"])
    ) {
      try choose(among: ["0.3.0!"], running: "0.2.0")
    }
  }
}
