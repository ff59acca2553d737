internal import TextSearch

/// The path of another tool's file, relative to a folder. The file name may contain one `*`, which
/// stands for any text.
package struct ForeignPath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The path of the folder, or `nil` for the folder itself.
  package let folder: String?
  /// The parts of the file name around `*`, or the whole name.
  private let parts: [String]

  /// Creates a path, or returns `nil` if it is absolute, leads upward, or has a `*` elsewhere.
  package init?(_ text: String) {
    let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      .filter { $0 != "." }
    let folders = names.dropLast()
    guard let name = names.last, !name.isEmpty,
      folders.allSatisfy({ !$0.isEmpty && $0 != ".." && !$0.contains("*") }),
      name != "..", !name.contains("**")
    else { return nil }
    let parts = name.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2 else { return nil }
    self.parts = parts
    folder = folders.isEmpty ? nil : folders.joined(separator: "/")
  }

  /// Creates a path that is part of this program.
  package init(stringLiteral text: StaticString) {
    guard let path = Self(text.description) else {
      preconditionFailure("not the path of a file")
    }
    self = path
  }

  /// Whether the path stands for several files.
  package var isPattern: Bool { parts.count == 2 }

  /// The name of the file, perhaps with `*`.
  package var name: String { parts.joined(separator: "*") }

  /// The path as text.
  package var text: String { folder.map { "\($0)/\(name)" } ?? name }

  /// The paths of the folder and of those above it: `.config`, `.config/mise`.
  package var folders: [String] {
    let names = folder?.split(separator: "/") ?? []
    return names.indices.map { names[...$0].joined(separator: "/") }
  }

  /// Returns whether a file with this name has the path, if it is in the right folder.
  package func matches(name: some StringProtocol) -> Bool {
    guard isPattern else { return name == parts[0] }
    return name.utf8.count >= parts[0].utf8.count + parts[1].utf8.count
      && name.hasPrefix(parts[0]) && name.hasSuffix(parts[1])
  }

  /// Returns whether a file at another path, relative to the same folder, has this path.
  package func matches(path: String) -> Bool {
    let end = path.lastIndex(of: "/")
    let name = path[(end.map(path.index(after:)) ?? path.startIndex)...]
    return folder == end.map { String(path[..<$0]) } && matches(name: name)
  }

  /// Returns whether another path ends with this one.
  package func ends(_ path: String) -> Bool {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = names.last, matches(name: name) else { return false }
    let folders = folder?.split(separator: "/") ?? []
    return names.dropLast().suffix(folders.count).elementsEqual(folders)
  }
}
