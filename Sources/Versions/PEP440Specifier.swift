/// What distributions write about each other and about Python: `>=3.8, !=3.9.*, ~=1.4`
/// (PEP 440, "Version specifiers").
package struct PEP440Specifier: Sendable, Hashable {
  private enum Clause: Sendable, Hashable {
    case versions(VersionSet)
    /// `===`: the same text, letter case aside, whether it is a version or not.
    case text(String)
  }

  private let clauses: [Clause]

  /// As written, without white space around it.
  package let spelling: String

  /// Whether it names a prerelease other than to exclude it.
  package let namesPrerelease: Bool

  /// The longest text that is read as a specifier, in UTF-8 bytes.
  package static let maximumByteCount = 4096

  /// Reads clauses joined by commas; an empty text has none, and takes everything.
  package init(parsing text: String) throws(PEP440SpecifierError) {
    let byteCount = text.utf8.count
    guard byteCount <= Self.maximumByteCount else { throw .tooLong(byteCount: byteCount) }
    var clauses: [Clause] = []
    var namesPrerelease = false
    for part in text.split(separator: ",") {
      let part = part.trimmed
      if part.isEmpty { continue }
      let (clause, isPrerelease) = try Self.clause(parsing: part)
      clauses.append(clause)
      namesPrerelease = namesPrerelease || isPrerelease
    }
    self.spelling = String(text[...].trimmed)
    self.clauses = clauses
    self.namesPrerelease = namesPrerelease
  }

  /// The versions that satisfy every clause. For `===` this is the version that the text
  /// means, since a set does not know spellings; ``contains(_:prereleases:)`` does.
  package var versions: VersionSet {
    clauses.reduce(.all) { set, clause in
      switch clause {
      case .versions(let versions): set.intersection(versions)
      case .text(let text):
        set.intersection(
          (try? Version(parsing: text, scheme: .pep440)).map(VersionSet.exact) ?? .none)
      }
    }
  }

  /// Whether `candidate`, a version as an index lists it, satisfies every clause. What is no
  /// version of PEP 440 satisfies `===` alone.
  ///
  /// - Parameter prereleases: false to leave out prereleases whatever is named.
  package func contains(_ candidate: String, prereleases: Bool = true) -> Bool {
    let version = try? Version(parsing: candidate, scheme: .pep440)
    if let version, version.isPrerelease, !prereleases { return false }
    return clauses.allSatisfy { clause in
      switch clause {
      case .versions(let versions): version.map(versions.contains) ?? false
      case .text(let text): text.lowercased() == candidate.lowercased()
      }
    }
  }

  private static let comparators: [(text: String, comparator: Comparator)] = [
    ("~=", .approximately), ("==", .equal), ("!=", .notEqual), ("<=", .lessOrEqual),
    (">=", .greaterOrEqual), ("<", .less), (">", .greater),
  ]

  private static func clause(
    parsing text: Substring
  ) throws(PEP440SpecifierError) -> (Clause, namesPrerelease: Bool) {
    if text.hasPrefix("===") {
      let operand = text.dropFirst(3).trimmed
      guard !operand.isEmpty, !operand.contains(where: \.isWhitespace) else {
        throw .malformed(clause: String(text))
      }
      let version = try? Version(parsing: String(operand), scheme: .pep440)
      return (.text(String(operand)), version?.isPrerelease ?? false)
    }
    guard let (written, comparator) = comparators.first(where: { text.hasPrefix($0.text) }) else {
      throw .malformed(clause: String(text))
    }
    let operand = text.dropFirst(written.count).trimmed
    let isEquality = comparator == .equal || comparator == .notEqual
    if isEquality, operand.hasSuffix(".*") {
      guard let (parts, _) = version(operand.dropLast(2)), parts.isReleaseOnly else {
        throw .malformed(clause: String(text))
      }
      let set = parts.versionsWithReleasePrefix
      return (.versions(comparator == .equal ? set : set.complement), false)
    }
    guard let (parts, version) = version(operand),
      // Only equality compares local versions, and `~=1` would have no number to let go.
      isEquality || parts.local.isEmpty,
      comparator != .approximately || parts.release.count > 1
    else { throw .malformed(clause: String(text)) }
    return (
      .versions(parts.versions(comparator, of: version)),
      parts.isPrerelease && comparator != .notEqual
    )
  }

  private static func version(_ text: Substring) -> (PEP440Version, Version)? {
    guard let bytes = try? Version.bytes(of: String(text)),
      let parts = PEP440Version(reading: bytes[...])
    else { return nil }
    return (parts, Version(parts, spelling: String(text), scheme: .pep440))
  }
}

extension PEP440Specifier: CustomStringConvertible {
  package var description: String { spelling }
}

/// Why a text is not a specifier.
package enum PEP440SpecifierError: Error, Sendable, Hashable {
  /// More bytes than ``PEP440Specifier/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// A clause without one of PEP 440's comparators, or with what it cannot compare.
  case malformed(clause: String)
}

extension PEP440Version {
  fileprivate var isReleaseOnly: Bool {
    pre == nil && post == nil && dev == nil && local.isEmpty
  }
}

extension Substring {
  /// Without white space around it.
  fileprivate var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
