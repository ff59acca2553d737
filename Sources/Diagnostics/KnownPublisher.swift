package import Vocabulary

/// The publisher of a locked tool, and how it is known.
package struct KnownPublisher: Hashable, Sendable {
  /// The publisher as in a lock, such as `github:acme/mytool workflow release.yml`.
  package let name: String
  package let provenance: Provenance
  /// Whether a verified publisher was proved on this machine. Anybody who can edit a lock can write
  /// that it is verified.
  package let isProven: Bool

  /// Creates a publisher. `name` is written as in a lock.
  package init(_ name: String, _ provenance: Provenance, isProven: Bool) {
    self.name = name
    self.provenance = provenance
    self.isProven = isProven
  }
}

extension KnownPublisher: CustomStringConvertible {
  /// The publisher for people: `github:acme/mytool workflow release.yml, verified`.
  package var description: String {
    let isClaim = provenance == .verified && !isProven
    return "\(name), \(provenance.rawValue)\(isClaim ? " according to the lock" : "")"
  }
}
