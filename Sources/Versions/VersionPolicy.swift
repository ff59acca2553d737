/// The rules for which versions of a set may be chosen: a prerelease only if a requirement names
/// one, and a local version (PEP 440) only if a requirement names it.
///
/// A policy is separate from ``VersionSet``, because it is not a property of a range: `>= 1.0` must
/// contain `2.0.rc1` if another requirement is `>= 2.0.rc1`. The policy of a tool is the union of
/// the policies of its requirements.
package struct VersionPolicy: Sendable, Hashable {
  /// The policy that admits only stable, public versions.
  package static let stable = VersionPolicy(admitsPrereleases: false, localVersions: [])

  /// Whether prereleases may be chosen.
  package let admitsPrereleases: Bool

  /// The local versions that requirements name.
  package let localVersions: Set<Version>

  /// Returns whether a version of a set may be chosen.
  package func admits(_ version: Version) -> Bool {
    if version.isPrerelease, !admitsPrereleases { return false }
    return !version.isLocal || localVersions.contains(version)
  }

  /// Returns the policy that admits the versions that either of the two admits.
  package func union(_ other: VersionPolicy) -> VersionPolicy {
    VersionPolicy(
      admitsPrereleases: admitsPrereleases || other.admitsPrereleases,
      localVersions: localVersions.union(other.localVersions))
  }
}
