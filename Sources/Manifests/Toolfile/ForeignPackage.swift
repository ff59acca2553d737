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

  /// Creates a package, or returns `nil` if `name` does not have the form of a name in the source.
  package init?(_ name: String, in source: Source, hasToolVersions: Bool) {
    guard source.admits(name) else { return nil }
    self.source = source
    self.name = name
    self.hasToolVersions = hasToolVersions
  }
}

extension ForeignPackage.Source {
  /// Returns whether a text has the form of a name in this source.
  fileprivate func admits(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isScoped = self == .npm && name.first == "@"
    guard parts.enumerated().allSatisfy({ Self.isWord($1, isScope: isScoped && $0 == 0) }) else {
      return false
    }
    return switch self {
    case .github: parts.count == 2
    case .npm: parts.count == (isScoped ? 2 : 1)
    case .cargo, .gem, .pypi: parts.count == 1
    case .go: parts.count > 1 && parts[0].contains(".")
    }
  }

  private static func isWord(_ part: Substring, isScope: Bool) -> Bool {
    let word = isScope ? part.dropFirst() : part
    return word.contains { $0 != "." }
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-~".contains($0)) }
  }
}
