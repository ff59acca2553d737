/// A package of another package manager, or a repository, that contains a tool.
///
/// ```ruby
/// known_as github: ["getsops/sops", "mozilla/sops"], go: "github.com/getsops/sops/cmd/sops"
/// renumbered_as npm: "@taplo/cli"
/// ```
///
/// An import uses it to find the tool. It does not affect where the tool itself comes from.
package struct ForeignPackage: Hashable, Sendable {
  /// Where a package is published.
  package enum Source: String, CaseIterable, Sendable {
    case cargo, gem, github, go, npm, pypi
  }

  package let source: Source
  /// The package: a name, `owner/name` on GitHub, or the import path of a Go program without its
  /// major version.
  package let name: String
  /// Whether the versions of the package are those of the tool.
  package let hasToolVersions: Bool
}
