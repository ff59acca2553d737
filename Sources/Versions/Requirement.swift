/// A condition on versions as its author wrote it: `~> 1.4`, or `>= 2, < 4`.
///
/// A requirement is parsed without a scheme, because the parser of a manifest does not know the
/// sources of the tools. ``versions(in:)`` takes the scheme. Equality compares the clauses as
/// written, except for whitespace, and not the versions that they accept.
package struct Requirement: Sendable, Hashable {
  /// A comparator with a version.
  package struct Clause: Sendable, Hashable {
    /// The comparator: `=` if none is written.
    package let comparator: Comparator

    /// The version as written: printable ASCII, and valid in at least one scheme.
    package let version: String

    /// Creates a clause. The version must be valid in at least one scheme.
    init(_ comparator: Comparator, _ version: String) {
      self.comparator = comparator
      self.version = version
    }
  }

  /// The requirement without clauses, which admits any stable public version.
  package static let any = Requirement(clauses: [])

  /// The clauses as written, each once. All of them must hold.
  package let clauses: [Clause]

  /// Creates a requirement, dropping repeated clauses.
  init(clauses: [Clause]) {
    var known: Set<Clause> = []
    self.clauses = clauses.filter { known.insert($0).inserted }
  }

  /// The maximum size of all texts of a requirement, in bytes. Comparing the clauses with one
  /// another takes quadratic time.
  package static let maximumByteCount = 4096

  /// Creates a requirement that admits only one version. In a scheme in which the text is not a
  /// version, ``versions(in:)`` throws.
  package init(exactly version: String) {
    self.init(clauses: [Clause(.equal, version)])
  }

  /// Parses texts that each contain one clause, or several joined by commas. A version without a
  /// comparator means `=`.
  ///
  /// - Parameter texts: The texts. An empty list results in ``any``.
  /// - Throws: ``RequirementError`` if a text is not a requirement, such as an empty text.
  package init(parsing texts: [String]) throws(RequirementError) {
    var byteCount = 0
    for (index, text) in texts.enumerated() {
      byteCount += text.utf8.count
      if byteCount > Self.maximumByteCount {
        throw RequirementError(.listTooLong(byteCount: byteCount), textIndex: index, offset: 0)
      }
    }
    var clauses: [Clause] = []
    for (index, text) in texts.enumerated() {
      var parser = RequirementParser(text: text, textIndex: index)
      clauses += try parser.clauses()
    }
    self.init(clauses: clauses)
  }

  /// Whether the requirement is a single `=` clause: `= 1.2`.
  package var isExact: Bool { clauses.count == 1 && clauses[0].comparator == .equal }
}

extension Requirement: CustomStringConvertible {
  /// The clauses joined by commas: `>= 2, < 4`. Empty for ``any``.
  package var description: String {
    clauses.map(\.description).joined(separator: ", ")
  }
}

extension Requirement.Clause: CustomStringConvertible {
  /// The comparator and the version, separated by a space: `>= 2`.
  package var description: String { "\(comparator.rawValue) \(version)" }
}
