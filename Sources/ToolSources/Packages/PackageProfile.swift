internal import Transport
internal import Vocabulary

/// How a package describes itself to people. The text is untrusted.
package struct PackageProfile: Hashable, Sendable {
  /// The name of the package as the source spells it now, or `nil` if the source does not say.
  package var package: String?
  /// What the package does, or `nil` if it does not say.
  package var summary: String?
  /// The address of the project, with `https`, or `nil` if the package states none.
  package var home: String?

  /// Creates an empty profile.
  package init() {}

  /// Returns whether a text is an address that a definition can state as the home of a tool.
  static func isHome(_ text: String) -> Bool {
    text.lowercased().hasPrefix("https://") && ArtifactURL(text) != nil
      && (try? WebAddress(text)) != nil
  }
}

extension SourcePackage {
  /// Returns an empty profile, because many sources have no descriptions.
  package func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile {
    PackageProfile()
  }
}
