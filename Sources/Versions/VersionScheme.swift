/// How the versions of a source are read and ordered.
package enum VersionScheme: String, Sendable, Hashable, CaseIterable {
  /// RubyGems: `1.2.0.rc1`; any letter makes a prerelease, trailing zeros mean nothing.
  case rubygems
  /// SemVer 2.0.0: `1.2.3-rc.1+build`, with or without the `v` that tags carry.
  case semver
  /// PEP 440: `1!2.0rc1.post2.dev3+local`.
  case pep440
  /// SemVer where the text reads as such, else RubyGems order with date forms as stable.
  case general
}
