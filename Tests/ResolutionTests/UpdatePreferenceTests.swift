import Resolution
import ResolutionScenarios
import Testing
import Versions

@Suite struct UpdatePreferenceTests {
  @Test func `versions are preferred as Bundler prefers them`() throws {
    let path = "\(Scenario.conformanceFolder())/resolver/bundler_update_preference.json"
    guard let bytes = contents(ofFile: path) else {
      print("conformance: skipped, no \(path)")
      return
    }
    let cases = try JSON(parsing: bytes)["cases"]?.elements ?? []
    for entry in cases {
      let name = entry["name"]?.string ?? ""
      let candidates = try (entry["candidates"]?.elements ?? []).compactMap(\.string).map(version)
      let preference = UpdatePreference(
        level: try #require(level(entry["level"]?.string)),
        locked: try entry["locked"]?.string.map(version),
        // An empty list of what to unlock keeps the locked version.
        keepsLocked: entry["unlock"]?.bool == nil,
        admitsPrereleases: entry["pre"]?.bool ?? false)
      let sorted = preference.sorted(candidates, isPrerelease: \.isPrerelease) {
        $0.spelling.split(separator: ".").compactMap { Int($0) }
      }.map(\.spelling)
      if let first = entry["expected_first"]?.string { #expect(sorted.first == first, "\(name)") }
      if let order = entry["expected_preference_order"]?.elements.compactMap(\.string) {
        #expect(sorted == order, "\(name)")
      }
    }
    print("conformance: \(cases.count) cases of update preference run")
  }

  private func version(_ text: String) throws -> Version {
    try Version(parsing: text, scheme: .rubygems)
  }

  private func level(_ text: String?) -> UpdatePreference<Version>.Level? {
    switch text {
    case "major": .major
    case "minor": .minor
    case "patch": .patch
    default: nil
    }
  }
}
