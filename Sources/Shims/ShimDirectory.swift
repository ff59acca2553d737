package import Filesystem
package import Layout
package import Manifests

/// The folder on PATH: one shim for each executable that an installation provides, and for each name the tools that provide it.
///
/// A shim is a link to `libexec/bootstrap-shim`, so an upgrade swaps one file. Shims and routes are put and taken one by one, each
/// by rename, and those that are right are not touched: there is no moment in which a shim that should be there is missing.
package struct ShimDirectory: Sendable {
  let root: Root

  package init(_ root: Root) { self.root = root }

  /// What a rehash changed.
  package struct Changes: Hashable, Sendable {
    package var added: [ExecutableName] = []
    package var removed: [ExecutableName] = []
    /// Names that have no shim, since somebody's own file or link stands in its place.
    package var occupied: [ExecutableName] = []

    package init() {}
  }

  /// What every shim links to, as seen from the folder.
  package static let target: FilePath = "../libexec/bootstrap-shim"

  /// Makes shims and routes say what is installed. The caller holds the root's lock.
  package func rehash() throws(FileError) -> Changes {
    let provided = try providers()
    try root.routes.makeDirectories()
    var changes = Changes()
    // A route first, then its shim; and the other way about when they go: a shim never stands without its route.
    for (name, tools) in provided.sorted(by: { $0.key < $1.key }) {
      try put(route: name, to: tools)
      switch try put(shim: name) {
      case .added: changes.added.append(name)
      case .occupied: changes.occupied.append(name)
      case .present: break
      }
    }
    for entry in try root.shims.entries() {
      guard let name = ExecutableName(entry), provided[name] == nil else { continue }
      let path = root.shims.appending(entry)
      // What is no shim of ours is somebody's file.
      guard try path.linkTarget() == Self.target else { continue }
      try path.removeFile()
      changes.removed.append(name)
    }
    for entry in try root.routes.entries() {
      if let name = ExecutableName(entry), provided[name] == nil {
        try breakSeals()
        try root.routes.appending(entry).removeFile()
      }
    }
    return changes
  }

  /// The tools that provide each executable, by the `bin` folders of all installations.
  private func providers() throws(FileError) -> [ExecutableName: Set<ToolName>] {
    var result: [ExecutableName: Set<ToolName>] = [:]
    for installed in try root.installedVersions() {
      for entry in try root.folder(of: installed).appending("bin").entriesIfPresent() {
        // No tool stands between a person and bootstrap itself.
        if let name = ExecutableName(entry), name.text != "bootstrap" {
          result[name, default: []].insert(installed.tool)
        }
      }
    }
    return result
  }

  private func put(route name: ExecutableName, to tools: Set<ToolName>) throws(FileError) {
    let text = Array(tools.sorted().map { "\($0)\n" }.joined().utf8)
    let path = root.routes.appending(name.text)
    if try path.contentsIfPresent(limit: 1 << 20) == text { return }
    try breakSeals()
    try path.replaceContents(with: text, isDurable: false)
  }

  private enum Placement {
    case present, added, occupied
  }

  /// Puts a shim where nothing stands: what is no shim of ours is somebody's file, and stays.
  private func put(shim name: ExecutableName) throws(FileError) -> Placement {
    let path = root.shims.appending(name.text)
    let target = try path.linkTarget()
    if target == Self.target { return .present }
    // A link to a shim elsewhere is one of ours from before; any other file or link is somebody's.
    if target?.lastComponent != Self.target.lastComponent, try path.linkStatus() != nil {
      return .occupied
    }
    try path.replaceLink(to: Self.target)
    return .added
  }
}
