import Diagnostics
import Testing
import Vocabulary

@testable import Terminal

/// The table of the versions that a source has.
@Suite struct AvailableVersionTableTests {
  private var versions: AvailableVersions {
    func entry(
      _ version: String, isPrerelease: Bool = false, yanked: String? = nil,
      platforms: [Platform] = Platform.allCases
    ) -> AvailableVersions.Entry {
      .init(
        version: version, released: nil, isPrerelease: isPrerelease, yanked: yanked,
        platforms: platforms)
    }
    return AvailableVersions(
      "greet", source: "directory", package: "greet",
      entries: [
        entry("3.0-rc1", isPrerelease: true), entry("2.1", yanked: ""), entry("2.0"),
        entry("1.0", platforms: []),
      ])
  }

  @Test func `stable versions come first, and yanked ones last`() {
    let rows = AvailableVersionTable(versions, limit: nil).rows
    #expect(
      rows == [
        ["  2.0", "-", "all platforms", ""],
        ["  1.0", "-", "no platform", "not for this machine"],
        ["  3.0-rc1", "-", "all platforms", "prerelease"],
        ["  2.1", "-", "all platforms", "yanked"],
      ])
  }

  @Test func `a limit leaves out the last rows`() {
    let table = AvailableVersionTable(versions, limit: 3)
    #expect(table.rows.count == 3)
    #expect(table.omittedCount == 1)
  }
}
