/// The rules by which the versions of a source are parsed and ordered.
package enum VersionScheme: String, Sendable, Hashable, CaseIterable {
  /// RubyGems: `1.2.0.rc1`. Letters make a version a prerelease. Trailing zeros are insignificant.
  case rubygems
  /// SemVer 2.0.0: `1.2.3-rc.1+build`, with or without the `v` of tags.
  case semver
  /// PEP 440: `1!2.0rc1.post2.dev3+local`.
  case pep440
  /// SemVer if the text is valid as such; otherwise RubyGems, with dates as stable versions.
  case general
}
