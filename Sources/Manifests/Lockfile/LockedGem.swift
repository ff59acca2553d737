package import Vocabulary

/// A gem that a locked tool needs, on all platforms.
package struct LockedGem: Hashable, Sendable {
  package let name: PartName
  /// The versions, in the order of the lock. There are several only if platforms have different
  /// ones.
  package let versions: [VersionText]
  /// Whether its installation runs code on at least one platform.
  package let isExtension: Bool

  /// The sort key. It ignores case, but orders names that differ only in case by their bytes.
  fileprivate var order: (String, String) { (name.text.lowercased(), name.text) }

  /// The versions as text: `3.14.2`, or `1.0, 1.1`.
  package var version: String { versions.map(\.text).joined(separator: ", ") }
}

extension LockedTool {
  /// The gems that the tool needs, sorted by name, ignoring case. Empty if the tool is not a gem.
  ///
  /// The lock does not record the dependencies between gems. They come from the index, and recorded
  /// dependencies would have to be compared with it.
  package var gems: [LockedGem] {
    let extensions = Set(extensions)
    return Dictionary(grouping: parts.filter { $0.format == .gem }, by: \.name)
      .map { name, parts in
        var versions: [VersionText] = []
        for part in parts where !versions.contains(part.version) { versions.append(part.version) }
        return LockedGem(name: name, versions: versions, isExtension: extensions.contains(name))
      }
      .sorted { $0.order < $1.order }
  }
}

extension LockedTool {
  /// Whether installing the tool's own gem runs code.
  package var isExtension: Bool {
    let package = declaration[LockedDeclaration.packageKey] ?? name.text
    return extensions.contains { $0.text == package }
  }
}

extension Lockfile {
  /// Returns the tools that have a gem with this name in their graph, sorted by name.
  package func tools(withGem name: String) -> [LockedTool] {
    tools.filter { tool in
      tool.parts.contains { $0.format == .gem && $0.name.text == name }
    }
  }
}
