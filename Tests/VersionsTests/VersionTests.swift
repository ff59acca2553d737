import Testing

@testable import Versions

struct VersionTests {
  @Test(arguments: [
    ("2.0.0-rc.1", VersionScheme.semver, "2.0.0" as String?), ("2.0.0.rc1", .rubygems, "2.0.0"),
    ("1!2.0rc1", .pep440, "1!2.0"), ("2.0.dev3", .pep440, "2.0"),
    ("v2.1.0-beta", .general, "2.1.0"), ("2.0.0", .semver, nil), ("2024-01-01", .general, nil),
  ])
  func `a prerelease has a corresponding release`(
    text: String, scheme: VersionScheme, release: String?
  ) throws {
    let version = try Version(parsing: text, scheme: scheme)
    #expect(version.release == (try release.map { try Version(parsing: $0, scheme: scheme) }))
  }

  @Test(arguments: [
    // Every list is strictly ascending.
    (VersionScheme.general, ["0.9", "1.0.beta", "1.0.0-alpha", "1.0.0-rc.1", "1.0", "1.0.0.1"]),
    (.general, ["2023-12-31", "2024-01-01-rc1", "2024-01-01", "2024-01-02", "2024.2", "2024-03"]),
    (
      .general,
      ["v1.9.0", "1.10.0", "v1.10.1-rc.2", "v1.10.1-rc.10", "1.10.1", "21+35", "21.0.1+12"]
    ),
    (.general, ["21", "21+35", "21.0.0.1", "21.0.1", "21.0.1+2", "21.0.1+12", "21.0.1+12.1"]),
    (.general, ["1.2-rc.1", "1.2-rc.1+b", "1.2", "1.2+a", "1.2+k3s2", "1.2+k3s10", "1.2+l"]),
    (
      .semver,
      ["1.28.4-rc.1", "1.28.4-rc.1+x1", "1.28.4", "1.28.4+2", "1.28.4+10", "1.28.4+r1-2"]
        + ["1.28.4+r1.2", "1.28.4+x01", "1.28.4+x1", "1.28.4+x2", "1.28.5"]
    ),
    (.general, ["3.3a", "3.3", "3.4", "9.9.7-1", "9.9.7"]),
    (.rubygems, ["1.a.0.b", "1.a.0.0.b", "1.a", "1.a.0.0.1", "1.a.0.1", "1.a.1", "1"]),
    (.rubygems, ["1.A", "1.a", "1.aa", "1.b", "1", "1.0.0.1", "1.0.1"]),
    (.semver, ["1.0.0-0", "1.0.0-9", "1.0.0-10", "1.0.0--", "1.0.0-a", "1.0.0-a.0", "1.0.0-a-"]),
    (.pep440, ["1.dev0", "1a0.dev0", "1a0", "1b1", "1rc1", "1", "1+a", "1+0", "1.post0", "1!0"]),
  ])
  func `versions sort as their scheme defines`(scheme: VersionScheme, texts: [String]) throws {
    let versions = try texts.map { try Version(parsing: $0, scheme: scheme) }
    for (index, version) in versions.enumerated() {
      for (other, otherVersion) in versions.enumerated() {
        #expect((version < otherVersion) == (index < other), "\(version) \(otherVersion)")
        #expect((version == otherVersion) == (index == other), "\(version) \(otherVersion)")
      }
    }
  }

  @Test(arguments: [
    (VersionScheme.general, "v1.2.0", "1.2"), (.general, "v1.2.0+5", "1.2+5"),
    (.general, "2024-01-01", "2024.1.1"), (.semver, "V1.2.3+a", "1.2.3+a"),
    (.rubygems, "1.2.b1", "1.2.b.1"), (.rubygems, "1.a.0", "1.0.0.a"),
    (.semver, "V1.2.3", "1.2.3"), (.pep440, "1.0.0-ALPHA", "1a0"), (.pep440, "1.0", "v1"),
  ])
  func `different spellings of one version are equal`(
    scheme: VersionScheme, left: String, right: String
  )
    throws
  {
    let versions = try [left, right].map { try Version(parsing: $0, scheme: scheme) }
    #expect(versions[0] == versions[1])
    #expect(Set(versions).count == 1)
    #expect(versions.map(\.description) == [left, right])
  }

  @Test(arguments: [
    (VersionScheme.general, "2024-01-01", false), (.general, "2024-01-01-beta", true),
    (.general, "1.2.3-1", true), (.general, "1.2", false), (.general, "1.1.1w", true),
    (.general, "37c", true),
    (.pep440, "1.0.post1", false), (.pep440, "1.0.post1.dev2", true), (.pep440, "1+rc1", false),
    (.semver, "1.2.3+rc.1", false),
  ])
  func `prereleases are recognized`(scheme: VersionScheme, text: String, isPrerelease: Bool) throws
  {
    #expect(try Version(parsing: text, scheme: scheme).isPrerelease == isPrerelease)
  }

  @Test(arguments: [
    (VersionScheme.semver, "1.2"), (.semver, "01.2.3"), (.semver, "1.2.3-01"), (.semver, "1.2.3-"),
    (.semver, "1.2.3-a..b"), (.semver, "1.2.3+"), (.semver, "1.2.3.4"), (.semver, "vv1.2.3"),
    (.rubygems, "1a"), (.rubygems, "v1"), (.rubygems, "1-"), (.rubygems, "1.-a"),
    (.rubygems, "1+2"), (.rubygems, "1_2"), (.general, "latest"), (.general, "../1"),
    (.general, "1/2"), (.general, "-1"), (.general, ".1"), (.general, "1+"), (.general, "1+a..b"),
    (.general, "2d2"), (.general, "37cc"), (.general, "c"),
    (.general, "v"), (.pep440, "1!"), (.pep440, "1!2!3"), (.pep440, "1.0+a+b"),
    (.pep440, "1.0.devx"),
  ])
  func `a version that the scheme does not allow is rejected`(scheme: VersionScheme, text: String) {
    #expect(throws: VersionError.malformed(text: text, scheme: scheme)) {
      try Version(parsing: text, scheme: scheme)
    }
  }

  @Test(arguments: VersionScheme.allCases)
  func `hostile texts are rejected before parsing`(scheme: VersionScheme) {
    let refusals: [(String, VersionError)] = [
      ("", .empty), (" \t\n", .empty), ("1.0\u{0}", .forbiddenCharacter("\u{0}", offset: 3)),
      ("1 0", .forbiddenCharacter(" ", offset: 1)),
      ("  1.\u{1B}[31m", .forbiddenCharacter("\u{1B}", offset: 4)),
      ("1.٣", .forbiddenCharacter("٣", offset: 2)), ("é1", .forbiddenCharacter("é", offset: 0)),
      (String(repeating: "1", count: 257), .tooLong(byteCount: 257)),
      (String(repeating: "1.", count: 1_000_000) + "1", .tooLong(byteCount: 2_000_001)),
    ]
    for (text, error) in refusals {
      #expect(throws: error) { try Version(parsing: text, scheme: scheme) }
    }
  }

  @Test(arguments: VersionScheme.allCases)
  func `numbers beyond machine integers keep their order`(scheme: VersionScheme) throws {
    let tails =
      ["9", "18446744073709551615", "18446744073709551616"]
      + [63, 64, 65, 127, 128, 129, 191, 192, 250].map { "1" + String(repeating: "0", count: $0) }
    let versions = try tails.map { try Version(parsing: "1.0.\($0)", scheme: scheme) }
    #expect(versions == versions.shuffled().sorted())
    #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 })
    let nines = String(repeating: "9", count: 200)
    let set = try Requirement(parsing: ["~> 1.\(nines).0"]).versions(in: scheme)
    #expect(set.contains(try Version(parsing: "1.\(nines).7", scheme: scheme)))
    #expect(
      !set.contains(try Version(parsing: "1.1\(nines.map { _ in "0" }.joined()).0", scheme: scheme))
    )
  }

  @Test(arguments: [VersionScheme.rubygems, .pep440, .general])
  func `a version may be a single number of the maximum length`(scheme: VersionScheme) throws {
    let lengths = [1, 63, 64, 128, 254, 255, Version.maximumByteCount]
    let versions = try lengths.map {
      try Version(parsing: String(repeating: "9", count: $0), scheme: scheme)
    }
    #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 })
    // The upper bound of `~>` has one more digit.
    let longest = versions[versions.count - 1]
    let set = try Requirement(parsing: ["~> \(longest)"]).versions(in: scheme)
    #expect(versions.map(set.contains) == versions.map { $0 == longest })
  }

  @Test func `versions of different schemes are ordered and never equal`() throws {
    let versions = try VersionScheme.allCases.map { try Version(parsing: "1.0.0", scheme: $0) }
    #expect(Set(versions).count == VersionScheme.allCases.count)
    for left in versions {
      for right in versions {
        #expect([left < right, left == right, right < left].filter { $0 }.count == 1)
      }
    }
  }

  /// RubyGems compares segment by segment. A missing segment equals zero, and words
  /// precede numbers.
  @Test func `RubyGems keys agree with segment-by-segment comparison`() throws {
    let alphabet = ["0", "1", "2", "a", "b"]
    var tails = [[String]]()
    for first in alphabet {
      tails.append([first])
      for second in alphabet {
        tails.append([first, second])
        for third in alphabet {
          tails.append([first, second, third])
          for fourth in ["0", "1", "a"] { tails.append([first, second, third, fourth]) }
        }
      }
    }
    let versions = try tails.map { tail in
      let text = (["1"] + tail).joined(separator: ".")
      return (try Version(parsing: text, scheme: .rubygems), Self.canonical(["1"] + tail))
    }
    for (left, leftSegments) in versions {
      for (right, rightSegments) in versions {
        let expected = Self.compare(leftSegments, rightSegments)
        if (left < right) != (expected < 0) || (left == right) != (expected == 0) {
          Issue.record("\(left) and \(right): \(expected)")
        }
      }
    }
    print("RubyGems keys: \(versions.count * versions.count) pairs")
  }

  /// Returns segments without the trailing zeros of the release and of the prerelease.
  private static func canonical(_ segments: [String]) -> [String] {
    let split = segments.firstIndex { !$0.allSatisfy(\.isNumber) } ?? segments.count
    return [segments[..<split], segments[split...]].flatMap { part in
      part.reversed().drop { $0 == "0" }.reversed()
    }
  }

  /// Returns a negative number, zero, or a positive number if `left` precedes, equals, or follows
  /// `right`. Compares segment by segment.
  private static func compare(_ left: [String], _ right: [String]) -> Int {
    for index in 0..<max(left.count, right.count) {
      let segments = [left, right].map { index < $0.count ? $0[index] : "0" }
      if segments[0] == segments[1] { continue }
      switch (Int(segments[0]), Int(segments[1])) {
      case (let left?, let right?): return left < right ? -1 : 1
      case (nil, nil): return segments[0] < segments[1] ? -1 : 1
      case (nil, _): return -1
      case (_, nil): return 1
      }
    }
    return 0
  }
}
