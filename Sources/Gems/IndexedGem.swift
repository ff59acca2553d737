package import Versions
package import Vocabulary

/// A version of a gem for one platform, as a line of the index describes it.
package struct IndexedGem: Hashable, Sendable {
  /// The version, valid in ``VersionScheme/rubygems``.
  package let version: String

  /// The platform of the file. The generic one means that the file runs everywhere, perhaps after
  /// its native extensions have been compiled.
  package let platform: GemPlatform

  /// The version with the platform as the index writes both: `1.17.2-x86_64-linux-gnu`. With the
  /// name before it, it is the name of the file.
  package let versionAndPlatform: String

  /// The dependencies at run time, in the order of the index.
  package let dependencies: [GemDependency]

  /// The versions of Ruby that the gem accepts: ``Requirement/any`` if none are stated.
  package let ruby: Requirement

  /// The versions of RubyGems that the gem accepts: ``Requirement/any`` if none are stated.
  package let rubygems: Requirement

  /// The digest of the file, or `nil` if the index states none.
  package let digest: SHA256Digest?

  /// The time of the release, or `nil` if the index states none.
  package let created: ReleaseTime?

  /// Returns the name of the file of a gem with this version: `ffi-1.17.2-x86_64-linux-gnu.gem`.
  package func fileName(of gem: GemName) -> String { "\(gem)-\(versionAndPlatform).gem" }
}
