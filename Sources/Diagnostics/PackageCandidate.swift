/// A package that a bare name might refer to.
package struct PackageCandidate: Hashable, Sendable {
  package let source: String
  package let package: String
  /// The newest version.
  package let version: String
  /// The date of the newest version, or `nil` if it is unknown.
  package let released: String?

  /// Creates a candidate.
  package init(source: String, package: String, version: String, released: String?) {
    self.source = source
    self.package = package
    self.version = version
    self.released = released
  }
}
