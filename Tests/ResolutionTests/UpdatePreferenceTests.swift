import Corpora
import Foundation
import Testing
import Versions

@Suite struct UpdatePreferenceTests {
  @Test(.enabled(if: Corpora.has("resolver"), Comment(rawValue: Corpora.absence)))
  func `versions are preferred as in Bundler`() throws {
    let text = try Corpora.contents(of: "resolver", "bundler_update_preference.json")
    let corpus = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let cases = try #require(corpus?["cases"] as? [[String: Any]])
    for entry in cases {
      let name = entry["name"] as? String ?? ""
      let candidates = try #require(entry["candidates"] as? [String]).map(version)
      let level = try #require(entry["level"] as? String)
      let preference = UpdatePreference(
        level: try #require(UpdatePreference.Level(rawValue: level)),
        isStrict: entry["strict"] as? Bool ?? false,
        admitsPrereleases: entry["pre"] as? Bool ?? false)
      let sorted = preference.sorted(
        candidates, after: try (entry["locked"] as? String).map(version),
        // In the corpus, `unlock` is `true` or an empty list, which keeps the locked version.
        keepingLocked: entry["unlock"] is [String]
      ) { $0 }.map(\.spelling)
      if let first = entry["expected_first"] as? String {
        #expect(sorted.first == first, "\(name)")
      }
      if let order = entry["expected_preference_order"] as? [String] {
        #expect(sorted == order, "\(name)")
      }
    }
    print("conformance: \(cases.count) cases of update preference run")
  }

  @Test func `a strict update permits no larger step and no older version`() throws {
    let locked = try version("1.2.3")
    let versions = try ["1.2.2", "1.2.3", "1.2.10", "1.10.0", "2.0.0"].map(version)
    func permitted(_ level: UpdatePreference.Level, isStrict: Bool = true) -> [String] {
      let preference = UpdatePreference(level: level, isStrict: isStrict)
      return versions.filter { preference.permits($0, after: locked) }.map(\.spelling)
    }
    #expect(permitted(.patch) == ["1.2.3", "1.2.10"])
    #expect(permitted(.minor) == ["1.2.3", "1.2.10", "1.10.0"])
    #expect(permitted(.major).count == 5)
    #expect(permitted(.patch, isStrict: false).count == 5)
    let preference = UpdatePreference(level: .patch, isStrict: true)
    #expect(versions.allSatisfy { preference.permits($0, after: nil) })
  }

  @Test func `numbers are compared by value, and another epoch is the largest step`() throws {
    let texts = ["1!1.0", "10.0", "9.1", "9.0.10", "9.0.9", "9"]
    let versions = try texts.map { try Version(parsing: $0, scheme: .pep440) }
    let preference = UpdatePreference(level: .patch)
    #expect(
      preference.sorted(versions, after: versions[4]) { $0 }.map(\.spelling)
        == ["9.0.10", "9.0.9", "9.1", "10.0", "1!1.0", "9"])
  }

  /// Parses a RubyGems version.
  private func version(_ text: String) throws -> Version {
    try Version(parsing: text, scheme: .rubygems)
  }
}
