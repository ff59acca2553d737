internal import Manifests
package import Versions

/// The versions for which another tool's manifest asks, in the words of that tool.
///
/// What a word means depends on the tool, so the definition of the tool translates it.
package enum ForeignVersion: Hashable, Sendable {
  /// What a text with fewer than three numbers means, such as `1.7`.
  package enum Partial: Hashable, Sendable {
    /// The release or tag with this name.
    case exact
    /// All versions that begin with these numbers.
    case prefix
    /// The release with this name, as asdf reads its file, if the text has two numbers and the tool
    /// may have such releases. Otherwise, all versions that begin with these numbers, as mise reads
    /// the file.
    case exactIfRelease
  }

  /// A requirement that a Toolfile can state as it is.
  case requirement(Requirement)
  /// A release as a version manager names it: a version, the first numbers of one, a tag, or
  /// `latest`.
  case release(String, Partial)
  /// A requirement in the syntax of npm, Cargo, or Python, perhaps with alternatives: `^18 || ^20`.
  case range(String)

  /// Any version.
  package static let any = Self.requirement(.any)

  /// A release whose first numbers stand for all versions that begin with them.
  package static func prefix(_ text: String) -> Self { .release(text, .prefix) }

  /// A single release.
  package static func exact(_ text: String) -> Self { .release(text, .exact) }

  /// The names that version managers give to the newest version.
  private static let newestNames: Set = ["", "latest", "*", "newest", "any"]

  /// Whether the version is the newest one.
  var isNewest: Bool {
    switch self {
    case .requirement(let requirement): requirement == .any
    case .release(let text, _), .range(let text): Self.newestNames.contains(text)
    }
  }

  /// The text as messages show it.
  var shownText: String { ForeignName.shownVersion(text) }

  /// The text in the manifest.
  package var text: String {
    switch self {
    case .requirement(let requirement): requirement.description
    case .release(let text, _), .range(let text): text
    }
  }
}

extension ForeignVersion {
  /// Creates the versions that a text means in a file in which both releases and ranges occur:
  /// `20`, `^20.1`, or `>=18, <21`.
  package init(releaseOrRange text: String) {
    self = text.contains { "^~<>=|,* ".contains($0) } ? .range(text) : .prefix(text)
  }
}
