internal import Diagnostics

/// The symbolic links of an archive, followed as the system follows them once they are unpacked.
package struct MemberTree: Sendable {
  /// A path for lookup. File systems that fold case find a link under other spellings, too.
  private enum Key: Hashable {
    case exact([UInt8])
    // Compares by canonical equivalence, as such file systems do.
    case folded(String)
  }

  /// The end of a path after all links.
  package enum Destination: Hashable, Sendable {
    /// A path inside the tree, where a member may or may not be. Empty for the root.
    case inside(String)
    case outside
    /// The path leads through too many links or components.
    case loop
  }

  /// The targets of the links, by path.
  private var targets: [Key: String] = [:]
  private let foldsCase: Bool

  /// The maximum number of links to follow, as in Linux (path_resolution(7)).
  private static let maximumLinks = 40
  /// The maximum number of components to visit. It keeps links with long targets from taking long.
  private static let maximumComponents = 1000

  /// Creates the tree of the links among `files`.
  ///
  /// - Parameters:
  ///   - files: The unpacked files and links.
  ///   - foldsCase: Whether the file system ignores the case of names.
  package init(_ files: some Sequence<ExtractedFile>, foldsCase: Bool = false) {
    self.foldsCase = foldsCase
    for file in files {
      guard case .link(let target) = file.kind else { continue }
      targets[key(file.path.text)] = target
    }
  }

  private func key(_ path: String) -> Key {
    foldsCase ? .folded(path.lowercased()) : .exact(Array(path.utf8))
  }

  /// Follows the links in `path`, which starts at the root of the tree.
  package func destination(of path: String) -> Destination {
    let slash = UInt8(ascii: "/")
    var folder: [Substring] = []
    var rest = Array(path.utf8.split(separator: slash).map(Substring.init).reversed())
    var (links, components) = (0, 0)
    while let component = rest.popLast() {
      components += 1
      if components > Self.maximumComponents { return .loop }
      if component.utf8.elementsEqual(".".utf8) { continue }
      if component.utf8.elementsEqual("..".utf8) {
        if folder.popLast() == nil { return .outside }
        continue
      }
      folder.append(component)
      if targets.isEmpty { continue }
      guard let target = targets[key(folder.joined(separator: "/"))] else { continue }
      links += 1
      if links > Self.maximumLinks { return .loop }
      if target.utf8.first == slash { return .outside }
      folder.removeLast()
      rest += target.utf8.split(separator: slash).map(Substring.init).reversed()
    }
    return .inside(folder.joined(separator: "/"))
  }

  /// Checks that a link ends inside the tree.
  ///
  /// - Throws: ``MemberFailure`` if it leads out, or does not end.
  func check(_ link: ExtractedFile) throws(MemberFailure) {
    guard case .link(let target) = link.kind else { return }
    switch destination(of: link.path.text) {
    case .inside: break
    case .outside: throw .linkLeadsOut(target: target)
    case .loop: throw .linkLoop(target: target)
    }
  }
}
