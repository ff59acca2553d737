@testable import Versions

/// A version specifier (PEP 440, "Version specifiers"): `>=3.8, !=3.9.*, ~=1.4`.
///
/// Python distributions use specifiers to require each other and Python itself. The conformance
/// data tests sets of versions in this form.
struct PEP440Specifier {
  private enum Clause {
    /// A clause with any comparator except `===`: the versions that satisfy it.
    case versions(VersionSet)

    /// A clause with `===`: the text to compare with, ignoring case. It need not be a version.
    case text(String)
  }

  /// The error for a clause that is not valid.
  struct Malformed: Error {
    /// The text of the clause.
    let clause: String
  }

  private let clauses: [Clause]

  /// Parses clauses joined by commas. An empty text has no clauses and accepts every version.
  ///
  /// - Throws: ``Malformed`` or ``VersionError`` if a clause is not valid.
  init(parsing text: String) throws {
    clauses = try text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      .map(Self.clause)
  }

  /// The versions that satisfy every clause.
  ///
  /// For `===`, the only such version is the one that the text denotes, in any spelling, because a
  /// set does not distinguish spellings. ``contains(_:prereleases:)`` does.
  var versions: VersionSet {
    clauses.reduce(.all) { set, clause in
      switch clause {
      case .versions(let versions): set.intersection(versions)
      case .text(let text):
        set.intersection(
          (try? Version(parsing: text, scheme: .pep440)).map(VersionSet.exact) ?? .none)
      }
    }
  }

  /// Returns whether a version satisfies every clause. Text that is not a PEP 440 version satisfies
  /// only `===`.
  ///
  /// - Parameters:
  ///   - candidate: A version as a package index lists it.
  ///   - prereleases: Whether to accept prereleases. If false, they are rejected even if a clause
  ///     names one.
  func contains(_ candidate: String, prereleases: Bool) -> Bool {
    let version = try? Version(parsing: candidate, scheme: .pep440)
    if let version, version.isPrerelease, !prereleases { return false }
    return clauses.allSatisfy { clause in
      switch clause {
      case .versions(let versions): version.map(versions.contains) ?? false
      case .text(let text): text.lowercased() == candidate.lowercased()
      }
    }
  }

  /// The spelling of each comparator. A spelling that is a prefix of another one comes after it.
  private static let comparators: [(text: String, comparator: Comparator)] = [
    ("~=", .approximately), ("==", .equal), ("!=", .notEqual), ("<=", .lessOrEqual),
    (">=", .greaterOrEqual), ("<", .less), (">", .greater),
  ]

  /// Parses one clause.
  ///
  /// - Throws: ``Malformed`` or ``VersionError`` if the text is not a clause.
  private static func clause(parsing text: Substring) throws -> Clause {
    if text.hasPrefix("===") { return .text(String(text.dropFirst(3).trimmed)) }
    guard let (written, comparator) = comparators.first(where: { text.hasPrefix($0.text) }) else {
      throw Malformed(clause: String(text))
    }
    let operand = text.dropFirst(written.count).trimmed
    if operand.hasSuffix(".*") {
      guard let parts = PEP440Version(reading: Array(operand.dropLast(2).utf8)[...]) else {
        throw Malformed(clause: String(text))
      }
      let set = parts.versionsWithReleasePrefix
      return .versions(comparator == .equal ? set : set.complement)
    }
    guard let parts = PEP440Version(reading: Array(operand.utf8)[...]) else {
      throw Malformed(clause: String(text))
    }
    let version = try Version(parsing: String(operand), scheme: .pep440)
    return .versions(parts.versions(comparator, of: version))
  }
}

extension PEP440Version {
  /// The versions of `==2.1.*`: those whose release starts with `release`, where missing numbers
  /// equal zero.
  fileprivate var versionsWithReleasePrefix: VersionSet {
    let next = release.dropLast() + release.suffix(1).map(\.successor)
    return VersionSet.atLeast(floor(ofRelease: release))
      .intersection(.before(floor(ofRelease: Array(next))))
  }
}

extension Substring {
  /// The text without surrounding whitespace.
  fileprivate var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
