package import Filesystem
package import Layout
internal import Vocabulary

/// A folder of links to the executables of many installations. On `PATH`, it takes the place of
/// their `bin` folders, which would make the environment longer than the system permits.
///
/// ```
/// views/<digest>/ruff    -> ../../installs/ruff/0.17.5-<id>/bin/ruff
/// views/<digest>/npm     -> ../../libexec/bootstrap-shim     several tools provide it
/// views/<digest>/.tools     the folders of the installations below `installs`, one per line
/// ```
/// The digest is that of `.tools`, so equal sets of installations share a view, and a view never
/// changes. The modification time of `.tools`, like that of a receipt, is the time of the last use.
/// That of the folder is always ``unchangedTime``. The system changes it whenever a link is added,
/// removed, or replaced, so it shows whether the view is still complete.
package struct ToolView: Hashable, Sendable {
  /// The maximum number of `bin` folders on `PATH`.
  package static let folderLimit = 256

  /// The name of the file with the list of installations.
  static let listName = ".tools"
  /// The maximum size of that file, in bytes.
  private static let listLimit = 1 << 24

  /// The modification time of the folder of a complete view, in seconds since 1970.
  private static let unchangedTime: Int64 = 1

  /// The folder of the view.
  package let folder: FilePath
  let root: Root
  /// The folders of the installations, relative to `installs`, sorted.
  let tools: [String]

  /// Creates the description of a view, whether or not it exists.
  private init(of tools: [String], in root: Root) {
    self.root = root
    self.tools = tools
    folder = root.views.appending(SHA256Digest(of: Self.list(tools)).hexadecimal)
  }

  /// Returns whether the view with this name exists in a root and is complete.
  package static func exists(named name: String, in root: Root) -> Bool {
    ToolView(named: name, in: root).exists
  }

  /// Creates the description of a view whose tools do not matter, so it cannot be made.
  init(named name: String, in root: Root) {
    self.root = root
    tools = []
    folder = root.views.appending(name)
  }

  private static func list(_ tools: [String]) -> [UInt8] {
    Array(tools.map { $0 + "\n" }.joined().utf8)
  }

  /// Creates the description of the view of installations, whether or not it exists.
  package init(of installations: [PinnedInstallation], in root: Root) throws(FileError) {
    var tools: [String] = []
    for installation in installations {
      // Without a lock, the folder is a link, which may lead to other content later.
      let target = installation.pin.id == nil ? try installation.folder.linkTarget() : nil
      let name = target ?? installation.folder
      tools.append("\(installation.pin.tool)/\(name.lastComponent)")
    }
    self.init(of: tools.sorted(), in: root)
  }

  /// Reads the description of the view in a folder, or returns `nil` if the folder is not one.
  init?(in folder: FilePath, of root: Root) throws(FileError) {
    let path = folder.appending(Self.listName)
    guard let bytes = try path.contentsIfPresent(limit: Self.listLimit) else { return nil }
    // The name is the digest of the list, so a list that was edited later no longer matches it.
    if SHA256Digest(of: bytes).hexadecimal != folder.lastComponent { return nil }
    self.root = root
    self.folder = folder
    tools = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether the view exists and is complete, and renews the time of its last use.
  package func recordUse() -> Bool {
    isUnchanged && folder.appending(Self.listName).recordUse() != nil
  }

  /// Whether the view exists and is complete.
  package var exists: Bool { isUnchanged && folder.appending(Self.listName).exists }

  /// Whether nothing has changed the links since they were created.
  var isUnchanged: Bool {
    guard let status = (try? folder.linkStatus()) ?? nil else { return false }
    return status.kind == .directory && status.modified == Self.unchangedTime
  }

  // MARK: Links

  /// Creates the view if it is missing, and repairs it if it is incomplete. Other processes may do
  /// the same at the same time.
  package func make() throws(FileError) {
    if exists { return }
    try root.views.makeDirectories()
    if folder.isDirectory { return try repair() }
    let draft = folder.temporarySibling()
    try draft.makeDirectory()
    do {
      for (name, target) in try links() { try draft.appending(name).makeLink(to: target) }
      try draft.appending(Self.listName).replaceContents(with: Self.list(tools), isDurable: false)
      // A view that a power failure leaves incomplete would let programs of the system run.
      try draft.synchronize()
      try draft.setModified(secondsSince1970: Self.unchangedTime)
      try draft.rename(to: folder)
    } catch {
      try? draft.removeTree()
      // Another process may have been faster.
      if !exists { throw error }
    }
  }

  /// Recreates the missing and wrong links of the view. Programs may be running from it, so correct
  /// links are left alone. If all links are correct, only the folder's time is set again. In
  /// another user's root, that is not possible, and no error.
  private func repair() throws(FileError) {
    let list = folder.appending(Self.listName)
    if try list.isPresent(), try isIntact(links()) {
      try? folder.setModified(secondsSince1970: Self.unchangedTime)
      return
    }
    let expected = try links()
    for entry in try folder.entries() where entry != Self.listName && expected[entry] == nil {
      try folder.appending(entry).removeTree()
    }
    for (name, target) in expected {
      let link = folder.appending(name)
      if try link.linkTarget() == target { continue }
      if try link.linkTarget() == nil { try link.removeTree() }
      try link.replaceLink(to: target)
    }
    try list.replaceContents(with: Self.list(tools), isDurable: false)
    try folder.synchronize()
    try folder.setModified(secondsSince1970: Self.unchangedTime)
  }

  /// Returns whether the view has exactly the links that ``make()`` creates.
  ///
  /// - Parameter expected: The target of each link.
  func isIntact(_ expected: [String: FilePath]) throws(FileError) -> Bool {
    let view = try Directory.open(folder)
    let entries = try view.entries(isOnlyListing: true).map(\.string)
      .filter { $0 != Self.listName }
    guard entries.count == expected.count else { return false }
    for entry in entries where try view.linkTarget(entry) != expected[entry] { return false }
    return true
  }

  /// Returns the target of each link.
  private func links() throws(FileError) -> [String: FilePath] {
    try links { tool throws(FileError) in try Self.programs(of: tool, in: root) }
  }

  /// Returns the target of each link. A name of several tools is left to the shim, which decides
  /// where it is called.
  ///
  /// - Parameter programs: Returns the programs of an installation, each with the link's target.
  func links(
    _ programs: (String) throws(FileError) -> [Program]
  ) throws(FileError) -> [String: FilePath] {
    var links: [String: FilePath] = [:]
    links.reserveCapacity(tools.count)
    for tool in tools {
      for (name, target) in try programs(tool) {
        let other = links.updateValue(target, forKey: name)
        if other != nil { links[name] = "../../libexec/bootstrap-shim" }
      }
    }
    return links
  }

  /// The name of a program of an installation, and the target of a link to it.
  typealias Program = (name: String, target: FilePath)

  /// Returns the programs of the installation in the folder `tool` below `installs`.
  static func programs(of tool: String, in root: Root) throws(FileError) -> [Program] {
    try root.installs.appending(tool).appending("bin").entries().filter { $0.first != "." }
      .map { ($0, FilePath("../../installs/\(tool)/bin/\($0)")) }
  }
}
