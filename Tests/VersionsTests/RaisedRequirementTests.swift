import Testing
import Versions

@Suite struct RaisedRequirementTests {
  private func requirement(_ text: String) throws -> Requirement {
    try Requirement(parsing: text.isEmpty ? [] : [text])
  }

  private func version(_ text: String) throws -> Version {
    try Version(parsing: text, scheme: .pep440)
  }

  @Test(arguments: [
    ("~> 0.16", "0.16.4", ">= 0.16.4"), (">= 1, < 2", "1.5", ">= 1.5"), ("1.0", "1.0", ">= 1.0"),
    ("~> 1.0, != 1.7", "1.5", ">= 1.5, != 1.7"), ("~> 2.0.rc1", "2.0rc1", ">= 2.0rc1"),
    ("= 2.0+cpu", "2.0+cpu", ">= 2.0+cpu"), ("!= 1.5", "1.5", nil),
  ])
  func `an open requirement has no upper bound`(
    _ old: String, _ locked: String, _ new: String?
  )
    throws
  {
    #expect(try requirement(old).open(from: try version(locked))?.description == new)
  }

  @Test func `without a version in use, only exclusions stay`() throws {
    #expect(try requirement("~> 1.0, != 1.7").open(from: nil)?.description == "!= 1.7")
    #expect(try requirement("~> 1.0").open(from: nil) == .any)
  }

  @Test(arguments: [
    ("~> 0.16", "0.18.2", "~> 0.18.2"), (">= 1, < 2", "3.1.4", "~> 3.1"), ("1.0", "1.2", "= 1.2"),
    ("~> 1.0, != 1.7, != 2.4", "2.3", "~> 2.3, != 2.4"), ("< 2024", "2024.5.1", ">= 2024.5.1"),
  ])
  func `a raised requirement admits the version and keeps its kind`(
    _ old: String, _ new: String, _ expected: String
  ) throws {
    let raised = Requirement(raising: try requirement(old), to: try version(new))
    #expect(raised.description == expected)
    #expect(try raised.admits(try version(new)))
  }
}
