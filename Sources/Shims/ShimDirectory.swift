package import Filesystem
package import Layout
package import Manifests
internal import Selection
package import Vocabulary

/// The folder of the shims, which is on PATH. For each executable that an installation provides,
/// the folder contains a shim and a route. A route is a file in the subfolder `.routes` that lists
/// the tools that provide the executable (see `Route`).
///
/// A shim is a symbolic link to `libexec/bootstrap-shim`, so an upgrade replaces a single file.
/// Shims and routes are replaced one at a time, each by a rename, and correct ones are not
/// changed. A shim that should exist is therefore never missing, not even for a moment.
package struct ShimDirectory: Sendable {
  let root: Root
  let isGuarded: @Sendable (ExecutableName) -> Bool
  /// Returns how to use a tool's package manager, or `nil` to keep the rules of the last rehash.
  private let packageRules: (@Sendable (ToolName) -> [PackageRule])?
  /// Returns what files of other version managers call a tool, or `nil` to keep the rules of the
  /// last rehash.
  private let guestRules: (@Sendable (ToolName) -> [GuestRule])?
  /// Whether the file system of the shims folds case, or `nil` to find out when it matters.
  let foldsCase: Bool?

  /// Creates a value for the shims and routes of `root`, without reading them.
  ///
  /// - Parameters:
  ///   - isGuarded: Returns whether a project may use an executable only with the user's
  ///     consent, which its route states.
  ///   - packageRules: Returns how to use a tool's package manager. With `nil`, the rules of the
  ///     last rehash remain.
  ///   - guestRules: Returns what files of other version managers call a tool. With `nil`, the
  ///     rules of the last rehash remain.
  ///   - foldsCase: Whether the file system of the shims folds case, or `nil` to find out when it
  ///     matters.
  package init(
    _ root: Root, isGuarded: @escaping @Sendable (ExecutableName) -> Bool = { _ in false },
    packageRules: (@Sendable (ToolName) -> [PackageRule])? = nil,
    guestRules: (@Sendable (ToolName) -> [GuestRule])? = nil, foldsCase: Bool? = nil
  ) {
    self.root = root
    self.isGuarded = isGuarded
    self.packageRules = packageRules
    self.guestRules = guestRules
    self.foldsCase = foldsCase
  }

  /// The changes that a rehash made.
  package struct Changes: Hashable, Sendable {
    /// The names of the shims that were created or corrected, sorted.
    package var added: [ExecutableName] = []
    /// The names of the shims that were removed.
    package var removed: [ExecutableName] = []
    /// The executables that have no shim, because a file or link of the user has the same name.
    package var occupied: [ExecutableName] = []
    /// The executables that have no shim, because the file system does not distinguish their names
    /// from that of another one, sorted.
    package var indistinct: [ExecutableName] = []
    /// The names of the shims that exist, but whose routes differ. A rehash leaves this empty.
    package var rerouted: [ExecutableName] = []
    /// The entries that are neither shims nor in `occupied`, sorted. A rehash leaves this empty.
    package var foreign: [String] = []
    /// Whether lists of rules (``ToolRules``) were written, which must then be synced.
    package var hasNewRules = false

    /// Creates an empty set of changes.
    package init() {}
  }

  /// The target of every shim's link, relative to the folder of the shims.
  package static let target = Root.shimTarget

  /// Updates shims and routes to match the installations. The caller must hold the root's lock, and
  /// call ``synchronize()`` before it seals a lock or removes the marker of unfinished work.
  ///
  /// - Parameter folders: The installations, or `nil` to list them.
  /// - Throws: ``FileError`` if a folder cannot be read or changed. The next rehash completes
  ///   the work.
  package func rehash(for folders: InstallationFolders? = nil) throws(FileError) -> Changes {
    let folders = if let folders { folders } else { try root.installationFolders() }
    let installed = folders.installed
    let rules = try currentRules(installed, packageRules)
    let guests = try currentRules(installed, guestRules)
    var changes = Changes()
    let haveRulesChanged = try rules.write(in: root)
    changes.hasNewRules = try guests.write(in: root) || haveRulesChanged
    try makePackageFolders(rules, installed)
    let routes = try currentRoutes()
    var provided = try providers(folders, rules, routes)
    try root.routes.makeDirectories()
    changes.indistinct = try removeIndistinctNames(from: &provided)
    let areRespelled = try respellEntries(for: provided)
    let shims = try root.shims.open()
    // A route is written before its shim and removed after it, so no shim is ever without a route.
    for (name, providers) in provided.sorted(by: { $0.key < $1.key }) {
      try update(
        route: name, from: areRespelled ? nil : routes[name],
        to: route(name, providers, rules, guests))
      switch try update(shim: name, shims.linkTarget(name.text)) {
      case .added: changes.added.append(name)
      case .occupied: changes.occupied.append(name)
      case .present: break
      }
    }
    for entry in try shims.entries() {
      guard let name = ExecutableName(entry.string), provided[name] == nil else { continue }
      // Anything but a link to the shim program belongs to the user.
      guard try shims.linkTarget(name.text) == Self.target else { continue }
      try root.shims.appending(name.text).removeFile()
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

  /// Returns the changes that a rehash would make, without making them. Shims with another route
  /// are listed apart from those that are missing.
  ///
  /// - Parameter folders: The installations, or `nil` to list them.
  package func deviations(for folders: InstallationFolders? = nil) throws(FileError) -> Changes {
    var changes = Changes()
    let folders = if let folders { folders } else { try root.installationFolders() }
    let rules = try currentRules(folders.installed, packageRules)
    let guests = try currentRules(folders.installed, guestRules)
    let routes = try currentRoutes()
    var provided = try providers(folders, rules, routes)
    let shims: Directory
    do {
      shims = try root.shims.open()
    } catch  where error.isMissing {
      changes.added = provided.keys.sorted()
      return changes
    }
    if root.routes.exists { changes.indistinct = try removeIndistinctNames(from: &provided) }
    for (name, providers) in provided.sorted(by: { $0.key < $1.key }) {
      let target = try shims.linkTarget(name.text)
      if target?.lastComponent != Self.target.lastComponent,
        try root.shims.appending(name.text).isPresent()
      {
        changes.occupied.append(name)
        continue
      }
      let wanted = route(name, providers, rules, guests)
      if target != Self.target {
        changes.added.append(name)
      } else if try !isRouted(name, routes[name], as: wanted) {
        changes.rerouted.append(name)
      }
    }
    try addUnprovided(besides: provided, in: shims, to: &changes)
    return changes
  }

  /// Adds the entries of the folder that belong to no provided executable.
  private func addUnprovided(
    besides provided: [ExecutableName: Providers], in shims: borrowing Directory,
    to changes: inout Changes
  ) throws(FileError) {
    for entry in try shims.entries().map(\.string) where !entry.hasPrefix(".") {
      let name = ExecutableName(entry)
      if let name, provided[name] != nil { continue }
      let target = try shims.linkTarget(entry)
      if target?.lastComponent != Self.target.lastComponent {
        changes.foreign.append(entry)
      } else if target == Self.target, let name {
        changes.removed.append(name)
      }
    }
  }

  /// Returns whether the route of an executable says what a rehash would write.
  ///
  /// - Parameter bytes: The content of the route, or `nil` to read it.
  private func isRouted(
    _ name: ExecutableName, _ bytes: [UInt8]?, as wanted: Route
  ) throws(FileError) -> Bool {
    var bytes = bytes
    if bytes == nil {
      bytes = try root.routes.appending(name.text).contentsIfPresent(limit: 1 << 20)
    }
    guard let current = bytes.flatMap({ Route($0) }) else { return false }
    return current.tools == wanted.tools && current.packages == wanted.packages
      && current.guestNames == wanted.guestNames
  }

  /// Writes all earlier changes of the root to the disk. After a power failure, a seal, or the
  /// absence of unfinished work, then never stands beside older routes.
  package func synchronize() throws(FileError) {
    try FilePath.synchronizeTrees([root.path])
  }

  /// Returns the rules of the installed tools. Without `rules`, those of the last rehash.
  private func currentRules<Rule>(
    _ installed: [InstalledVersion], _ rules: ((ToolName) -> [Rule])?
  ) throws(FileError) -> ToolRules<Rule> {
    guard let rules else { return try ToolRules.read(in: root) }
    let tools = Set(installed.map(\.tool))
    return ToolRules(Dictionary(uniqueKeysWithValues: tools.map { ($0, rules($0)) }))
  }

  /// Creates the folders where package managers install. npm fails without the folder `lib`.
  private func makePackageFolders(
    _ rules: PackageRules, _ installed: [InstalledVersion]
  ) throws(FileError) {
    for installed in installed where rules.ofTools[installed.tool] != nil {
      let folder = root.packages(of: installed.tool).folder(installed.version.text)
      for name in ["bin", "lib"] { try folder.folder(name).makeDirectories() }
    }
  }

  /// The result of updating a shim. `present` means that the shim was already correct, `added` that
  /// it was created or corrected, and `occupied` that a file or link of the user has its name.
  private enum Placement {
    case present, added, occupied
  }

  /// Creates or corrects a shim, unless a file or link of the user has its name.
  ///
  /// - Parameter target: The target of the link with this name, or `nil` if there is none.
  private func update(
    shim name: ExecutableName, _ target: FilePath?
  ) throws(FileError) -> Placement {
    if target == Self.target { return .present }
    let path = root.shims.appending(name.text)
    // A link to a `bootstrap-shim` in another folder is an outdated shim, which is replaced. Any
    // other file or link belongs to the user.
    if target?.lastComponent != Self.target.lastComponent, try path.linkStatus() != nil {
      return .occupied
    }
    try path.replaceLink(to: Self.target)
    return .added
  }
}
