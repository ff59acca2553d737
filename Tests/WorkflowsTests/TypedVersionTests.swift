import Testing
import Versions

@testable import Workflows

@Suite struct TypedVersionTests {
  private static let versions = [
    "25", "24.9.0", "24.0.0", "1.28.4+x1", "0.14.7", "0.14.0", "0.11.0.2", "0.11.0.1", "0.10",
  ]

  @Test(arguments: [
    ("24", "~> 24.0"), ("25", "= 25"), ("v25", "= 25"), ("=24", "= 24"), ("0.14", "~> 0.14.0"),
    ("0.14.0", "= 0.14.0"), ("=0.14", "= 0.14"), ("7", "~> 7.0"), ("0.9", "~> 0.9.0"),
    ("0.14.3", "= 0.14.3"), ("0.11.0", "~> 0.11.0.0"), ("1.28.4", "= 1.28.4"),
    ("1.28.4+x1", "= 1.28.4+x1"), ("0.10.0", "= 0.10.0"), ("24.0.0-rc1", "= 24.0.0-rc1"),
  ]) func `what a version spells exactly is that version, and all else a prefix`(
    _ text: String, _ requirement: String
  ) throws {
    let versions = try Self.versions.map { try Version(parsing: $0, scheme: .general) }
    let typed = try #require(TypedVersion(text))
    #expect(typed.requirement(among: versions).description == requirement)
  }

  @Test(arguments: ["", "=", "==1", "~> 1.0", ">= 1", "latest", "system", "1.x", "^1"])
  func `requirements and words are no versions`(_ text: String) {
    #expect(TypedVersion(text) == nil)
  }
}
