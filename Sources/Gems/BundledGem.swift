package import Vocabulary

/// A gem in Bundler's lock.
package struct BundledGem: Hashable, Sendable {
  package let name: GemName

  /// The version, valid in ``VersionScheme/rubygems``.
  package let version: String
  package let platform: GemPlatform

  /// The version and the platform as written in the lock: `1.17.2-x86_64-linux-gnu`.
  package let versionAndPlatform: String

  /// The index of its source in ``GemfileLock/sources``.
  package let source: Int
  package internal(set) var dependencies: [GemDependency] = []

  /// The digest of the file, or `nil` if the lock states none.
  package internal(set) var digest: SHA256Digest?

  /// The line number of the digest, starting at 1, or `nil` if the lock has no digest.
  package internal(set) var digestLine: Int?

  /// The line number, from 1.
  package let line: Int
}
