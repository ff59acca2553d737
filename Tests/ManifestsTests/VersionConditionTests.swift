import Manifests
import Testing
import Versions

@Suite struct `A condition on versions` {
  @Test(arguments: [
    ("", ["0", "1.5", "2-rc.1", "3"], []),
    (">=1.5", ["1.5", "1.5.0", "2.0"], ["1.4.9", "1.5-rc.1"]),
    ("<2", ["0", "1.9", "2-rc.1"], ["2", "2.0.0", "3"]),
    (">=1.5,<2", ["1.5", "1.9"], ["1.4", "2", "3"]),
  ])
  func `admits the versions between its bounds`(
    _ text: String, _ admitted: [String], _ others: [String]
  ) throws {
    let condition = try #require(VersionCondition(text))
    #expect(condition.description == text)
    #expect(condition.isAlways == text.isEmpty)
    func admits(_ version: String) throws -> Bool {
      condition.admits(try Version(parsing: version, scheme: .general))
    }
    for version in admitted { #expect(try admits(version), "\(version)") }
    for version in others { #expect(try !admits(version), "\(version)") }
  }

  @Test func `admits nothing if a bound is not a version of the scheme`() throws {
    let condition = try #require(VersionCondition(">=stable"))
    #expect(!condition.admits(try Version(parsing: "1.0", scheme: .pep440)))
  }

  @Test(arguments: [
    "1.5", ">=", "<", ">1.5", "<=2", ">=1.5,", ",<2", "<2,>=1.5", ">=1,>=2", "<1,<2", ">= 1",
    ">=a/b",
  ])
  func `with another form is refused`(_ text: String) { #expect(VersionCondition(text) == nil) }
}
