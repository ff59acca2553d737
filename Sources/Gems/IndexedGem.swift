package import Versions
package import Vocabulary

/// A gem's version for one platform, as described by a line of the index.
package struct IndexedGem: Hashable, Sendable {
  /// The version, valid in ``VersionScheme/rubygems``.
  package let version: String

  /// The platform of the file. A file for the generic platform runs everywhere, though its native
  /// extensions may have to be compiled first.
  package let platform: GemPlatform

  /// The version and the platform as written in the index: `1.17.2-x86_64-linux-gnu`. The file name
  /// consists of the gem's name and this text.
  package let versionAndPlatform: String

  /// The runtime dependencies, in the order of the index.
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
