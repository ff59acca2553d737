import Testing

@testable import Versions

struct RequirementTests {
  @Test(arguments: [
    (["1.2"], "= 1.2"), (["~>1.4"], "~> 1.4"), ([">= 2,<4"], ">= 2, < 4"),
    ([">= 3.28", " < 5 "], ">= 3.28, < 5"), (["= 1", "1"], "= 1"), ([], ""),
    (["=\n1"], "= 1"), (["!= 1!2.0+local"], "!= 1!2.0+local"), (["v1.2"], "= v1.2"),
    ([">= 1.0.0-x.7"], ">= 1.0.0-x.7"), (["~> 1.0.xa"], "~> 1.0.xa"),
  ])
  func `requirements are formatted canonically`(texts: [String], description: String) throws {
    let requirement = try Requirement(parsing: texts)
    #expect(requirement.description == description)
    if !description.isEmpty { #expect(try Requirement(parsing: [description]) == requirement) }
    #expect((requirement == .any) == texts.isEmpty)
  }

  @Test(arguments: [
    ([""], RequirementError(.emptyClause, textIndex: 0, offset: 0)),
    (["1", "  "], RequirementError(.emptyClause, textIndex: 1, offset: 2)),
    ([">= 1, "], RequirementError(.emptyClause, textIndex: 0, offset: 6)),
    ([">= 1,, < 2"], RequirementError(.emptyClause, textIndex: 0, offset: 5)),
    ([">="], RequirementError(.missingVersion, textIndex: 0, offset: 0)),
    (["^1.2"], RequirementError(.unknownComparator("^"), textIndex: 0, offset: 0)),
    ([">= 1, == 2"], RequirementError(.unknownComparator("=="), textIndex: 0, offset: 6)),
    (["~= 2"], RequirementError(.unknownComparator("~="), textIndex: 0, offset: 0)),
    (["1.*"], RequirementError(.wildcard("1.*"), textIndex: 0, offset: 0)),
    (["= 1.x"], RequirementError(.wildcard("1.x"), textIndex: 0, offset: 2)),
    (["~> 0.16.x"], RequirementError(.wildcard("0.16.x"), textIndex: 0, offset: 3)),
    ([">= 0.16, < 1.X"], RequirementError(.wildcard("1.X"), textIndex: 0, offset: 11)),
    (["~> 0.x.1"], RequirementError(.wildcard("0.x.1"), textIndex: 0, offset: 3)),
    (["~> 0.16.latest"], RequirementError(.wildcard("0.16.latest"), textIndex: 0, offset: 3)),
    (["*"], RequirementError(.wildcard("*"), textIndex: 0, offset: 0)),
    (["latest"], RequirementError(.notAVersion("latest"), textIndex: 0, offset: 0)),
    ([">= 1 < 2"], RequirementError(.notAVersion("1 < 2"), textIndex: 0, offset: 3)),
    (["1..2"], RequirementError(.notAVersion("1..2"), textIndex: 0, offset: 0)),
    ([">= ../1"], RequirementError(.notAVersion("../1"), textIndex: 0, offset: 3)),
    (["é, 1.\u{7}"], RequirementError(.forbiddenCharacter("é"), textIndex: 0, offset: 0)),
    (["1, 1.\u{7}"], RequirementError(.forbiddenCharacter("\u{7}"), textIndex: 0, offset: 5)),
  ])
  func `an invalid requirement is rejected with its position`(
    texts: [String], error: RequirementError
  ) {
    #expect(throws: error) { try Requirement(parsing: texts) }
  }

  @Test func `a version in a requirement may have the maximum length`() throws {
    let long = String(repeating: "1", count: Version.maximumByteCount)
    #expect(try Requirement(parsing: [long]).isExact)
    #expect(throws: RequirementError(.tooLong(byteCount: 257), textIndex: 0, offset: 3)) {
      try Requirement(parsing: [">= \(long)1"])
    }
  }

  @Test func `a requirement must be valid in the version scheme`() throws {
    let requirement = try Requirement(parsing: ["1!2.0"])
    #expect(try requirement.versions(in: .pep440).description == "= 1!2.0")
    #expect(throws: VersionError.malformed(text: "1!2.0", scheme: .rubygems)) {
      try requirement.versions(in: .rubygems)
    }
  }

  /// A requirement, with versions that it admits and versions that it rejects, each list separated
  /// by spaces.
  struct Choice: CustomTestStringConvertible {
    let scheme: VersionScheme
    let requirement: String
    let admitted: [String]
    let rejected: [String]

    init(_ scheme: VersionScheme, _ requirement: String, _ admitted: String, not rejected: String) {
      self.scheme = scheme
      self.requirement = requirement
      self.admitted = admitted.split(separator: " ").map(String.init)
      self.rejected = rejected.split(separator: " ").map(String.init)
    }

    var testDescription: String { "\(scheme) \(requirement)" }
  }

  @Test(arguments: [
    Choice(.rubygems, "~> 1.4", "1.4 1.4.9 1.99", not: "1.3 2.0 2.0.a 1.5.a"),
    Choice(.rubygems, "~> 1.4.a", "1.4.a 1.4.b 1.4 1.9 1.9.a", not: "1.3 2 2.a"),
    Choice(.rubygems, ">= 1.a, < 2", "1.a 1 2.a", not: "2 0.9"),
    Choice(.rubygems, ">= 1, != 2.a", "1 2 3", not: "2.a 3.a"),
    Choice(.general, "~> 0.17", "0.17 0.17.5 v0.18.0", not: "0.16.9 1.0.0 0.18.0-rc.1 1.0.0-rc.1"),
    Choice(.general, "~> 0.17.2", "0.17.2 0.17.9", not: "0.17.1 0.18.0"),
    Choice(
      .general, ">= 1.0.0-rc.1, < 2", "1.0.0-rc.1 1.0.0-rc.10 1.0.0 1.9.0-a",
      not: "2.0.0-a 2.0.0 1.0.0-a"),
    Choice(.general, ">= 2.0.0-a, < 2.0.0", "2.0.0-a 2.0.0-b", not: "2.0.0 1.9.0"),
    Choice(.general, "~> 2024-01-01", "2024-01-01 2024-01-31", not: "2024-02-01 2023-12-31"),
    Choice(.general, "> 2024-01-01", "2024-01-02 2025-01-01", not: "2024-01-01 2025-01-01-rc"),
    Choice(.general, "1.2", "1.2.0 v1.2.0 1.2.0+build", not: "1.2.1 1.2.0-rc.1"),
    // Only a clause that names a build tells the builds of a version apart.
    Choice(.general, "= 1.2.0+x1", "1.2.0+x1 v1.2.0+x1", not: "1.2.0 1.2.0+x2 1.2.0+x10"),
    Choice(.general, "!= 1.2", "1.1+x1 1.2.1", not: "1.2 1.2.0+x1"),
    Choice(.general, "!= 1.2+x1", "1.2 1.2.0+x2", not: "1.2+x1"),
    Choice(.general, "> 1.2", "1.2.0.1 1.2.1", not: "1.2 1.2.0+x1"),
    Choice(.general, "> 1.2+x1", "1.2.0+x2 1.2.1", not: "1.2 1.2+x1"),
    Choice(.general, ">= 1.2+x2", "1.2.0+x2 1.2.1", not: "1.2 1.2+x1"),
    Choice(.general, "<= 1.2", "1.2 1.2.0+x1 1.1", not: "1.2.0.1 1.2.1"),
    Choice(.general, "< 1.2", "1.1+x1", not: "1.2 1.2+x1"),
    Choice(.general, "< 1.2+x2", "1.2 1.2+x1 1.1", not: "1.2+x2 1.2.1"),
    Choice(.general, "~> 1.2.3+x2", "1.2.3+x2 1.2.4", not: "1.2.3 1.2.3+x1 1.3"),
    Choice(.semver, "1.2.0", "1.2.0 1.2.0+x1", not: "1.2.1"),
    Choice(.semver, "~> 1.4", "1.4.0 1.9.9", not: "1.3.9 2.0.0 2.0.0-0"),
    Choice(.semver, ">= 2", "2.0.0 3.1.4", not: "1.9.9 2.0.0-rc.1 3.0.0-rc.1"),
    Choice(.semver, "~> 1", "1.0.0 1.9.9", not: "0.9.9 2.0.0"),
    Choice(
      .pep440, "~> 0.17", "0.17 0.17.5 0.99.post1", not: "0.16 1.0 1.0.dev0 1a1 0.18a1 0.18+cu1"),
    Choice(.pep440, "~> 2.2.post3", "2.2.post3 2.3", not: "2.2 2.2.post2 3"),
    Choice(.pep440, "~> 1!2.3.0", "1!2.3.0 1!2.3.9", not: "2.3.0 1!2.4"),
    Choice(.pep440, "= 2.0", "2.0 2", not: "2.0+cu118 2.0.post1"),
    Choice(.pep440, "= 2.0+cu118", "2.0+cu118 2.0+CU118", not: "2.0 2.0+cu117"),
    Choice(.pep440, ">= 2.0+cu118", "2.0+cu118 2.1", not: "2.0 2.1+cu118"),
    Choice(.pep440, "!= 2.0", "2.0.1 2.0.post1 1", not: "2.0 2.0+a"),
    Choice(.pep440, ">= 2.0rc1", "2.0rc1 2.0 3.0a1", not: "2.0b9 1.0"),
    Choice(.pep440, "< 2", "1.9 1.9.post4", not: "2 2a1 2.dev0"),
    Choice(.pep440, "> 2", "2.0.1 3", not: "2 2.post1 2+a"),
  ])
  func `requirements admit the expected versions`(choice: Choice) throws {
    let requirement = try Requirement(parsing: [choice.requirement])
    for text in choice.admitted {
      let version = try Version(parsing: text, scheme: choice.scheme)
      #expect(try requirement.admits(version), "\(text)")
    }
    for text in choice.rejected {
      let version = try Version(parsing: text, scheme: choice.scheme)
      #expect(try !requirement.admits(version), "\(text)")
    }
  }

  @Test func `no requirement means any stable public version`() throws {
    for (text, isAdmitted) in [("1", true), ("2.post1", true), ("3a1", false), ("3+a", false)] {
      let version = try Version(parsing: text, scheme: .pep440)
      #expect(try Requirement.any.admits(version) == isAdmitted)
    }
    #expect(try Requirement.any.versions(in: .general) == .all)
    #expect(try Requirement.any.policy(in: .general) == .stable)
  }

  @Test func `policies of several requirements are combined`() throws {
    let prerelease = try Requirement(parsing: [">= 2.0rc1"]).policy(in: .pep440)
    let local = try Requirement(parsing: ["= 2.0+a"]).policy(in: .pep440)
    let both = VersionPolicy.stable.union(prerelease).union(local)
    for text in ["2.0rc1", "2.0+a", "1"] {
      #expect(both.admits(try Version(parsing: text, scheme: .pep440)))
    }
    #expect(!both.admits(try Version(parsing: "2.0+b", scheme: .pep440)))
  }
}
