import Foundation
import Resolution
import ResolutionScenarios
import Testing
import Versions

@Suite struct UpdatePreferenceTests {
  @Test func `versions are preferred as in Bundler`() throws {
    let path = "\(Scenario.conformanceFolder())/resolver/bundler_update_preference.json"
    guard let text = FileManager.default.contents(atPath: path) else {
      print("conformance: skipped, no \(path)")
      return
    }
    let corpus = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let cases = try #require(corpus?["cases"] as? [[String: Any]])
    for entry in cases {
      let name = entry["name"] as? String ?? ""
      let candidates = try #require(entry["candidates"] as? [String]).map(version)
      let preference = UpdatePreference(
        level: try #require(level(entry["level"] as? String)),
        locked: try (entry["locked"] as? String).map(version),
        // In the corpus, `unlock` is `true` or an empty list, which keeps the locked version.
        keepsLocked: entry["unlock"] is [String],
        admitsPrereleases: entry["pre"] as? Bool ?? false)
      let sorted = preference.sorted(candidates, isPrerelease: \.isPrerelease) {
        $0.spelling.split(separator: ".").compactMap { Int($0) }
      }.map(\.spelling)
      if let first = entry["expected_first"] as? String {
        #expect(sorted.first == first, "\(name)")
      }
      if let order = entry["expected_preference_order"] as? [String] {
        #expect(sorted == order, "\(name)")
      }
    }
    print("conformance: \(cases.count) cases of update preference run")
  }

  /// Parses a RubyGems version.
  private func version(_ text: String) throws -> Version {
    try Version(parsing: text, scheme: .rubygems)
  }

  /// Returns the level of an update in the corpus, or `nil` if it is unknown.
  private func level(_ text: String?) -> UpdatePreference<Version>.Level? {
    switch text {
    case "major": .major
    case "minor": .minor
    case "patch": .patch
    default: nil
    }
  }
}
