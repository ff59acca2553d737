import Testing

@testable import Versions

struct VersionSetTests {
  @Test(arguments: [
    (VersionScheme.rubygems, "~> 1.4", ">= 1.4, < 2"), (.rubygems, ">= 1, < 2", ">= 1, < 2"),
    (.rubygems, "> 1, <= 2, != 1.5", "> 1, != 1.5, <= 2"), (.rubygems, "= 1.0", "= 1.0"),
    (.rubygems, "!= 1, != 2", "!= 1, != 2"), (.rubygems, "> 2, < 1", "none"),
    (.rubygems, "> 1, != 2, = 2", "none"), (.pep440, "= 2.0", "= 2.0"), (.pep440, "!= 2", "!= 2"),
    (.pep440, "> 2, <= 3", "> 2, <= 3"), (.pep440, "~> 1!2.3", ">= 1!2.3, < 1!3"),
    (.general, "< 2", "< 2"), (.general, "!= v1.0.0", "!= v1.0.0"),
  ])
  func `sets are described as requirements`(
    scheme: VersionScheme, requirement: String, description: String
  ) throws {
    let set = try Requirement(parsing: [requirement]).versions(in: scheme)
    #expect(set.description == description)
    #expect(set.complement.complement == set)
  }

  @Test func `unions are described as alternatives`() throws {
    let low = try Requirement(parsing: ["< 1"]).versions(in: .rubygems)
    let three = try VersionSet.exact(Version(parsing: "3", scheme: .rubygems))
    let high = try Requirement(parsing: [">= 5, != 6"]).versions(in: .rubygems)
    #expect(low.union(three).union(high).description == "< 1 or = 3 or >= 5, != 6")
    #expect(VersionSet.all.description == "any")
    #expect(three.union(three.complement) == .all)
  }

  @Test(arguments: [
    "= 2", "!= 2", "< 2", "<= 2", "> 2", ">= 2", "> 1, < 4", "> 1, != 2", "!= 1, != 5", "> 9",
    "< 0", "> 1.1, < 1.9", "!= 1.5", "> 1, <= 3, != 2", "~> 2.0", "> 2, < 1",
  ])
  func `the positions in a list are those of the versions in the set`(text: String) throws {
    let list = try (1...5).map { try Version(parsing: "\($0)", scheme: .rubygems) }
    let low = try Requirement(parsing: [text]).versions(in: .rubygems)
    let high = try Requirement(parsing: ["= 4"]).versions(in: .rubygems)
    for set in [low, low.complement, low.union(high), low.complement.union(high)] {
      let positions = set.positions(in: list)
      #expect(positions.flatMap { Array($0) } == list.indices.filter { set.contains(list[$0]) })
      #expect(positions.allSatisfy { !$0.isEmpty })
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      #expect(set.positions(in: []).isEmpty)
    }
  }

  /// Each of the pairs `=` and `!=`, `<` and `>=`, and `>` and `<=` partitions the versions, except
  /// for versions that the scheme assigns to neither comparator.
  @Test(arguments: VersionScheme.allCases)
  func `comparators partition the versions`(scheme: VersionScheme) throws {
    func set(_ text: String) throws -> VersionSet {
      try Requirement(parsing: [text]).versions(in: scheme)
    }
    for version in ["1.0.0", "1.2.3", "2.0.0-rc1"] {
      #expect(try set("= \(version)").complement == set("!= \(version)"))
      #expect(try set("< \(version)").isDisjoint(with: set(">= \(version)")))
      #expect(try set("> \(version)").isDisjoint(with: set("<= \(version)")))
      #expect(try set("= \(version)").isSubset(of: set(">= \(version)")))
      #expect(try set("= \(version)").isSubset(of: set("<= \(version)")))
      #expect(try set("~> \(version)").isSubset(of: set(">= \(version)")))
      #expect(try set("= \(version)").isSubset(of: set("~> \(version)")))
      if scheme == .rubygems {
        #expect(try set("< \(version)").union(set(">= \(version)")) == .all)
        #expect(try set("> \(version)").union(set("<= \(version)")) == .all)
      }
    }
  }
}
