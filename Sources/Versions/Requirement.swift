/// A condition on versions as a person wrote it: `~> 1.4`, or `>= 2, < 4`.
///
/// Parsed without a scheme, since a manifest's parser has no sources; ``versions(in:)`` takes it.
/// Equality compares the written clauses except for spaces, not their versions.
package struct Requirement: Sendable, Hashable {
  package struct Clause: Sendable, Hashable {
    package let comparator: Comparator
    /// As written; printable ASCII, and a version of at least one scheme.
    package let version: String

    init(_ comparator: Comparator, _ version: String) {
      self.comparator = comparator
      self.version = version
    }
  }

  /// No condition: any stable version.
  package static let any = Requirement(clauses: [])

  /// All of them must hold. As written, each once.
  package let clauses: [Clause]

  init(clauses: [Clause]) {
    self.clauses = clauses.enumerated()
      .filter { !clauses[..<$0.offset].contains($0.element) }
      .map(\.element)
  }

  /// Reads texts of one clause each, or several joined by commas; a bare version means `=`.
  ///
  /// No text at all is ``any``; an empty text is an error, since a clause is missing in it.
  package init(parsing texts: [String]) throws(RequirementError) {
    var clauses: [Clause] = []
    for (index, text) in texts.enumerated() {
      var parser = RequirementParser(text: text, textIndex: index)
      clauses += try parser.clauses()
    }
    self.init(clauses: clauses)
  }

  /// Whether it asks for one version: `= 1.2`.
  package var isExact: Bool { clauses.count == 1 && clauses[0].comparator == .equal }
}

extension Requirement: CustomStringConvertible {
  /// `>= 2, < 4`; nothing for ``any``.
  package var description: String {
    clauses.map(\.description).joined(separator: ", ")
  }
}

extension Requirement.Clause: CustomStringConvertible {
  package var description: String { "\(comparator.rawValue) \(version)" }
}
