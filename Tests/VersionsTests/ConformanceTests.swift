import Corpora
import Testing

@testable import Versions

/// The version tests of other projects. Every table with known columns runs, regardless of its
/// name.
@Suite(.enabled(if: Corpora.has("versions"), Comment(rawValue: Corpora.absence)))
struct ConformanceTests {
  /// All tables, or none if the data is missing.
  private let tables: [ConformanceTable]

  init() throws { tables = try ConformanceTable.all() }

  /// Calls `check` for each row of the matching tables, and prints the number of rows.
  ///
  /// - Parameters:
  ///   - form: The kind of table, for the output.
  ///   - matches: Returns whether a table is of that kind.
  ///   - check: Tests a row, whose fields contain `\N` for a missing value. Returns false for a row
  ///     that this project rejects on purpose.
  private func run(
    _ form: String, where matches: (ConformanceTable) -> Bool,
    check: (ConformanceTable, [String]) throws -> Bool
  ) rethrows {
    var count = 0
    var rejected = 0
    for table in tables where matches(table) {
      for row in table.rows {
        if try check(table, row.map { $0 ?? "\\N" }) { count += 1 } else { rejected += 1 }
      }
    }
    print("conformance: \(form): \(count) rows ran, \(rejected) refused on purpose")
    #expect(count > 0)
  }

  @Test func `versions compare as in RubyGems and SemVer`() throws {
    try run("comparisons", where: { $0.hasColumns("a", "op", "b") }) { table, row in
      let scheme: VersionScheme = table.columns.contains("options") ? .semver : .rubygems
      if table.columns.contains("options"), row[3].contains("loose"),
        [row[0], row[2]].contains(where: { $0.contains("=") || $0.contains("v ") })
      {
        // npm is lenient here: `= v 1.2.3` is a comparator with a version rather than a version.
        #expect(throws: VersionError.self) { try Version(parsing: row[2], scheme: scheme) }
        return false
      }
      for scheme in [scheme, .general] {
        if scheme == .general, table.columns.contains("options") == false,
          row[0].contains("-") || row[2].contains("-")
        {
          continue  // With a dash, the version may be valid SemVer, whose order differs.
        }
        // SemVer leaves the order of builds open, which are different versions here.
        let (left, right) = (
          try Version(parsing: row[0], scheme: scheme).withoutBuild,
          try Version(parsing: row[2], scheme: scheme).withoutBuild
        )
        switch row[1] {
        case "<": #expect(left < right, "\(row)")
        case ">": #expect(left > right, "\(row)")
        case "!=": #expect(left != right, "\(row)")
        default:
          #expect(left == right && !(left < right) && !(right < left), "\(row)")
          #expect(left.hashValue == right.hashValue)
        }
      }
      return true
    }
  }

  @Test func `PEP 440 versions sort as listed`() throws {
    for table in tables where table.columns.first?.contains("ascending") == true {
      let versions = try table.rows.compactMap(\.first).map {
        try Version(parsing: $0 ?? "", scheme: .pep440)
      }
      for (index, version) in versions.enumerated() {
        for (other, otherVersion) in versions.enumerated() {
          #expect((version < otherVersion) == (index < other))
          #expect((version == otherVersion) == (index == other))
        }
      }
      print("conformance: ascending lists: \(versions.count) rows ran, each with each")
    }
  }

  @Test func `PEP 440 versions are normalized`() throws {
    run("normal forms", where: { $0.hasColumns("version", "normalised") }) { _, row in
      let version = try? Version(parsing: row[0], scheme: .pep440)
      #expect((version?.normalized ?? "\\N") == row[1], "\(row)")
      if let version {
        #expect(version == (try? Version(parsing: version.normalized, scheme: .pep440)))
      }
      return true
    }
  }

  @Test func `requirements admit the same versions as in RubyGems`() throws {
    try run("requirements", where: { $0.hasColumns("requirement", "version", "satisfied") }) {
      _, row in
      if row[1].allSatisfy(\.isWhitespace) {
        // RubyGems parses an empty text as 0, but a pin must be explicit.
        #expect(throws: VersionError.empty) { try Version(parsing: row[1], scheme: .rubygems) }
        return false
      }
      if row[0].hasSuffix(".x") {
        // RubyGems parses the letter as a prerelease.
        #expect(throws: RequirementError.self) { try Requirement(parsing: [row[0]]) }
        return false
      }
      let requirement = try Requirement(parsing: [row[0]])
      let version = try Version(parsing: row[1], scheme: .rubygems)
      #expect(
        try requirement.versions(in: .rubygems).contains(version) == (row[2] == "true"), "\(row)")
      return true
    }
  }

  @Test func `requirements are equal exactly if they are in RubyGems`() throws {
    try run("requirement equality", where: { $0.hasColumns("requirement_a", "requirement_b") }) {
      _, row in
      let sets = try row[0...1].map { try Requirement(parsing: [$0]).versions(in: .rubygems) }
      #expect((sets[0] == sets[1]) == (row[2] == "true"), "\(row)")
      return true
    }
  }

  @Test func `PEP 440 specifiers admit the expected versions`() throws {
    try run("specifiers", where: { $0.hasColumns("specifier", "version", "contained") }) {
      _, row in
      let specifier = try PEP440Specifier(parsing: row[0])
      // The option of the call, which is last, overrides that of the specifier. By default,
      // prereleases are accepted.
      let policy = row[3].split(separator: ",").map(String.init)
      let option =
        policy.last { $0.hasSuffix("=True") || $0.hasSuffix("=False") } ?? "prereleases=True"
      let contains = specifier.contains(row[1], prereleases: option.hasSuffix("=True"))
      #expect(contains == (row[2] == "true"), "\(row)")
      if let version = try? Version(parsing: row[1], scheme: .pep440), option.hasSuffix("=True"),
        !row[0].hasPrefix("===")
      {
        #expect(specifier.versions.contains(version) == contains, "\(row)")
      }
      return true
    }
  }

  @Test func `derived values match those of RubyGems`() throws {
    var taken: [String: Int] = [:]
    run("derived", where: { $0.hasColumns("function", "input", "expected") }) { _, row in
      guard let matches = derived(row[0], row[1], expected: row[2]) else { return false }
      #expect(matches, "\(row)")
      taken[row[0], default: 0] += 1
      return true
    }
    print("conformance: derived:", taken.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
  }

  /// Returns whether the result of `function` for `input` is `expected`, or `nil` for a function
  /// that has no equivalent in this project.
  private func derived(_ function: String, _ input: String, expected: String) -> Bool? {
    let version = try? Version(parsing: input, scheme: .rubygems)
    let parts = RubyGemsVersion(reading: Array(input.utf8)[...])
    let requirement = try? Requirement(
      parsing: input.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    switch function {
    case "bump": return parts?.release.bumped.dotted == expected
    case "release": return parts?.release.dotted == expected
    case "prerelease?": return version?.isPrerelease.description == expected
    case "invalid_version": return version == nil
    case "invalid_requirement":
      return (try? requirement?.versions(in: .rubygems)) == nil
    case "parse_requirement": return requirement?.description == expected
    case "requirement_prerelease?":
      return (try? requirement?.policy(in: .rubygems))?.admitsPrereleases.description == expected
    case "canonical_segments":
      let listed = expected.filter { !"[]\" ".contains($0) }.split(separator: ",")
      return version?.normalized == listed.joined(separator: ".")
    // Not supported: approximate_recommendation, eql?, empty_is_zero, for_lockfile,
    // requirement_specific?
    default: return nil
    }
  }
}

extension Version {
  fileprivate var withoutBuild: Version {
    (try? Version(parsing: spellingWithoutBuild, scheme: scheme)) ?? self
  }
}
