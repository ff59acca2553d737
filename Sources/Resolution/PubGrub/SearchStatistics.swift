/// The amount of work that a search took.
package struct SearchStatistics: Hashable, Sendable {
  /// The number of times that a version was tried, including repeated tries of the same version.
  package let versionsTried: Int

  /// The number of contradictions resolved.
  package let conflicts: Int

  /// The number of incompatibilities added or derived.
  package let incompatibilities: Int

  /// The number of derived incompatibilities that were forgotten.
  package let forgotten: Int

  /// The number of packages encountered.
  package let packages: Int
}
