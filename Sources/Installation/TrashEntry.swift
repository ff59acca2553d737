package import Filesystem
package import Layout
internal import Manifests
package import Vocabulary

/// An entry of the ``Trash``.
///
/// ```
/// 1796000000-ruff@0.17.5-<content id>     an installation
/// 1796000000-.replaced-ruff@0.17.5-<content id>   the same, which was installed again
/// 1796000000-.link-ruff@0.17.5            the link `installs/ruff/0.17.5`
/// 1796000000-.packages-npm@11.2.0         what the package manager of a version installed
/// 1796000000-.download-<digest>           a download
/// ```
///
/// No tool's name begins with a dot, so the forms cannot be confused.
package struct TrashEntry: Hashable, Sendable {
  /// What an entry was before it was removed.
  package enum Content: Hashable, Sendable {
    case installation(InstalledVersion)
    /// An installation that a repair or a forced install replaced with the same content. It is kept
    /// only for programs that still run from it.
    case replaced(InstalledVersion)
    /// The link by which pins without a lock find an installation.
    case link(ToolName, VersionText)
    case packages(ToolName, VersionText)
    case download(SHA256Digest)
  }

  package let path: FilePath
  /// The time when it was removed, in seconds since 1970.
  package let taken: Int64
  package let content: Content
}

extension TrashEntry.Content {
  private static let replacedPrefix = ".replaced-"
  private static let linkPrefix = ".link-"
  private static let packagesPrefix = ".packages-"
  private static let downloadPrefix = ".download-"

  /// The part of the entry's name after the time.
  var name: String {
    switch self {
    case .installation(let installed): Self.name(of: installed)
    case .replaced(let installed): Self.replacedPrefix + Self.name(of: installed)
    case .link(let tool, let version): "\(Self.linkPrefix)\(tool)@\(version)"
    case .packages(let tool, let version): "\(Self.packagesPrefix)\(tool)@\(version)"
    case .download(let digest): "\(Self.downloadPrefix)\(digest.hexadecimal)"
    }
  }

  /// Parses the part of an entry's name after the time, or returns `nil` if it has another form.
  init?(name: String) {
    if name.hasPrefix(Self.downloadPrefix) {
      guard let digest = SHA256Digest(hexadecimal: name.dropFirst(Self.downloadPrefix.count)) else {
        return nil
      }
      self = .download(digest)
      return
    }
    for prefix in [Self.linkPrefix, Self.packagesPrefix] where name.hasPrefix(prefix) {
      guard let (tool, rest) = Self.parts(of: name.dropFirst(prefix.count)),
        let version = VersionText(rest)
      else { return nil }
      self = prefix == Self.linkPrefix ? .link(tool, version) : .packages(tool, version)
      return
    }
    let isReplaced = name.hasPrefix(Self.replacedPrefix)
    let rest = isReplaced ? name.dropFirst(Self.replacedPrefix.count) : name[...]
    guard let (tool, folder) = Self.parts(of: rest),
      let installed = InstalledVersion(tool: tool, folder: String(folder))
    else { return nil }
    self = isReplaced ? .replaced(installed) : .installation(installed)
  }

  private static func name(of installed: InstalledVersion) -> String {
    "\(installed.tool)@\(installed.version)-\(installed.id)"
  }

  /// Returns the tool and the rest of `ruff@0.17.5`, or `nil` if the text has another form.
  private static func parts(of text: Substring) -> (tool: ToolName, rest: Substring)? {
    // No tool's name contains an at sign.
    guard let at = text.firstIndex(of: "@"), let tool = ToolName(text[..<at]) else { return nil }
    return (tool, text[text.index(after: at)...])
  }
}
